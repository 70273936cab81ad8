"""The table: one row a piece; a text points where the sum of its rows points.

Small and quick rather than wise: it knows what words mean but not how they stand together. Trained against
the encoder (`training/table.py`), whose vectors `kb.encoders.project` brings into its space.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Sequence
from itertools import chain, islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kb.encoders.quantise import Floats, Packed, pack, unit
from kb.encoders.wordpiece import WordPiece
from kb.errors import EncoderError

AT_ONCE = 512
"""Texts encoded together; more take more memory and save no time."""

MAGIC = b"KBT1"


class Table:
    """A static encoder: pieces, and a row for each."""

    def __init__(self, pieces: Sequence[str], rows: Packed | Floats, key: str, name: str = "table") -> None:
        if len(pieces) != len(rows):
            raise EncoderError(f"a table of {len(rows)} rows cannot serve {len(pieces)} pieces")
        self.name = name
        self.key = key
        self.pieces = pieces
        self._rows = rows
        self._cutter = WordPiece(pieces)

    @property
    def dims(self) -> int:
        """Length of the vectors."""
        return _columns(self._rows)

    def ids(self, text: str) -> list[int]:
        """The rows of a text's pieces."""
        return self._cutter.ids(text)

    def rows(self) -> Floats:
        """All rows, as floats."""
        return np.array(self._rows[:])

    def encode(self, texts: Sequence[str]) -> Floats:
        """One unit row a text; a row of zeros for a text without any known piece."""
        vectors = np.zeros((len(texts), self.dims), np.float32)
        for start in range(0, len(texts), AT_ONCE):
            ids = [self.ids(text) for text in texts[start : start + AT_ONCE]]
            used, counts = bags(ids)
            vectors[start : start + AT_ONCE] = counts @ self._rows[used]
        return unit(vectors)

    def keeping(self, used: Iterable[int], most: int, dims: int | None = None) -> Table:
        """A smaller table of at most so many pieces: single characters, those used in this order, then the first ones.

        Our pieces stand in the order of how often players' questions use them.
        """
        wanted = dict.fromkeys(chain(self._single(), used, range(len(self.pieces))))
        numbers = sorted(islice(wanted, most))
        rows = self._rows[numbers][:, :dims]
        return Table(
            [self.pieces[number] for number in numbers], rows, f"{self.key}-{len(numbers)}", self.name
        )

    def _single(self) -> list[int]:
        return [number for number, piece in enumerate(self.pieces) if len(piece.removeprefix("##")) == 1]

    def to_bytes(self, bits: int = 4) -> bytes:
        """All in one file: `KBT1`, the length of the list of pieces (u32), the list, the packed rows."""
        pieces = "\n".join(self.pieces).encode()
        return MAGIC + struct.pack("<I", len(pieces)) + pieces + pack(self.rows(), bits)


def bags(ids: Sequence[Sequence[int]]) -> tuple[NDArray[np.int64], Floats]:
    """The pieces in use, and how often each text (a row) holds each of them (a column).

    A product with this matrix sums rows several times faster than numpy adds them up one by one.
    """
    flat = np.array([number for numbers in ids for number in numbers], np.int64)
    owners = np.repeat(np.arange(len(ids)), [len(numbers) for numbers in ids])
    used, columns = np.unique(flat, return_inverse=True)
    counts = np.zeros((len(ids), len(used)), np.float32)
    np.add.at(counts.reshape(-1), owners * len(used) + columns, 1)
    return used, counts


def _columns(rows: Packed | Floats) -> int:
    return rows.columns if isinstance(rows, Packed) else int(rows.shape[1])


def read_shipped(folder: Path, pieces: Sequence[str]) -> Table:
    """The table in the package: `kept.bin` tells which piece (u16) each row of `rows.bin` is for."""
    kept = np.frombuffer((folder / "kept.bin").read_bytes(), "<u2").tolist()
    rows = (folder / "rows.bin").read_bytes()
    return Table([pieces[number] for number in kept], Packed(rows), f"table-{zlib.crc32(rows):08x}")


def write_shipped(folder: Path, kept: Sequence[int], rows: Floats, bits: int) -> None:
    """Writes what `read_shipped` reads."""
    (folder / "kept.bin").write_bytes(np.array(kept, "<u2").tobytes())
    (folder / "rows.bin").write_bytes(pack(rows, bits))
