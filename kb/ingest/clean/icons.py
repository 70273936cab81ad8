r"""Icons that a text prints as some glyph, or as LaTeX: the words stay as they are, a name is markup beside them.

"Harm ☠ effect" says in Markdown which icon it shows: the glyph, and the name that the word before it tells. What a
program lost altogether, "deal ." or "Harm  effect", stays lost: nothing is put in its place.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Set
from dataclasses import replace
from html.entities import html5

from kb.ingest.document import Text
from kb.ingest.thresholds import FEWEST_SURE
from kb.markup import icon

_SIGNS = {
    "to": "→",
    "le": "≤",
    "ge": "≥",
    "pm": "±",
    "leq": "≤",
    "geq": "≥",
    "div": "÷",
    "blacktriangleleft": "◀",
    "blacktriangleright": "▶",
    "blackleftarrow": "⬅",
    "blackrightarrow": "➡",
    "cdot": "·",
    "infty": "∞",
    "ldots": "…",
    "neq": "≠",
    "star": "★",
    "omin": "⊖",
    "diamond": "◇",
}
"""What LaTeX commands print where HTML has no sign of that name or another one, or the name may be a word."""
# Arrows (but not "→", which texts print as a word), signs, dingbats, private use (but not the marks of links),
# emoji, the replacement character.
GLYPH = (
    r"[\u2190\u2191\u2193-\u21ff\u2295-\u2297\u25b6\u25c0\u2600-\u2604\u2607-\u2638\u263d-\u265f\u2664-\u27be"
    r"\u2b00-\u2bff\ue000-\ue0ff\ue103-\uf8ff\U0001f000-\U0001faff\ufe0f\ufffd]"
)
_ANY_GLYPH = re.compile(GLYPH)
# "Nearest ↖ Foe", "Moves **↳** 2"; and the word right before it
_ICON = re.compile(
    rf"(?P<word>[A-Z][\w'’]{{2,40}})(?P<gap>[ ]?)(?P<bold>\*\*)?(?P<glyph>{GLYPH}+)(?(bold)\*\*)"
)
_MATH = re.compile(r"\$([^$\n]{1,40})\$")
_COMMAND = re.compile(r"(?<![A-Za-z])\\([a-z]{2,})")  # but a folder's name in a path is none
# "Trigger ⚡: All", "Leap X:"
_LABEL = re.compile(rf"^\W*([A-Z][\w'’]{{1,40}})\s*(?:{GLYPH}+\s*)?(?:[XYN]\s*)?:")


def name_icons(text: Text) -> Text:
    """Signs instead of LaTeX commands, and behind each icon that its text knows the icon's name."""
    contents = [_with_signs(line.text) for line in text.lines]
    shown = (words for words in contents if not words.isascii() and _ANY_GLYPH.search(words))
    found = Counter(match["word"] for words in shown for match in _ICON.finditer(words))
    if usual := {word for word, many in found.items() if many >= FEWEST_SURE}:
        names = usual | {label[1] for words in contents if (label := _LABEL.match(words))}
        contents = [_ICON.sub(lambda icon: _named(icon, usual, names), words) for words in contents]
    lines = (line.with_text(words) for line, words in zip(text.lines, contents, strict=True))
    return replace(text, lines=tuple(lines))


def _with_signs(words: str) -> str:
    r"""`$\leftarrow 2 \rightarrow$` loses its dollar signs, and its commands become the signs that they print."""
    if "\\" not in words:
        return words
    words = _MATH.sub(lambda math: math[1] if "\\" in math[1] else math[0], words)
    return _COMMAND.sub(_sign, words)


def _sign(command: re.Match[str]) -> str:
    name = command[1]
    sign = _SIGNS.get(name) or (html5.get(f"{name};", "") if len(name) > 3 else "")
    return sign if sign and sign.isprintable() else command[0]


def _named(found: re.Match[str], usual: Set[str], names: Set[str]) -> str:
    """A word with the icon behind it; `usual` words have one again and again, `names` are run-in titles too."""
    name = _base(found["word"], usual, names)
    return f"{found['word']}{found['gap']}{icon(found['glyph'], name)}" if name else found[0]


def _base(word: str, usual: Set[str], names: Set[str]) -> str:
    """The plain form of a word among icon words and titles: `Leaping` and `Leaps` are `leap`; empty for other words."""
    for ending in ("ing", "ed", "es", "s", "d"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 2 and stem in names:
            return stem.lower()
    return word.lower() if word in usual else ""
