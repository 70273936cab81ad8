"""Which records are in these lines of cells? A spreadsheet saved them: commas, semicolons or tabs part its cells.

Its first row names the columns; what they hold is told as in any other tree of records.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import StringIO

from kb.errors import ReadError
from kb.ingest.document import Text
from kb.ingest.layout.features import ENDED
from kb.ingest.readers.collect import Collector
from kb.ingest.readers.data import read_tree
from kb.ingest.readers.data_tree import Value
from kb.ingest.thresholds import LONGEST_NAME
from kb.ingest.titles import asked_columns

Row = tuple[list[str], int, int]
"""The cells of a row and the first and last line on which they stand."""


def read_separated(text: Text, name: str) -> Text:
    """The stretches of a table of values; raises ReadError where it cannot be parted into rows."""
    content = "\n".join(line.text for line in text.lines)
    rows = max((_rows(content, sign, text.file) for sign in ",\t;|"), key=_alike)
    if not rows:
        raise ReadError(f"{text.file} has no rows in it")
    if asked_columns(rows[0][0]):
        found = Collector(text)
        for cells, first, last in rows:
            found.add("\t".join(" ".join(cell.split()) for cell in cells), first, last, role="row")
        return found.finish()
    head = rows.pop(0) if _names_columns(rows) else ([], 0, 0)
    records = [_record(head[0], row) for row in rows]
    for _, cell in records[0].pairs:
        cell.key_line = head[1]
    return read_tree(text, name, Value(rows[0][1], rows[-1][2], items=records))


def _alike(rows: Sequence[Row]) -> int:
    """How many rows have as many cells as the first, where that has several."""
    width = len(rows[0][0]) if rows else 0
    return sum(1 for cells, _, _ in rows if len(cells) == width) if width > 1 else 0


def _rows(content: str, separator: str, file: str) -> list[Row]:
    """The rows that hold anything."""
    reader = csv.reader(StringIO(content, newline=""), delimiter=separator)
    rows: list[Row] = []
    before = 0
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append(([cell.strip() for cell in cells], before + 1, reader.line_num))
            before = reader.line_num
    except csv.Error as error:
        raise ReadError(
            f"{file}:{before + 1} cannot be parted into cells ({error}): mend that line"
        ) from None
    return rows


def _names_columns(rows: Sequence[Row]) -> bool:
    """Whether the first row names the columns: few words in each, no sentence, none twice."""
    names = [name for name in rows[0][0] if name]
    short = all(len(name) <= LONGEST_NAME and not ENDED.search(name) for name in names)
    return len(rows) > 1 and short and len(set(names)) == len(names) and len(names) >= len(rows[0][0]) - 1


def _record(head: Sequence[str], row: Row) -> Value:
    """A row as a record; without a head its first cell is a name and the others say more of it."""
    cells, first, last = row
    keys = [*(head or ["(name)"]), *(["(words)"] * len(cells))]
    pairs = zip(keys, cells, strict=False)
    return Value(
        first, last, pairs=[(key or "(words)", Value(first, last, text=cell)) for key, cell in pairs]
    )
