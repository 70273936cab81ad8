"""Which records are in these lines of cells? A spreadsheet saved them: commas, semicolons or tabs part its cells.

Its first row names the columns; what they hold is told as in any other tree of records.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO

from kb.errors import ReadError
from kb.ingest.document import Text
from kb.ingest.layout.features import ENDED
from kb.ingest.limits import SAMPLED_ROWS
from kb.ingest.readers.collect import Collector
from kb.ingest.readers.data import read_tree
from kb.ingest.readers.data_keys import NAME, WORDS
from kb.ingest.readers.data_tree import Value
from kb.ingest.thresholds import LONGEST_NAME
from kb.ingest.titles import asked_columns

_SEPARATORS = (",", "\t", ";", "|")
_HEAD = "head of a table"


@dataclass(frozen=True, slots=True)
class _Row:
    """The cells of one row and the lines on which they stand."""

    cells: list[str]
    first: int
    last: int


def read_separated(text: Text, name: str) -> Text:
    """The stretches of a table of values; raises ReadError where it cannot be parted into rows."""
    content = "\n".join(line.text for line in text.lines)
    rows = _rows(content, text.file)
    if not rows:
        raise ReadError(f"{text.file} has no rows in it")
    head = rows[0].cells if _names_columns(rows) else []
    if asked_columns(head):
        return _as_table(text, rows)
    body = rows[1:] if head else rows
    records = Value(rows[0].first, rows[-1].last, items=[_record(head, row) for row in body])
    lines = {number: text.lines[number - 1].text for number in range(rows[0].first, rows[0].last + 1)}
    return read_tree(text, name, records, lines if head else None, _HEAD)


def _rows(content: str, file: str) -> list[_Row]:
    best: list[_Row] = []
    alike = 0
    for separator in _SEPARATORS:
        rows = _parted(content, separator, file, SAMPLED_ROWS)
        width = len(rows[0].cells) if rows else 0
        same = sum(1 for row in rows if len(row.cells) == width) if width > 1 else 0
        if same > alike:
            best, alike = _parted(content, separator, file), same
    return best or _parted(content, ",", file)


def _parted(content: str, separator: str, file: str, most: int | None = None) -> list[_Row]:
    """The rows that hold anything, or the first of them."""
    reader = csv.reader(StringIO(content, newline=""), delimiter=separator)
    rows: list[_Row] = []
    before = 0
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append(_Row([cell.strip() for cell in cells], before + 1, reader.line_num))
            before = reader.line_num
            if most and len(rows) >= most:
                break
    except csv.Error as error:
        raise ReadError(
            f"{file}:{before + 1} cannot be parted into cells ({error}): mend that line"
        ) from None
    return rows


def _names_columns(rows: Sequence[_Row]) -> bool:
    """Whether the first row names the columns: few words in each, no sentence, none twice."""
    names = [name for name in rows[0].cells if name]
    short = all(len(name) <= LONGEST_NAME and not ENDED.search(name) for name in names)
    return len(rows) > 1 and short and len(set(names)) == len(names) and len(names) >= len(rows[0].cells) - 1


def _record(head: Sequence[str], row: _Row) -> Value:
    """A row as a record; without a head its first cell is a name and the others say more of it."""
    keys = [*head, *([WORDS] * (len(row.cells) - len(head)))] if head else [NAME, *([WORDS] * len(row.cells))]
    pairs = [
        (key or WORDS, Value(row.first, row.last, text=cell))
        for key, cell in zip(keys, row.cells, strict=False)
        if cell
    ]
    return Value(row.first, row.last, pairs=pairs)


def _as_table(text: Text, rows: Sequence[_Row]) -> Text:
    """Questions and answers as rows of a table, which knows what a question is about."""
    found = Collector(text)
    for row in rows:
        cells = [" ".join(cell.split()) for cell in row.cells]
        found.add("\t".join(cells), row.first, row.last, role="row")
    return found.finish()
