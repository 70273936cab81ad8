"""Which entries mean what is asked? The entry as a whole and its best sentence each have half a say."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kb.encoders.quantise import Floats
from kb.encoders.threads import both
from kb.index.vectors import ASKED, Vectors

SENTENCE_SHARE = 0.5
"""Share of the best sentence in an entry's similarity; the rest is the entry as a whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """How near every entry is to a question, by position."""

    similarity: Floats
    parts: Floats
    """The same for every part on its own."""


class VectorScorer:
    """Scores entries by meaning; keeps the vectors as floats while it lives."""

    def __init__(self, vectors: Vectors) -> None:
        self._entries, self._parts = vectors.entries[:], vectors.parts[:]
        self._owners, self._sentences = vectors.owners, vectors.sentences
        self.pieces = vectors.pieces()
        """What pieces of a question are compared with; None where an entry has none."""

    def score(self, question: Floats) -> Meaning:
        """Compare a question's vector with every entry and every part."""
        wholes, parts = _nearness(self._entries, question), _nearness(self._parts, question)
        best = np.full(len(wholes), -1, np.float32)
        np.maximum.at(best, self._owners, parts)
        best = np.where(best < 0, wholes, best)
        return Meaning(similarity=(1 - SENTENCE_SHARE) * wholes + SENTENCE_SHARE * best, parts=parts)

    def parts_of(self, entry: int) -> NDArray[np.intp]:
        """The rows of an entry's parts."""
        first, last = np.searchsorted(self._owners, [entry, entry + 1])
        return np.arange(first, last)

    def sentence(self, part: int) -> int | None:
        """Which sentence of its entry a part is; None for a question that players ask."""
        number = int(self._sentences[part])
        return None if number == ASKED else number


def _nearness(rows: Floats, question: Floats) -> Floats:
    """How near each row is; the product waits for memory, which two processors read faster than one."""
    middle = len(rows) // 2
    halves = rows[:middle], rows[middle:]
    return np.concatenate(both(lambda number: halves[number] @ question))
