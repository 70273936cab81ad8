"""Which texts were encoded before? Vectors by digest of text, kept in the user's cache folder across builds.

The cache only saves time: a missing, damaged or unwritable one is the same as an empty one.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from kb.encoders.quantise import Packed, pack
from kb.errors import EncoderError

if TYPE_CHECKING:
    from kb.encoders import Encoder
    from kb.encoders.quantise import Floats

MOST = 300_000
"""Texts kept for one encoder; the oldest go first. At 192 bytes each that is 60 MB."""

_DIGEST = 16


def folder() -> Path:
    """Where vectors are cached: `KB_CACHE`, or a place in the user's cache folder."""
    if chosen := os.environ.get("KB_CACHE"):
        return Path(chosen).expanduser()
    if known := os.environ.get("XDG_CACHE_HOME"):
        return Path(known) / "kb"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "kb"
    return Path.home() / ".cache" / "kb"


class Cached:
    """An encoder that remembers: for one whose work is worth more than the look-up."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self.name, self.key, self.dims = encoder.name, encoder.key, encoder.dims

    def encode(self, texts: Sequence[str]) -> Floats:
        """One unit row a text."""
        return encode(self._encoder, texts)

    def knows(self, word: str) -> bool:
        """Whether this word is a common English one."""
        return self._encoder.knows(word)


def encode(encoder: Encoder, texts: Sequence[str]) -> Floats:
    """A unit row a text, only those encoded that never were; rounded to 8 bits either way."""
    path = folder() / f"{hashlib.sha256(encoder.key.encode()).hexdigest()[:16]}.npz"
    digests, rows = _read(path, encoder.dims)
    wanted = [_digest(text) for text in texts]
    known = {digest: number for number, digest in enumerate(digests)}
    new = {digest: text for digest, text in zip(wanted, texts, strict=True) if digest not in known}
    if new:
        rows = np.concatenate([rows, _rounded(encoder.encode(list(new.values())))])
        known |= {digest: len(digests) + number for number, digest in enumerate(new)}
        _write(path, [*digests, *new], rows)
    return rows[[known[digest] for digest in wanted]]


def _rounded(rows: Floats) -> Floats:
    return Packed(pack(rows, 8))[:]


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_DIGEST).digest()


def _read(path: Path, dims: int) -> tuple[list[bytes], Floats]:
    nothing: tuple[list[bytes], Floats] = [], np.zeros((0, dims), np.float32)
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            digests, rows = stored["digests"].tobytes(), Packed(stored["rows"].tobytes())[:]
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, EncoderError):
        return nothing
    found = [digests[at : at + _DIGEST] for at in range(0, len(digests), _DIGEST)]
    return (found, rows) if rows.shape == (len(found), dims) else nothing


def _write(path: Path, digests: list[bytes], rows: Floats) -> None:
    """Put the cache in place as a whole, so that a reader or another build never sees half of one."""
    new = path.with_suffix(f".{os.getpid()}.npz")
    digests, rows = digests[-MOST:], rows[-MOST:]
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez(
            new,
            digests=np.frombuffer(b"".join(digests), np.uint8),
            rows=np.frombuffer(pack(rows, 8), np.uint8),
        )
        new.replace(path)
