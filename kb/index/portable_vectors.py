"""How does meaning reach a browser? The table and the vectors, cut to what a page may load.

`table.kbt` is a table of pieces (`kb/encoders/piece_table.py`). The vectors of a small index come in a piece a game,
so that a reader may keep one game; those of a large one in pieces of a thousand entries, so that a query loads only
what it touches. `pieces.json` tells which of the two, and the position of the first entry of each. Of piece 0,
`vectors-0.kbv` holds u32 bytes of the entries' rows, u32 bytes of the parts' rows, and then

    the rows of the entries, of the parts   `kb/encoders/quantise.py`, all of the same leading dimensions
    where each part stands                  varint entries since the part before, then varint number of the
                                            sentence (65535: a question that players ask)
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from kb import encoders
from kb.encoders import Encoder
from kb.encoders.quantise import Floats, pack, unit
from kb.entries import Entry
from kb.index import fitted_table, portable, space
from kb.index.vectors import Part, Vectors

FOLDER = "browser"
TABLE, PIECES = "table.kbt", "pieces.json"
PIECE_ENTRIES = 1_000
"""Entries of a piece of a large index: about 200 KB with their sentences."""

BUDGET = 1_000_000
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


def write(
    folder: Path,
    vectors: Vectors,
    entries: Sequence[Entry],
    texts: Sequence[str],
    parts: Sequence[Part],
    encoder: Encoder,
) -> None:
    """Write what a browser needs to search these vectors: of entries, whose encoded `texts` these are, and of parts."""
    place = folder / FOLDER
    place.mkdir()
    count = len(vectors.entries)
    rows = count + len(vectors.parts)
    bits = 8 if rows * DIMS <= EIGHT_BITS_UP_TO else 4
    left = BUDGET - round(rows * DIMS * bits / 8 * COMPRESSED[bits])
    most = min(max(left // PIECE_BYTES, FEWEST_PIECES), MOST_PIECES)
    wholes, halves = _cut(vectors.entries[:], texts, encoder), _cut(vectors.parts[:], _texts(parts), encoder)
    table = encoders.table().cut(texts, most, DIMS)
    if encoder.key != encoders.table().key:
        stretches = fitted_table.stretches([entry.text for entry in entries])
        drawn = _cut(encoder.encode(stretches), stretches, encoder)
        table = fitted_table.teach(table, [*_texts(parts), *stretches], np.concatenate([halves, drawn]))
    (place / TABLE).write_bytes(table.to_bytes(TABLE_BITS))
    is_split = count > portable.SPLIT_ABOVE
    firsts = list(range(0, count, PIECE_ENTRIES)) if is_split else _starts([entry.game for entry in entries])
    (place / PIECES).write_text(json.dumps({"split": is_split, "firsts": firsts}) + "\n", encoding="utf-8")
    for number, (first, end) in enumerate(zip(firsts, [*firsts, count][1:], strict=True)):
        held = slice(*np.searchsorted(vectors.owners, [first, end]).tolist())
        packed = pack(wholes[first:end], bits), pack(halves[held], bits)
        owners = _owners((vectors.owners[held] - first).tolist(), vectors.sentences[held].tolist())
        lengths = struct.pack("<II", *map(len, packed))
        (place / f"vectors-{number}.kbv").write_bytes(lengths + b"".join(packed) + owners)


def _starts(games: Sequence[str]) -> list[int]:
    """Where each game begins."""
    return [number for number, game in enumerate(games) if number == 0 or game != games[number - 1]]


def _texts(parts: Sequence[Part]) -> list[str]:
    return [part.text for part in parts]


def _cut(rows: Floats, texts: Sequence[str], encoder: Encoder) -> Floats:
    """Rows as a browser compares its questions with them."""
    return unit(space.shared(rows, texts, encoder)[:, :DIMS])


def _owners(owners: list[int], sentences: list[int]) -> bytes:
    gaps = (owner - before for before, owner in zip([0, *owners], owners, strict=False))
    pairs = zip(gaps, sentences, strict=True)
    return b"".join(portable.varint(number) for pair in pairs for number in pair)
