"""What happens to a text's pieces in the full encoder? Six BERT layers of twelve heads, in numpy.

States are columns, one a piece: so weights lie as BLAS likes them and heads need no rearranging. What pads the
shorter texts of a batch is masked wherever pieces meet. Of a question, two processors compute a half each: of the
heads, then of the wide states; what both halves add to the states is summed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from kb.encoders.quantise import Floats
from kb.encoders.threads import both

Weights = Mapping[str, Floats]
"""The arrays of the model, by the names that BERT gives them."""

LAYERS, HEADS, DIMS, WIDTH = 6, 12, 384, 1536
HEAD = DIMS // HEADS
EPSILON = 1e-12
"""Added to a variance before it divides."""

MASKED = 1e9
"""Taken from the attention that a padding piece gets."""

FEW_COLUMNS, PANEL = 64, 48
"""Up to so many pieces, a question's worth, BLAS multiplies so many rows of weights at a time a fifth faster:
it then reads them where they lie."""

SHARED_COLUMNS = 512
"""Up to so many pieces, a question's or a post's, two processors share; larger are the batches of a build, which
gives each processor one of its own."""

MEAN = np.full(DIMS, 1 / DIMS, np.float32)
"""Times a column: its mean."""

LOGIT = (2.22526363e-6, -6.09344015e-5, -2.50952369e-4, 0.0729398614, 1.59565515)
"""ln(P / (1 - P)) / x for the share P of a normal distribution below x, as a polynomial in x², highest power first.

Fitted for least error of x P, which is below 4e-6 everywhere.
"""

BLOCK = 32768
"""Numbers that fit the processor's second cache, with the steps of a computation."""


class NumpyPass:
    """The pass in numpy: there at once, and the measure of any other."""

    name = "numpy"

    def __init__(self, weights: Weights) -> None:
        self._weights = weights

    def __call__(self, ids: NDArray[np.int64], held: Floats) -> Floats:
        """A row a text: the sum of the last states of its pieces; `held` is 1 for a piece, 0 for padding."""
        states = self._embed(ids)
        mask = ((held - 1) * MASKED)[:, None, :, None]
        for layer in range(LAYERS):
            states = self._layer(states, f"encoder.layer.{layer}.", mask)
        sums: Floats = (states.reshape(DIMS, *ids.shape) * held).sum(-1).T
        return sums

    def _embed(self, ids: NDArray[np.int64]) -> Floats:
        weights = self._weights
        states = weights["embeddings.word_embeddings.weight"][ids]
        states += weights["embeddings.position_embeddings.weight"][: ids.shape[1]]
        states += weights["embeddings.token_type_embeddings.weight"][0]
        columns = np.ascontiguousarray(states.reshape(-1, DIMS).T)
        return self._normalised(columns, "embeddings.LayerNorm")

    def _layer(self, states: Floats, layer: str, mask: Floats) -> Floats:
        attended = _summed(
            lambda rows: self._attention(states, layer + "attention.", rows, mask), states, DIMS
        )
        attended += self._bias(layer + "attention.output.dense")
        attended += states
        between = self._normalised(attended, layer + "attention.output.LayerNorm")
        narrow = _summed(lambda rows: self._widened(between, layer, rows), states, WIDTH)
        narrow += self._bias(layer + "output.dense")
        narrow += between
        return self._normalised(narrow, layer + "output.LayerNorm")

    def _attention(self, states: Floats, part: str, rows: slice, mask: Floats) -> Floats:
        """What the heads of these rows see of the other pieces."""
        texts, length = mask.shape[0], mask.shape[2]
        query, key, value = (
            self._linear(states, f"{part}self.{name}", rows)
            .reshape(-1, HEAD, texts, length)
            .transpose(2, 0, 1, 3)
            for name in ("query", "key", "value")
        )
        query *= 1 / math.sqrt(HEAD)
        shares: Floats = key.transpose(0, 1, 3, 2) @ query
        shares += mask
        shares -= shares.max(2, keepdims=True)
        np.exp(shares, out=shares)
        seen = value @ shares
        seen /= shares.sum(2, keepdims=True)
        seen = seen.transpose(1, 2, 0, 3).reshape(-1, states.shape[1])
        return _product(self._weights[part + "output.dense.weight"][:, rows], seen)

    def _widened(self, states: Floats, layer: str, rows: slice) -> Floats:
        """What these rows of the wide states add to the narrow ones."""
        wide = gelu(self._linear(states, layer + "intermediate.dense", rows))
        return _product(self._weights[layer + "output.dense.weight"][:, rows], wide)

    def _linear(self, states: Floats, name: str, rows: slice) -> Floats:
        product = _product(self._weights[name + ".weight"][rows], states)
        product += self._bias(name)[rows]
        return product

    def _bias(self, name: str) -> Floats:
        return self._weights[name + ".bias"][:, None]

    def _normalised(self, states: Floats, name: str) -> Floats:
        """Every column brought to mean 0 and variance 1, then weighed: in place."""
        states -= MEAN @ states
        states /= np.sqrt(MEAN @ np.square(states) + EPSILON)
        states *= self._weights[name + ".weight"][:, None]
        states += self._bias(name)
        return states


def _summed(work: Callable[[slice], Floats], states: Floats, rows: int) -> Floats:
    """The sum of what `work` makes of either half of so many rows."""
    if states.shape[1] > SHARED_COLUMNS:
        return work(slice(0, rows))
    half = rows // 2
    first, second = both(lambda number: work(slice(number * half, (number + 1) * half)))
    first += second
    return first


def _product(weight: Floats, states: Floats) -> Floats:
    columns = states.shape[1]
    if columns <= FEW_COLUMNS:
        weight = weight.reshape(-1, PANEL, weight.shape[1])
    product: Floats = (weight @ states).reshape(-1, columns)
    return product


def gelu(states: Floats) -> Floats:
    """Each number times the share of a normal distribution below it, in place.

    That share is 1 / (1 + exp(-x p(x²))) with p fitted to it: numpy has no error function. Block by block, so that
    the steps in between stay in the processor's cache.
    """
    step = max(1, BLOCK // states.shape[1])
    for start in range(0, len(states), step):
        block = states[start : start + step]
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
