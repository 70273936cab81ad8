"""Which words of a page stand in one row, and which of its rows are those of a table?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from kb.ingest.layout.features import BULLET
from kb.ingest.limits import MOST_INITIALS
from kb.ingest.thresholds import FEWEST_SURE

_SAME_ROW = 0.35
"""Baselines so near to each other, in letter sizes, are those of one row."""
_GAP = 1.1
"""So wide a gap, in letter sizes, parts pieces of a row: words stand closer even in justified lines."""
_RAISED = 0.8
"""Letters so much smaller than those before them and higher up are set above the line."""
_HIGHEST = 0.6
_CLOSE = 0.18
_INITIAL = 1.8
"""So much larger than the words beside it is an initial."""
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True, slots=True)
class Piece:
    """Words that stand together in one row; distances in points from the lower left corner."""

    text: str
    left: float
    right: float
    base: float
    """Height of its baseline."""

    size: float
    bold: bool = False
    leads: bool = False
    """Whether its first word is set in bold, as names are at a paragraph's beginning."""

    @property
    def width(self) -> float:
        """From its first letter to its last."""
        return self.right - self.left


def pieces_of(words: Iterable[Piece]) -> list[Piece]:
    """Words in the order of a document's text, joined where they stand in one row without a gap."""
    pieces: list[Piece] = []
    for word in words:
        joined = _join(pieces[-1], word) if pieces else None
        if joined:
            pieces[-1] = joined
        else:
            pieces.append(word)
    return pieces


def _join(before: Piece, word: Piece) -> Piece | None:
    """A piece and the word after it as one; None where they stand apart."""
    gap = word.left - before.right
    if not -before.size < gap < _GAP * max(before.size, word.size):
        return None
    rise = word.base - before.base
    if (
        word.size < _RAISED * before.size
        and 0 <= rise < _HIGHEST * before.size
        and gap < _CLOSE * before.size + 1
    ):
        return replace(before, text=before.text + _raised(before.text, word.text), right=word.right)
    if abs(rise) > _SAME_ROW * max(before.size, word.size):
        return None
    return Piece(
        text=f"{before.text} {word.text}",
        left=before.left,
        right=max(before.right, word.right),
        base=before.base,
        size=before.size if len(before.text) >= len(word.text) else word.size,
        bold=before.bold and word.bold,
        leads=before.leads,
    )


def _raised(before: str, word: str) -> str:
    """What was printed above the line: an ending (`138th`), an exponent (`cm²`), the mark of a note."""
    if word.isdigit() and before[-1:].isalpha() and len(before.rsplit(" ", 1)[-1]) <= 3:
        return word.translate(_SUPERSCRIPTS)
    return word if word.isalpha() and before[-1:].isdigit() else f" {word}"


def rows_of(pieces: Iterable[Piece]) -> Iterator[list[Piece]]:
    """Pieces from top to bottom, those of one row together, from left to right."""
    row: list[Piece] = []
    for piece in sorted(pieces, key=lambda each: (-each.base, each.left)):
        if row and row[0].base - piece.base > _SAME_ROW * max(row[0].size, piece.size):
            yield sorted(row, key=lambda each: each.left)
            row = []
        row.append(piece)
    if row:
        yield sorted(row, key=lambda each: each.left)


def with_initials(pieces: Sequence[Piece]) -> list[Piece]:
    """Pieces with a large initial over several rows put before the topmost of the words beside it."""
    held = list(pieces)
    single = [piece for piece in pieces if len(piece.text) == 1 and piece.text.isupper()]
    for initial in single[:MOST_INITIALS]:
        beside = [
            piece
            for piece in held
            if 0 < piece.left - initial.right + initial.size * _CLOSE < initial.size
            and initial.size > _INITIAL * piece.size
            and 0 <= piece.base - initial.base < initial.size
        ]
        if beside:
            first = max(beside, key=lambda piece: piece.base)
            held[held.index(first)] = replace(first, text=initial.text + first.text)
            held.remove(initial)
    return held


_CELL_GAP = 1.8
"""So wide a gap, in letter sizes, parts the cells of a row."""
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
        if sum(1 for cells in parted[start:end] if len(cells) > 1) < FEWEST_SURE:
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


def _words(cell: Sequence[Piece]) -> str:
    return " ".join(piece.text for piece in cell)
