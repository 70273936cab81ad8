"""Which texts were encoded before? What the encoder made of them by digest of text, kept across builds.

That of the shipped corpus comes with the package; the rest is kept in the user's cache folder, in a database for each
state of the encoder. The cache only saves time: a missing, damaged or unwritable one is the same as an empty one.
"""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from kb import caches, encoders
from kb.encoders.quantise import Packed, join, pack

if TYPE_CHECKING:
    from kb.encoders.minilm import MiniLM
    from kb.encoders.quantise import Floats

MOST = 300_000
"""Texts kept for one encoder; the oldest go first. At 1 kB each that is 300 MB."""

VECTOR_BITS, PIECE_BITS = 8, 4

_AT_ONCE = 400
"""Texts encoded between two words of progress, and kept then: some seconds' work."""

_ASKED_AT_ONCE = 500
_DIGEST = 16

SHIPPED = "corpus.sqlite"

_TABLES = """
CREATE TABLE IF NOT EXISTS made_by (key TEXT UNIQUE);
CREATE TABLE IF NOT EXISTS texts
    (number INTEGER PRIMARY KEY, digest BLOB UNIQUE NOT NULL, vector BLOB NOT NULL, pieces BLOB);
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What the encoder made of a text, packed."""

    vector: bytes
    pieces: bytes | None
    """None where only the vector was asked for."""


class Cached:
    """The encoder, remembering: it tells how far it is, and what is encoded is kept as it comes."""

    def __init__(self, encoder: MiniLM, tell: Callable[[str], None] | None = None) -> None:
        self._encoder, self._tell = encoder, tell
        self.name, self.key, self.dims = encoder.name, encoder.key, encoder.dims
        self._path = caches.folder() / f"{encoder.key}.sqlite"
        self.known: dict[bytes, Kept] = {}
        """What was asked for so far, by digest of text."""

    def encode(self, texts: Sequence[str]) -> Floats:
        """One unit row a text, rounded to 8 bits."""
        nothing = pack(np.zeros((0, self.dims), np.float32), VECTOR_BITS)
        known = self._learn(texts, False)
        return Packed(join([nothing, *(self.known[digest].vector for digest in known)]))[:]

    def pieces(self, texts: Sequence[str]) -> list[bytes]:
        """The rows of every text's pieces, packed."""
        return [self.known[digest].pieces or b"" for digest in self._learn(texts, True)]

    def _learn(self, texts: Sequence[str], with_pieces: bool) -> list[bytes]:
        """The digests of texts; what was not known of them before is, after this."""
        wanted = [_digest(text) for text in texts]

        def is_missing(digest: bytes) -> bool:
            kept = self.known.get(digest)
            return kept is None or (with_pieces and kept.pieces is None)

        for path in (encoders.DATA / SHIPPED, self._path):
            missing = [digest for digest in dict.fromkeys(wanted) if is_missing(digest)]
            self.known |= _read(path, self.key, missing)
        new = {digest: text for digest, text in zip(wanted, texts, strict=True) if is_missing(digest)}
        started = time.monotonic()
        for start in range(0, len(new), _AT_ONCE):
            if self._tell:
                self._tell(_progress(start, len(new), time.monotonic() - started))
            some = list(new)[start : start + _AT_ONCE]
            readings = self._encoder.read([new[digest] for digest in some])
            found = {
                digest: Kept(
                    vector=pack(reading.vector[None], VECTOR_BITS),
                    pieces=pack(reading.pieces, PIECE_BITS) if with_pieces else None,
                )
                for digest, reading in zip(some, readings, strict=True)
            }
            self.known |= found
            keep(self._path, self.key, found)
        return wanted


def _progress(done: int, all_of_them: int, seconds: float) -> str:
    """How far it is, and how long it will take: guessed from what was done."""
    told = f"Reading what {all_of_them:,} new texts mean, this once: {done / all_of_them:.0%}"
    if not done:
        return told
    left = seconds / done * (all_of_them - done)
    return f"{told}, about {left:.0f} s more" if left < 90 else f"{told}, about {left / 60:.0f} min more"


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_DIGEST).digest()


def _read(path: Path, key: str, digests: Sequence[bytes]) -> dict[bytes, Kept]:
    """What a database knows of these; nothing where it cannot be read or belongs to another encoder."""
    found: dict[bytes, Kept] = {}
    if not digests or not path.is_file():
        return found
    address = f"{path.absolute().as_uri()}?mode=ro"
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(address, uri=True)) as held:
        if held.execute("SELECT key FROM made_by").fetchone() != (key,):
            return found
        for start in range(0, len(digests), _ASKED_AT_ONCE):
            some = digests[start : start + _ASKED_AT_ONCE]
            marks = ",".join("?" * len(some))
            rows = held.execute(f"SELECT digest, vector, pieces FROM texts WHERE digest IN ({marks})", some)
            found |= {digest: Kept(vector=vector, pieces=pieces) for digest, vector, pieces in rows}
    return found


def keep(path: Path, key: str, found: dict[bytes, Kept]) -> None:
    """Add to a database, which is made anew where it is damaged."""
    rows = [(digest, kept.vector, kept.pieces) for digest, kept in found.items()]
    with contextlib.suppress(sqlite3.Error, OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            _insert(path, key, rows)
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):  # busy, full, read-only: not damaged
                return
            path.unlink()
            _insert(path, key, rows)


def _insert(path: Path, key: str, rows: Iterable[tuple[bytes, bytes, bytes | None]]) -> None:
    with contextlib.closing(sqlite3.connect(path)) as held, held:
        held.executescript(_TABLES)
        held.execute("INSERT OR IGNORE INTO made_by VALUES (?)", (key,))
        held.executemany("INSERT OR REPLACE INTO texts (digest, vector, pieces) VALUES (?, ?, ?)", rows)
        held.execute("DELETE FROM texts WHERE number <= (SELECT max(number) FROM texts) - ?", (MOST,))
