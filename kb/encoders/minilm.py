"""The full encoder: all-MiniLM-L6-v2 run forward in numpy, its weights read as data.

Six BERT layers of twelve heads, the mean of the pieces' last states, brought to length one. Texts are encoded
in batches of similar length; what pads the shorter ones is masked wherever pieces meet.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kb.encoders.model import MENDING
from kb.encoders.quantise import Floats, unit
from kb.encoders.wordpiece import WordPiece
from kb.errors import EncoderError

LAYERS, HEADS, DIMS = 6, 12, 384
LONGEST = 256
"""Pieces of a text that count, with the two that frame it; the model was trained no further."""

CLS, SEP = 101, 102
BATCH_PIECES = 1024
"""Pieces of one batch: its states stay in the processor's cache (larger ones were slower)."""

FEW_PIECES = 64
"""Up to so many, a question's worth, weights times pieces is a tenth faster than pieces times weights."""


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
        self._weights = read_weights(weights)
        if "embeddings.word_embeddings.weight" not in self._weights:
            raise EncoderError(f"{weights} holds another model: {MENDING} puts the right one there")
        self._pieces = WordPiece(pieces)
        self._unknown = self._pieces.numbers["[UNK]"]

    def knows(self, word: str) -> bool:
        """Whether this word is a piece of its own: a common English word."""
        return self._pieces.knows(word)

    def encode(self, texts: Sequence[str]) -> Floats:
        """One unit row a text; the same text twice is computed once."""
        distinct = {text: row for row, text in enumerate(dict.fromkeys(texts))}
        framed = [self._frame(text) for text in distinct]
        vectors = np.empty((len(framed), DIMS), np.float32)
        for rows in _batches([len(ids) for ids in framed]):
            vectors[rows] = self._forward([framed[row] for row in rows])
        return vectors[[distinct[text] for text in texts]]

    def _frame(self, text: str) -> list[int]:
        return [CLS, *self._pieces.ids(text, self._unknown)[: LONGEST - 2], SEP]

    def _forward(self, batch: list[list[int]]) -> Floats:
        longest = max(map(len, batch))
        ids = np.array([row + [0] * (longest - len(row)) for row in batch])
        held = np.array([[1.0] * len(row) + [0.0] * (longest - len(row)) for row in batch], np.float32)
        mask = ((held - 1) * 1e9)[:, None, None, :] if not held.all() else None
        states = self._embed(ids)
        for layer in range(LAYERS):
            states = self._layer(states, f"encoder.layer.{layer}.", mask)
        means = (states * held[:, :, None]).sum(1)
        return unit(means)

    def _embed(self, ids: NDArray[np.int64]) -> Floats:
        weights = self._weights
        states = weights["embeddings.word_embeddings.weight"][ids]
        states += weights["embeddings.position_embeddings.weight"][: ids.shape[1]]
        states += weights["embeddings.token_type_embeddings.weight"][0]
        return self._normalised(states, "embeddings.LayerNorm")

    def _layer(self, states: Floats, layer: str, mask: Floats | None) -> Floats:
        attended = self._attention(states, layer + "attention.self.", mask)
        attended = self._linear(attended, layer + "attention.output.dense")
        attended += states
        states = self._normalised(attended, layer + "attention.output.LayerNorm")
        wide = _gelu(self._linear(states, layer + "intermediate.dense"))
        narrow = self._linear(wide, layer + "output.dense")
        narrow += states
        return self._normalised(narrow, layer + "output.LayerNorm")

    def _attention(self, states: Floats, part: str, mask: Floats | None) -> Floats:
        count, length, _ = states.shape
        query, key, value = (
            self._linear(states, part + name)
            .reshape(count, length, HEADS, DIMS // HEADS)
            .transpose(0, 2, 1, 3)
            for name in ("query", "key", "value")
        )
        scores: Floats = query @ key.transpose(0, 1, 3, 2)
        scores *= 1 / math.sqrt(DIMS // HEADS)
        if mask is not None:
            scores += mask
        scores -= scores.max(-1, keepdims=True)
        np.exp(scores, out=scores)
        scores /= scores.sum(-1, keepdims=True)
        return (scores @ value).transpose(0, 2, 1, 3).reshape(count, length, DIMS)

    def _linear(self, states: Floats, name: str) -> Floats:
        weight = self._weights[name + ".weight"]
        rows = states.reshape(-1, states.shape[-1])
        product = rows @ weight.T if len(rows) > FEW_PIECES else np.ascontiguousarray((weight @ rows.T).T)
        product += self._weights[name + ".bias"]
        result: Floats = product.reshape(*states.shape[:-1], -1)
        return result

    def _normalised(self, states: Floats, name: str) -> Floats:
        states = states - states.mean(-1, keepdims=True)
        states /= np.sqrt(np.square(states).mean(-1, keepdims=True) + 1e-12)
        states *= self._weights[name + ".weight"]
        states += self._weights[name + ".bias"]
        return states


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


def _gelu(states: Floats) -> Floats:
    """Each number times the share of a normal distribution below it, in place.

    Block by block, so that the steps in between stay in the processor's cache: four times as fast.
    """
    rows = states.reshape(-1, states.shape[-1])
    for start in range(0, len(rows), 32):
        block = rows[start : start + 32]
        block *= _share_below(block)
    return states


def _share_below(x: Floats) -> Floats:
    """The normal distribution function; numpy has no error function, so 7.1.26 of Abramowitz and Stegun."""
    size = np.abs(x) * np.float32(math.sqrt(0.5))
    step = 1 / (1 + np.float32(0.3275911) * size)
    tail = np.float32(1.061405429) * step
    for factor in (-1.453152027, 1.421413741, -0.284496736, 0.254829592):
        tail += np.float32(factor)
        tail *= step
    tail *= np.exp(-np.square(size))
    return np.float32(0.5) * (1 + np.copysign(1 - tail, x))
