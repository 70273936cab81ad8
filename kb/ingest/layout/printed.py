"""Which paragraphs, headings and tables are printed on these pages? Told by where rows stand and how large they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from kb.ingest.document import Line
from kb.ingest.layout.features import ENDED, MARK, has_leaders
from kb.ingest.layout.page_edges import BEGINS
from kb.ingest.layout.rows import Piece, Row, rows_in
from kb.ingest.thresholds import DEEPEST_HEADING, HALF, LONGEST_LINE, MOST_TITLE_LINES, NEAR

_GAP = 1.35
"""From so many usual row distances on, a distance parts paragraphs."""
_LARGER = 1.12
"""Letters so much larger than the usual ones are a heading's."""
_INDENT = 0.8
_EARLY = 0.6
"""A row that ends so many letter sizes before it had to, ended its paragraph."""
_LONG = 0.6
"""A row of so much of the width is no item of a list without marks."""


@dataclass(slots=True)
class _Paragraph:
    """Rows that belong together."""

    rows: list[Row]
    early: bool = False
    """Whether its last row had room for what follows."""

    level: int = 0

    @property
    def text(self) -> str:
        """Its rows as one line."""
        return " ".join(row.text for row in self.rows)


def print_lines(pages: Sequence[Sequence[Sequence[Piece]]], first: int) -> tuple[list[Line], list[int]]:
    """The lines of all pages, each a list of columns in reading order, and the number of each page's first line.

    They are numbered from `first`, with blank lines between paragraphs.
    """
    printed = [[rows_in(column) for column in page if column] for page in pages]
    columns = [column for page in printed for column in page]
    rows = [row for column in columns for row in column]
    starts = list(accumulate((sum(map(len, page)) for page in printed), initial=first))
    if not rows:
        return [], starts
    size = _usual((row.size, len(row.text)) for row in rows)
    pitch = _usual(_pitches(columns, size))
    paragraphs: list[_Paragraph] = []
    for column in columns:
        _read(column, paragraphs, pitch / size if pitch else 1.2)
    _state_levels(paragraphs, size)
    return list(_lines(paragraphs, first)), starts


def _pitches(columns: Sequence[Sequence[Row]], size: float) -> Iterator[tuple[float, int]]:
    """How far apart rows of the usual size stand."""
    for above, below in (pair for column in columns for pair in pairwise(column)):
        if abs(above.size - size) < 1 and 0 < above.base - below.base < 4 * size:
            yield above.base - below.base, 1


def _usual(values: Iterable[tuple[float, int]]) -> float:
    """The value, to half a point, that carries the most weight."""
    counted: Counter[float] = Counter()
    for value, weight in values:
        counted[round(value * 2) / 2] += weight
    return counted.most_common(1)[0][0] if counted else 0.0


def _read(column: Sequence[Row], paragraphs: list[_Paragraph], pitch: float) -> None:
    """Part a column into paragraphs; its first row may go on with the last paragraph before."""
    for index, row in enumerate(column):
        if index:
            above = column[index - 1]
            anew = _begins(above, row, paragraphs[-1], _edge(column, index - 1, pitch), pitch)
        else:
            anew = not paragraphs or not _goes_on(paragraphs[-1], row)
        if anew:
            paragraphs.append(_Paragraph([row]))
        else:
            paragraphs[-1].rows.append(row)
    last = column[-1]
    paragraphs[-1].early = last.right < _edge(column, len(column) - 1, pitch) - 3 * last.size


def _edge(column: Sequence[Row], index: int, pitch: float) -> float:
    """How far to the right the rows reach that stand around one without a gap."""
    first = last = index
    while first > max(0, index - NEAR) and not _apart(column[first - 1], column[first], pitch):
        first -= 1
    while last + 1 < min(len(column), index + NEAR + 1) and not _apart(column[last], column[last + 1], pitch):
        last += 1
    return max(row.right for row in column[first : last + 1])


def _apart(above: Row, row: Row, pitch: float) -> bool:
    """Whether a gap stands between two rows, or they are set in different sizes."""
    larger = max(above.size, row.size)
    return above.base - row.base > _GAP * max(pitch, 1.0) * larger or abs(above.size - row.size) >= 1


