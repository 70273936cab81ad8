"""Which entries hold the words asked for, and how much does that say? Whoosh's BM25F over its postings.

The scorer is Whoosh's formula, applied list by list instead of entry by entry: that is ten times as fast, and
each list also tells which share of the question an entry holds.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

K1, B = 0.9, 0.4
"""BM25's saturation and length constants: chosen on questions about four games, flat around there."""

RELATED_WEIGHT = 0.1
"""Weight of a word from the rings beside one asked for: +.026 nDCG by words alone, flat from .05 to .3."""

MEANT_WEIGHT = 0.6
"""Weight of a word of what the rules call something that players say otherwise; flat from .5 to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WordScores:
    """What the words of a query are worth to every entry, by position."""

    scores: array[float]
    """Whoosh's BM25F, 0 where no word is held."""

    coverage: array[float]
    """Which share of the query, weighed by how rare each word is, the entry holds: 0 to 1."""


class Postings(Protocol):
    """Which entries hold a stem, how often, and how long they are; of one game or of several as one."""

    count: int
    average_length: float

    def postings(self, stem: str) -> tuple[Sequence[int], Sequence[float]]:
        """The entries that hold a stem, by position and ascending, and how often it counts in each."""

    def lengths(self) -> Sequence[int]:
        """How long every entry is, in counted words."""


class WordScorer:
    """Scores entries by words; keeps what every query needs."""

    def __init__(self, index: Postings) -> None:
        self.index = index
        self.total = index.count
        """How many entries there are, scored or not."""

        self._known: dict[str, tuple[Sequence[int], Sequence[float]]] = {}

    @cached_property
    def _norms(self) -> list[float]:
        share = K1 * B / self.index.average_length
        return [K1 * (1 - B) + share * length for length in self.index.lengths()]

    def postings(self, stem: str) -> tuple[Sequence[int], Sequence[float]]:
        """The entries that hold a stem and how often it counts there."""
        if stem not in self._known:
            self._known[stem] = self.index.postings(stem)
        return self._known[stem]

    def holders(self, stem: str) -> int:
        """How many entries hold this stem, scored or not."""
        return len(self.postings(stem)[0])

    def holds(self, stem: str) -> bool:
        """Whether any entry holds this stem."""
        return self.holders(stem) > 0

    def rarity(self, stem: str) -> float:
        """How much it says that an entry holds this stem; most for one that none holds."""
        return math.log(1 + self.total / (self.holders(stem) + 0.5))

    def worth(
        self, asked: Iterable[str], related: Iterable[str] = (), meant: Iterable[str] = ()
    ) -> dict[str, tuple[float, float]]:
        """What each stem that is held adds to the score of an entry at most, and to its coverage."""
        weights = dict.fromkeys(meant, MEANT_WEIGHT) | dict.fromkeys(asked, 1.0)
        whole = sum(self.rarity(stem) * weight for stem, weight in weights.items()) or 1.0
        found = {}
        for stem in dict.fromkeys([*weights, *related]):
            if held := self.holders(stem):
                weight = weights.get(stem, 0.0)
                rarity = math.log(self.total / (held + 1)) + 1
                most = rarity * (K1 + 1) * (weight or RELATED_WEIGHT)
                found[stem] = most, self.rarity(stem) * weight / whole
        return found

    def score(
        self, asked: Iterable[str], related: Iterable[str] = (), meant: Iterable[str] = ()
    ) -> WordScores:
        """Score every entry for the stems asked for, for those that players' words mean, and a little for
        those that people use instead."""
        count = self.index.count
        scores, coverage = [0.0] * count, [0.0] * count
        norms = self._norms
        for stem, (worth, share) in self.worth(asked, related, meant).items():
            numbers, counts = self.postings(stem)
            for number, times in zip(numbers, counts, strict=True):
                scores[number] += worth * times / (times + norms[number])
                coverage[number] += share
        return WordScores(scores=array("d", scores), coverage=array("d", coverage))
