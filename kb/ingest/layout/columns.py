"""In which order is a page read that has columns, headings across them and boxes beside the text?

Where at least three rows on both sides leave the same gap and the text on both sides fills its width, the gap parts
columns: what stands left of it is read first. What crosses the gap parts the page into bands, read from top to
bottom. Rows that leave a gap without filling their width are the rows of a table, read across.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate
from statistics import median

from kb.ingest.layout.rows import Piece, rows_of
from kb.ingest.limits import DEEPEST, MOST_BEGINNINGS, MOST_PIECES
from kb.ingest.thresholds import FEWEST, HALF

_GUTTER = 0.8
"""So wide is the gap between columns at least, in letter sizes."""
_WIDEST = 0.9
"""Nearly all letters of a column stand in pieces no wider than the column is."""
_FEWEST_WORDS = 3
_ALIGNED = 2.5
"""Points by which the beginnings of a column's rows may differ."""
_LARGER = 1.25
_PITCH = 1.5


def columns(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """The pieces of a page in reading order, those of one column (or across all) together."""
    if len(pieces) > MOST_PIECES:
        return [list(pieces)]
    return [column for part in _between_headings(pieces) for column in _columns(part, 0)]


def _between_headings(pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    """The page above, at and below each large heading that stands across where some column begins."""
    if not pieces:
        return
    usual, begins = median(piece.size for piece in pieces), _beginnings(pieces, crossed=False)
    part: list[Piece] = []
    for row in rows_of(pieces):
        heading = row[0]
        large = len(row) == 1 and heading.size > _LARGER * usual
        crossed = [left for left in begins if heading.left < left - _ALIGNED and heading.right > left]
        if large and any(not _is_indent(left, heading, pieces, _LARGER * usual) for left in crossed):
            yield part
            yield row
            part = []
        else:
            part += row
    yield part


def _is_indent(left: float, heading: Piece, pieces: Sequence[Piece], largest: float) -> bool:
    """Whether items are indented there in the column that a heading begins: most of its rows go on beyond it."""
    rows = [piece for piece in pieces if piece.size <= largest and abs(piece.left - heading.left) < _ALIGNED]
    return 2 * sum(piece.right > left for piece in rows) > len(rows)


def _columns(pieces: Sequence[Piece], depth: int) -> list[list[Piece]]:
    gutter = _gutter(pieces) if depth < DEEPEST and len(pieces) >= 2 * FEWEST else None
    if gutter is None:
        return [list(pieces)] if pieces else []
    made: list[list[Piece]] = []
    for band in _bands(pieces, gutter):
        sides = _sides(band, gutter)
        if sides is None:
            made.append(band)
        else:
            for side in sides:
                made += _columns(side, depth + 1)
    return made


def _gutter(pieces: Sequence[Piece]) -> tuple[float, float] | None:
    """The gap that parts the most rows of running text; None where there is none."""
    best: tuple[int, tuple[float, float]] | None = None
    for left in _beginnings(pieces):
        before = [piece for piece in pieces if piece.right <= left - _GUTTER * piece.size]
        if len(before) < FEWEST:
            continue
        gutter = (max(piece.right for piece in before), left)
        rows = _rows_beside(pieces, gutter)
        if rows and (best is None or rows > best[0]):
            best = (rows, gutter)
    return best[1] if best else None


def _rows_beside(pieces: Sequence[Piece], gutter: tuple[float, float]) -> int:
    """How many rows of running text a gap parts."""
    sides = (_sides(band, gutter) for band in _bands(pieces, gutter))
    return sum(len(side) for both in sides if both for side in both)


def _beginnings(pieces: Sequence[Piece], crossed: bool = True) -> list[float]:
    """Where several pieces begin one below the other, but not at the left edge.

    Unless `crossed`, where fewer cross that place than begin there: a column's rest crosses the indents of its items.
    """
    lefts = sorted(piece.left for piece in pieces)
    found: list[tuple[int, float]] = []
    start = 0
    for index in range(1, len(lefts) + 1):
        if index == len(lefts) or lefts[index] - lefts[start] > _ALIGNED:
            if index - start >= FEWEST:
                found.append((index - start, lefts[start]))
            start = index
    usual = sorted(found, reverse=True)[:MOST_BEGINNINGS]
    return [
        left
        for many, left in usual
        if left > lefts[0] + _ALIGNED and (crossed or _crossing(pieces, left) < many)
    ]


def _crossing(pieces: Sequence[Piece], left: float) -> int:
    return sum(1 for piece in pieces if piece.left < left - _ALIGNED and piece.right > left)


def _bands(pieces: Sequence[Piece], gutter: tuple[float, float]) -> list[list[Piece]]:
    """Pieces from top to bottom: runs of what crosses the gap, and of what does not."""
    bands: list[list[Piece]] = []
    above: list[Piece] = []
    was_across: bool | None = None
    for row in rows_of(pieces):
        across = any(piece.left < gutter[1] - _ALIGNED and piece.right > gutter[1] - 1 for piece in row)
        across = across or bool(was_across and _ends(above, row, gutter))
        if across != was_across:
            bands.append([])
        bands[-1] += row
        above, was_across = row, across
    return bands


def _ends(above: Sequence[Piece], row: Sequence[Piece], gutter: tuple[float, float]) -> bool:
    """Whether a short row ends the paragraph of the row above: close below it, with nothing on the other side."""
    near = above[0].base - row[0].base < _PITCH * row[0].size and abs(above[0].left - row[0].left) < _ALIGNED
    return near and abs(above[0].size - row[0].size) < 1 and row[-1].right <= gutter[1] - 1


def _sides(band: Sequence[Piece], gutter: tuple[float, float]) -> tuple[list[Piece], list[Piece]] | None:
    """What stands on both sides of a gap, if both are running text."""
    one, two = _beside(band, gutter)
    if len(one) + len(two) < len(band) or len(one) < FEWEST or len(two) < FEWEST:
        return None
    return (one, two) if _is_running(one, two) else None


def _beside(band: Sequence[Piece], gutter: tuple[float, float]) -> tuple[list[Piece], list[Piece]]:
    """What stands left and right of a gap."""
    one = [piece for piece in band if piece.right <= gutter[1] - 1]
    return one, [piece for piece in band if piece.left >= gutter[1] - _ALIGNED]


def _is_running(one: Sequence[Piece], two: Sequence[Piece]) -> bool:
    """Whether rows on both sides are running text: long, and they fill their width or go on at heights of their own."""
    filled = [_filled(side) for side in (one, two)]
    if min(_words_in_row(side) for side in (one, two)) >= _FEWEST_WORDS and min(filled) >= HALF:
        return True
    heights = {round(row[0].base) for row in rows_of(one)}
    alike = sum(1 for row in rows_of(two) if round(row[0].base) in heights)
    return max(filled) >= HALF and alike < 0.4 * min(len(one), len(two))


def _words_in_row(side: Sequence[Piece]) -> float:
    """How many words stand together in a row, usually; in the rows of a table there are few."""
    return median(len(piece.text.split()) for piece in side)


def _filled(side: Sequence[Piece]) -> float:
    """How much of a column's width its pieces usually fill; a side may hold several columns."""
    widths = sorted((piece.width, len(piece.text)) for piece in side)
    return _at_share(widths, 0.5) / max(1.0, _at_share(widths, _WIDEST))


def _at_share(widths: Sequence[tuple[float, int]], share: float) -> float:
    """The width below which so great a share of the letters stands; `widths` are sorted, each with its letters."""
    below = list(accumulate(letters for _, letters in widths))
    return widths[bisect_left(below, share * below[-1])][0]


def edges(pieces: Sequence[Piece], rows: int = 2) -> Iterator[Piece]:
    """The pieces in the topmost and lowest rows of a page."""
    every = list(rows_of(pieces))
    for row in every if len(every) <= 2 * rows else [*every[:rows], *every[-rows:]]:
        yield from row
