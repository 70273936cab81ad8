"""The encoder: all-MiniLM-L6-v2, taught how rules are asked about (`training/README.md`), its weights in the package.

A text is cut into pieces, these run through the model (`numpy_pass.py`), and the mean of their last states is brought
to length one. What the table makes of the text stands beside it in the same vector: the two err on different questions.
The states of those pieces that say something, brought to few columns, are what a question's pieces are compared with
one by one.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kb.encoders.numpy_pass import DIMS, NumpyPass, in_turn
from kb.encoders.piece_table import Table
from kb.encoders.quantise import Floats, unit
from kb.encoders.threads import both
from kb.encoders.weights import Weights
from kb.encoders.wordpiece import WordPiece

LONGEST = 256
"""Pieces of a text that count, with the two that frame it; the model was trained no further."""

CLS, SEP, UNKNOWN = 101, 102, 100
BATCH_PIECES = 1024
"""Pieces of one batch: its states stay in the processor's cache (larger ones were slower)."""

STEP = 8
"""Texts are padded to a multiple of so many pieces: BLAS multiplies 32 columns a fifth faster than 30."""

TABLE_SHARE = 0.4
"""What the table's similarity adds to that of the model: flat from .3 to .6."""

FEW = 32
"""Texts up to which weights are unpacked as they are needed, which takes 4 ms a batch; then once for all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What the encoder makes of a text."""

    vector: Floats
    """Where the text points: of length one."""

    pieces: Floats
    """A row of length one for every piece that is neither a mark nor part of the frame."""


class MiniLM:
    """Encodes texts into unit vectors: 384 dimensions, then those of a table; and their pieces into shorter ones."""

    name = "encoder"

    def __init__(self, weights: Path, pieces: Sequence[str], table: Table | None = None) -> None:
        self._weights, self._table = Weights(weights), table
        self.key = f"minilm-{self._weights.digest[:16]}{f'-{table.key}' if table else ''}"
        self.dims = DIMS + (table.dims if table else 0)
        self._cutter = WordPiece(pieces)
        self._texts = 0

    def verify(self) -> None:
        """Raises an error where the weights are not those that were shipped."""
        self._weights.verify()

    def encode(self, texts: Sequence[str]) -> Floats:
        """One unit row a text."""
        rows = [reading.vector for reading in self.read(texts)]
        return np.array(rows, np.float32).reshape(-1, self.dims)

    def read(self, texts: Sequence[str]) -> list[Reading]:
        """A reading for every text; the same text twice is computed once."""
        distinct = {text: row for row, text in enumerate(dict.fromkeys(texts))}
        framed = [[CLS, *self._cutter.ids(text, UNKNOWN)[: LONGEST - 2], SEP] for text in distinct]
        self._texts += len(framed)
        if self._texts > FEW:
            self._weights.keep()
        found: dict[int, Reading] = {}
        batches = list(_batches([len(ids) for ids in framed]))
        for rows, readings in zip(batches, self._each(batches, framed), strict=True):
            found |= zip(rows, readings, strict=True)
        if table := self._table:  # each text alone: what it gives does not depend on the others then
            found = {row: _beside(found[row], table.encode([text])[0]) for text, row in distinct.items()}
        return [found[distinct[text]] for text in texts]

    def _each(self, batches: list[list[int]], framed: list[list[int]]) -> Iterable[list[Reading]]:
        """One batch to a processor; a question's only batch is shared by two."""
        run = NumpyPass(self._weights, both if len(batches) == 1 else in_turn)

        def work(rows: list[int]) -> list[Reading]:
            return self._read_batch(run, [framed[row] for row in rows])

        if len(batches) == 1:
            return map(work, batches)
        from concurrent.futures import ThreadPoolExecutor  # a question is one batch

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return list(pool.map(work, batches))

    def _read_batch(self, run: NumpyPass, batch: list[list[int]]) -> list[Reading]:
        ids, held = _padded(batch)
        states = run(ids, held)
        vectors = unit((states * held[:, None]).sum(-1))
        narrow = self._weights.floats("narrow") @ states
        telling = (held > 0) & ~self._silent[ids]
        return [
            Reading(vector=vector, pieces=unit(columns[:, which].T))
            for vector, columns, which in zip(vectors, narrow, telling, strict=True)
        ]

    @cached_property
    def _silent(self) -> NDArray[np.bool_]:
        """Which pieces say nothing: marks, and those that frame a text."""
        found = np.zeros(len(self._cutter.numbers), bool)
        found[self._weights.floats("silent").astype(np.intp)] = True
        return found


def _beside(reading: Reading, row: Floats) -> Reading:
    """The same with what the table makes of the text in its vector."""
    vector = unit(np.concatenate([reading.vector, TABLE_SHARE**0.5 * row]))
    return Reading(vector=vector, pieces=reading.pieces)


def _padded(batch: list[list[int]]) -> tuple[NDArray[np.int64], Floats]:
    """Pieces in rows of one length, and 1 wherever there is one."""
    ids = np.zeros((len(batch), _steps(len(batch[0])) * STEP), np.int64)
    held = np.zeros(ids.shape, np.float32)
    for row, numbers in enumerate(batch):
        ids[row, : len(numbers)] = numbers
        held[row, : len(numbers)] = 1
    return ids, held


def _steps(length: int) -> int:
    return -(-length // STEP)


def _batches(lengths: list[int]) -> Iterator[list[int]]:
    """Rows that are encoded together: padded to one length each on its own, about BATCH_PIECES pieces at a time."""
    rows: list[int] = []
    for row in sorted(range(len(lengths)), key=lengths.__getitem__):
        steps = _steps(lengths[row])
        if rows and (steps != _steps(lengths[rows[0]]) or (len(rows) + 1) * steps * STEP > BATCH_PIECES):
            yield rows
            rows = []
        rows.append(row)
    if rows:
        yield rows
