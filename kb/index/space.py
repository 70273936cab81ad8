"""Which vector stands for a text? The full encoder's and the bundled one's side by side, or the latter alone.

The bundled table is always part of it: beside the full encoder it mends single slips of understanding, as two
readers of a question do. Its columns come last, so that an index made with the full encoder can be searched
without it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from kb import encoders

if TYPE_CHECKING:
    from kb.encoders import Encoder
    from kb.encoders.quantise import Floats

BUNDLED_SHARE = 0.4
"""Share of the bundled table in a similarity beside the full encoder: +.01 nDCG, flat from .2 to .5."""


class Both:
    """The vectors of both encoders in one row, weighed so that a product of rows is their shared similarity."""

    name = "full"

    def __init__(self, full: Encoder, bundled: Encoder) -> None:
        self._full, self._bundled = full, bundled
        self.key = f"{full.key}+{bundled.key}"
        self.dims = full.dims + bundled.dims

    def encode(self, texts: Sequence[str]) -> Floats:
        """One unit row a text."""
        import numpy as np

        full = math.sqrt(1 - BUNDLED_SHARE) * self._full.encode(texts)
        bundled = math.sqrt(BUNDLED_SHARE) * self._bundled.encode(texts)
        rows: Floats = np.concatenate([full, bundled], axis=1, dtype=np.float32)
        return rows

    def knows(self, word: str) -> bool:
        """Whether this word is a common English one."""
        return self._bundled.knows(word)


def best() -> Encoder:
    """The best encoder at hand: both together where the full one is installed, else the bundled one."""
    full = encoders.full()
    return Both(full, encoders.bundled()) if full else encoders.bundled()


def best_for_many(tell: Callable[[str], None] | None = None, shelf: str = "") -> Encoder:
    """The same for a whole index: what the full encoder made of a text is kept, whatever becomes of the table.

    It is told how far that is, for it may take minutes.
    """
    from kb.index.cache import Cached

    full = encoders.full()
    return Both(Cached(full, tell, shelf), encoders.bundled()) if full else encoders.bundled()


def key() -> str:
    """Names the space: vectors made under another name cannot be compared with ours."""
    return encoders.bundled().key


def for_columns(columns: int) -> Encoder:
    """The encoder for questions to an index of so many columns: the best one that it was made for."""
    bundled = encoders.bundled()
    return bundled if columns <= bundled.dims else best()


def shared(rows: Floats) -> Floats:
    """Rows of either kind in the bundled table's own space: what a browser can ask."""
    from kb.encoders.quantise import unit

    dims = encoders.bundled().dims
    if rows.shape[1] <= dims:
        return rows
    return unit(encoders.project(rows[:, :-dims]) + BUNDLED_SHARE * unit(rows[:, -dims:]))
