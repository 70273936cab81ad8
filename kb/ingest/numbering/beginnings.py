"""At which lines does a numbered rule begin, and which lines hold nothing but its number?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kb.ingest.document import BULLET_SIGNS, Line
from kb.ingest.limits import LONGEST_POINTING
from kb.ingest.numbering.number_labels import Label, bare, compound, worded
from kb.ingest.numbering.schemes import counts_on, schemes
from kb.ingest.thresholds import FEWEST

# "- 314.1. If", "• 4.2 Each"
_BULLET = re.compile(rf"\s*[{BULLET_SIGNS}]\s+")
# "… as told in rule", "… (see", "… ends at": what follows on the next line is no rule's beginning
_POINTING = re.compile(
    r"(?:\b(?:rules?|laws?|see|sections?|articles?|paragraphs?|steps?|versions?|and|or|of|in|to|by|at|from|under|than"
    r"|per|with|for"
    r"|siehe|nach|voir|véase|regeln?)|[(,–-])$",
    re.IGNORECASE,
)
# "… the balls, and": another rule may follow
LISTING = re.compile(r"(?:\b(?:and|or|und|oder|et|ou|y|o|e)|[,–-])$", re.IGNORECASE)
# "Layer Step", "Additional Rules"
_TITLE = re.compile(r"[^\W\d_a-z][\w'’-]*(?: [^\W\d_a-z][\w'’-]*){0,5}")
# "1.1.	Each turn": the tab parts number and words, not two columns
_TAB = re.compile(r"^(\s*(?:[-*•▪●]\s+)?(?=\S*[\d).:])[^\s|]{1,20})\t\s*(?=[^\s\d])(?!.*\t)")


@dataclass(frozen=True, slots=True)
class Beginnings:
    """Indexes of lines."""

    numbered: frozenset[int]
    """Those that begin with a rule's number."""

    alone: frozenset[int]
    """Those of them, and of the chapters', that hold nothing else: the next line goes on with them."""


def beginnings(lines: Sequence[Line]) -> Beginnings:
    """Where the numbers of a text stand, judged by the schemes that they follow."""
    found: list[tuple[int, Label]] = []
    chapters: set[int] = set()
    above = ""
    for index, line in enumerate(lines):
        if line.is_blank:
            above = ""
            continue
        words = line.text[bullet.end() :] if (bullet := _BULLET.match(line.text)) else line.text.strip()
        label = compound(words)
        if label and not is_cited(label, above, found[-1][1] if found else None):
            found.append((index, label))
        elif _is_bare(words):
            chapters.add(index)
        above = line.text.rstrip()
    members = [member for scheme in schemes(found) for member in scheme.members]
    alone = {member.index for member in members if not member.label.words}
    if len(alone) < FEWEST:
        return Beginnings(frozenset(member.index for member in members), frozenset())
    return Beginnings(frozenset(member.index for member in members), frozenset(alone | chapters))


def is_cited(label: Label, above: str, before: Label | None) -> bool:
    """Whether a number is what the line above points at, "… (see", and not the next rule: "2.3.1 the balls, and"."""
    if not points(above) or _heads(above, label):
        return False
    end = max(0, len(above) - LONGEST_POINTING)
    return not (before and LISTING.search(above, end) and counts_on(before.parts, label.parts))


def points(above: str) -> bool:
    """Whether a line ends with what points at a number on the next: "… as told in rule", "… (see"."""
    if not (above[-1:].isalpha() or above[-1:] in "(,–-"):
        return False
    return bool(_POINTING.search(above, max(0, len(above) - LONGEST_POINTING)))


def without_label_tab(text: str) -> str:
    """A line whose only tab stands behind its number, with a space there."""
    if "\t" not in text:
        return text
    match = _TAB.match(text)
    label = match and (compound(match[1].strip()) or match[1].rstrip()[-1] in ".):")
    return f"{match[1]} {text[match.end() :]}" if match and label else text


def _heads(above: str, label: Label) -> bool:
    """Whether a title above a number has the number that it continues: "7.1 Layer Step" above "7.1.1"."""
    top = compound(above.strip()) or bare(above.strip())
    if top is None or not _TITLE.fullmatch(top.words):
        return False
    return label.number.startswith(f"{top.number.rstrip('.')}.")


def _is_bare(words: str) -> bool:
    """Whether a line is a chapter's number and nothing else: `4.`, `IV.`, `Article 4`."""
    if len(words) > 20 or not words[:1].isalnum():
        return False
    label = worded(words) or bare(words)
    return label is not None and not label.words and bool(label.sign or label.word)
