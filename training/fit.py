"""How is a table taught? By Adam on two losses at once, in numpy.

One pulls each text's vector towards the teacher's; the other makes the similarities within a batch (table
against teacher, and table against table) rank as the teacher's own do, for that is what a search compares.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from kb.encoders.piece_table import bags
from kb.encoders.quantise import Floats, unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """The constants of one training run."""

    epochs: int = 8
    batch: int = 1024
    rate: float = 4e-3
    """Adam's step at the start; it falls to nothing along half a cosine wave."""

    likeness: float = 3.0
    """Weight of the second loss."""

    temperature: float = 0.05
    """The lower, the more only the nearest neighbours count in the second loss."""

    seed: int = 1


def fit(
    ids: Sequence[Sequence[int]],
    targets: Floats,
    rows: Floats,
    course: Course,
    report: Callable[[str], None] = lambda line: None,
) -> Floats:
    """Rows under which texts (their pieces in `ids`) point where `targets` do; `rows` is where to start."""
    usable = np.array([place for place, numbers in enumerate(ids) if numbers], np.intp)
    if not len(usable):
        return rows  # nothing to learn from: no text, or none with a piece that is known
    steps = course.epochs * max(1, len(usable) // course.batch)
    adam = _Adam(rows.copy())
    dice = np.random.default_rng(course.seed)
    for epoch in range(course.epochs):
        missed = 0.0
        batches = np.array_split(dice.permutation(usable), max(1, len(usable) // course.batch))
        for batch in batches:
            pieces = [ids[place] for place in batch]
            gradient, loss = _gradient(adam.rows, pieces, targets[batch], course)
            rate = course.rate * 0.5 * (1 + math.cos(math.pi * adam.steps / steps))
            adam.step(gradient, rate)
            missed += loss
        report(f"epoch {epoch + 1} of {course.epochs}: 1 - cosine {missed / len(batches):.4f}")
    return adam.rows


class _Adam:
    """Rows that walk downhill, each number at its own pace (Kingma and Ba, 2014)."""

    def __init__(self, rows: Floats) -> None:
        self.rows = rows
        self.steps = 0
        self._mean = np.zeros_like(rows)
        self._square = np.zeros_like(rows)

    def step(self, gradient: Floats, rate: float) -> None:
        self.steps += 1
        self._mean += 0.1 * (gradient - self._mean)
        self._square += 0.001 * (np.square(gradient) - self._square)
        spread = np.sqrt(self._square / (1 - 0.999**self.steps))
        spread += 1e-8
        self.rows -= (rate / (1 - 0.9**self.steps)) * self._mean / spread


def _gradient(
    rows: Floats, pieces: Sequence[Sequence[int]], targets: Floats, course: Course
) -> tuple[Floats, float]:
    """Which way each row should go for this batch, and how far the batch is off (1 - cosine)."""
    used, counts = bags(pieces)
    counts /= counts.sum(1, keepdims=True)
    means = counts @ rows[used]
    lengths = np.linalg.norm(means, axis=1, keepdims=True) + 1e-8
    guesses: Floats = means / lengths
    pull: Floats = course.likeness * _likeness_pull(guesses, targets, course.temperature) - targets
    pull -= (pull * guesses).sum(1, keepdims=True) * guesses
    pull /= lengths * len(pieces)
    gradient = np.zeros_like(rows)
    gradient[used] = counts.T @ pull
    return gradient, float(1 - (guesses * targets).sum(1).mean())


def _likeness_pull(guesses: Floats, targets: Floats, temperature: float) -> Floats:
    """Gradient of the two cross-entropies between the teacher's neighbours and the table's."""
    wanted = _neighbours(targets @ targets.T, temperature)
    against_teacher = _neighbours(guesses @ targets.T, temperature) - wanted
    against_itself = _neighbours(guesses @ guesses.T, temperature) - wanted
    pull: Floats = np.matmul(against_teacher, targets)
    pull += np.matmul(against_itself + against_itself.T, guesses)
    pull *= 0.5
    return pull


def _neighbours(cosines: Floats, temperature: float) -> Floats:
    """Each row as shares of attention given to the other rows."""
    np.fill_diagonal(cosines, -1e4)
    shares: Floats = np.exp((cosines - cosines.max(1, keepdims=True)) / temperature)
    shares /= shares.sum(1, keepdims=True)
    return shares


def project(vectors: Floats, axes: Floats) -> Floats:
    """Vectors of the encoder in the table's space, of length one again."""
    return unit(vectors @ axes)
