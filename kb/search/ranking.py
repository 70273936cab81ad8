"""In what order do words, meaning or both put the entries, and why does each stand where it does?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from kb.search.words import WordScores

if TYPE_CHECKING:
    from kb.encoders import Encoder
    from kb.encoders.minilm import Reading
    from kb.encoders.quantise import Floats
    from kb.index.neighbours import Neighbours
    from kb.search.vectors import Nearness

PLAYERS_WORDS = "players' words"
"""Why an entry was found that is known by another word, or by a question that players ask."""


LONGEST_QUESTION = 120
"""Words that are encoded together; of a longer post every stretch has the same say."""


class Ranking(Protocol):
    """Entries by position, best first."""

    @property
    def order(self) -> Sequence[int]:
        """The entries."""

    def score(self, number: int) -> float:
        """What an entry is worth."""

    def why(self, number: int) -> str:
        """What found it."""

    def sentences(self, number: int) -> dict[int, float] | None:
        """How near each sentence of its text is to the question; None when only words count."""

    def coverage(self, number: int) -> float:
        """Which share of the question an entry's words hold; 0 where only meaning counts."""

    def answers(self, number: int) -> bool:
        """Whether an entry is worth so much that it may well answer the question."""


class ByWords:
    """Whoosh's order."""

    def __init__(self, words: WordScores, allowed: bytearray) -> None:
        self._words = words
        scores = words.scores
        held = [number for number, score in enumerate(scores) if score > 0 and allowed[number]]
        self.order = sorted(held, key=lambda number: -scores[number])

    def score(self, number: int) -> float:
        """Whoosh's BM25F."""
        return self._words.scores[number]

    def why(self, number: int) -> str:
        """Words, asked for or used instead."""
        return "words" if self._words.coverage[number] > 0 else PLAYERS_WORDS

    def coverage(self, number: int) -> float:
        """What it scores for."""
        return self._words.coverage[number]

    def sentences(self, number: int) -> None:
        """Words choose the sentence."""

    def answers(self, number: int) -> bool:
        """Words alone tell nothing of that."""
        return True


class ByMeaning:
    """The order of `fuse`, or that of the vectors alone."""

    def __init__(
        self,
        question: Reading,
        words: WordScores | None,
        beside: Sequence[float],
        allowed: bytearray,
        vectors: Nearness,
        neighbours: Callable[[], Neighbours],
    ) -> None:
        import numpy as np

        from kb.search import fuse

        let_through = np.frombuffer(allowed, np.uint8)
        self._vectors = vectors
        self._coverage = words.coverage if words else None
        self._meaning = vectors.score(question.vector)
        similarity = self._meaning.similarity
        self._words = fuse.words_part(words, let_through) if words else np.zeros_like(similarity)
        self._scores: Floats = similarity + self._words - fuse.OFF_TOPIC * np.asarray(beside, np.float32)
        self._first = self._scores.copy()
        self._least = fuse.LEAST_ANSWER if len(question.pieces) else fuse.LEAST_OF_TABLE
        if len(question.pieces):
            self._scores += fuse.of_neighbours(self._scores - self._meaning.average, neighbours())
            first = fuse.first(self._scores, let_through)
            fuse.add_late(self._scores, first, *vectors.late(question.pieces, first))
        order = np.argsort(-self._scores, kind="stable")
        self.order: Sequence[int] = order[let_through[order] > 0].tolist()

    def score(self, number: int) -> float:
        """The fused score."""
        return float(self._scores[number])

    def why(self, number: int) -> str:
        """Words, meaning or both; players' words when a question they ask is nearest."""
        from kb.search import fuse

        lift = float(self._meaning.similarity[number]) - self._meaning.average
        found = fuse.reasons(float(self._words[number]), lift)
        parts = self._vectors.parts_of(number)
        if len(parts) and self._vectors.sentence(parts[self._meaning.parts[parts].argmax()]) is None:
            found += f"+{PLAYERS_WORDS}"
        return found

    def coverage(self, number: int) -> float:
        """By words, where they count."""
        return self._coverage[number] if self._coverage else 0.0

    def answers(self, number: int) -> bool:
        """Whether it scores as answers do, before the first ones are compared piece by piece."""
        return float(self._first[number]) >= self._least

    def sentences(self, number: int) -> dict[int, float]:
        """How near each sentence is to the question."""
        found = ((self._vectors.sentence(part), part) for part in self._vectors.parts_of(number))
        return {
            sentence: float(self._meaning.parts[part]) for sentence, part in found if sentence is not None
        }


def encode_questions(texts: Sequence[str], encoder: Encoder) -> Reading:
    """A question in several wordings, each with the same say."""
    import numpy as np

    from kb.encoders.minilm import Reading
    from kb.encoders.quantise import unit

    readings = [encode_question(text, encoder) for text in texts]
    rows = np.array([reading.vector for reading in readings])
    pieces = np.concatenate([reading.pieces for reading in readings])
    return Reading(vector=unit(rows.sum(0, keepdims=True))[0], pieces=pieces)


def encode_question(text: str, encoder: Encoder) -> Reading:
    """A question's vector, or the mean of a post's stretches, and its pieces: encoders read no more than a page."""
    import numpy as np

    from kb.encoders.minilm import MiniLM, Reading
    from kb.encoders.quantise import unit

    words = text.split()
    parts = [words[at : at + LONGEST_QUESTION] for at in range(0, len(words), LONGEST_QUESTION)]
    stretches = [" ".join(part) for part in parts] or [""]
    if isinstance(encoder, MiniLM):
        readings = encoder.read(stretches)
        rows = np.array([reading.vector for reading in readings])
        pieces = np.concatenate([reading.pieces for reading in readings])
    else:
        rows, pieces = encoder.encode(stretches), np.zeros((0, 0), np.float32)
    return Reading(vector=unit(rows.mean(0, keepdims=True))[0], pieces=pieces)


def first_of_each(order: Iterable[int], place_of: Sequence[int]) -> Iterator[int]:
    """The best entry of every place, in order: sub-rules of one rule stand for one another."""
    seen = set()
    for number in order:
        if place_of[number] not in seen:
            seen.add(place_of[number])
            yield number
