"""Which texts were encoded before? Vectors by digest of text, kept in the user's cache folder across builds.

The cache only saves time: a missing, damaged or unwritable one is the same as an empty one.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from kb.encoders.quantise import Packed, join, pack
from kb.errors import EncoderError

if TYPE_CHECKING:
    from kb.encoders import Encoder
    from kb.encoders.quantise import Floats

MOST = 300_000
"""Texts kept on one shelf; the oldest go first. At 400 bytes each that is 120 MB."""

_AT_ONCE = 500
"""Texts encoded between two words of progress, and kept then: some four seconds of the full encoder."""

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
    """An encoder that remembers: for one whose work is worth more than the look-up; it tells how far it is."""

    def __init__(self, encoder: Encoder, tell: Callable[[str], None] | None = None, shelf: str = "") -> None:
        self._encoder, self._tell, self._shelf = encoder, tell, shelf
        self.name, self.key, self.dims = encoder.name, encoder.key, encoder.dims

    def encode(self, texts: Sequence[str]) -> Floats:
        """One unit row a text."""
        return encode(self._encoder, texts, self._tell, self._shelf)

    def knows(self, word: str) -> bool:
        """Whether this word is a common English one."""
        return self._encoder.knows(word)


def encode(
    encoder: Encoder, texts: Sequence[str], tell: Callable[[str], None] | None = None, shelf: str = ""
) -> Floats:
    """A unit row a text, only those encoded that never were; rounded to 8 bits either way.

    Each `shelf` has a file of its own: a game reads and writes no more than its own texts, whatever others hold.

    Where that takes so long that it is told, what is encoded is kept as it comes: nobody waits for it twice.
    """
    name = hashlib.sha256(f"{encoder.key}\0{shelf}".encode(errors="surrogatepass")).hexdigest()[:16]
    path = folder() / f"{name}.npz"
    digests, rows = _read(path, encoder.dims)
    wanted = [_digest(text) for text in texts]
    known = {digest: number for number, digest in enumerate(digests)}
    new = {digest: text for digest, text in zip(wanted, texts, strict=True) if digest not in known}
    known |= {digest: len(digests) + number for number, digest in enumerate(new)}
    at_once = _AT_ONCE if tell else max(1, len(new))
    for start in range(0, len(new), at_once):
        if tell:
            tell(f"Reading what texts mean: {start:,} of {len(new):,} (each only once)")
        some = list(new)[start : start + at_once]
        rows = join(rows, pack(encoder.encode([new[digest] for digest in some]), 8))
        digests = [*digests, *some]
        _write(path, digests, rows)
    return Packed(rows)[[known[digest] for digest in wanted]]


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_DIGEST).digest()


def _read(path: Path, dims: int) -> tuple[list[bytes], bytes]:
    """Digests of texts and their packed rows; these are many more than a build asks for, so they stay packed."""
    nothing: tuple[list[bytes], bytes] = [], pack(np.zeros((0, dims), np.float32), 8)
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            digests, rows = stored["digests"].tobytes(), stored["rows"].tobytes()
        held = Packed(rows)
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, EncoderError):
        return nothing
    found = [digests[at : at + _DIGEST] for at in range(0, len(digests), _DIGEST)]
    return (found, rows) if (len(held), held.columns, held.bits) == (len(found), dims, 8) else nothing


def _write(path: Path, digests: list[bytes], rows: bytes) -> None:
    """Put the cache in place as a whole, so that a reader or another build never sees half of one."""
    new = path.with_suffix(f".{os.getpid()}.npz")
    if len(digests) > MOST:
        digests, rows = digests[-MOST:], pack(Packed(rows)[slice(-MOST, None)], 8)
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez(new, digests=np.frombuffer(b"".join(digests), np.uint8), rows=np.frombuffer(rows, np.uint8))
        new.replace(path)
