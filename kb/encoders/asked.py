"""Which questions are known to be asked of a text? One vector a text: the mean of what the encoder makes of them.

`asked.bin`, little-endian, made by `training/asked.py`: `KBA1`, u16 bytes of the encoder's key, that key, u32 texts,
eight bytes a text, its digest, ascending; then a row for each (`quantise.py`). Of a text nothing else is kept: one
that is found by its digest is one that somebody holds.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path

import numpy as np

from kb.encoders.quantise import Floats, Packed, pack

NAME, MAGIC, BITS = "asked.bin", b"KBA1", 4
LETTERS, DIGEST = 60, 8


def digest_of(text: str) -> bytes:
    """By what a text is known: a digest of its first letters and digits."""
    start = "".join(char for char in text.lower() if char.isalnum())[:LETTERS]
    return blake2b(start.encode("utf-8", "surrogatepass"), digest_size=DIGEST).digest()


def write(path: Path, key: str, means: Mapping[bytes, Floats]) -> None:
    """Write the means by digest of text, as the encoder with this key made them."""
    digests = sorted(means)
    rows = pack(np.array([means[digest] for digest in digests], np.float32), BITS)
    head = MAGIC + struct.pack("<H", len(key)) + key.encode() + struct.pack("<I", len(digests))
    path.write_bytes(head + b"".join(digests) + rows)


def read(path: Path, key: str, texts: Iterable[str]) -> tuple[Sequence[int], Floats]:
    """Which of these texts are known, by place, and a row for each; none where another encoder made the rows."""
    data = path.read_bytes()
    (size,) = struct.unpack_from("<H", data, len(MAGIC))
    at = len(MAGIC) + 2 + size
    if data[at - size : at] != key.encode():
        return [], np.empty((0, 0), np.float32)
    (count,) = struct.unpack_from("<I", data, at)
    rows = at + 4 + count * DIGEST
    known = {data[start : start + DIGEST]: row for row, start in enumerate(range(at + 4, rows, DIGEST))}
    found = [
        (place, known[digest]) for place, text in enumerate(texts) if (digest := digest_of(text)) in known
    ]
    return [place for place, _ in found], Packed(data[rows:])[[row for _, row in found]]
