"""Which direction does this text point in? Encoders turn texts into vectors that can be compared.

The *encoder* is a small language model, taught how rules are asked about; the *table* knows what words mean but not how
they stand together: it has a say beside the model, browsers ask with it, and `kb build --quick` indexes with it.
`project` brings vectors of the encoder into the table's space, where the table's questions can be compared with them.
numpy and the encoders are imported only where they are called for.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from kb.encoders.minilm import MiniLM
    from kb.encoders.piece_table import Table
    from kb.encoders.quantise import Floats

DATA = Path(__file__).parent / "data"
WEIGHTS = DATA / "encoder.bin"


class Encoder(Protocol):
    """Turns texts into unit vectors."""

    @property
    def name(self) -> str:
        """What people call it: `encoder` or `table`."""

    @property
    def key(self) -> str:
        """Changes whenever its vectors would: what cached vectors are kept under."""

    @property
    def dims(self) -> int:
        """Length of its vectors."""

    def encode(self, texts: Sequence[str]) -> Floats:
        """One unit row a text (zeros where the encoder can make nothing of it)."""


@cache
def pieces() -> list[str]:
    """BERT's uncased list of pieces; the place in the list is the piece's number."""
    return (DATA / "pieces.txt").read_text(encoding="utf-8").splitlines()


@cache
def encoder() -> MiniLM:
    """The encoder."""
    from kb.encoders.minilm import MiniLM

    return MiniLM(WEIGHTS, pieces(), table())


@cache
def table() -> Table:
    """The table of pieces."""
    from kb.encoders.piece_table import read_shipped

    return read_shipped(DATA, pieces())


def project(vectors: Floats) -> Floats:
    """Vectors of the encoder, without what the table adds to them, in the table's space."""
    from kb.encoders.quantise import Packed, unit

    axes = Packed((DATA / "axes.bin").read_bytes())[:]
    return unit(vectors[:, : len(axes)] @ axes)
