"""How are two rows of words parted that stand in one line, letter between letter? By what the text's words make likely.

Every letter goes to either row. Of all ways to share them out, those are followed whose rows read as words of the
text that follow each other, whose letters stand from left to right as wide as letters are, and which seldom take
a whole word before the other row moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kb.ingest.clean.known_words import Words

# "tAhses", "eRaecthu": a capital where no word has one
ODD_CASE = re.compile(r"[a-z][A-Z]|[A-Z]{2}[a-z]{2}")
SHORTEST = 4
"""Letters; a row with fewer is none."""
_WIDEST_LEAD = 9.0
"""One of two mixed lines may be ahead of the other by the width of so many common letters."""
_STATES = 160
"""So many ways of parting a line are followed at a time."""
_WORTH = 14.0
"""A way that is so much less likely than the best is given up."""
_UNKNOWN = "?"
"""Begins a word that the text holds nowhere else, before its last two letters; each row may have one."""
# The prices, as negative logarithms of how likely each is; chosen on 110 mixed lines of one booklet.
# Held out: of 300 lines of the Magic rules mixed with headings by the widths of a type, 257 are parted rightly.
_BEHIND_COST = 2.0  # of a letter that stands left of the one before it, by the width of a common letter
_SLACK = 0.3  # so much of that is free: type differs in width
_WHOLE_COST = 4.0
_NO_SPACE_COST = 4.0
_UNCLOSED_COST = 3.0
_TAIL_COST = 3.0  # a heading is the shorter row: that the other ends first
_APOSTROPHES = "'’"
_AFTER_A_WORD = " ,;:.!?)"
_BEFORE_A_WORD = "‘“"
_OPENING = "(["
_CLEARLY = 10.0
"""Two rows cost so much less than the line as it stands; sound lines save 8 at most, mixed ones 11 or more."""
_WIDTHS = {
    letter: width
    for letters, width in (
        (" ijlI.,;:|!'’‘", 0.5),
        ("/ft()r-", 0.6),
        ("ckszvxyJ“”", 0.95),
        ("mMwW—", 1.55),
    )
    for letter in letters
}
"""In proportional type, against a common small letter."""
_CAPITAL_WIDTH = 1.3


class _Row(NamedTuple):
    """One of two mixed lines as far as it has been read."""

    text: str = ""
    word: str = ""
    """The word that has begun, in small letters."""

    before: str = ""
    cost: float = 0.0
    unknown: int = 0
    whole: bool = True
    """Whether no letter of the other row stands inside the word."""

    last: float = 0.0
    """Where its last letter begins, in widths of a common letter from the left."""

    end: float = 0.0
    """Where its last letter ends."""

    begun: float = 0.0
    """How unlikely the beginning of the word is, until the word has its price."""


Way = tuple[_Row, _Row, int]
"""Two rows, and which of them has ended: 0 neither, 1 the first, 2 the second."""


def part(line: str, words: Words) -> tuple[str, str] | None:
    """The two rows of known words that a line mixes; None if it does not read as two."""
    first = _read(_Row(), line[0], words, 0.0)
    ways: list[Way] = [(first, _Row(), 0)] if first else []
    for character in line[1:]:
        following: dict[tuple[object, ...], Way] = {}
        for way in ways:
            for more in _ways_on(*way, character, words):
                held = following.get(key := _key(more))
                if held is None or _cost(held) > _cost(more):
                    following[key] = more
        ways = _likely(following.values())
    ends = [
        (one.cost + two.cost + _unclosed(one.text) + _unclosed(two.text), one.text.strip(), two.text.strip())
        for upper, lower, _ in ways
        if (one := _closed(upper, words)) and (two := _closed(lower, words))
    ]
    rows = min((end for end in ends if _is_row(end[1]) and _is_row(end[2])), default=None)
    if rows is None or rows[0] + _CLEARLY >= words.cost_of(line):
        return None
    left = words.unknown(rows[1]) + words.unknown(rows[2])
    spare = 0 if ODD_CASE.search(line) else 1
    return (rows[1], rows[2]) if left < max(1, words.unknown(line) - spare) else None


def _key(way: Way) -> tuple[object, ...]:
    """Ways alike in this go on alike."""
    one, two, ended = way
    return one.word, one.before, one.unknown, two.word, two.before, two.unknown, ended


def _likely(ways: Iterable[Way]) -> list[Way]:
    """The ways of parting that are worth following."""
    ordered = sorted(ways, key=_cost)[:_STATES]
    return [way for way in ordered if _cost(way) < _cost(ordered[0]) + _WORTH]


def _cost(way: Way) -> float:
    one, two, _ = way
    return one.cost + one.begun + two.cost + two.begun


def _ways_on(one: _Row, two: _Row, ended: int, character: str, words: Words) -> Iterator[Way]:
    """The next letter belongs to either row; a row that has ended gets no more."""
    if ended:
        if more := _read(two if ended == 1 else one, character, words, 0.0):
            yield (one, more, 1) if ended == 1 else (more, two, 2)
        return
    for more in _readings(one, character, words, two.last):
        yield more, two._replace(whole=False) if two.whole else two, 0
        if closed := _closed(two, words):
            yield more, _last(closed, one), 2
    for more in _readings(two, character, words, one.last):
        yield one._replace(whole=False) if one.whole else one, more, 0
        if closed := _closed(one, words):
            yield _last(closed, two), more, 1


def _readings(row: _Row, character: str, words: Words, reached: float) -> Iterator[_Row]:
    """A row that takes the next letter; where both rows had a space, the line kept one, so a word may end without."""
    if reached - row.end >= _WIDEST_LEAD:
        return
    if more := _read(row, character, words, reached, True):
        yield more
    if row.word in words.counts and character.isalpha():
        ended = _closed(row, words)
        spaced = ended and ended._replace(text=row.text + " ", end=row.end + _width(" "))
        if spaced and (more := _read(spaced, character, words, reached, True)):
            yield more._replace(cost=more.cost + _NO_SPACE_COST)


def _read(row: _Row, character: str, words: Words, reached: float, mixed: bool = False) -> _Row | None:
    """The row with one more character, right of where the other has `reached`; None if no word goes on so."""
    behind = max(0.0, reached - row.end) if mixed else 0.0
    last = row.end + behind
    end = last + _width(character)
    cost = row.cost + (_BEHIND_COST * max(0.0, behind - _SLACK) if row.text else 0.0)
    if character.isalpha() or (character in _APOSTROPHES and row.word + "'" in words.beginnings):
        return _spelled(row, character, words, mixed, cost, last, end)
    if character in _AFTER_A_WORD and (not row.text or row.text[-1] == " "):
        return None
    if character in _BEFORE_A_WORD and row.text[-1:].isalnum():
        return None
    closed = _closed(row, words)
    if closed is None:
        return None
    alone = mixed and row.whole and row.word
    cost += closed.cost - row.cost + 1 + (min(_WHOLE_COST, 1.3 * len(row.word)) if alone else 0)
    if character in _OPENING and row.text[-1:].isalnum():
        cost += _NO_SPACE_COST
    return _Row(row.text + character, "", closed.before, cost, row.unknown, True, last, end)


def _spelled(
    row: _Row, letter: str, words: Words, mixed: bool, cost: float, last: float, end: float
) -> _Row | None:
    """The row with one more letter of a word."""
    if letter.isupper() and row.word and not row.text[-1].isupper():
        return None
    text, word = row.text + letter, row.word + ("'" if letter in _APOSTROPHES else letter.lower())
    whole = row.whole if row.word else True
    if word[0] == _UNKNOWN:
        cost += words.cost_of_letter(word[-3:-1], word[-1])
        return _Row(text, _UNKNOWN + word[-2:], row.before, cost, row.unknown, whole, last, end)
    if word in words.beginnings:
        return _Row(text, word, row.before, cost, row.unknown, whole, last, end, words.beginnings[word])
    if row.unknown > (0 if mixed else 1):
        return None
    cost += words.cost_of_unknown(word)
    return _Row(text, _UNKNOWN + f" {word}"[-2:], row.before, cost, row.unknown + 1, whole, last, end)


def _width(character: str) -> float:
    return _WIDTHS.get(character) or (_CAPITAL_WIDTH if character.isupper() else 1.0)


def _closed(row: _Row, words: Words) -> _Row | None:
    """The row with its last word ended; None if that is no word."""
    if not row.word:
        return row
    if row.word[0] == _UNKNOWN:
        return _Row(row.text, "", _UNKNOWN, row.cost, row.unknown, True, row.last, row.end)
    if not words.holds(row.word):
        return None
    cost = row.cost + words.cost(row.before, row.word)
    return _Row(row.text, "", row.word, cost, row.unknown, True, row.last, row.end)


def _last(ended: _Row, other: _Row) -> _Row:
    """A row that ends before the other, at its price."""
    body_ends = other.text[:1].isupper() and not ended.text[:1].isupper()
    return ended._replace(cost=ended.cost + _TAIL_COST) if body_ends else ended


def _unclosed(text: str) -> float:
    """The price of brackets that one row opens and the other closes."""
    return _UNCLOSED_COST * abs(text.count("(") - text.count(")"))


def _is_row(text: str) -> bool:
    return sum(map(str.isalpha, text)) >= SHORTEST
