"""Lines printed over each other: two lines whose letters an extractor mixed, and letters that were printed twice.

A heading that stands close below a paragraph is read into the paragraph's last line, letter by letter as they stand
from left to right: "toff thhee g wallame." Only the words of the text itself tell the two lines apart, so a line is
parted only if all of it reads as two rows of such words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log
from typing import NamedTuple

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
# "tAhses", "eRaecthu": a capital where no word has one
_ODD_CASE = re.compile(r"[a-z][A-Z]|[A-Z]{2}[a-z]{2}")
# "LLaawwss"
_TWICE = re.compile(r"(?:(\S)\1)+")
# "GGameame", "R Rulesules": the first letter apart from the rest, each printed twice
_TWICE_APART = re.compile(r"\b(\w) ?\1(\w{2,})\2\b")
# "3. No offence", "b. Penalty kick"
_MARK = re.compile(r"(?:\d{1,3}|[a-z])[.)] ")
_WIDEST_LEAD = 9
"""So many letters one of two mixed lines may be ahead of the other."""
_STATES = 160
"""So many ways of parting a line are followed at a time."""
_FEWEST_MIXED = 3
"""A single line that seems to be two is more likely a name."""
_MOST_TRIED = 400
_MOST_SHARE = 0.1
_FEW = 12
"""A text where more lines than this, and more than that share of them, seem to be mixed is in another language."""
_MOST_WORDS = 20_000
_LONGEST = 160
_SHORTEST = 4
_UNKNOWN = "?"
"""Stands for a word that the text holds nowhere else; each row may have one."""
_UNKNOWN_COST = 6.0
_LETTER_COST = 3.3
_TAIL_LETTER_COST = 1.5
_LEAD_COST = 0.4
_ODD_SHARE = 0.45
_WHOLE_COST = 4.0
_NO_SPACE_COST = 4.0
_WORTH = 18.0
_APOSTROPHES = "'’"
_AFTER_A_WORD = " ,;:.!?)"
_ENDINGS = ("s", "es", "d", "ed")
_TAIL_COST = 3.0
"""A heading is the shorter row: that the other ends first is this unlikely."""


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
        row = ["", *_words(line)]
        return sum(
            self.cost(before, word) if word in self.counts else _UNKNOWN_COST + _LETTER_COST * len(word)
            for before, word in pairwise(row)
        )

    def unknown(self, line: str) -> int:
        """How many words of a line the text holds nowhere else."""
        return sum(1 for word in _words(line) if not self.holds(word))

    def holds(self, word: str) -> bool:
        """Whether a word is one of the text, or a form of one."""
        return word in self.counts or word in self.forms


def mend_overprinted(lines: Sequence[str]) -> tuple[list[tuple[str, ...]], list[int]]:
    """For each line what it reads as: itself, or the two lines that were printed over each other, the upper first.

    Also the indexes of lines that seem to be two but do not read as two.
    """
    single = [_once(line) for line in lines]
    odd = _odd_words(single)
    tried = [index for index, line in enumerate(single) if _looks_mixed(line, odd)]
    if not _FEWEST_MIXED <= len(tried) <= min(_MOST_TRIED, max(_FEW, _MOST_SHARE * len(lines))):
        return [(line,) for line in single], []
    mixed = set(tried)
    words = words_of([line for index, line in enumerate(single) if index not in mixed])
    parted = {index: _ordered(rows) for index in tried if (rows := part(single[index], words))}
    if len(parted) < _FEWEST_MIXED:
        return [(line,) for line in single], []
    read: list[tuple[str, ...]] = [parted.get(index, (line,)) for index, line in enumerate(single)]
    return read, [index for index in tried if index not in parted and _ODD_CASE.search(single[index])]


def words_of(lines: Iterable[str]) -> Words:
    """The words of lines, how often each stands there, and what follows it."""
    counts: Counter[str] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    for line in lines:
        row = _words(line)
        counts.update(row)
        pairs.update(pairwise(["", *row]))
    counts = Counter(dict(counts.most_common(_MOST_WORDS)))
    for word in [word for word in counts if len(word) == 1 and word not in ("a", "i")]:
        del counts[word]
    beginnings = frozenset(word[:end] for word in counts for end in range(1, len(word) + 1))
    forms = {word.removesuffix(ending) for word in counts for ending in _ENDINGS if len(word) > 5}
    return Words(counts, pairs, beginnings, frozenset(forms), max(1, sum(counts.values())))


def _words(line: str) -> list[str]:
    return [word.lower().replace("’", "'") for word in _WORD.findall(line)]


def _once(line: str) -> str:
    """A line of letters that were printed twice, once: `LLaawwss ooff GGooaattss` is `Laws of Goats`."""
    words = line.split()
    if len(line) < 2 * _SHORTEST or not any(map(str.isalpha, line)):
        return line
    if all(_TWICE.fullmatch(word) for word in words):
        return " ".join(word[::2] for word in words)
    mended = _TWICE_APART.sub(r"\1\2", line)
    return mended if len(mended) < 0.6 * len(line) else line


def _looks_mixed(line: str, odd: frozenset[str]) -> bool:
    """Whether a line has a word with a capital inside, or two that look like no word of the text."""
    if len(line) > _LONGEST or len(line) < 2 * _SHORTEST:
        return False
    strange = sum(1 for word in _words(line) if word in odd)
    return strange > 1 or bool(_ODD_CASE.search(line))


def _odd_words(lines: Iterable[str]) -> frozenset[str]:
    """Words that stand once and whose letters follow each other as in no usual word of the text."""
    counts = Counter(word for line in lines for word in _words(line))
    usual = {triple for word, many in counts.items() if many > 1 for triple in _triples(word)}
    return frozenset(
        word
        for word, many in counts.items()
        if many == 1
        and len(word) >= _SHORTEST
        and len(_triples(word) - usual) >= _ODD_SHARE * (len(word) - 2)
    )


def _triples(word: str) -> set[str]:
    return {word[at : at + 3] for at in range(len(word) - 2)}


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
    spare = 0 if _ODD_CASE.search(line) else 1
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
    return sum(map(str.isalpha, text)) >= _SHORTEST


def _ordered(rows: tuple[str, str]) -> tuple[str, str]:
    """The upper first: the one that goes on with a sentence; of two that begin one, the longer: headings are short."""
    one, two = _with_marks(*rows)
    if one[0].isupper() != two[0].isupper() and not _MARK.match(two) and not _MARK.match(one):
        upper, lower = (two, one) if one[0].isupper() else (one, two)
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
