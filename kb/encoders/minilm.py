"""The full encoder: all-MiniLM-L6-v2, its weights read as data.

A text is cut into pieces, these run through the model (`passes.py` tells by whom), and the mean of their last
states is brought to length one. Texts are encoded in batches of similar length.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kb.encoders.model import MENDING
from kb.encoders.numpy_pass import DIMS
from kb.encoders.passes import Passes
from kb.encoders.quantise import Floats, unit
from kb.encoders.wordpiece import WordPiece
from kb.errors import EncoderError

LONGEST = 256
"""Pieces of a text that count, with the two that frame it; the model was trained no further."""

CLS, SEP = 101, 102
BATCH_PIECES = 1024
"""Pieces of one batch: its states stay in the processor's cache (larger ones were slower)."""

STEP = 8
"""Texts are padded to a multiple of so many pieces: BLAS multiplies 32 columns a fifth faster than 30."""


def read_weights(path: Path) -> dict[str, Floats]:
    """The arrays of a safetensors file, mapped rather than read: a length, a JSON header, the numbers."""
    try:
        data = np.asarray(np.memmap(path, dtype=np.uint8, mode="r"))
        length = int.from_bytes(data[:8].tobytes(), "little")
        header = json.loads(data[8 : 8 + length].tobytes())
        body = data[8 + length :]
        return {
            name: body[slice(*field["data_offsets"])].view("<f4").reshape(field["shape"])
            for name, field in header.items()
            if field.get("dtype") == "F32"
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise EncoderError(f"{path} is not a safetensors file: {MENDING} puts a good one there") from error


class MiniLM:
    """Encodes texts into unit vectors of 384 dimensions."""

    name = "full"
    key = "all-minilm-l6-v2"
    dims = DIMS

    def __init__(self, weights: Path, pieces: Sequence[str]) -> None:
        read = read_weights(weights)
        if "embeddings.word_embeddings.weight" not in read:
            raise EncoderError(f"{weights} holds another model: {MENDING} puts the right one there")
        self.passes = Passes(read)
        self._pieces = WordPiece(pieces)
        self._unknown = self._pieces.numbers["[UNK]"]

    def knows(self, word: str) -> bool:
        """Whether this word is a piece of its own: a common English word."""
        return self._pieces.knows(word)

    def encode(self, texts: Sequence[str]) -> Floats:
        """One unit row a text; the same text twice is computed once."""
        distinct = {text: row for row, text in enumerate(dict.fromkeys(texts))}
        framed = [self._frame(text) for text in distinct]
        run = self.passes.take(len(framed))
        sums = np.empty((len(framed), DIMS), np.float32)
        batches = list(_batches([len(ids) for ids in framed]))
        found = _each(lambda rows: run(*_padded([framed[row] for row in rows])), batches)
        for rows, given in zip(batches, found, strict=True):
            sums[rows] = given
        return unit(sums)[[distinct[text] for text in texts]]

    def _frame(self, text: str) -> list[int]:
        return [CLS, *self._pieces.ids(text, self._unknown)[: LONGEST - 2], SEP]


def _each(work: Callable[[list[int]], Floats], batches: list[list[int]]) -> Iterable[Floats]:
    """The work done on every batch, one to a processor: faster than all processors on one batch."""
    if len(batches) == 1:
        return map(work, batches)
    from concurrent.futures import ThreadPoolExecutor  # a question is one batch

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return pool.map(work, batches)


def _padded(batch: list[list[int]]) -> tuple[NDArray[np.int64], Floats]:
    """Pieces in rows of one length, and 1 wherever there is one."""
    length = -(-max(map(len, batch)) // STEP) * STEP
    ids = np.zeros((len(batch), length), np.int64)
    held = np.zeros(ids.shape, np.float32)
    for row, numbers in enumerate(batch):
        ids[row, : len(numbers)] = numbers
        held[row, : len(numbers)] = 1
    return ids, held


def _batches(lengths: list[int]) -> Iterator[list[int]]:
    """Rows that are encoded together: of similar length, about BATCH_PIECES pieces at a time."""
    rows: list[int] = []
    for row in sorted(range(len(lengths)), key=lengths.__getitem__):
        if rows and (len(rows) + 1) * lengths[row] > BATCH_PIECES:
            yield rows
            rows = []
        rows.append(row)
    if rows:
        yield rows