def _begins(above: Row, row: Row, paragraph: _Paragraph, edge: float, pitch: float) -> bool:
    """Whether a row begins a paragraph."""
    if above.table or has_leaders(above.text) or row.table or row.begins_item:
        return True
    if _unlike(above, row) or _apart(above, row, pitch):
        return True
    if above.text.endswith("-") and row.text[:1].islower():
        return False
    first = row.text.split(" ", 1)[0]
    space = len(first) / max(1, len(row.text)) * (row.right - row.left) + 0.25 * row.size
    if above.right + space < edge - _EARLY * row.size:
        return not _goes_on_ragged(above, row, edge)
    return bool(ENDED.search(above.text)) and _begins_sentence(above, row, len(paragraph.rows) > 1)


def _goes_on_ragged(above: Row, row: Row, edge: float) -> bool:
    """Whether a row goes on with a sentence of the row above, which ended early but not as a row of a list does."""
    is_long = above.right - above.left > _LONG * (edge - above.left)
    return is_long and row.text[:1].islower() and not ENDED.search(above.text)


def _begins_sentence(above: Row, row: Row, wrapped: bool) -> bool:
    """Whether a row below a sentence's end begins a paragraph: by an initial, a mark, or where it stands."""
    if row.pieces[0].leads:
        return True
    if MARK.match(row.text) or BEGINS.match(row.text) or row.left > above.left + _INDENT * row.size:
        return True
    return wrapped and row.left < above.left - _INDENT * row.size


def _unlike(one: Row, two: Row) -> bool:
    """Whether two rows are set in different sizes, or one in bold."""
    return max(one.size, two.size) > _LARGER * min(one.size, two.size) or one.bold != two.bold


def _goes_on(paragraph: _Paragraph, row: Row) -> bool:
    """Whether the first row of a column or page goes on with the last paragraph before."""
    last = paragraph.rows[-1]
    if last.table or row.table or row.begins_item or _unlike(last, row) or ENDED.search(last.text):
        return False
    if MARK.match(row.text) or BEGINS.match(row.text):
        return False
    return not paragraph.early or row.text[:1].islower()


def _state_levels(paragraphs: Sequence[_Paragraph], size: float) -> None:
    """Headings by size: the largest letters are the outermost level, bold ones of the usual size the innermost."""
    larger = [each for each in paragraphs if _is_heading(each) and each.rows[0].size > _LARGER * size]
    sizes = sorted({round(each.rows[0].size * 2) / 2 for each in larger}, reverse=True)
    for each in larger:
        each.level = min(sizes.index(round(each.rows[0].size * 2) / 2) + 1, DEEPEST_HEADING)
    _state_bold(paragraphs, min(len(sizes) + 1, DEEPEST_HEADING))


def _state_bold(paragraphs: Sequence[_Paragraph], level: int) -> None:
    """Headings in bold letters of the usual size, unless most of a text is bold."""
    bold = sum(len(each.text) for each in paragraphs if each.rows[0].bold)
    if bold > HALF * sum(len(each.text) for each in paragraphs):
        return
    for each in paragraphs[:-1]:
        if not each.level and each.rows[0].bold and _is_heading(each):
            each.level = level


def _is_heading(paragraph: _Paragraph) -> bool:
    words = paragraph.text
    return (
        not paragraph.rows[0].table
        and not paragraph.rows[0].begins_item
        and len(words) <= LONGEST_LINE
        and len(paragraph.rows) <= MOST_TITLE_LINES
        and any(map(str.isalpha, words))
        and not words.endswith((".", ";", ","))
    )


def _lines(paragraphs: Sequence[_Paragraph], first: int) -> Iterator[Line]:
    """The lines of paragraphs, a blank one between two, but not between the rows of a table."""
    number = first
    before: _Paragraph | None = None
    for paragraph in paragraphs:
        if before and not (before.rows[-1].table and paragraph.rows[0].table):
            yield Line(number, "", "")
        for row in paragraph.rows:
            yield Line(number, row.text, row.text, 0 if row is not paragraph.rows[0] else paragraph.level)
            number += 1
        before = paragraph
