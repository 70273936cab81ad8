"""Which entries mean what is asked? The entry as a whole and its best sentence each have a say."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from kb import encoders
from kb.encoders.quantise import Floats
from kb.index.vectors import KNOWN, Vectors
from kb.search.opened import starts_of

SENTENCE_SHARE, OF_TABLE = 0.6, 0.5
"""Share of the best sentence in an entry's similarity; the rest is the entry as a whole. The table's reading of
a sentence is less sure. The encoder's is flat from .5 to .8, the table's from .4 to .6."""


class Nearness(Protocol):
    """What tells how near entries are to a question, by position."""

    def score(self, question: Floats) -> Meaning:
        """Compare a question's vector with every entry and every part."""

    def late(self, asked: Floats, entries: NDArray[np.intp]) -> tuple[Floats, NDArray[np.intp]]:
        """How near the pieces of a question are to those of each of these entries, and how many these have."""

    def parts_of(self, entry: int) -> NDArray[np.intp]:
        """The rows of an entry's parts."""

    def sentence(self, part: int) -> int | None:
        """Which sentence of its entry a part is; None for a question that players ask."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """How near every entry is to a question, by position."""

    similarity: Floats
    parts: Floats
    """The same for every part on its own."""

    average: float
    """How near an entry is on average, whether it is among these or not."""


class VectorScorer:
    """Scores the entries of one game by meaning."""

    def __init__(self, vectors: Vectors) -> None:
        self._entries, self._parts = vectors.entries, vectors.parts
        self._owners, self._sentences = vectors.owners, vectors.sentences
        self.pieces = vectors.pieces()
        """What pieces of a question are compared with; None where an entry has none."""

    def score(self, question: Floats) -> Meaning:
        """Compare a question's vector with every entry and every part."""
        wholes, parts = self._entries.times(question), self._parts.times(question)
        return _meaning(together(wholes, parts, self._owners, sentence_share(question)), parts)

    def parts_of(self, entry: int) -> NDArray[np.intp]:
        """The rows of an entry's parts."""
        first, last = np.searchsorted(self._owners, [entry, entry + 1])
        return np.arange(first, last)

    def sentence(self, part: int) -> int | None:
        """Which sentence of its entry a part is; None for a question that players ask."""
        number = int(self._sentences[part])
        return None if number >= KNOWN else number


class VectorScorers:
    """The same for several games as one: the entries of one game after those of another."""

    def __init__(self, games: Sequence[Vectors]) -> None:
        self._scorers = [VectorScorer(vectors) for vectors in games]
        self._entries = starts_of(len(vectors.entries) for vectors in games)
        self._parts = starts_of(len(vectors.parts) for vectors in games)

    def score(self, question: Floats) -> Meaning:
        """Compare a question's vector with every entry and every part of every game."""
        found = [scorer.score(question) for scorer in self._scorers]
        if len(found) == 1:
            return found[0]
        similarity = np.concatenate([one.similarity for one in found])
        return _meaning(similarity, np.concatenate([one.parts for one in found]))

    def late(self, asked: Floats, entries: NDArray[np.intp]) -> tuple[Floats, NDArray[np.intp]]:
        """How near the pieces of a question are to those of each of these entries, and how many these have."""
        found = np.zeros((len(entries), len(asked)), np.float32)
        lengths = np.zeros(len(entries), np.intp)
        owners = np.searchsorted(self._entries, entries, "right") - 1
        for number in np.unique(owners):
            if pieces := self._scorers[number].pieces:
                own = owners == number
                there = entries[own] - self._entries[number]
                found[own], lengths[own] = pieces.best(asked, there), pieces.lengths(there)
        return found, lengths

    def parts_of(self, entry: int) -> NDArray[np.intp]:
        """The rows of an entry's parts."""
        number = bisect_right(self._entries, entry) - 1
        found = self._scorers[number].parts_of(entry - self._entries[number])
        return found + self._parts[number]

    def sentence(self, part: int) -> int | None:
        """Which sentence of its entry a part is; None for a question that players ask."""
        number = bisect_right(self._parts, part) - 1
        return self._scorers[number].sentence(part - self._parts[number])


def sentence_share(question: Floats) -> float:
    """Which share an entry's best sentence has in its similarity to a question's vector."""
    return SENTENCE_SHARE if len(question) > encoders.table().dims else OF_TABLE


def together(wholes: Floats, parts: Floats, owners: NDArray[np.intp], share: float) -> Floats:
    """The similarity of entries, from those of the whole and of their parts; one without near parts has its own."""
    best = np.full(len(wholes), -1, np.float32)
    np.maximum.at(best, owners, parts)
    best = np.where(best < 0, wholes, best)
    return (1 - share) * wholes + share * best


def _meaning(similarity: Floats, parts: Floats) -> Meaning:
    average = float(similarity.mean()) if len(similarity) else 0.0
    return Meaning(similarity=similarity, parts=parts, average=average)
