"""Which lines of text are on the pages of this PDF? Told by where the characters stand and how large they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import pypdfium2
from pypdfium2 import raw

from kb.errors import ReadError
from kb.ingest.formats.pages import join_pages
from kb.ingest.lines import Line, Text

_MOST_PAGES = 3000
_MOST_CHARACTERS = 20_000_000
_GAP = 1.35
"""From so many usual line distances on, a distance parts paragraphs."""
_LARGER = 1.12
"""A line in letters so much larger than the usual ones is a heading."""
# what pdfium puts where a hyphen parts a word at a line's end
_SOFT_HYPHENS = ("\ufffe", "\x02", "\u00ad")


@dataclass(frozen=True, slots=True)
class _Printed:
    """A line as it is printed."""

    text: str
    top: float
    """Distance of its baseline from the bottom of the page, in points."""

    size: float


def read_pdf(data: bytes, file: str) -> Text:
    """The lines of a PDF with a text layer; paragraphs are parted by blank lines where the page leaves a gap."""
    pages = _pages(data, file)
    size = _usual(line.size for page in pages for line in page)
    pitch = _usual(above.top - line.top for page in pages for above, line in pairwise(page))
    number = 0
    parted: list[list[Line]] = []
    for page in pages:
        parted.append([])
        for words in _spaced(page, size, pitch):
            number += 1
            parted[-1].append(Line(number, words, words))
    if not number:
        raise ReadError(
            f"{file} has no text in it, only pictures of pages: have a program recognise its text first"
        )
    every = tuple(line for page in parted for line in page)
    return join_pages(Text(file=file, lines=every, encoding="pdf"), parted)


def _pages(data: bytes, file: str) -> list[list[_Printed]]:
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        reason = "it is locked by a password" if "password" in str(error).lower() else "it is damaged"
        raise ReadError(f"{file} cannot be read as a PDF: {reason}") from None
    try:
        if len(document) > _MOST_PAGES:
            raise ReadError(f"{file} has more than {_MOST_PAGES:,} pages: split it into its chapters")
        pages, characters = [], 0
        for index in range(len(document)):
            pages.append(list(_printed(document, index)))
            characters += sum(len(line.text) for line in pages[-1])
            if characters > _MOST_CHARACTERS:
                raise ReadError(f"{file} holds more than {_MOST_CHARACTERS:,} characters: split it")
        return pages
    except pypdfium2.PdfiumError:
        raise ReadError(f"{file} cannot be read as a PDF: a page of it is damaged") from None
    finally:
        document.close()


def _printed(document: pypdfium2.PdfDocument, index: int) -> Iterator[_Printed]:
    """The lines of a page in the order of its text."""
    page = document[index]
    words = page.get_textpage()
    position = 0
    for line in words.get_text_range().split("\r\n"):
        shown = line.strip()
        at = position + line.find(shown[:1]) if shown else position
        position += len(line) + 2
        if not shown or at >= words.count_chars():
            continue
        box = words.get_charbox(at, loose=True)
        size = raw.FPDFText_GetFontSize(words.raw, at)
        yield _Printed(_joined(shown), box[1], round(float(size), 1))
    words.close()
    page.close()


def _joined(words: str) -> str:
    for mark in _SOFT_HYPHENS:
        words = words.replace(mark, "-")
    return words


def _spaced(page: list[_Printed], size: float, pitch: float) -> Iterator[str]:
    """The lines of a page with a blank one where it leaves a gap, and around what is printed larger."""
    before: _Printed | None = None
    for line in page:
        gap = before is not None and not 0 < before.top - line.top < _GAP * pitch
        changes = before is not None and (before.size > _LARGER * size) != (line.size > _LARGER * size)
        if gap or changes:
            yield ""
        yield line.text
        before = line


def _usual(values: Iterator[float]) -> float:
    """The most frequent positive value, to half a point."""
    counted = Counter(round(value * 2) / 2 for value in values if value > 0)
    return counted.most_common(1)[0][0] if counted else 1.0
