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
_PITCH = 1.5


def columns(pieces: Sequence[Piece], depth: int = 0) -> list[list[Piece]]:
    """The pieces of a page in reading order, those of one column (or across all) together."""
    may_part = depth < DEEPEST and 2 * FEWEST <= len(pieces) <= MOST_PIECES
    gutter = _gutter(pieces) if may_part else None
    if gutter is None:
        return [list(pieces)] if pieces else []
    made: list[list[Piece]] = []
    for band in _bands(pieces, gutter):
        sides = _sides(band, gutter)
        if sides is None:
            made.append(band)
        else:
            for side in sides:
                made += columns(side, depth + 1)
    return made


def _gutter(pieces: Sequence[Piece]) -> tuple[float, float] | None:
    """The gap that parts the most rows of running text; None where there is none."""
    best: tuple[int, tuple[float, float]] | None = None
    for left in _beginnings(pieces):
        before = [piece for piece in pieces if piece.right <= left - _GUTTER * piece.size]
        if len(before) < FEWEST:
            continue
        gutter = (max(piece.right for piece in before), left)
        sides = (_sides(band, gutter) for band in _bands(pieces, gutter))
        rows = sum(len(side) for both in sides if both for side in both)
        if rows and (best is None or rows > best[0]):
            best = (rows, gutter)
    return best[1] if best else None


def _beginnings(pieces: Sequence[Piece]) -> list[float]:
    """Where several pieces begin one below the other, but not at the left edge."""
    lefts = sorted(piece.left for piece in pieces)
    found: list[tuple[int, float]] = []
    start = 0
    for index in range(1, len(lefts) + 1):
        if index == len(lefts) or lefts[index] - lefts[start] > _ALIGNED:
            if index - start >= FEWEST:
                found.append((index - start, lefts[start]))
            start = index
    usual = sorted(found, reverse=True)[:MOST_BEGINNINGS]
    return [left for _, left in usual if left > lefts[0] + _ALIGNED]


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
    one = [piece for piece in band if piece.right <= gutter[1] - 1]
    two = [piece for piece in band if piece.left >= gutter[1] - _ALIGNED]
    if len(one) + len(two) < len(band) or len(one) < FEWEST or len(two) < FEWEST:
        return None
    return (one, two) if _is_running(one, two) else None


def _is_running(one: Sequence[Piece], two: Sequence[Piece]) -> bool:
    """Whether rows on both sides are running text: long, and they fill their width or go on at heights of their own."""
    filled = [_filled(side) for side in (one, two)]
    # in the rows of a table few words stand together
    together = [median(len(piece.text.split()) for piece in side) for side in (one, two)]
    if min(together) >= _FEWEST_WORDS and min(filled) >= HALF:
        return True
    heights = {round(row[0].base) for row in rows_of(one)}
    alike = sum(1 for row in rows_of(two) if round(row[0].base) in heights)
    return max(filled) >= HALF and alike < 0.4 * min(len(one), len(two))


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
