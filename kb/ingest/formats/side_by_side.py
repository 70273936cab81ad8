"""Columns that a program printed beside each other as text, wide blanks between them, put below each other again."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from kb.ingest.formats.columns import columns
from kb.ingest.formats.placed import Piece, rows_of
from kb.ingest.lines import Line

_FEWEST = 4
"""So many lines of a page with a wide blank inside may be columns."""
# "a goat climbs    It rests there": what stands on both sides of a wide blank
_PIECE = re.compile(r"\S+(?: {1,2}\S+)*")
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
    for block in blocks:
        made += _lines(block, page, counted)
    return made + [page[row] for row in sorted(rows) if row >= middle]


def _lines(block: Sequence[Piece], page: Sequence[Line], counted: set[int]) -> list[Line]:
    """A column's pieces as lines, a blank one where the column has none; each raw line counts once."""
    made: list[Line] = []
    left = min(piece.left for piece in block)
    above: int | None = None
    for row in rows_of(block):
        at = round(-row[0].base / _PITCH)
        if above is None or at > above + 1:
            made.append(Line(page[at].number, "", ""))
        indent = " " * round((row[0].left - left) / _WIDTH)
        words = indent + "   ".join(piece.text for piece in row)
        made.append(Line(page[at].number, "" if at in counted else page[at].raw, words))
        counted.add(at)
        above = at
    return made
