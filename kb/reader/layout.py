"""Where do the words of a page stand on a screen so wide? Paragraphs to lines, with their links."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from kb.reader.pages import Link, Paragraph

Fragment = tuple[str, str, int | None]
"""Style, words, and the number of the link that they belong to."""

_GAP = "  "
_SEPARATOR = " | "


@dataclass(frozen=True, slots=True)
class Laid:
    """A page as lines; `targets` are its links in order, `places` the line on which each begins."""

    lines: list[list[Fragment]]
    targets: list[str]
    places: list[int]


def lay_out(page: Sequence[Paragraph], width: int) -> Laid:
    """Wrap a page: words stay whole, items hang, rows of a table stand below each other."""
    console = Console(width=width, no_color=True)
    lines: list[list[Fragment]] = []
    targets: list[str] = []
    places: list[int] = []
    for paragraph in _aligned(page, width):
        for line in _wrapped(paragraph, width, console, len(targets)):
            for _, _, link in line:
                if link is not None and link - len(places) == 0:
                    places.append(len(lines))
            lines.append(line)
        targets += [link.target for link in paragraph.links]
        places += [max(len(lines) - 1, 0)] * (len(targets) - len(places))
    return Laid(lines, targets, places)


def _wrapped(paragraph: Paragraph, width: int, console: Console, first: int) -> Iterator[list[Fragment]]:
    margin = " " * min(paragraph.indent, width // 2)
    text = Text(paragraph.text, style=paragraph.style, end="")
    for number, link in enumerate(paragraph.links, first):
        text.stylize(str(number), link.start, link.end)
    for line in text.wrap(console, width - len(margin), no_wrap=False) or [Text("")]:
        yield [("", margin, None)] * bool(margin) + list(_fragments(line, paragraph.style))


def _fragments(line: Text, style: str) -> Iterator[Fragment]:
    """The parts of a wrapped line: plain words and words of one link each."""
    plain, at = line.plain.rstrip(), 0
    links = sorted(
        (span.start, span.end, str(span.style)) for span in line.spans if str(span.style).isdigit()
    )
    for first, last, number in links:
        start, end = max(first, at), min(last, len(plain))
        if start >= end:
            continue
        if at < start:
            yield style, plain[at:start], None
        yield style, plain[start:end], int(number)
        at = end
    if at < len(plain):
        yield style, plain[at:], None


def _aligned(page: Sequence[Paragraph], width: int) -> Iterator[Paragraph]:
    """The paragraphs, cells of tables below each other where they fit, else parted by a stroke."""
    for is_table, group in groupby(page, lambda paragraph: paragraph.style == "table"):
        rows = list(group)
        if not is_table:
            yield from rows
            continue
        cells = [row.text.split("\t") for row in rows]
        widths = [
            max(cell_len(row[at]) for row in cells if at < len(row)) for at in range(max(map(len, cells)))
        ]
        fits = sum(widths) + len(_GAP) * (len(widths) - 1) <= width
        for row, parts in zip(rows, cells, strict=True):
            yield _row(row, parts, widths if fits else None)


def _row(row: Paragraph, cells: list[str], widths: list[int] | None) -> Paragraph:
    """A row as a line, its links moved with their words."""
    text, at, moved = "", 0, []
    for number, cell in enumerate(cells):
        moved += [
            Link(link.start - at + len(text), min(link.end - at, len(cell)) + len(text), link.target)
            for link in row.links
            if at <= link.start <= at + len(cell)
        ]
        last = number == len(cells) - 1
        space = (
            "" if last else _SEPARATOR if widths is None else " " * (widths[number] - cell_len(cell)) + _GAP
        )
        text += cell + space
        at += len(cell) + 1
    return Paragraph(text=text, links=tuple(moved), indent=row.indent)
