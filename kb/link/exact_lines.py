"""On which line of its source do words of an entry stand? An entry knows its first line and its last only."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate

from kb.entries import Location

Lines = Callable[[str], Sequence[str]]
"""The lines of a file of the corpus by its name; empty where it has none, as a PDF."""
_BEFORE = 40
"""So many characters before the words tell which of several places is meant."""


def exact_line(text: str, start: int, end: int, location: Location, lines: Lines) -> int:
    """The line on which `text[start:end]` of an entry begins; the entry's first where its source does not tell.

    Letters and digits only are compared: marks, blanks and line breaks are not those of the source.
    """
    if location.first_line == location.last_line:
        return location.first_line
    held = [_letters(line) for line in lines(location.file)[location.first_line - 1 : location.last_line]]
    whole, words = "".join(held), _letters(text[start:end])
    before = _letters(text[max(0, start - _BEFORE) : start])
    at = whole.find(before + words) if words else -1
    at = at + len(before) if at >= 0 else whole.find(words) if words else -1
    if at < 0:
        return location.first_line
    return location.first_line + bisect_right(list(accumulate(map(len, held))), at)


def _letters(words: str) -> str:
    return "".join(filter(str.isalnum, words)).casefold()
