"""How does the browser's table learn a corpus? From what the encoder makes of its sentences and of stretches.

Measured with 4-bit tables on the development questions, which no text here is made of: its vectors of questions
come nearer to the encoder's (cosine .854 to .861 on Magic, .883 to .891 on the seeds) and ten of its nearest
sentences agree more often (.525 to .544, .653 to .667). Longer courses and more stretches bring no more.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from kb.encoders.fit import ADAPTING, adapt
from kb.encoders.phrases import Phrases, sentences
from kb.encoders.piece_table import Table
from kb.encoders.quantise import Floats, Packed, pack
from kb.errors import EncoderError
from kb.index import cache

STRETCHES, MOST_OF_ONE = 2_000, 2
"""Stretches of the texts, bare or in a question, and how many of one sentence: more bring the table no nearer."""

SHORTEST = 30
"""Characters of the shortest text that stretches are taken from."""

KEPT = 8
"""Fitted tables kept in the user's cache, at half a megabyte each."""


def stretches(texts: Sequence[str]) -> list[str]:
    """Stretches of these texts, as many of every sentence.

    Each is drawn by its own sentence's digest: so an edit changes hardly any but those of the sentences that it
    touches, and what the encoder made of the others is still known.
    """
    found = {sentence for text in texts if len(text) > SHORTEST for sentence in sentences(text) or [text]}
    seeds = sorted((_seed(sentence), sentence) for sentence in found)
    rounds = min(-(-STRETCHES // len(seeds)), MOST_OF_ONE) if seeds else 0
    drawn = ((seed + turn, sentence) for turn in range(rounds) for seed, sentence in seeds)
    phrases = (Phrases(sentence, seed) for seed, sentence in islice(drawn, STRETCHES))
    return list(dict.fromkeys(text for each in phrases for text in each.stretches(1)))


def _seed(sentence: str) -> int:
    digest = hashlib.blake2b(sentence.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big")


def teach(table: Table, texts: Sequence[str], targets: Floats) -> Table:
    """The table fitted to texts whose vectors are `targets`; a fit that was made before is read back."""
    path = cache.folder() / f"table-{_digest(table, texts, targets)}.kbq"
    rows = _read(path, (len(table.pieces), table.dims))
    if rows is None:
        body = pack(adapt(table, texts, targets).rows(), 8)
        rows = Packed(body)[:]
        _write(path, body)
    return Table(table.pieces, rows, f"{table.key}-fitted", table.name)


def _digest(table: Table, texts: Sequence[str], targets: Floats) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for part in (table.key, repr(ADAPTING), *table.pieces, "", *texts):
        digest.update(part.encode("utf-8", "surrogatepass") + b"\0")
    digest.update(pack(targets, 8))
    return digest.hexdigest()


def _read(path: Path, shape: tuple[int, int]) -> Floats | None:
    """Rows as written; None for a missing, damaged or foreign file."""
    try:
        data = path.read_bytes()
        body, seal = data[:-_SEAL], data[-_SEAL:]
        rows = Packed(body)[:] if seal == _seal(body) else None
    except (OSError, EncoderError):
        return None
    return rows if rows is not None and rows.shape == shape else None


def _write(path: Path, body: bytes) -> None:
    """Put a fit in place as a whole and let the oldest ones go."""
    new = path.with_suffix(f".{os.getpid()}")
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        new.write_bytes(body + _seal(body))
        new.replace(path)
        kept = sorted(path.parent.glob("table-*.kbq"), key=lambda one: one.stat().st_mtime, reverse=True)
        for old in kept[KEPT:]:
            old.unlink()


_SEAL = 16


def _seal(body: bytes) -> bytes:
    return hashlib.blake2b(body, digest_size=_SEAL).digest()
