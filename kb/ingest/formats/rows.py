"""Rows of a printed column: words and cells from left to right, and which of them are rows of a table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from kb.ingest.formats.placed import Piece, rows_of
from kb.ingest.layout import BULLET

_CELL_GAP = 1.8
"""So wide a gap, in letter sizes, parts the cells of a row."""
_ALIGNED = 4.0
"""Points by which the edges of a table's column may differ."""
# "1.", "(a)", "•", "702.19b": what stands apart before an item
_MARK = re.compile(r"\(?[\w.]{1,8}[.):]?|\W")


@dataclass(slots=True)
class Row:
    """One row of a column."""

    pieces: list[Piece]
    table: bool = False
    cells: list[str] = field(default_factory=list)
    also: list[Row] = field(default_factory=list)
    """Rows of the same table that only go on with cells of this one."""

    @property
    def left(self) -> float:
        """Where its first letter stands."""
        return self.pieces[0].left

    @property
    def right(self) -> float:
        """Where its last letter ends."""
        return max(piece.right for piece in self.pieces)

    @property
    def base(self) -> float:
        """Height of its baseline."""
        return self.pieces[0].base

    @property
    def size(self) -> float:
        """Of most of its letters."""
        return max(self.pieces, key=lambda piece: len(piece.text)).size

    @property
    def bold(self) -> bool:
        """Whether all of it is set in bold."""
        return all(piece.bold for piece in self.pieces)

    @property
    def text(self) -> str:
        """Its words, cells of a table parted by tabs."""
        if self.table:
            return "\t".join(self.cells)
        return " ".join(piece.text for piece in self.pieces)

    @property
    def begins_item(self) -> bool:
        """Whether a bullet stands before it."""
        return bool(BULLET.match(self.text))


def rows_in(column: Sequence[Piece]) -> list[Row]:
    """The rows of a column from top to bottom, those of tables told and their broken cells whole."""
    rows = [Row(row) for row in rows_of(column)]
    parted = [_cells(row) for row in rows]
    start = 0
    while start < len(rows):
        end = start
        while (
            end < len(rows)
            and len(parted[end]) > 1
            and (end == start or _aligned(parted[end - 1], parted[end]))
        ):
            end += 1
        if end - start > 1:
            for row, cells in zip(rows[start:end], parted[start:end], strict=True):
                row.table, row.cells = True, [_words(cell) for cell in cells]
        start = max(end, start + 1)
    return rows


def _cells(row: Row) -> list[list[Piece]]:
    """The pieces of a row, parted where the gap is wide; a mark belongs to what it marks."""
    cells = [[row.pieces[0]]]
    for before, piece in pairwise(row.pieces):
        is_mark = before is row.pieces[0] and _MARK.fullmatch(before.text)
        if piece.left - before.right > _CELL_GAP * piece.size and not is_mark:
            cells.append([piece])
        else:
            cells[-1].append(piece)
    return cells


def _aligned(above: Sequence[Sequence[Piece]], below: Sequence[Sequence[Piece]]) -> bool:
    """Whether cells of two rows stand below each other: by their left edges, or by their right ones as numbers do."""
    lefts = [cell[0].left for cell in above[1:]]
    rights = [cell[-1].right for cell in above[1:]]
    return any(
        any(abs(cell[0].left - left) < _ALIGNED for left in lefts)
        or any(abs(cell[-1].right - right) < _ALIGNED for right in rights)
        for cell in below[1:]
    )


def _words(cell: Sequence[Piece]) -> str:
    return " ".join(piece.text for piece in cell)
