"""What does the printed page add to a text? Page numbers, running headers and footers, and breaks within paragraphs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from kb.errors import ReadError
from kb.ingest.clean.damage import overprinted
from kb.ingest.document import Line, Text
from kb.ingest.layout.features import is_bullet
from kb.ingest.layout.page_breaks import marks_of_pages, pages_by_count
from kb.ingest.layout.page_edges import PAGE_NUMBER, furniture, names_of_pages
from kb.ingest.layout.paragraphs import join_unspaced, margin, reads_on
from kb.ingest.limits import MOST_PAGES
from kb.ingest.thresholds import FEWEST

FORM_FEED = "\f"
# "12", "Page 12", "{12}---", "Goat Wars 12", "12  Goat Wars": a line that may count a page
_COUNTS = re.compile(r"^\W*(?:[^\W\d_]{1,6}\.?\s*)?\d{1,4}(?![.)\w])|\d[-–—\s|\]}>=]*$")

# "t•he player", "• A• player": the bullet of the next line, set among the letters of this one
_INSIDE = re.compile(r"(?<=[^\W_])•(?=[\w ,‘’'])")


def part_pages(text: Text, labels: Sequence[str] = ()) -> Text:
    """A text whose pages are parted by form feeds or by page numbers, as one: without what only the pages print.

    `labels` are what its files call the pages, for those that print no number.
    """
    if any(FORM_FEED in line.raw for line in text.lines):
        pages = _fed(text.lines)
    elif text.format == "markdown":
        return _without_marks(text)
    else:
        counted = text.format == "text" and any(map(_COUNTS.search, (line.text for line in text.lines)))
        pages = pages_by_count(text.lines) if counted else []
    if len(pages) > MOST_PAGES:
        raise ReadError(f"{text.file} has more than {MOST_PAGES:,} pages: split it into its chapters")
    if not pages:
        return text
    told = overprinted([line for page in pages for line in page], text.file)
    text = replace(text, problems=(*text.problems, *told))
    return _join_pages(text, pages, labels)


def _without_marks(text: Text) -> Text:
    """A marked-up text without the lines that a converter put above its pages: `# Page 12`, `{12}------`."""
    marks = set(marks_of_pages(text.lines))
    if not marks:
        return text
    lines = (line.with_text("") if at in marks else line for at, line in enumerate(text.lines))
    return text.leaving_out(
        lines, ((text.lines[at], PAGE_NUMBER, text.lines[at].raw.strip()) for at in sorted(marks))
    )


def _fed(lines: Sequence[Line]) -> list[list[Line]]:
    """The pages that form feeds part."""
    pages: list[list[Line]] = [[]]
    for line in lines:
        for count, piece in enumerate(line.raw.split(FORM_FEED)):
            if count:
                pages.append([])
            pages[-1].append(Line(line.number, piece, piece))
    if all(line.is_blank for line in pages[-1]):
        pages.pop()  # programs end the last page with a form feed as well
    return pages


def _join_pages(text: Text, pages: Sequence[Sequence[Line]], labels: Sequence[str]) -> Text:
    """The lines of all pages; a paragraph that a page break parts is whole again."""
    held = [_trimmed(page) for page in pages]
    found = furniture(held)
    left = [(line, found[id(line)]) for page in held for line in page if id(line) in found]
    trimmed = [_trimmed([line for line in page if id(line) not in found]) for page in held]
    trimmed = _with_late_bullets(trimmed)
    room = margin(trimmed)
    lines = list(join_unspaced(trimmed, room)) if room else _joined(trimmed)
    lines += [line.with_text("") for line, _ in left]  # at the end, where they part no paragraph
    names = zip(held, names_of_pages(held, labels), strict=True)
    starts = tuple((page[0].number, name) for page, name in names if page)
    text = replace(text, pages=starts, parted=bool(room))
    return text.leaving_out(lines, ((line, why, line.raw.strip()) for line, why in left if line.text.strip()))


def _joined(pages: Sequence[Sequence[Line]]) -> list[Line]:
    """The lines of pages one after the other, a blank one between paragraphs."""
    lines: list[Line] = []
    for page in pages:
        if lines and page and not reads_on(lines[-1], page[0]):
            lines.append(Line(page[0].number, "", ""))
        lines += page
    return lines


def _trimmed(page: Sequence[Line]) -> list[Line]:
    start, end = 0, len(page)
    while start < end and page[start].is_blank:
        start += 1
    while end > start and page[end - 1].is_blank:
        end -= 1
    return list(page[start:end])


def _with_late_bullets(pages: list[list[Line]]) -> list[list[Line]]:
    """Pages whose inner bullets stand among the letters of the lines above their own, with each above its own."""
    found = sum(1 for page in pages for line in page if _INSIDE.search(line.text))
    return list(map(_with_bullets_later, pages)) if found >= FEWEST else pages


def _with_bullets_later(page: Sequence[Line]) -> list[Line]:
    lines: list[Line] = []
    waiting: list[Line] = []
    for line in page:
        if is_bullet(line.text):
            waiting.append(line.with_text("  •"))
            continue
        words = _INSIDE.sub("", line.text)
        waiting += [Line(line.number, "", "  •")] if words != line.text else []
        lines += [line.with_text(words), *(waiting if line.text.strip() else [])]
        waiting = [] if line.text.strip() else waiting
    return lines + waiting
