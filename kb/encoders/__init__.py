"""Which direction does this text point in? Encoders turn texts into vectors that can be compared.

The *bundled* encoder is always there; the *full* one once `kb model add` has fetched its weights. `project`
brings vectors of the full encoder into the bundled one's space, so that either may stand on either side of a
comparison. numpy and the encoders are imported only where they are called for.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from kb.encoders.minilm import MiniLM
    from kb.encoders.quantise import Floats
    from kb.encoders.table import Table

DATA = Path(__file__).parent / "data"


class Encoder(Protocol):
    """Turns texts into unit vectors."""

    @property
    def name(self) -> str:
        """What people call it: `bundled` or `full`."""

    @property
    def key(self) -> str:
        """Changes whenever its vectors would: what cached vectors are kept under."""

    @property
    def dims(self) -> int:
        """Length of its vectors."""

    def encode(self, texts: Sequence[str]) -> Floats:
        """One unit row a text (zeros where the encoder can make nothing of it)."""

    def knows(self, word: str) -> bool:
        """Whether this word is a piece of its own: a common English word, not a slip of the pen."""


@cache
def pieces() -> list[str]:
    """BERT's uncased list of pieces; the place in the list is the piece's number."""
    return (DATA / "pieces.txt").read_text(encoding="utf-8").splitlines()


@cache
def bundled() -> Table:
    """The static table that ships with the package."""
    from kb.encoders.table import read_bundled

    return read_bundled(DATA, pieces())


def full() -> MiniLM | None:
    """all-MiniLM-L6-v2, or None while its weights are not installed; damaged weights are an error."""
    from kb.encoders import model

    weights = model.find()
    if weights is None:
        return None
    from kb.encoders.minilm import MiniLM

    return MiniLM(weights, pieces())


def best() -> Encoder:
    """The full encoder where it is installed, the bundled one elsewhere."""
    return full() or bundled()


def in_use() -> str:
    """The best encoder at hand and what runs it, for people."""
    encoder = full()
    if encoder is None:
        return "bundled table; `kb model add` adds the full encoder"
    from kb.encoders.passes import runner

    return f"full encoder ({encoder.key}), run by {runner()}"


def project(vectors: Floats) -> Floats:
    """Vectors of the full encoder in the bundled one's space."""
    from kb.encoders.quantise import Packed, unit

    return unit(vectors @ Packed((DATA / "axes.bin").read_bytes())[:])
