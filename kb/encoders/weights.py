"""How do the encoder's weights lie in the package? Named arrays of few bits in one file, mapped rather than read.

Little-endian: `KBW1`, bytes of the header (u32), the header (JSON: the digest of all that follows it, and for every
name where its array begins and ends, and its shape), then the arrays: rows as `quantise.py` packs them, or floats.
"""

from __future__ import annotations

import hashlib
import json
import mmap
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from kb.encoders.quantise import Floats, Packed, pack
from kb.errors import EncoderError

MAGIC = b"KBW1"
FLOATS = 32
"""Bits of an array that is left as it is."""


class Weights:
    """The arrays of a file, by name; those of few bits become floats where they are asked for, or once for all."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            with path.open("rb") as file:
                data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
            start = 8 + int.from_bytes(data[4:8], "little")
            header = json.loads(bytes(data[8:start]))
            self._body = data[start:]
            self.digest: str = header["digest"]
            self._arrays = {name: self._array(*where) for name, where in header["arrays"].items()}
            if data[:4] != MAGIC:
                raise ValueError("unknown format")
        except (OSError, ValueError, KeyError, TypeError, AttributeError, EncoderError) as error:
            raise self._damaged() from error
        self._kept: dict[str, Floats] = {}

    def _array(self, first: int, end: int, shape: list[int] | None) -> Packed | Floats:
        data = self._body[first:end]
        return Packed(data) if shape is None else np.frombuffer(data, "<f4").reshape(shape)

    def _damaged(self) -> EncoderError:
        return EncoderError(f"{self._path} is damaged: install kb again")

    def verify(self) -> None:
        """Raises an error where the bytes are not those that were written."""
        if hashlib.sha256(self._body).hexdigest() != self.digest:
            raise self._damaged()

    def keep(self) -> None:
        """Unpack all weights that are multiplied with: for who encodes many texts."""
        if not self._kept:
            self._kept = {
                name: array[:]
                for name, array in self._arrays.items()
                if isinstance(array, Packed) and array.bits == 8
            }

    def rows(self, name: str, numbers: slice | list[int]) -> Floats:
        """Some rows of an array."""
        kept = self._kept.get(name)
        found: Floats = self._arrays[name][numbers] if kept is None else kept[numbers]
        return found

    def columns(self, name: str, numbers: slice) -> Floats:
        """Some columns of an array."""
        kept = self._kept.get(name)
        if kept is not None:
            return kept[:, numbers]
        array = self._arrays[name]
        return array.columns_of(numbers) if isinstance(array, Packed) else array[:, numbers]

    def floats(self, name: str) -> Floats:
        """An array that is stored as it is."""
        array = self._arrays[name]
        return array[:] if isinstance(array, Packed) else array


def write(path: Path, arrays: Mapping[str, tuple[Floats, int]]) -> None:
    """Write arrays, each at so many bits a number: 4, 8 or FLOATS."""
    places, body = {}, bytearray()
    for name, (array, bits) in arrays.items():
        is_plain = bits == FLOATS
        data = array.astype("<f4").tobytes() if is_plain else pack(array, bits)
        body += bytes(-len(body) % 64)
        places[name] = (len(body), len(body) + len(data), list(array.shape) if is_plain else None)
        body += data
    digest = hashlib.sha256(body).hexdigest()
    header = json.dumps({"digest": digest, "arrays": places}, separators=(",", ":")).encode()
    header += b" " * (-(8 + len(header)) % 64)
    path.write_bytes(MAGIC + len(header).to_bytes(4, "little") + header + body)
