"""Columns that a program printed beside each other as text, wide blanks between them, put below each other again."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from kb.ingest.document import Line
from kb.ingest.formats.columns import columns
from kb.ingest.formats.placed import Piece, rows_of
from kb.ingest.layout import ENDED

_FEWEST = 4
"""So many lines of a page with a wide blank inside may be columns."""
# "a goat climbs    It rests there": what stands on both sides of a wide blank
_PIECE = re.compile(r"\S+(?: {1,2}\S+)*")
_USUAL = 0.9
"""Nearly all rows of sentences stand no further apart than those of one column do."""
_GAP = re.compile(r"\S {3,}\S")
# The page as the geometry of columns.py sees it: letters narrower than high, rows well apart.
_WIDTH, _SIZE, _PITCH = 2.4, 6.0, 12.0


def below_each_other(page: Sequence[Line], furniture: Collection[int]) -> list[Line]:
    """The lines of a page column by column; those whose ids `furniture` holds stay, as does a page without columns."""
    if sum(1 for line in page if _GAP.search(line.text)) < _FEWEST:
        return list(page)
    pieces = [
        Piece(match[0], _WIDTH * match.start(), _WIDTH * match.end(), -_PITCH * row, _SIZE)
        for row, line in enumerate(page)
        if id(line) not in furniture
        for match in _PIECE.finditer(line.text.expandtabs())
    ]
    blocks = columns(pieces)
    if len(blocks) < 2:
        return list(page)
    rows = {row for row, line in enumerate(page) if id(line) in furniture}
    middle = min((-piece.base for piece in pieces), default=0) / _PITCH
    made = [page[row] for row in sorted(rows) if row < middle]
    counted: set[int] = set()
    columns_of_rows = [list(rows_of(block)) for block in blocks]
    gap = _gap_in_sentences(columns_of_rows)
    for rows_below in columns_of_rows:
        made += _lines(rows_below, page, gap, counted)
    return made + [page[row] for row in sorted(rows) if row >= middle]


def _gap_in_sentences(columns_of_rows: Sequence[Sequence[Sequence[Piece]]]) -> int:
    """How many rows apart lines of one sentence stand: rows of a column fall between those of the column beside it."""
    gaps = sorted(
        _at(below) - _at(above)
        for rows in columns_of_rows
        for above, below in pairwise(rows)
        if below[0].text[:1].islower() and not ENDED.search(above[-1].text)
    )
    return gaps[int(_USUAL * (len(gaps) - 1))] if gaps else 1


def _at(row: Sequence[Piece]) -> int:
    """The row of the page that pieces stand in."""
    return round(-row[0].base / _PITCH)


def _lines(rows: Sequence[Sequence[Piece]], page: Sequence[Line], gap: int, counted: set[int]) -> list[Line]:
    """A column's rows as lines, a blank one where it leaves more than `gap` rows; each raw line counts once."""
    made: list[Line] = []
    left = min(piece.left for row in rows for piece in row)
    above: int | None = None
    for row in rows:
        at = _at(row)
        if above is None or at > above + gap:
            made.append(Line(page[at].number, "", ""))
        indent = " " * round((row[0].left - left) / _WIDTH)
        words = indent + "   ".join(piece.text for piece in row)
        made.append(Line(page[at].number, "" if at in counted else page[at].raw, words))
        counted.add(at)
        above = at
    return made
