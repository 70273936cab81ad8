"""Where do the words of a page stand on a screen so wide? Paragraphs to lines, with their links."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

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
    for start, end, look in paragraph.marks:
        text.stylize(look, start, end)
    for line in text.wrap(console, width - len(margin), no_wrap=False) or [Text("")]:
        yield [("", margin, None)] * bool(margin) + list(_fragments(line, paragraph.style))


def _fragments(line: Text, style: str) -> Iterator[Fragment]:
    """The parts of a wrapped line: plain words, marked ones, and words of one link each."""
    plain = line.plain.rstrip()
    spans = [(span.start, min(span.end, len(plain)), str(span.style)) for span in line.spans if span.style]
    ends = sorted({0, len(plain), *(at for start, end, _ in spans if start < end for at in (start, end))})
    for start, end in pairwise(ends):
        here = [look for first, last, look in spans if first <= start and end <= last]
        link = next((int(look) for look in here if look.isdigit()), None)
        marked = next((look for look in here if not look.isdigit()), style)
        yield marked, plain[start:end], link


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
