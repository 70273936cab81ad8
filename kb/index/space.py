"""Which vector stands for a text? One space for both encoders, so that either may stand on either side.

The bundled table is always part of it: beside the full encoder it corrects single slips of understanding, as
two readers of a question do. The same share serves entries and questions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kb import encoders

if TYPE_CHECKING:
    from kb.encoders import Encoder
    from kb.encoders.quantise import Floats

BUNDLED_SHARE = 0.4
"""Weight of the bundled table's vector beside the full encoder's: +.005 to +.01 nDCG, flat from .3 to .7."""


class Mixed:
    """The full encoder in the bundled one's space, with the bundled one's vector mixed in."""

    name = "full"

    def __init__(self, full: Encoder, bundled: Encoder) -> None:
        self._full, self._bundled = full, bundled
        self.key = f"{full.key}+{bundled.key}"
        self.dims = bundled.dims

    def encode(self, texts: Sequence[str]) -> Floats:
        """One unit row a text."""
        from kb.encoders.quantise import unit

        projected = encoders.project(self._full.encode(texts))
        return unit(projected + BUNDLED_SHARE * self._bundled.encode(texts))

    def knows(self, word: str) -> bool:
        """Whether this word is a common English one."""
        return self._bundled.knows(word)


def best() -> Encoder:
    """The best encoder at hand: both together where the full one is installed, else the bundled one."""
    full = encoders.full()
    return Mixed(full, encoders.bundled()) if full else encoders.bundled()


def best_for_many() -> Encoder:
    """The same for a whole index: what the full encoder made of a text is kept, whatever becomes of the table."""
    from kb.index.cache import Cached

    full = encoders.full()
    return Mixed(Cached(full), encoders.bundled()) if full else encoders.bundled()


def key() -> str:
    """Names the space: vectors made under another name cannot be compared with ours."""
    return encoders.bundled().key
