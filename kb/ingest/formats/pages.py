"""What does the printed page add to a text? Page numbers, running headers and footers, and breaks within paragraphs."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise

from kb.errors import ReadError
from kb.findings import LeftOut, Problem
from kb.ingest.clean.displaced import mend_displaced
from kb.ingest.clean.overprinted import mend_overprinted
from kb.ingest.document import Line, Text
from kb.ingest.formats.by_turns import one_after_the_other
from kb.ingest.formats.edges import (
    BEFORE,
    BEGINS,
    PAGE_NUMBER,
    folded,
    furniture,
    names_of_pages,
    running_titles,
)
from kb.ingest.formats.page_breaks import marks_of_pages, pages_by_count
from kb.ingest.formats.paragraphs import margin
from kb.ingest.formats.side_by_side import below_each_other
from kb.ingest.formats.unspaced import join_unspaced
from kb.ingest.layout import ENDED, MARK

FORM_FEED = "\f"
_MOST_PAGES = 20_000
_MOST_TITLE_LINES = 3
_MOST_LINES = 200
"""Of one page; a longer text without page breaks is none, and what looks like columns in it is a table."""
# "A bid of 1.5 counts as 2, and one of" above "0.5 counts as 1.": a full line that ends in a small word
_FULL = re.compile(r".{50,400}\s[a-z]{1,12}")
_AMOUNT = re.compile(r"\d{1,4}(?:[.,]\d{1,3})?\s+[a-z]")


def part_pages(text: Text, labels: Sequence[str] = ()) -> Text:
    """A text whose pages are parted by form feeds or by page numbers, as one: without what only the pages print.

    `labels` are what its files call the pages, for those that print no number.
    """
    if any(FORM_FEED in line.raw for line in text.lines):
        pages = _fed(text.lines)
    elif text.format == "markdown":
        return _without_marks(text)
    else:
        pages = (pages_by_count(text.lines) or _columns_alone(text.lines)) if text.format == "text" else []
    if len(pages) > _MOST_PAGES:
        raise ReadError(f"{text.file} has more than {_MOST_PAGES:,} pages: split it into its chapters")
    return join_pages(text, pages, labels) if pages else text


def _without_marks(text: Text) -> Text:
    """A marked-up text without the lines that a converter put above its pages: `# Page 12`, `{12}------`."""
    marks = set(marks_of_pages(text.lines))
    if not marks:
        return text
    lines = tuple(line.with_text("") if at in marks else line for at, line in enumerate(text.lines))
    left_out = [
        LeftOut(file=text.file, line=line.number, reason=PAGE_NUMBER, text=line.raw.strip())
        for at, line in enumerate(text.lines)
        if at in marks
    ]
    return replace(text, lines=lines, left_out=(*text.left_out, *left_out))


def _columns_alone(lines: Sequence[Line]) -> list[list[Line]]:
    """A text that is one page of columns."""
    printed = _trimmed(lines)
    if len(printed) > _MOST_LINES:
        return []
    return [printed] if below_each_other(printed, ()) != printed else []


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


def join_pages(text: Text, pages: Sequence[Sequence[Line]], labels: Sequence[str] = ()) -> Text:
    """The lines of all pages; a paragraph that a page break parts is whole again."""
    printed = [_trimmed(page) for page in pages]
    aside = furniture(printed)
    in_columns = one_after_the_other([below_each_other(page, aside) for page in printed], aside)
    held, unclear, moved = _mended([_trimmed(page) for page in in_columns], aside)
    text = replace(
        text,
        problems=(*text.problems, *(_overprinted(text.file, line) for line in unclear)),
        left_out=(*text.left_out, *(_moved(text.file, line) for line in moved)),
    )
    found = furniture(held)
    bare = [_trimmed([line for line in page if id(line) not in found]) for page in held]
    titles = running_titles(found, held)
    text = replace(text, pages=_starts(held, labels))
    if room := margin(bare):
        return join_unspaced(text, held, found, titles, room)
    lines: list[Line] = []
    dropped: list[Line] = []
    for line in (line for page in held for line in page if folded(line.text) in titles):
        found.pop(id(line), None)
    for number, page in enumerate(held):
        kept = _trimmed([line for line in page if id(line) not in found])
        dropped += [line for line in page if id(line) in found]
        heading = _heading(kept, titles, number)
        if heading:
            title, parts = heading
            found.update((id(line), "title on several lines") for line in kept[1:parts])
            dropped += kept[1:parts]
            kept[:parts] = [kept[0].with_text(title), Line(kept[0].number, "", "")]
        if lines and kept and not _reads_on(lines[-1], kept[0]):
            lines.append(Line(kept[0].number, "", ""))
        lines += kept
    left_out = [
        LeftOut(file=text.file, line=line.number, reason=found[id(line)], text=line.raw.strip())
        for line in dropped
    ]
    lines += [line.with_text("") for line in dropped]  # at the end, where they part no paragraph
    return replace(text, lines=tuple(lines), left_out=(*text.left_out, *left_out))


def _starts(pages: Sequence[Sequence[Line]], labels: Sequence[str]) -> tuple[tuple[int, str], ...]:
    """The first line of each page that has one, and what the page is called."""
    names = names_of_pages(pages, labels)
    return tuple((page[0].number, name) for page, name in zip(pages, names, strict=True) if page)


def _trimmed(page: Sequence[Line]) -> list[Line]:
    start, end = 0, len(page)
    while start < end and page[start].is_blank:
        start += 1
    while end > start and page[end - 1].is_blank:
        end -= 1
    return list(page[start:end])


def _mended(
    pages: Sequence[Sequence[Line]], aside: Collection[int]
) -> tuple[list[list[Line]], list[Line], list[Line]]:
    """The pages without what their print did to single lines; lines that nobody can read; marks that moved.

    No mark belongs to a line whose id `aside` holds.
    """
    flat = [line for page in pages for line in page]
    rows, unclear = mend_overprinted([line.text for line in flat])
    read = [
        [line.with_text(row[0]), *(Line(line.number, "", more) for more in row[1:])]
        for line, row in zip(flat, rows, strict=True)
    ]
    ends = list(accumulate((len(page) for page in pages), initial=0))
    mended = [[line for lines in read[start:end] for line in lines] for start, end in pairwise(ends)]
    kept = {id(each) for line, lines in zip(flat, read, strict=True) if id(line) in aside for each in lines}
    placed = mend_displaced([["" if id(line) in kept else line.text for line in page] for page in mended])
    made: list[list[Line]] = []
    moved: list[Line] = []
    for page, row in zip(mended, placed, strict=True):
        parted = [
            (line, line.text if id(line) in kept else words) for line, words in zip(page, row, strict=True)
        ]
        made.append([line.with_text(words) for line, words in parted])
        moved += [line for line, words in parted if not words and not line.is_blank]
    return made, [flat[index] for index in unclear], moved


def _moved(file: str, line: Line) -> LeftOut:
    return LeftOut(file=file, line=line.number, reason="mark put where it belongs", text=line.raw.strip())


def _overprinted(file: str, line: Line) -> Problem:
    return Problem(
        code="overprinted",
        message="two lines were printed over each other here",
        file=file,
        line=line.number,
        excerpt=line.raw.strip()[:120],
        suggestion="compare with the printed page and correct the text",
    )


def _reads_on(above: Line, following: Line) -> bool:
    """Whether the first line of a page goes on with the last of the page before."""
    last, words = above.text.strip(), following.text.strip()
    begins = BEGINS.match(words) and not (_FULL.fullmatch(last) and _AMOUNT.match(words))
    return not (ENDED.search(last) or begins or MARK.match(words))


def _heading(lines: Sequence[Line], titles: dict[str, tuple[str, int]], page: int) -> tuple[str, int] | None:
    """The labelled title with which a page begins and how many lines it takes; each title heads one page."""
    for many in range(min(_MOST_TITLE_LINES, len(lines)), 0, -1):
        words = folded(" ".join(line.text for line in lines[:many]))
        title, first_page = titles.get(words, ("", 0))
        if title and page >= first_page - BEFORE:
            del titles[words]
            return title, many
    return None
