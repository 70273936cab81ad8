"""What happens to a text's pieces in the encoder? Six BERT layers of twelve heads, in numpy.

States are columns, one a piece: so weights lie as BLAS likes them and heads need no rearranging. Texts of a batch are
padded to one length and multiplied one by one, in products whose shapes no other text has a say in: so a text's vector
does not depend, in any bit, on what is encoded beside it. Each product is the sum of two halves (of the heads, of the
wide states), which two processors may compute at the same time.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from kb.encoders.quantise import Floats
from kb.encoders.weights import Weights

LAYERS, HEADS, DIMS, WIDTH = 6, 12, 384, 1536
HEAD = DIMS // HEADS
EPSILON = 1e-12
"""Added to a variance before it divides."""

MASKED = 1e9
"""Taken from the attention that a padding piece gets."""

MEAN = np.full(DIMS, 1 / DIMS, np.float32)
"""Times a column: its mean."""

LOGIT = (2.22526363e-6, -6.09344015e-5, -2.50952369e-4, 0.0729398614, 1.59565515)
"""ln(P / (1 - P)) / x for the share P of a normal distribution below x, as a polynomial in x², highest power first.

Fitted for least error of x P, which is below 4e-6 everywhere.
"""

BLOCK = 32768
"""Numbers that fit the processor's second cache, with the steps of a computation."""


class Halves(Protocol):
    """Does some work for 0 and for 1: one after the other, or at the same time."""

    def __call__(self, work: Callable[[int], Floats], /) -> tuple[Floats, Floats]:
        """What the work makes of either."""


def in_turn(work: Callable[[int], Floats]) -> tuple[Floats, Floats]:
    """One half after the other."""
    return work(0), work(1)


class NumpyPass:
    """From the pieces of some texts to their last states."""

    def __init__(self, weights: Weights, halves: Halves = in_turn) -> None:
        self._weights = weights
        self._halves = halves

    def __call__(self, ids: NDArray[np.int64], held: Floats) -> Floats:
        """The states, by text, dimension and piece; `held` is 1 for a piece, 0 for padding."""
        states = self._embed(ids)
        mask = ((held - 1) * MASKED)[:, None, :, None]
        for layer in range(LAYERS):
            states = self._layer(states, f"encoder.layer.{layer}.", mask)
        return states

    def _embed(self, ids: NDArray[np.int64]) -> Floats:
        texts, length = ids.shape
        states = self._weights.rows("embeddings.words", ids.reshape(-1).tolist())
        states = states.reshape(texts, length, DIMS)
        states += self._weights.floats("embeddings.places")[:length]
        return self._normalised(np.ascontiguousarray(states.transpose(0, 2, 1)), "embeddings.LayerNorm")

    def _layer(self, states: Floats, layer: str, mask: Floats) -> Floats:
        attended = self._summed(lambda rows: self._attention(states, layer + "attention.", rows, mask), DIMS)
        attended += self._bias(layer + "attention.output.dense")
        attended += states
        between = self._normalised(attended, layer + "attention.output.LayerNorm")
        narrow = self._summed(lambda rows: self._widened(between, layer, rows), WIDTH)
        narrow += self._bias(layer + "output.dense")
        narrow += between
        return self._normalised(narrow, layer + "output.LayerNorm")

    def _attention(self, states: Floats, part: str, rows: slice, mask: Floats) -> Floats:
        """What the heads of these rows see of the other pieces."""
        texts, _, length = states.shape
        query, key, value = (
            self._linear(states, f"{part}self.{name}", rows).reshape(texts, -1, HEAD, length)
            for name in ("query", "key", "value")
        )
        query *= 1 / math.sqrt(HEAD)
        shares: Floats = key.transpose(0, 1, 3, 2) @ query
        shares += mask
        shares -= shares.max(2, keepdims=True)
        np.exp(shares, out=shares)
        seen = value @ shares
        seen /= shares.sum(2, keepdims=True)
        weight = self._weights.columns(part + "output.dense.weight", rows)
        product: Floats = weight @ seen.reshape(texts, -1, length)
        return product

    def _widened(self, states: Floats, layer: str, rows: slice) -> Floats:
        """What these rows of the wide states add to the narrow ones."""
        wide = gelu(self._linear(states, layer + "intermediate.dense", rows))
        product: Floats = self._weights.columns(layer + "output.dense.weight", rows) @ wide
        return product

    def _summed(self, work: Callable[[slice], Floats], rows: int) -> Floats:
        """The sum of what `work` makes of either half of so many rows."""
        half = rows // 2
        first, second = self._halves(lambda number: work(slice(number * half, (number + 1) * half)))
        first += second
        return first

    def _linear(self, states: Floats, name: str, rows: slice) -> Floats:
        product: Floats = self._weights.rows(name + ".weight", rows) @ states
        product += self._bias(name)[rows]
        return product

    def _bias(self, name: str) -> Floats:
        return self._weights.floats(name + ".bias")[:, None]

    def _normalised(self, states: Floats, name: str) -> Floats:
        """Every column brought to mean 0 and variance 1, then weighed: in place."""
        states -= (MEAN @ states)[:, None]
        states /= np.sqrt(MEAN @ np.square(states) + EPSILON)[:, None]
        states *= self._weights.floats(name + ".weight")[:, None]
        states += self._bias(name)
        return states


def gelu(states: Floats) -> Floats:
    """Each number times the share of a normal distribution below it, in place.

    That share is 1 / (1 + exp(-x p(x²))) with p fitted to it: numpy has no error function. Block by block, so that
    the steps in between stay in the processor's cache.
    """
    flat = states.reshape(-1)
    for start in range(0, len(flat), BLOCK):
        block = flat[start : start + BLOCK]
        square = np.square(block)
        odds = square * -LOGIT[0]
        for factor in LOGIT[1:-1]:
            odds -= factor
            odds *= square
        odds -= LOGIT[-1]
        odds *= block
        with np.errstate(over="ignore"):  # of a large number: a share of nothing
            np.exp(odds, out=odds)
        odds += 1
        block /= odds
    return states
