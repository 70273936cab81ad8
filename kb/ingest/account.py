"""Where did every character go? Each is in exactly one entry or was left out for a stated reason."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kb.findings import LeftOut
from kb.ingest.document import Block, Stretch, Text
from kb.ingest.linkmarks import without_marks
from kb.ingest.nodes import Node

NOT_UNDERSTOOD = "not understood"
_SAYING = 0.3
"""So many characters of a text that says something are letters."""
_NO_LETTERS = bytes(code for code in range(256) if not chr(code).isalpha() or code > 127)
# "[1]", "[12] [13]": footnotes and sources, pointed at from below what they are about
_REFERENCE_MARKS = re.compile(r"(?:\[+\w{1,4}\]+[\s,]*)+")
# "v1.2", "(Rev. 3)": says which edition this is
_EDITION = re.compile(r"[\W_]*(?:v|ver|rev)\.?\s?\d{1,3}(?:\.\d{1,3}){0,3}[a-z]?[\W_]*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Tally:
    """Non-blank characters of a source."""

    characters: int
    accounted: int
    """Those in an entry or left out for a reason other than `not understood`."""


def letters(text: str) -> int:
    """How many non-blank characters a text has."""
    if text.isprintable():  # then a space is its only blank
        return len(text) - text.count(" ")
    return len("".join(text.split()))


def not_understood(block: Block, stretches: Sequence[Stretch]) -> Block:
    """Running text without words is nothing we can vouch for: it is left out and listed."""
    if block.kind != "text":
        return block
    words = " ".join(stretches[index].text for index in block.stretches)
    if _plain_letters(words) >= _SAYING * len(words) or _all_letters(words) >= _SAYING * letters(words):
        return block
    if _EDITION.fullmatch(words):
        return block
    ruler = not any(character.isalnum() for character in words) and len(set(words.replace(" ", ""))) == 1
    pointing = bool(_REFERENCE_MARKS.fullmatch(without_marks(words)))
    reason = "ruler" if ruler else "reference mark" if pointing else NOT_UNDERSTOOD
    return replace(block, kind="left out", body=(), reason=reason)


def _plain_letters(words: str) -> int:
    """The letters a to z of a text; of most there are so many that the others need not be counted one by one."""
    return len(words.encode("ascii", "ignore").translate(None, _NO_LETTERS))


def _all_letters(words: str) -> int:
    return sum(map(str.isalpha, words))


def tally(
    text: Text, nodes: Sequence[Node], stretches: Sequence[Stretch], left_out: Sequence[LeftOut]
) -> Tally:
    """Count a source: a line's characters go to the node that holds its stretch, less what cleaners took from it."""
    raw: dict[int, int] = {}
    for line in text.lines:  # a form feed parts one line into two of the same number
        raw[line.number] = raw.get(line.number, 0) + letters(line.raw)
    removed: dict[int, int] = {}
    for each in text.left_out:
        removed[each.line] = removed.get(each.line, 0) + letters(each.text)
    held = {index for node in nodes for index in node.letters}
    read = _lines(stretches[index] for index in held)
    unheld = _lines(stretch for index, stretch in enumerate(stretches) if index not in held) - read
    in_entries = sum(max(0, raw.get(number, 0) - removed.get(number, 0)) for number in read)
    by_cleaners = sum(min(many, raw.get(number, 0)) for number, many in removed.items())
    by_recognisers = sum(max(0, raw.get(number, 0) - removed.get(number, 0)) for number in unheld)
    unread = sum(letters(each.text) for each in left_out if each.reason == NOT_UNDERSTOOD)
    total = sum(raw.values())
    accounted = min(total, in_entries + by_cleaners + by_recognisers)
    return Tally(characters=total, accounted=max(0, accounted - unread))


def _lines(stretches: Iterable[Stretch]) -> set[int]:
    """The lines that stretches stand on; several may share one."""
    spans = {(stretch.first, stretch.last, stretch.above) for stretch in stretches}
    return {number for first, last, above in spans for number in (*above, *range(first, last + 1))}
