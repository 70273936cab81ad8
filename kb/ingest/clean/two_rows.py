"""Which two rows of words were printed over each other in one line, letter between letter: `toff thhee g wallame`.

A page's extractor sorts the letters of two rows from left to right. Every letter goes back to one of them; of all ways
to share them out that is taken whose words the text uses most, and whose letters stand where type sets them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import log
from typing import NamedTuple

from kb.ingest.limits import MOST_WAY_STEPS, MOST_WAYS
from kb.ingest.thresholds import HALF, SHORTEST_WORD

_WORD = re.compile(r"[^\W\d_]+|\d+")
# "tGoofat", "SETTing"
ODD_CASE = re.compile(r"[a-z][A-Z]|[A-Z]{2}[a-z]{2}")
_NUMBER = "0"
"""What any number counts as."""
_WORTH = 10.0
"""A way that costs so much more than the best is given up."""
_LONGEST = 16
"""Letters of a word."""
_NEW_COST = 6.0
_PART_COST = 5.0
"""Of a word that the text has nowhere else, and of one that only begins others; negative logarithms, as all costs."""
_BEHIND_COST = 2.0
"""Of standing left of the letter before it, by the width of a common letter."""
_SPACE_COST = 3.0
"""Of a space too many or too few."""
_ODD_COST = 4.0
"""Of a mark where it seldom stands: behind a blank, a bracket that nothing closes."""
_FIRST_TRIED = 10
"""Of the lines that look mixed, and of so many first: where fewer read as two rows they are names or symbols."""
_CLEARLY = 12.0
_ODDLY = 5.0
"""Two rows cost so much less than the line as it stands, and than one with a capital inside a word."""
_LONGEST_NEW = 14
"""Letters of a word that the text has nowhere else: rows of a sound line are of longer ones."""
# "3. ", "b. ": heads a row
_MARK = re.compile(r"(?:\d{1,3}|[a-z])[.)] ")
_LEADS = " *‘“([-•"
_ALONE = 4
"""A row that is so far ahead of the other goes on alone."""
_WIDTHS = {
    letter: width
    for letters, width in ((" ijlI.,;:|!'’‘", 0.5), ("/ft()r-", 0.65), ("mMwW—", 1.55))
    for letter in letters
}
_CAPITAL_WIDTH = 1.3


class Words:
    """How often the sound lines of a text use each word, and each after another."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.counts: Counter[str] = Counter()
        self.pairs: Counter[tuple[str, str]] = Counter()
        for line in lines:
            row = ["", *words_of(line), ""]
            self.counts.update(row[:-1])
            self.pairs.update(pairwise(row))
        self.left = MOST_WAY_STEPS
        self.total = max(1, self.counts.total())
        self.costs: dict[str, float] = {}
        self.begun: Counter[str] = Counter()
        self.letters: Counter[str] = Counter()
        for word, many in self.counts.items():
            for end in range(1, min(len(word), _LONGEST) + 1):
                self.begun[word[:end]] += many
            spelled = f"  {word}"
            for at in range(2, len(spelled)):
                self.letters.update((spelled[at - 2 : at], spelled[at - 2 : at + 1]))

    def cost(self, before: str, word: str) -> float:
        """How unlikely a word is after another."""
        many = self.counts[word]
        if not many:
            return self.cost_of_beginning(word) + _PART_COST
        often = self.counts[before] + 3
        return -log(0.8 * self.pairs[before, word] / often + 0.2 * many / self.total)

    def cost_of_beginning(self, word: str) -> float:
        """How unlikely it is that a word begins so; one that the text has nowhere else goes on as its words do."""
        if word not in self.costs:
            many = self.begun[word]
            spelled = f"  {word}"
            self.costs[word] = (
                -log(many / self.total)
                if many
                else _NEW_COST + sum(self._letter(spelled[at - 2 : at + 1]) for at in range(2, len(spelled)))
            )
        return self.costs[word]

    def _letter(self, three: str) -> float:
        return -log((self.letters[three] + 0.03) / (self.letters[three[:2]] + 0.78))


class Row(NamedTuple):
    """One of the two rows, as far as it is read."""

    text: str = ""
    word: str = ""
    """The word that has begun, in small letters."""

    before: str = ""
    """The word before that."""

    cost: float = 0.0
    """Of its words and marks, but for the word that has begun."""

    start: float = 0.0
    """Where its last letter begins, in widths of a common letter."""

    end: float = 0.0

    def whole(self, words: Words) -> float:
        """Its cost with the word that has begun."""
        return self.cost + (words.cost_of_beginning(self.word) if self.word else 0.0)


_Way = tuple[float, Row, Row]
"""What it costs, and its rows."""


def words_of(line: str) -> list[str]:
    """The words of a line in small letters, any number as one word."""
    return [_NUMBER if word[0].isdigit() else word.lower() for word in _WORD.findall(line)]


def two_rows(lines: Sequence[str], mixed: Iterable[int]) -> dict[int, tuple[str, str]]:
    """For the mixed lines among all: the rows that each reads as, the upper one first."""
    at = list(mixed)
    apart = set(at)
    words = Words(line for number, line in enumerate(lines) if number not in apart)
    rows: dict[int, tuple[str, str]] = {}
    for tried, number in enumerate(at, 1):
        if found := part(lines[number], words):
            rows[number] = _upper_first(*found)
        if len(rows) < HALF * tried and tried in (_FIRST_TRIED, len(at)):
            return {}
    return rows


