"""How does meaning reach a browser? The vectors of a game and the table for questions, cut to what a page may load.

A small game's vectors are one piece; those of a large one come in pieces of a thousand entries, so that a query loads
only what it touches. `pieces.json` tells which of the two, and the position of the first entry of each. Of piece 0,
`vectors-0.kbv` holds u32 bytes of the entries' rows, u32 bytes of the parts' rows, and then

    the rows of the entries, of the parts   `kb/encoders/quantise.py`, all of the same leading dimensions
    where each part stands                  varint entries since the part before, then varint number of the
                                            sentence (65535: a question that players ask)

`used.u2` names the pieces of the table that the game's texts use. One table serves all games
(`kb/encoders/piece_table.py`): a question is the same in each.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from kb import encoders
from kb.encoders.quantise import Floats, pack, unit
from kb.index import portable, space
from kb.index.vectors import KNOWN, Vectors

FOLDER = "browser"
PIECES, USED = "pieces.json", "used.u2"
PIECE_ENTRIES = 1_000
"""Entries of a piece of a large index: about 200 KB with their sentences."""

DIMS = 128
"""Leading dimensions kept; 96 cost .01 nDCG on seeds and .02 on Magic."""

TABLE_BITS = 4
MOST_PIECES = 7_700
"""Pieces of the table: those of its games, then what players use most; about half a megabyte, compressed."""

SPARE_PIECES = 4_000
"""Pieces that the table within a game's one file has besides those of its texts: nDCG@10 on seeds was .771 with 273 KB,
.772 with all 12,000 in 725 KB, .762 with 2,000 in 152 KB."""

EIGHT_BITS_UP_TO = 450_000
"""Bytes of vectors up to which they keep 8 bits; beyond it 4 bits, which cost .01 nDCG."""


def write(folder: Path, vectors: Vectors, texts: Iterable[str]) -> None:
    """Write what a browser needs to search the vectors of a game, of whose entries these are the texts.

    What is known to be asked stays away: for Magic 160 KB.
    """
    place = folder / FOLDER
    place.mkdir()
    count = len(vectors.entries)
    own = np.flatnonzero(vectors.sentences != KNOWN)
    owners, sentences = vectors.owners[own], vectors.sentences[own]
    rows = count + len(own)
    bits = 8 if rows * DIMS <= EIGHT_BITS_UP_TO else 4
    wholes, halves = _cut(vectors.entries[:]), _cut(vectors.parts[own])
    is_split = count > portable.SPLIT_ABOVE
    firsts = list(range(0, count, PIECE_ENTRIES if is_split else max(1, count)))
    (place / PIECES).write_text(json.dumps({"split": is_split, "firsts": firsts}) + "\n", encoding="utf-8")
    for number, (first, end) in enumerate(zip(firsts, [*firsts, count][1:], strict=True)):
        held = slice(*np.searchsorted(owners, [first, end]).tolist())
        packed = pack(wholes[first:end], bits), pack(halves[held], bits)
        places = _owners((owners[held] - first).tolist(), sentences[held].tolist())
        lengths = struct.pack("<II", *map(len, packed))
        (place / f"vectors-{number}.kbv").write_bytes(lengths + b"".join(packed) + places)
    used = sorted({piece for text in texts for piece in encoders.table().ids(text)})
    (place / USED).write_bytes(np.array(used, "<u2").tobytes())


def table(indexes: Iterable[Path], spare: int = MOST_PIECES) -> bytes:
    """The table for questions to these games: the pieces that most of them use, then `spare` that players use most."""
    counts = np.zeros(len(encoders.table().pieces), np.int64)
    for folder in indexes:
        counts[np.frombuffer((folder / FOLDER / USED).read_bytes(), "<u2")] += 1
    order = np.argsort(-counts, kind="stable")[: np.count_nonzero(counts)]
    most = min(MOST_PIECES, len(order) + spare)
    return encoders.table().keeping(order.tolist(), most, DIMS).to_bytes(TABLE_BITS)


def _cut(rows: Floats) -> Floats:
    """Rows as a browser compares its questions with them."""
    return unit(space.shared(rows)[:, :DIMS])


def _owners(owners: list[int], sentences: list[int]) -> bytes:
    gaps = (owner - before for before, owner in zip([0, *owners], owners, strict=False))
    pairs = zip(gaps, sentences, strict=True)
    return b"".join(portable.varint(number) for pair in pairs for number in pair)
