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
_FEWEST = 2
"""So many rows with several cells make a table."""
_PITCH = 1.6
_ALIGNED = 4.0
"""Points by which the edges of a table's column may differ."""
# "1.", "(a)", "•", "702.19b": what stands apart before an item
_MARK = re.compile(r"\(?(?:\d{1,4}(?:\.\d{1,4})*[a-z]?|[A-Za-z]|[ivx]{1,5})[.):]?|\W")


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
    made: list[Row] = []
    start = 0
    while start < len(rows):
        end = _table_end(rows, parted, start)
        if sum(1 for cells in parted[start:end] if len(cells) > 1) < _FEWEST:
            end = start + 1
            made.append(rows[start])
        else:
            made += _table(rows[start:end], parted[start:end])
        start = end
    return made


def _table_end(rows: Sequence[Row], parted: Sequence[list[list[Piece]]], start: int) -> int:
    """Where the table ends that begins with a row: its rows have cells below each other, or go on with one."""
    if len(parted[start]) < 2:
        return start
    above, end = parted[start], start + 1
    while end < len(rows):
        if len(parted[end]) > 1:
            if not _aligned(above, parted[end]):
                break
            above = parted[end]
        elif not _continued(above, parted[end][0], rows[end - 1], rows[end]):
            break
        end += 1
    return end


def _table(rows: Sequence[Row], parted: Sequence[list[list[Piece]]]) -> list[Row]:
    """The rows of a table; one that only goes on with a cell is put into that cell."""
    made: list[Row] = []
    heads: list[list[Piece]] = []
    for row, cells in zip(rows, parted, strict=True):
        if len(cells) > 1:
            row.table, row.cells, heads = True, [_words(cell) for cell in cells], cells
            made.append(row)
        else:
            at = min(range(len(heads)), key=lambda index: abs(heads[index][0].left - row.left))
            made[-1].cells[at] += f" {_words(cells[0])}"
            made[-1].also.append(row)
    return made


def _continued(above: Sequence[Sequence[Piece]], cell: Sequence[Piece], before: Row, row: Row) -> bool:
    """Whether a row goes on with a cell of the row above, and not with its first one."""
    near = before.base - row.base < _PITCH * row.size
    return near and any(abs(cell[0].left - head[0].left) < _ALIGNED for head in above[1:])


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