def part(line: str, words: Words) -> tuple[str, str] | None:
    """The two rows of a line; None where it does not clearly read as two."""
    ways: list[_Way] = [(0.0, Row(), Row())]
    for character in line:
        words.left -= len(ways)
        if words.left < 0:
            return None
        ways = _followed(ways, character, words)
    ended = [(_last(one, words), _last(two, words)) for _, one, two in ways]
    if not ended:
        return None
    one, two = min(ended, key=lambda rows: rows[0].cost + rows[1].cost)
    saved = sum(words.cost(*pair) for pair in pairwise(["", *words_of(line), ""])) - one.cost - two.cost
    rows = one.text.strip(), two.text.strip()
    return rows if min(map(len, rows)) >= SHORTEST_WORD and _is_mixed(line, rows, saved, words) else None


def _is_mixed(line: str, rows: Iterable[str], saved: float, words: Words) -> bool:
    """Whether two rows are a reading of a line: one with as many words that are new to the text is none."""
    new, unread = (
        [word for word in words_of(each) if not words.counts[word]] for each in (" ".join(rows), line)
    )
    if max(map(len, new), default=0) > _LONGEST_NEW or len(new) > len(unread):
        return False
    is_odd, few_new = bool(ODD_CASE.search(line)), 2 * len(new) <= len(unread)
    return (few_new or is_odd) and saved > (_ODDLY if is_odd and few_new else _CLEARLY)


def _followed(ways: Iterable[_Way], character: str, words: Words) -> list[_Way]:
    """The likeliest ways with one more letter; those alike in what they can go on with count as one."""
    best: dict[tuple[str, ...], _Way] = {}
    for _, one, two in ways:
        for more, other in _shared(one, two, character, words):
            way = more.whole(words) + other.whole(words), more, other
            key = more.word, more.before, other.word, other.before
            if key not in best or best[key][0] > way[0]:
                best[key] = way
    likely = sorted(best.values(), key=lambda way: way[0])[:MOST_WAYS]
    return [way for way in likely if way[0] < likely[0][0] + _WORTH]


def _upper_first(one: str, two: str) -> tuple[str, str]:
    """The row that goes on with a sentence stands above the one that begins something; else the longer does."""
    for row, other in ((one, two), (two, one)):
        mark = _MARK.match(row)
        if mark and row[mark.end() :][:1].islower() and other[:1].isupper():
            one, two = row[mark.end() :], mark[0] + other
        if row[:1] == "(" and row.count(")") == 0 and other.count(")") > other.count("("):
            one, two = row[1:], "(" + other
    goes_on, also = (row.lstrip(_LEADS)[:1].islower() and not _MARK.match(row) for row in (one, two))
    if goes_on == also:
        goes_on = len(one) >= len(two)
    upper, lower = (one, two) if goes_on else (two, one)
    if lower.endswith(".") and upper[-1:].isalnum():
        return f"{upper}.", lower[:-1]
    return upper, lower


def _shared(one: Row, two: Row, character: str, words: Words) -> Iterator[tuple[Row, Row]]:
    """The next letter belongs to either row; a blank may belong to none."""
    for row, other in ((one, two), (two, one)):
        for more in _ways_on(row, character, other, words):
            yield (more, other) if row is one else (other, more)
        if not other.text and not row.text:
            return
    if character == " ":
        yield one._replace(cost=one.cost + _stray(one, two)), two


def _stray(row: Row, other: Row) -> float:
    """The cost of a space too many or too few: more where one row goes on alone."""
    return _SPACE_COST * (1 if abs(row.end - other.end) < _ALONE else 3)


def _ways_on(row: Row, character: str, other: Row, words: Words) -> Iterator[Row]:
    """The row with one more character, right of where the other has reached; a blank before it may be lost."""
    start = max(row.end, other.start)
    width = _WIDTHS.get(character, _CAPITAL_WIDTH if character.isupper() else 1.0)
    behind = max(0.0, start - row.end - 0.3) if row.text else 0.0
    placed = row._replace(start=start, end=start + width, cost=row.cost + _BEHIND_COST * behind)
    if not character.isalpha():
        done = _ended(placed, words)
        cost = done.cost + _ODD_COST * _is_odd(row.text, character)
        if character.isdigit() and not row.text[-1:].isdigit():
            cost += words.cost(done.before, _NUMBER)
        yield done._replace(text=row.text + character, cost=cost)
        return
    letter = character.lower()
    if not (character.isupper() and row.text[-1:].islower()) and len(row.word) < _LONGEST:
        glued = _ODD_COST * row.text[-1:].isdigit()
        word = row.word + letter
        yield placed._replace(text=row.text + character, word=word, cost=placed.cost + glued)
    if row.text and row.text[-1] != " ":
        done = _ended(placed, words)
        yield done._replace(text=f"{row.text} {character}", word=letter, cost=done.cost + _stray(row, other))


def _is_odd(text: str, character: str) -> bool:
    """Whether a mark seldom stands behind such a text."""
    if character in ",;:.!?)’” ":
        return not text or text[-1] == " " or (character == ")" and text.count("(") <= text.count(")"))
    opened = character == "(" and text.count("(") > text.count(")")
    return character in "([‘“" and (opened or text[-1:].isalnum())


def _ended(row: Row, words: Words) -> Row:
    """The row with the word ended that it had begun."""
    if not row.word:
        return row._replace(before=_NUMBER) if row.text[-1:].isdigit() else row
    return row._replace(word="", before=row.word, cost=row.cost + words.cost(row.before, row.word))


def _last(row: Row, words: Words) -> Row:
    """The row at its end."""
    done = _ended(row, words)
    odd = _ODD_COST * abs(done.text.count("(") - done.text.count(")"))
    return done._replace(cost=done.cost + odd + words.cost(done.before, ""))
