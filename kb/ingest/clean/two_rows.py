"""How are two rows of words parted that stand in one line, letter between letter? By what the text's words make likely.

Every letter goes to either row. Of all ways to share them out, those are followed whose rows read as words of the
text that follow each other, whose letters stand from left to right as wide as letters are, and which seldom take
a whole word before the other row moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from kb.ingest.clean.known_words import Words, words_in
from kb.ingest.clean.one_row import (
    CLOSING,
    SHORTEST,
    UNCLOSED_COST,
    UNKNOWN,
    Row,
    begins,
    closed,
    read_on,
    readings,
)

# "tAhses", "eRaecthu": a capital where no word has one
ODD_CASE = re.compile(r"[a-z][A-Z]|[A-Z]{2}[a-z]{2}")
_STATES = 160
"""So many ways of parting a line are followed at a time."""
_WORTH = 14.0
"""A way that is so much less likely than the best is given up."""
_STRAY_COST = 3.0  # of a space that an extractor put where the type stands wide
_STRAY_ALONE_COST = 8.0  # where no letter of another row stands
_STOPPED_COST = 3.0
_NEW_HEADING_COST = 2.0  # of a heading of one word that the text holds nowhere else
_LONGEST_NEW = 16
"""Letters of a word that the text holds nowhere else."""
_TAIL_COST = 1.0  # a heading is the shorter row: that the other ends first
_STOPS = ".!?:"
_CLEARLY = 10.0
"""Two rows cost so much less than the line as it stands; sound lines save 8 at most, mixed ones 11 or more."""
_NEAR = 5.0
"""Ways that cost at most so much more than the best are worth a look at what else speaks for them."""
_ODDLY = 4.0
"""The same for a line with a capital where no word has one."""


class Parting(NamedTuple):
    """A way to part a line, and its price."""

    cost: float
    rows: tuple[str, str]


Way = tuple[Row, Row, int]
"""Two rows, and which of them has ended: 0 neither, 1 the first, 2 the second."""


@dataclass(slots=True)
class Effort:
    """How many more ways of reading are followed in a text: lines of few short words have very many."""

    left: int = 250_000


def part(line: str, words: Words) -> tuple[str, str] | None:
    """The two rows of known words that a line mixes; None if it does not read as two."""
    found = partings(line, words, Effort())
    return found[0].rows if found else None


def partings(line: str, words: Words, effort: Effort) -> list[Parting]:
    """The likeliest ways to part a line, the best first; none if it does not read as two rows."""
    is_odd = bool(ODD_CASE.search(line))
    shortest = SHORTEST - is_odd
    found = sorted(
        each for each in _ends(line, words, effort) if all(_is_row(row, shortest) for row in each.rows)
    )
    if not found or found[0].cost + (_ODDLY if is_odd else _CLEARLY) >= words.cost_of(line):
        return []
    most = words.unknown(line) if is_odd else max(0, words.unknown(line) - 2)
    found = [each for each in found if each.cost < found[0].cost + _NEAR]
    return [each for each in found if sum(map(words.unknown, each.rows)) <= most and _is_worded(each, words)]


def _is_worded(parting: Parting, words: Words) -> bool:
    """Whether no row has a longer word than words are: a sound line of new words reads as two rows of letters."""
    new = (word for row in parting.rows for word in words_in(row) if not words.holds(word))
    return all(len(word) <= _LONGEST_NEW for word in new)


def _ends(line: str, words: Words, effort: Effort) -> Iterator[Parting]:
    """All ways that were followed to the end of a line."""
    first = read_on(Row(), line[0], words, 0.0)
    ways: list[Way] = [(first, Row(), 0)] if first else []
    for character in line[1:]:
        effort.left -= len(ways)
        following: dict[tuple[object, ...], Way] = {}
        for way in ways:
            for more in _ways_on(*way, character, words):
                held = following.get(key := _key(more))
                if held is None or _cost(held) > _cost(more):
                    following[key] = more
        ways = _likely(following.values())
    for upper, lower, ended in ways:
        one, two = closed(upper, words), closed(lower, words)
        if one and two:
            cost = one.cost + two.cost + _unclosed(one) + _unclosed(two)
            cost += 0.0 if ended == 1 else _ending(one, two, words)
            cost += 0.0 if ended == 2 else _ending(two, one, words)
            yield Parting(cost, (one.text.strip(), two.text.strip()))


def _key(way: Way) -> tuple[object, ...]:
    """Ways alike in this go on alike."""
    one, two, ended = way
    return one.word, one.before, one.unknown, one.open, two.word, two.before, two.unknown, two.open, ended


def _likely(ways: Iterable[Way]) -> list[Way]:
    """The ways of parting that are worth following."""
    ordered = sorted(ways, key=_cost)[:_STATES]
    return [way for way in ordered if _cost(way) < _cost(ordered[0]) + _WORTH]


def _cost(way: Way) -> float:
    one, two, _ = way
    return one.cost + one.begun + two.cost + two.begun


def _ways_on(one: Row, two: Row, ended: int, character: str, words: Words) -> Iterator[Way]:
    """The next letter belongs to either row; a row that has ended gets no more."""
    if character == " ":
        stray = _STRAY_ALONE_COST if ended else _STRAY_COST
        yield one._replace(cost=one.cost + stray), two, ended
    if ended:
        if more := read_on(two if ended == 1 else one, character, words, 0.0):
            yield (one, more, 1) if ended == 1 else (more, two, 2)
        return
    if found := list(readings(one, character, words, two.last)):
        broken, done = two._replace(whole=False) if two.whole else two, closed(two, words)
        last = _last(done, one, words) if done else None
        for more in found:
            yield more, broken, 0
            if last:
                yield more, last, 2
    if found := list(readings(two, character, words, one.last)):
        broken, done = one._replace(whole=False) if one.whole else one, closed(one, words)
        last = _last(done, two, words) if done else None
        for more in found:
            yield broken, more, 0
            if last:
                yield last, more, 1


def _last(ended: Row, other: Row, words: Words) -> Row:
    """A row that ends before the other, at its price."""
    body_ends = _is_heading(other, ended) and ended.text.rstrip()[-1:] not in _STOPS
    return ended._replace(cost=ended.cost + _ending(ended, other, words) + (_TAIL_COST if body_ends else 0.0))


def _is_heading(row: Row, other: Row) -> bool:
    """Whether a row begins as a heading does beside one that goes on with a sentence."""
    return begins(row.text).isupper() and begins(other.text).islower()


def _ending(row: Row, other: Row, words: Words) -> float:
    """How unlikely it is that a row ends as it does: a line seldom with "of", a heading with no comma or stop."""
    last, heads = row.text.rstrip()[-1:], _is_heading(row, other)
    if last in CLOSING:
        return _STOPPED_COST if last in ",;" else 0.5 * _STOPPED_COST if heads and last == "." else 0.0
    is_new = row.before == UNKNOWN and " " not in row.text.strip() and begins(row.text).isupper()
    return words.cost_of_end(row.before, final=heads) + (_NEW_HEADING_COST if is_new else 0.0)


def _unclosed(row: Row) -> float:
    """The price of brackets that a row opens and does not close."""
    return UNCLOSED_COST * max(0, row.open)


def _is_row(text: str, shortest: int) -> bool:
    return sum(map(str.isalpha, text)) >= shortest
