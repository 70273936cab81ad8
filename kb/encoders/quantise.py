"""How are vectors stored in few bytes? Rows of 8-bit or 4-bit whole numbers, each row with its own scale.

Format 1, little-endian, read by the browser too: `KBQ1`, bits (u8), 0 (u8), columns (u16), rows (u32); then a
scale for each row (u16: the upper half of a float32); then the rows, one after the other. 8 bits are signed
bytes. At 4 bits a byte holds two columns, the even one in its lower half, as the value plus 8.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kb.errors import EncoderError

Floats = NDArray[np.float32]

HEADER = struct.Struct("<4sBBHI")
MAGIC = b"KBQ1"
LIMITS = {4: 7, 8: 127}
"""The largest whole number of each width; its negative is the smallest."""

SHRINK_4_BIT = 0.85
"""At 4 bits a finer step for the many beats room for the few largest numbers (measured: SEARCH-QUALITY 6)."""


_BLOCK = 256
"""Rows that become floats at once: so few stay in the processor's caches."""


class Packed:
    """Rows as they are stored; whole numbers become floats only where they are asked for."""

    def __init__(self, data: bytes | memoryview) -> None:
        try:
            magic, bits, _, columns, count = HEADER.unpack_from(data)
            self.bits: int = bits
            self.columns: int = columns
            if magic != MAGIC or self.bits not in LIMITS:
                raise ValueError("unknown format")
            wide = self.columns * self.bits // 8
            scales = np.frombuffer(data, "<u2", count, HEADER.size)
            self.scales: Floats = (scales.astype(np.uint32) << 16).view(np.float32)
            self._rows = np.frombuffer(data, np.uint8, count * wide, HEADER.size + 2 * count).reshape(
                count, wide
            )
        except (struct.error, ValueError) as error:
            raise EncoderError(f"these bytes hold no vectors that we can read: {error}") from error

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, rows: list[int] | NDArray[np.int64] | slice) -> Floats:
        """Some rows (numbers or a slice) as floats."""
        return np.multiply(self._numbers(rows), self.scales[rows][:, None], dtype=np.float32)

    def times(self, vector: Floats) -> Floats:
        """The product of every row with a vector; a few rows at a time become floats.

        Fresh memory for all of them takes longer than all that is counted: 36 ms for 8,738 rows of 576 columns,
        in place of 2.
        """
        found = np.empty(len(self), np.float32)
        for start in range(0, len(self), _BLOCK):
            rows = slice(start, start + _BLOCK)
            np.dot(self._numbers(rows).astype(np.float32), vector, out=found[rows])
        return found * self.scales

    def _numbers(self, rows: list[int] | NDArray[np.int64] | slice) -> NDArray[np.int8]:
        """Some rows as the whole numbers that are stored."""
        stored = self._rows[rows]
        if self.bits == 8:
            return stored.view(np.int8)
        whole = np.empty((len(stored), self.columns), np.int8)
        whole[:, 0::2] = stored & 15
        whole[:, 1::2] = stored >> 4
        whole -= 8
        return whole

    def cut(self, first: int, end: int) -> bytes:
        """Some rows on their own, as they are stored."""
        scales = (self.scales[first:end].view(np.uint32) >> 16).astype("<u2").tobytes()
        head = HEADER.pack(MAGIC, self.bits, 0, self.columns, end - first)
        return head + scales + self._rows[first:end].tobytes()

    def columns_of(self, columns: slice) -> Floats:
        """Some columns of all rows of 8 bits, as floats."""
        return np.multiply(self._rows.view(np.int8)[:, columns], self.scales[:, None], dtype=np.float32)


def pack(rows: Floats, bits: int) -> bytes:
    """Rows as bytes; 4 bits need an even number of columns."""
    limit = LIMITS[bits]
    count, columns = rows.shape
    if columns * bits % 8:
        raise ValueError(f"{columns} columns of {bits} bits do not fill whole bytes")
    shrink = SHRINK_4_BIT if bits == 4 else 1.0
    scales = _upper_halves(np.abs(rows).max(1) / limit * shrink) if count else np.zeros(0, np.uint16)
    steps = (scales.astype(np.uint32) << 16).view(np.float32)
    whole = np.clip(np.rint(rows / np.maximum(steps, 1e-30)[:, None]), -limit, limit).astype(np.int8)
    if bits == 4:
        shifted = (whole + 8).astype(np.uint8)
        body = shifted[:, 0::2] | shifted[:, 1::2] << 4
    else:
        body = whole.view(np.uint8)
    return HEADER.pack(MAGIC, bits, 0, columns, count) + scales.astype("<u2").tobytes() + body.tobytes()


def join(packed: Sequence[bytes]) -> bytes:
    """Packed rows, one after the other, without unpacking any; at least one of them."""
    parts = [Packed(data) for data in packed]
    bits, columns = parts[0].bits, parts[0].columns
    if any((one.bits, one.columns) != (bits, columns) for one in parts):
        raise ValueError("rows of another width")
    ends = [HEADER.size + 2 * len(one) for one in parts]
    scales = [data[HEADER.size : end] for data, end in zip(packed, ends, strict=True)]
    rows = [data[end:] for data, end in zip(packed, ends, strict=True)]
    return b"".join([HEADER.pack(MAGIC, bits, 0, columns, sum(map(len, parts))), *scales, *rows])


def _upper_halves(numbers: Floats) -> NDArray[np.uint16]:
    """The upper 16 bits of each float32, rounded up, so that a scale never grows too small for its row."""
    return ((numbers.astype(np.float32).view(np.uint32) + 0xFFFF) >> 16).astype(np.uint16)


def unit(rows: Floats) -> Floats:
    """Rows brought to length one; a row of zeros stays as it is."""
    lengths = np.linalg.norm(rows, axis=-1, keepdims=True)
    scaled: Floats = rows / np.maximum(lengths, 1e-12)
    return scaled
