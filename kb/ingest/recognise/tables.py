"""Tables: columns parted by tabs or upright strokes, and boxes of facts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from kb.ingest.document import Document, Node, Stretch, Table
from kb.ingest.layout.features import ENDED
from kb.ingest.words import bodies

_FEWEST = 2
# "**Size Categories**", "**Table 2: Sizes**", "_Table 3_"
_TITLE = re.compile(r"(?P<stars>\*{2,3}|_{1,3}|\*)(?P<title>[^*_\n]{2,80})(?P=stars)")
# "---|---|", "| :-- | --: |"
_RULER = re.compile(r"(?=.*-)[\s|:-]+", re.DOTALL)


def tables(document: Document) -> Document:
    """Runs of rows; a blank line between two rows does not end a table, two do."""
    return document.claim(_find(document.paragraphs, document.claimed))


def _find(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> list[Node]:
    found = [_block(stretches, run) for run in runs(stretches, taken) if len(run) >= _FEWEST]
    return [_called(stretches, taken, block) for block in found]


def _called(stretches: Sequence[Stretch], taken: Mapping[int, Node], block: Node) -> Node:
    """A table with the title in bold right above it: "**Table 2: Sizes**"."""
    above = block.stretches[0] - 1
    if block.title or above < 0 or above in taken or stretches[above].mark or stretches[above].heading:
        return block
    title = _TITLE.fullmatch(stretches[above].text)
    if title is None or ENDED.search(title["title"]):
        return block
    return replace(block, title=bodies.title(title["title"]), stretches=(above, *block.stretches))


def runs(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> Iterator[list[int]]:
    """Runs of rows that belong together."""
    run: list[int] = []
    for index, stretch in enumerate(stretches):
        is_row = stretch.role == "row" and index not in taken
        goes_on = run and is_row and stretch.gap <= 1 and _separator(stretch) == _separator(stretches[run[0]])
        if run and not goes_on:
            yield run
            run = []
        if is_row:
            run.append(index)
    yield run


def _separator(stretch: Stretch) -> str:
    return "|" if "|" in stretch.lines[0] and "\t" not in stretch.lines[0] else "\t"


def _block(stretches: Sequence[Stretch], run: list[int]) -> Node:
    lines = [stretches[index].lines[0] for index in run]
    if _separator(stretches[run[0]]) == "\t":
        rows = [[cell.strip() for cell in line.rstrip().split("\t")] for line in lines]
        return Table(stretches=tuple(run), body=(bodies.table(rows, header=False),))
    title, header, rows = _stroked(lines)
    return Table(stretches=tuple(run), title=title, body=(bodies.table(rows, header=header),))


def _stroked(lines: list[str]) -> tuple[str | None, bool, list[list[str]]]:
    """Title, whether there is a header row, and the rows of a table with upright strokes."""
    ruler = next((number for number, line in enumerate(lines) if is_ruler(line)), None)
    rows = [_cells(line) for line in lines if not is_ruler(line)]
    title, header = None, ruler == 1
    if header and len([cell for cell in rows[0] if cell]) == 1 and len(rows) > 1:
        title, header, rows = next(cell for cell in rows[0] if cell), False, rows[1:]
    return title, header, rows if max(len(row) for row in rows) > 2 else _facts(rows)


def is_ruler(line: str) -> bool:
    """Whether a row only parts the head of a table from its body."""
    return _RULER.fullmatch(line) is not None


def _cells(line: str) -> list[str]:
    """`Subtype | None |` → `["Subtype", "None"]`; the stroke at an end closes a cell, it does not open one."""
    cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip())]
    if line.strip().startswith("|"):
        cells = cells[1:]
    return cells[:-1] if line.strip().endswith("|") else cells


def cells_of(stretch: Stretch) -> list[str]:
    """The cells of a row, whatever parts them."""
    line = stretch.lines[0] if stretch.lines else stretch.text
    if _separator(stretch) == "|":
        return _cells(line)
    return [cell.strip() for cell in line.rstrip().split("\t")]


def _facts(rows: list[list[str]]) -> list[list[str]]:
    """A box of facts: a value on a line of its own goes to the label above that has none yet."""
    facts: list[list[str]] = []
    for row in rows:
        if len(row) == 1 and facts and not facts[-1][1]:
            facts[-1][1] = row[0]
        else:
            facts.append([*row, "", ""][:2])
    return facts
