"""What do a text's sound lines tell of its words: which there are, what follows what, and how they are spelled?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import log

NUMBER = "0"
"""What any number counts as: "Law 5", "page 12"."""
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+")
# "hand(s)"
# "climb" in "has to climb."
_LAST = re.compile(r"(?<![^\W\d_])([^\W\d_]{1,40})[.!?:;]")
_BRACKETED = re.compile(r"(?<=[^\W\d_])\(([^\W\d_]{1,2})\)")
_MOST_WORDS = 20_000
_LONGEST = 40
"""Letters; a longer word is damage, and all its beginnings would be many."""
_UNKNOWN_COST = 6.0
_ENDINGS = ("s", "es", "d", "ed")
_LETTERS = 26
_SELDOM = 0.03
"""Three letters that the text's words never have in a row count as so many."""
_FOLLOWS_SHARE = 0.8
_USUAL_END = 1.1
"""The price of a word's standing last that the text holds nowhere else."""
_FEW = 3
"""What follows a word that stands only so often tells half as much."""


@dataclass(frozen=True, slots=True)
class Words:
    """What a text's sound lines tell of its words; all prices are negative logarithms of how likely it is."""

    counts: Counter[str]
    pairs: Counter[tuple[str, str]]
    followed: Counter[str]
    """How often a word has another after it; how many lines begin, for no word."""

    finals: Counter[str]
    """How often a word ends a sentence."""

    beginnings: Mapping[str, float]
    """The price of every beginning of every word, the whole word too."""

    forms: frozenset[str]
    """Words without an ending: `distract` where the text has `distracts`."""

    bracketed: frozenset[str]
    """What stands in brackets behind words: `s` in `hand(s)`."""

    triples: Counter[str]
    """How many words have three letters in a row, and the first two of them."""

    total: int

    def cost(self, before: str, word: str) -> float:
        """How unlikely a word is after another."""
        if word not in self.counts:
            return -log(0.05 / self.total)
        often = self.followed[before]
        share = _FOLLOWS_SHARE * often / (often + _FEW)
        follows = self.pairs[before, word] / max(1, often)
        return -log(share * follows + (1 - share) * self.counts[word] / self.total)

    def cost_of_unknown(self, word: str) -> float:
        """How unlikely it is that a word the text holds nowhere else begins so."""
        spelled = f"  {word}"
        return _UNKNOWN_COST + sum(
            self.cost_of_letter(spelled[at - 2 : at], spelled[at]) for at in range(2, len(spelled))
        )

    def cost_of_leaving(self, word: str) -> float:
        """How unlikely it is that a word begins as others of the text do, all but its last letter."""
        known = self.beginnings.get(word[:-1])
        if known is None:
            return self.cost_of_unknown(word)
        return known + _UNKNOWN_COST + self.cost_of_letter(f"  {word}"[-3:-1], word[-1])

    def cost_of_letter(self, before: str, letter: str) -> float:
        """How unlikely a letter is after two others: `e` ends `terminat` sooner than `a` goes on with it."""
        often = self.triples[before + letter] + _SELDOM
        return -log(often / (self.triples[before] + _SELDOM * _LETTERS))

    def cost_of_end(self, word: str, final: bool) -> float:
        """How unlikely it is that a line ends with a word; if `final`, a sentence or heading too."""
        often = self.counts.get(word, 0)
        ends = self.finals[word] if final else often - self.followed[word]
        return -log((ends + 0.5) / (often + _FEW)) if often else _USUAL_END

    def cost_of(self, line: str) -> float:
        """How unlikely a line is as it stands."""
        row = ["", *words_in(line)]
        return sum(
            self.cost(before, word) if word in self.counts else self.cost_of_unknown(word)
            for before, word in pairwise(row)
        )

    def unknown(self, line: str) -> int:
        """How many words of a line the text holds nowhere else."""
        return sum(1 for word in words_in(line) if not self.holds(word))

    def holds(self, word: str) -> bool:
        """Whether a word is one of the text, or a form of one."""
        return word in self.counts or word in self.forms or word == NUMBER


def words_of(lines: Iterable[str]) -> Words:
    """The words of lines, how often each stands there, and what follows it."""
    counts: Counter[str] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    followed: Counter[str] = Counter()
    bracketed: set[str] = set()
    finals: Counter[str] = Counter()
    for line in lines:
        row = words_in(line)
        bracketed.update(_BRACKETED.findall(line.lower()))
        counts.update(row)
        pairs.update(pairwise(["", *row]))
        followed.update(["", *row[:-1]] if row else [])
        finals.update(word.lower() for word in _LAST.findall(line))
    counts = Counter(dict(counts.most_common(_MOST_WORDS)))
    for word in [word for word in counts if _is_stray(word)]:
        del counts[word]
    forms = {word.removesuffix(ending) for word in counts for ending in _ENDINGS if len(word) > 5}
    total = max(1, sum(counts.values()))
    return Words(
        counts,
        pairs,
        followed,
        finals,
        _beginnings(counts, total),
        frozenset(forms),
        frozenset(bracketed),
        _triples(counts),
        total,
    )


def words_in(line: str) -> list[str]:
    """The words of a line in small letters, its numbers as one word."""
    return [NUMBER if word[0].isdigit() else word.lower().replace("’", "'") for word in _WORD.findall(line)]


def _is_stray(word: str) -> bool:
    return len(word) > _LONGEST or (len(word) == 1 and word not in ("a", "i", NUMBER))


def _beginnings(counts: Mapping[str, int], total: int) -> dict[str, float]:
    many: Counter[str] = Counter()
    for word, count in counts.items():
        for end in range(1, len(word) + 1):
            many[word[:end]] += count
    return {beginning: -log(count / total) for beginning, count in many.items()}


def _triples(words: Iterable[str]) -> Counter[str]:
    many: Counter[str] = Counter()
    for word in words:
        spelled = f"  {word} "
        for at in range(len(spelled) - 2):
            many[spelled[at : at + 3]] += 1
            many[spelled[at : at + 2]] += 1
    return many
