"""Which reading of a mixed line is the likeliest below the letter of an alphabetical list?

Two rows as wide as each other can be parted in ways that cost the same. Where a letter on a line of its own heads what
begins with it, the heading among the two rows begins with it too, and comes after the heading before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from kb.ingest.clean.known_words import words_in
from kb.ingest.clean.one_row import begins
from kb.ingest.clean.two_rows import Parting

# "3. No offence", "b. Penalty kick"
_MARK = re.compile(r"(?:\d{1,3}|[a-z])[.)] ")
# "A", "B" on lines of their own
_LETTER = re.compile(r"[A-Z]")
# "Goal line technology (GLT)"
_ABBREVIATION = re.compile(r"(.+?)\s*\(([A-Z]{2,6})\)")
_FEWEST_LETTERS = 4
_FARTHEST = 120
"""Lines below a letter that it may head."""
_OTHER_LETTER_COST = 4.0
_SMALL = 3
"""Letters of a word that an abbreviation may leave out: `Electronic performance and tracking system (EPTS)`."""
_ABBREVIATED_GAIN = 4.0
_SAID_GAIN = 0.8  # of three words in a row that the text says elsewhere

_Three = tuple[str, str, str]
_OUT_OF_ORDER_COST = 2.0


def in_order(lines: Sequence[str], found: Mapping[int, Sequence[Parting]]) -> dict[int, tuple[str, str]]:
    """For each mixed line the rows to take, the upper first."""
    letters = _letters(lines)
    said = _said(lines, found)
    taken: dict[int, tuple[str, str]] = {}
    above, letter_above = "", ""
    for index, readings in found.items():
        letter = letters.get(index, "")
        above = above if letter == letter_above else ""
        priced = [(_price(each, letter, above, said), _ordered(each.rows)) for each in readings]
        taken[index] = min(priced)[1]
        if letter:
            above, letter_above = taken[index][1], letter
    return taken


def _price(reading: Parting, letter: str, above: str, said: frozenset[_Three]) -> float:
    """The price of a reading with all that speaks for it."""
    heading = _ordered(reading.rows)[1]
    gain = _ABBREVIATED_GAIN if _is_abbreviated(heading) else 0.0
    gain += _SAID_GAIN * sum(three in said for row in reading.rows for three in _threes(row))
    return reading.cost + _disorder(heading, letter, above) - gain


def _said(lines: Sequence[str], found: Mapping[int, Sequence[Parting]]) -> frozenset[_Three]:
    """Three words in a row of any reading that the text's sound lines say as well."""
    asked = {
        three
        for readings in found.values()
        for each in readings
        for row in each.rows
        for three in _threes(row)
    }
    sound = (line for index, line in enumerate(lines) if index not in found)
    return frozenset(three for line in sound for three in _threes(line) if three in asked)


def _threes(line: str) -> Iterator[_Three]:
    words = words_in(line)
    return zip(words, words[1:], words[2:], strict=False)


def _letters(lines: Sequence[str]) -> dict[int, str]:
    """For each line the letter that heads it; none in a text without a list of letters in their order."""
    places = [index for index, line in enumerate(lines) if _LETTER.fullmatch(line.strip())]
    inside = {
        at
        for one, two in pairwise(places)
        if lines[one].strip() < lines[two].strip() and two - one <= _FARTHEST
        for at in (one, two)
    }
    if len(inside) < _FEWEST_LETTERS:
        return {}
    held: dict[int, str] = {}
    for at in sorted(inside):
        held.update(dict.fromkeys(range(at + 1, min(at + _FARTHEST, len(lines))), lines[at].strip()))
    return held


def _is_abbreviated(heading: str) -> bool:
    """Whether brackets at a heading's end hold the initials of its words: `Goal line technology (GLT)`."""
    match = _ABBREVIATION.fullmatch(heading)
    words = words_in(match[1]) if match else []
    meant = ("".join(word[0].upper() for word in words if len(word) > least) for least in (0, _SMALL))
    return match is not None and match[2] in meant


def _disorder(heading: str, letter: str, above: str) -> float:
    """The price of a heading that does not begin with its letter, or belongs before the one above it."""
    if not letter:
        return 0.0
    if begins(heading) != letter:
        return _OTHER_LETTER_COST
    return _OUT_OF_ORDER_COST if _key(heading) < _key(above) else 0.0


def _key(heading: str) -> str:
    return "".join(filter(str.isalpha, heading)).casefold()


def _ordered(rows: tuple[str, str]) -> tuple[str, str]:
    """The upper first: the one that goes on with a sentence; of two that begin one, the longer: headings are short."""
    one, two = _with_marks(*rows)
    if begins(one).isupper() != begins(two).isupper() and not _MARK.match(two) and not _MARK.match(one):
        upper, lower = (two, one) if begins(one).isupper() else (one, two)
    elif _MARK.match(one) or _MARK.match(two):
        upper, lower = (two, one) if _MARK.match(one) else (one, two)
    else:
        upper, lower = (one, two) if len(one) >= len(two) else (two, one)
    if lower.endswith(".") and upper[-1].isalnum():
        return f"{upper}.", lower[:-1].rstrip()
    return upper, lower


def _with_marks(one: str, two: str) -> tuple[str, str]:
    """Two rows with the mark or bracket at the beginning of one where it belongs: `3. the rest`, `No goal`."""
    for first, second in ((one, two), (two, one)):
        mark = _MARK.match(first)
        if mark and first[mark.end() :][:1].islower() and second[:1].isupper():
            return first[mark.end() :], mark[0] + second
        opened, closed = first.count("(") - first.count(")"), second.count(")") - second.count("(")
        if first[0] == "(" and opened == closed == 1:
            return first[1:], f"({second}"
    return one, two
