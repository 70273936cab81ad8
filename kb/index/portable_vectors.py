"""How does meaning reach a browser? The table and the vectors, cut to what a page may load.

`table.kbt` is a table of pieces (`kb/encoders/table.py`), `entries.kbq` and `parts.kbq` are rows
(`kb/encoders/quantise.py`), all of the same leading dimensions. `owners.bin` tells where each part stands:
varint entries since the part before, then varint number of the sentence (65535: a question that players ask).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from kb import encoders
from kb.encoders.quantise import Floats, pack, unit
from kb.index import space
from kb.index.portable import varint
from kb.index.vectors import Vectors

FOLDER = "browser"
TABLE, ENTRIES, PARTS, OWNERS = "table.kbt", "entries.kbq", "parts.kbq", "owners.bin"

BUDGET = 1_030_000
"""Bytes, compressed, that a reader loads at most to search by meaning."""

DIMS = 128
"""Leading dimensions kept; 96 cost .01 nDCG on seeds and .02 on Magic."""

TABLE_BITS = 4
PIECE_BYTES = 60
"""What a piece of the table takes, compressed: half a byte a dimension less what repeats, and its letters."""

FEWEST_PIECES, MOST_PIECES = 4_000, 12_000
COMPRESSED = {4: 0.75, 8: 0.85}
"""What compression leaves of rows of so many bits."""

EIGHT_BITS_UP_TO = 450_000
"""Bytes of vectors up to which they keep 8 bits; beyond it 4 bits, which cost .01 nDCG."""


def write(folder: Path, vectors: Vectors, texts: Sequence[str]) -> None:
    """Write what a browser needs to search these vectors; `texts` are what the table must know best."""
    place = folder / FOLDER
    place.mkdir()
    rows = len(vectors.entries) + len(vectors.parts)
    bits = 8 if rows * DIMS <= EIGHT_BITS_UP_TO else 4
    left = BUDGET - round(rows * DIMS * bits / 8 * COMPRESSED[bits])
    most = min(max(left // PIECE_BYTES, FEWEST_PIECES), MOST_PIECES)
    table = encoders.bundled().cut(texts, most, DIMS)
    (place / TABLE).write_bytes(table.to_bytes(TABLE_BITS))
    (place / ENTRIES).write_bytes(pack(_cut(space.shared(vectors.entries[:])), bits))
    (place / PARTS).write_bytes(pack(_cut(space.shared(vectors.parts[:])), bits))
    (place / OWNERS).write_bytes(_owners(vectors))


def _cut(rows: Floats) -> Floats:
    return unit(rows[:, :DIMS])


def _owners(vectors: Vectors) -> bytes:
    gaps = np.diff(vectors.owners, prepend=0).tolist()
    pairs = zip(gaps, vectors.sentences.tolist(), strict=True)
    return b"".join(varint(number) for pair in pairs for number in pair)
