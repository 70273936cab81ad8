"""How are two rows of words parted that stand in one line, letter between letter? By what the text's words make likely.

Every letter goes to either row. Of all ways to share them out, those are followed whose rows read as words of the
text that follow each other, keep abreast of each other, and seldom take a whole word before the other row moves.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import log
from typing import NamedTuple

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
# "tAhses", "eRaecthu": a capital where no word has one
ODD_CASE = re.compile(r"[a-z][A-Z]|[A-Z]{2}[a-z]{2}")
SHORTEST = 4
"""Letters; a row with fewer is none."""
_WIDEST_LEAD = 9
"""So many letters one of two mixed lines may be ahead of the other."""
_STATES = 160
"""So many ways of parting a line are followed at a time."""
_WORTH = 18.0
"""A way that is so much less likely than the best is given up."""
_MOST_WORDS = 20_000
_UNKNOWN = "?"
"""Stands for a word that the text holds nowhere else; each row may have one."""
# The prices, as negative logarithms of how likely each is; chosen by trying on 120 mixed lines of one booklet.
_UNKNOWN_COST = 6.0
_LETTER_COST = 3.3  # of an unknown word among mixed letters: one of twenty-six
_TAIL_LETTER_COST = 1.5  # of one that stands alone at the end
_LEAD_COST = 0.4
_WHOLE_COST = 4.0
_NO_SPACE_COST = 4.0
_TAIL_COST = 3.0  # a heading is the shorter row: that the other ends first
_APOSTROPHES = "'’"
_AFTER_A_WORD = " ,;:.!?)"
_BEFORE_A_WORD = "‘“"
_ENDINGS = ("s", "es", "d", "ed")


@dataclass(frozen=True, slots=True)
class Words:
    """What a text's sound lines tell of its words."""

    counts: Counter[str]
    pairs: Counter[tuple[str, str]]
    beginnings: frozenset[str]
    """Every beginning of every word, the whole word too."""

    forms: frozenset[str]
    """Words without an ending: `distract` where the text has `distracts`."""

    total: int

    def cost(self, before: str, word: str) -> float:
        """How unlikely a word is after another."""
        if word not in self.counts:
            return -log(0.05 / self.total)
        follows = self.pairs[before, word] / max(1, self.counts[before])
        return -log(0.7 * follows + 0.3 * self.counts[word] / self.total)

    def cost_of(self, line: str) -> float:
        """How unlikely a line is as it stands."""
        row = ["", *words_in(line)]
        return sum(
            self.cost(before, word) if word in self.counts else _UNKNOWN_COST + _LETTER_COST * len(word)
            for before, word in pairwise(row)
        )

    def unknown(self, line: str) -> int:
        """How many words of a line the text holds nowhere else."""
        return sum(1 for word in words_in(line) if not self.holds(word))

    def holds(self, word: str) -> bool:
        """Whether a word is one of the text, or a form of one."""
        return word in self.counts or word in self.forms


def words_of(lines: Iterable[str]) -> Words:
    """The words of lines, how often each stands there, and what follows it."""
    counts: Counter[str] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    for line in lines:
        row = words_in(line)
        counts.update(row)
        pairs.update(pairwise(["", *row]))
    counts = Counter(dict(counts.most_common(_MOST_WORDS)))
    for word in [word for word in counts if len(word) == 1 and word not in ("a", "i")]:
        del counts[word]
    beginnings = frozenset(word[:end] for word in counts for end in range(1, len(word) + 1))
    forms = {word.removesuffix(ending) for word in counts for ending in _ENDINGS if len(word) > 5}
    return Words(counts, pairs, beginnings, frozenset(forms), max(1, sum(counts.values())))


def words_in(line: str) -> list[str]:
    """The words of a line in small letters."""
    return [word.lower().replace("’", "'") for word in _WORD.findall(line)]


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


Way = tuple[_Row, _Row, int]
"""Two rows, and which of them has ended: 0 neither, 1 the first, 2 the second."""


