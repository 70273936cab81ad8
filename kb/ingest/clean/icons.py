r"""Icons that the extractor lost or garbled.

The same icon comes out as nothing (a double space, a space before a full stop), as LaTeX (`\curvearrowright`), as
some glyph (`⚡`) or as the word "icon", and one glyph stands for several icons: so only the word beside it tells.
"Harm ☠ effect" becomes "Harm {harm} effect"; where no neighbour tells, `{?}` shows that a value or icon was lost.
Nothing is touched in a text that does not show this damage.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kb.ingest.document import Text

GAP = "{?}"
# What LaTeX commands stand for when they are no icon: "Move 2 \rightarrow Foe".
_LATEX_SIGNS = {
    "rightarrow": "→",
    "to": "→",
    "times": "×",
    "leq": "≤",
    "geq": "≥",
    "pm": "±",
    "cdot": "·",
    "neq": "≠",
    "le": "≤",
    "ge": "≥",
    "bullet": "•",
    "ldots": "…",
    "div": "÷",
    "infty": "∞",
}
# Arrows (but not "→", which texts print as a word), signs, dingbats, private use (but not the marks of links),
# emoji, the replacement character.
_GLYPH = (
    r"[\u2190\u2191\u2193-\u21ff\u2600-\u2604\u2607-\u2638\u263d-\u265f\u2664-\u27be\u2b00-\u2bff"
    r"\ue000-\ue0ff\ue103-\uf8ff\U0001f000-\U0001faff\ufe0f\ufffd]"
)
_ANY_GLYPH = re.compile(_GLYPH)
_GAPS = ("  ", " .", " ,", " ;", " :", " )")
_RESIDUE = re.compile(
    rf"""
    (?:(?:\*\*)?(?P<glyph>{_GLYPH}+)(?:\*\*)?          # "Nearest ↖ Foe", "Moves **↳** 2"
      |(?P<latex>\\[a-z]{{2,30}}(?:{_GLYPH})?)         # "Ranged \curvearrowright Attack"
    )(?:[ ]+(?=[.,;:)"”]))?                            # and the space it leaves: "Melee ↘ :"
    | (?P<gap>(?<=[^\s.!?:;|])[ ](?:[ ]+(?=[^\s|])|(?=[.,;:)](?:\s|$|[)"'”’*]))))  # "Harm  effect", "deal ."
    """,
    re.VERBOSE,
)
_MATH = re.compile(r"\$([^$\n]{1,40})\$")
# The words right before and after a residue.
_BEFORE = re.compile(r"([A-Z][\w'’]*(?:[ ][A-Z][\w'’]*)*)[ ]?$")
_AFTER = re.compile(r"[ ]?([A-Za-z][a-z]+)")
_SENTENCE_END = re.compile(r"(?:^|[.!?:])[\"”’)]*$")
_ICON_WORD = re.compile(r"\b([A-Z][a-z]+) icons?\b")
# "Trigger ⚡: All", "Range \curvearrowright X:", "Leap  X:"
_LABEL = re.compile(rf"^\W*([A-Z][\w'’ ]{{1,40}}?)\s*(?:(?:{_GLYPH}+|\\[a-z]{{2,30}})\s*)?(?:[XYN]\s*)?:")


@dataclass(frozen=True, slots=True)
class _Evidence:
    """What a text tells of its icons."""

    words: frozenset[str]
    """Words that an icon follows: `Harm`, `Nearest`."""

    leaders: frozenset[str]
    """Words that an icon precedes: `Trap`."""

    labels: frozenset[str]
    """What the text's own run-in titles are."""


def name_icons(text: Text) -> Text:
    """Put named placeholders and gap markers where icons were, if the text shows that it lost any."""
    contents = [_without_math(line.text) for line in text.lines]
    evidence = _evidence(contents)
    if evidence is None:
        return text
    lines = [
        line if line.is_blank or "\t" in content.strip() else line.with_text(_named(content, evidence))
        for line, content in zip(text.lines, contents, strict=True)
    ]
    return replace(text, lines=tuple(lines))


def _without_math(content: str) -> str:
    r"""`$\leftarrow 2 \rightarrow$` loses its dollar signs, and signs with a plain meaning become characters."""
    if "\\" not in content:
        return content
    content = _MATH.sub(lambda math: math[1] if "\\" in math[1] else math[0], content)
    return re.sub(r"\\([a-z]+)\b", lambda command: _LATEX_SIGNS.get(command[1], command[0]), content)


def _may_show(content: str, gaps: Sequence[str]) -> bool:
    """Whether a line can hold a residue, `gaps` being those of the text: most hold none, and to look takes long."""
    if not content:
        return False
    is_plain = content.isascii() or not _ANY_GLYPH.search(content)
    return not is_plain or "\\" in content or any(gap in content for gap in gaps)


def _evidence(contents: list[str]) -> _Evidence | None:
    """Icon words, if at least two words each show an icon in two ways, or gaps fall behind the same few words."""
    ways: dict[str, Counter[str]] = defaultdict(Counter)
    leaders: Counter[str] = Counter()
    inside: set[str] = set()  # words that an icon follows inside a sentence, where a capital means a title
    gaps = 0
    whole = "\n".join(contents)
    gaps_here = [gap for gap in _GAPS if gap in whole]
    for content in contents:
        if not _may_show(content, gaps_here) or "\t" in content.strip():
            continue
        for match in _RESIDUE.finditer(content.rstrip()):
            gaps += match["gap"] is not None
            before = _BEFORE.search(content, max(0, match.start() - 80), match.start())
            after = _AFTER.match(content, match.end())
            if before:
                way = match["glyph"] or match["latex"] or "gap"
                word = before[1].rsplit(" ", 1)[-1]
                ways[word][way] += 1
                if before[1] != word or not _SENTENCE_END.search(
                    content[max(0, before.start() - 12) : before.start()].rstrip()
                ):
                    inside.add(word)
            elif after and after[1][0].isupper() and not match["gap"]:
                leaders[_singular(after[1])] += 1
    several = [word for word, seen in ways.items() if len(seen) > 1]
    steady = [word for word, seen in ways.items() if seen["gap"] >= 3]
    lost = len(several) >= 2 or (len(steady) >= 3 and sum(ways[w]["gap"] for w in steady) >= 0.6 * gaps)
    if not lost:
        return None
    words = {
        word for word, seen in ways.items() if (seen["gap"] and word in inside) or sum(seen.values()) >= 2
    }
    labels = frozenset(label[1].strip() for content in contents if (label := _LABEL.match(content)))
    return _Evidence(frozenset(words), frozenset(w for w, n in leaders.items() if n >= 2), labels)


def _named(content: str, evidence: _Evidence) -> str:
    content = _ICON_WORD.sub(
        lambda match: (
            f"{match[1]} {{{_base(match[1], evidence)}}}" if _is_garbled(match[1], evidence) else match[0]
        ),
        content,
    )
    parts, position = [], 0
    for match in _RESIDUE.finditer(content.rstrip()):
        marker = _marker(content, match, evidence)
        before = (
            content[position : match.start()].rstrip(" ")
            if match["gap"]
            else content[position : match.start()]
        )
        parts += [before, "" if before.endswith((" ", "(")) or not before else " ", marker]
        position = match.end()
        if content[position : position + 1] not in ("", " ", ".", ",", ";", ":", ")", '"', "”", "*", "'"):
            parts.append(" ")
    return "".join(parts) + content[position:] if parts else content


def _is_garbled(word: str, evidence: _Evidence) -> bool:
    """Whether "WORD icon" is the icon spelled out: the word is a title of its own and shows icons elsewhere."""
    return word in evidence.words and word in evidence.labels


def _marker(content: str, match: re.Match[str], evidence: _Evidence) -> str:
    """`{harm}` by the word before, `{trap}` by the word after, else the gap."""
    before = _BEFORE.search(content, max(0, match.start() - 80), match.start())
    if before:
        name = _name(before[1], evidence)
        return f"{{{name}}}" if name else GAP
    after = _AFTER.match(content, match.end())
    if after and not match["gap"]:
        word = _singular(after[1])
        if word in evidence.leaders or word.capitalize() in evidence.words:
            return f"{{{word.lower()}}}"
    return GAP


def _name(words: str, evidence: _Evidence) -> str:
    """The icon's name by the capitalised words before it: the last one, or all if only they are a title."""
    last = words.rsplit(" ", 1)[-1]
    if last not in evidence.words and _base(last, evidence) == last.lower():
        return ""
    if last not in evidence.labels and " " in words:
        parts = words.split(" ")
        for start in range(len(parts) - 1):
            if " ".join(parts[start:]) in evidence.labels:
                return "-".join(parts[start:]).lower()
    return _base(last, evidence)


def _base(word: str, evidence: _Evidence) -> str:
    """The plain form among the icon words and titles: `Leaping` and `Leaps` are `leap`, `Ranged` is `range`."""
    known = evidence.words | evidence.labels
    for ending in ("ing", "ed", "es", "s", "d"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 2 and stem in known:
            return stem.lower()
    return word.lower()


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word