def part(line: str, words: Words) -> tuple[str, str] | None:
    """The two rows of known words that a line mixes; None if it does not read as two."""
    first = _read(_Row(), line[0], words, 0)
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
        (one.cost + two.cost, one.text.strip(), two.text.strip())
        for upper, lower, _ in ways
        if (one := _closed(upper, words)) and (two := _closed(lower, words))
    ]
    rows = min((end for end in ends if _is_row(end[1]) and _is_row(end[2])), default=None)
    if rows is None or rows[0] >= words.cost_of(line):
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
    return way[0].cost + way[1].cost


def _ways_on(one: _Row, two: _Row, ended: int, character: str, words: Words) -> Iterator[Way]:
    """The next letter belongs to either row; a row that has ended gets no more."""
    if ended:
        if more := _read(two if ended == 1 else one, character, words, 0):
            yield (one, more, 1) if ended == 1 else (more, two, 2)
        return
    lead = len(one.text) - len(two.text)
    for more in _readings(one, character, words, lead):
        yield more, two._replace(whole=False) if two.whole else two, 0
        if closed := _closed(two, words):
            yield more, _last(closed, one), 2
    for more in _readings(two, character, words, -lead):
        yield one._replace(whole=False) if one.whole else one, more, 0
        if closed := _closed(one, words):
            yield _last(closed, two), more, 1


def _readings(row: _Row, character: str, words: Words, lead: int) -> Iterator[_Row]:
    """A row that takes the next letter; where both rows had a space, the line kept one, so a word may end without."""
    if lead >= _WIDEST_LEAD:
        return
    if more := _read(row, character, words, lead, True):
        yield more
    if row.word in words.counts and character.isalpha():
        ended = _closed(row, words)
        if ended and (more := _read(ended._replace(text=row.text + " "), character, words, lead, True)):
            yield more._replace(cost=more.cost + _NO_SPACE_COST)


def _read(row: _Row, character: str, words: Words, lead: int, mixed: bool = False) -> _Row | None:
    """The row with one more character, `lead` characters ahead of the other; None if no word goes on so."""
    text, cost = row.text + character, row.cost + _LEAD_COST * max(0, lead - 2)
    if character.isalpha() or (character in _APOSTROPHES and row.word + "'" in words.beginnings):
        if character.isupper() and row.word and not row.text[-1].isupper():
            return None
        word = row.word + ("'" if character in _APOSTROPHES else character.lower())
        whole = row.whole if row.word else True
        letter_cost = _LETTER_COST if mixed else _TAIL_LETTER_COST
        if row.word == _UNKNOWN:
            return _Row(text, _UNKNOWN, row.before, cost + letter_cost, row.unknown, whole)
        if word in words.beginnings:
            return _Row(text, word, row.before, cost, row.unknown, whole)
        if row.unknown > (0 if mixed else 1):
            return None
        cost += _UNKNOWN_COST + letter_cost * len(word)
        return _Row(text, _UNKNOWN, row.before, cost, row.unknown + 1, whole)
    if character in _AFTER_A_WORD and (not row.text or row.text[-1] == " "):
        return None
    if character in _BEFORE_A_WORD and row.text[-1:].isalnum():
        return None
    closed = _closed(row, words)
    if closed is None:
        return None
    alone = mixed and row.whole and row.word
    cost += closed.cost - row.cost + 1 + (min(_WHOLE_COST, 1.3 * len(row.word)) if alone else 0)
    return _Row(text, "", closed.before, cost, row.unknown)


def _closed(row: _Row, words: Words) -> _Row | None:
    """The row with its last word ended; None if that is no word."""
    if not row.word:
        return row
    if row.word == _UNKNOWN:
        return _Row(row.text, "", _UNKNOWN, row.cost, row.unknown)
    if not words.holds(row.word):
        return None
    return _Row(row.text, "", row.word, row.cost + words.cost(row.before, row.word), row.unknown)


def _last(ended: _Row, other: _Row) -> _Row:
    """A row that ends before the other, at its price."""
    body_ends = other.text[:1].isupper() and not ended.text[:1].isupper()
    return ended._replace(cost=ended.cost + _TAIL_COST) if body_ends else ended


def _is_row(text: str) -> bool:
    return sum(map(str.isalpha, text)) >= SHORTEST
