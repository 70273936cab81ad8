"""The process that opens a PDF: bytes on standard input, pieces of lines as JSON on standard output.

Apart from the reader so that a file that never ends, or fills the memory, ends this process and nothing else.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from ctypes import byref, create_string_buffer
from dataclasses import astuple
from itertools import pairwise
from typing import Any

from kb.ingest.layout.rows import Piece, pieces_of
from kb.ingest.limits import MOST_CHARACTERS, MOST_ON_PAGE, MOST_PDF_PAGES, MOST_PDF_PIECES, SECONDS
from kb.ingest.thresholds import SHORTEST_WORD

_MEMORY = 768 << 20
FAILURES = {
    "locked": "it is locked by a password",
    "damaged": "it is damaged",
    "pages": f"it has more than {MOST_PDF_PAGES:,} pages: split it into its chapters",
    "characters": f"it holds more than {MOST_CHARACTERS:,} characters: split it into its chapters",
    "endless": "it takes more time or memory than any rulebook should",
}
_WORD = re.compile(r"\S+")
_UNPAIRED = re.compile("[\ud800-\udfff]")
# what the library puts where a hyphen parts a word at a line's end
_SHOWN = str.maketrans(dict.fromkeys("\ufffe\x02\u00ad", "-"))
_BOLD = re.compile(rb"bold|black|heavy|semibold|demi", re.IGNORECASE)
_SIGNS = re.compile(rb"dingbat|wingding|webding", re.IGNORECASE)
_QUARTER = math.pi / 2
_GAP = 0.1
"""Of a row's height: without blanks in the file, 99.8 % of letters stand closer, all words farther apart (one text)."""
_UNPARTED = "\u2e80"
"""The first of the signs that are written without blanks."""


class Failed(Exception):
    """A PDF that is not read, with the reason's key."""


def main() -> None:
    """Read a PDF from standard input; always answers with one JSON document."""
    _limit()
    try:
        pages, rotated, labels = read(sys.stdin.buffer.read())
        told: dict[str, Any] = {
            "pages": [[astuple(piece) for piece in page] for page in pages],
            "rotated": rotated,
            "labels": labels,
        }
    except Failed as failed:
        told = {"failure": str(failed)}
    except MemoryError:
        told = {"failure": "endless"}
    json.dump(told, sys.stdout)


def _limit() -> None:
    """Bound time and memory, where the system can."""
    try:
        import resource
    except ImportError:  # Windows
        return
    for kind, most in ((resource.RLIMIT_CPU, SECONDS), (resource.RLIMIT_AS, _MEMORY)):
        _, hard = resource.getrlimit(kind)
        allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
        try:
            resource.setrlimit(kind, (allowed, hard))
        except (ValueError, OSError):
            continue


def read(data: bytes) -> tuple[list[list[Piece]], list[str], list[str]]:
    """The pieces of every page, the words that are printed across one, and what the file calls each page."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise Failed("locked" if "password" in str(error).lower() else "damaged") from None
    if len(document) > MOST_PDF_PAGES:
        raise Failed("pages")
    labels = [_UNPAIRED.sub("", document.get_page_label(index)) for index in range(len(document))]
    pages, rotated, characters, pieces = [], [], 0, 0
    for index in range(len(document)):
        try:
            upright, across = _page(document[index].get_textpage())
        except pypdfium2.PdfiumError:
            raise Failed("damaged") from None
        pages.append(pieces_of(upright))
        rotated += [piece.text for piece in pieces_of(across)]
        characters += sum(len(piece.text) for piece in pages[-1])
        pieces += len(pages[-1])
        if characters > MOST_CHARACTERS or pieces > MOST_PDF_PIECES:
            raise Failed("characters")
    return pages, rotated, labels


def _page(text: Any) -> tuple[list[Piece], list[Piece]]:
    """The words of a page: those that stand as most do, and those that are turned."""
    if text.count_chars() > MOST_ON_PAGE:
        raise Failed("characters")
    words = list(_words(text))
    angles = Counter(angle for _, angle in words)
    usual = angles.most_common(1)[0][0] if angles else 0
    return [word for word, angle in words if angle == usual], [
        word for word, angle in words if angle != usual
    ]


def _words(text: Any) -> Iterator[tuple[Piece, int]]:
    """Every word with its place and how many quarters it is turned."""
    from pypdfium2 import raw

    content = _content(text)
    glyphs = _Glyphs(text, content)
    quarters, row_end = 0, -1
    for start, end in (part for word in _WORD.finditer(content) for part in glyphs.parts(*word.span())):
        if start > row_end:  # all words of a row are turned alike
            quarters = round(float(raw.FPDFText_GetCharAngle(text.raw, start)) / _QUARTER) % 4
            row_end = content.find("\n", start)
            row_end = len(content) if row_end < 0 else row_end
        left, bottom, right, top = _TURNED[quarters](*glyphs.box(start, end - 1))
        begins = not content[content.rfind("\n", 0, start) + 1 : start].strip()
        is_bullet = begins and end - start == 1 and glyphs.is_bullet(content[start : start + 3], start)
        shown = "•" if is_bullet else _UNPAIRED.sub("\ufffd", content[start:end].translate(_SHOWN))
        size = _size(float(raw.FPDFText_GetFontSize(text.raw, start)), top - bottom)
        bold = glyphs.is_bold(start)
        yield Piece(shown, left, right, bottom, size, bold, bold), quarters


# A box (left, bottom, right, top) after turning the page so that a row turned by so many quarters runs to the right.
_TURNED: tuple[Callable[[float, float, float, float], tuple[float, float, float, float]], ...] = (
    lambda left, bottom, right, top: (left, bottom, right, top),
    lambda left, bottom, right, top: (-top, left, -bottom, right),
    lambda left, bottom, right, top: (-right, -top, -left, -bottom),
    lambda left, bottom, right, top: (bottom, -right, top, -left),
)


def _content(text: Any) -> str:
    """The characters of a page, one for each that the library counts."""
    from pypdfium2 import raw

    content: str = text.get_text_range()
    many = text.count_chars()
    if len(content) == many:
        return content
    return "".join(chr(raw.FPDFText_GetUnicode(text.raw, index) or 32) for index in range(many))


def _size(stated: float, height: float) -> float:
    """The size of letters: as the font states it, unless the page draws the font larger or smaller."""
    return round(stated if 0.5 * height < stated < 1.6 * height else height / 1.2, 1)


class _Glyphs:
    """Where characters stand, and in which font."""

    def __init__(self, text: Any, content: str) -> None:
        from pypdfium2 import raw

        self._raw = raw
        self._text = text
        self._rect = raw.FS_RECTF()
        self._name = create_string_buffer(96)
        self._bold: dict[bytes, bool] = {}
        blanks = [match.start() for match in re.finditer(" ", content)]
        made = sum(raw.FPDFText_IsGenerated(text.raw, index) == 1 for index in blanks)
        self._without_blanks = made >= 0.5 * len(blanks)  # the library puts them where words stand far apart
        self._content = content

    def box(self, start: int, end: int) -> tuple[float, float, float, float]:
        """The box around a word: left, bottom, right, top."""
        one, two = self._loose(start), self._loose(end)
        return min(one[0], two[0]), min(one[1], two[1]), max(one[2], two[2]), max(one[3], two[3])

    def parts(self, start: int, end: int) -> list[tuple[int, int]]:
        """A word in parts: the library reads over a hyphen at a line's end, and over a narrow gap that is no blank."""
        one, two = self._loose(start), self._loose(end - 1)
        if two[2] >= one[0] and (two[3] > one[1] and one[3] > two[1]):
            return self._apart(start, end) if self._without_blanks else [(start, end)]
        boxes = [self._loose(index) for index in range(start, end)]
        jumps = [
            index
            for index, (before, box) in enumerate(pairwise(boxes), start + 1)
            if box[2] < before[0] and box[3] <= before[1] + 0.5 * (before[3] - before[1])
        ]
        return list(pairwise([start, *jumps, end]))

    def _apart(self, start: int, end: int) -> list[tuple[int, int]]:
        """The words that a narrow gap parts; letters that all stand apart are one word, set wide."""
        boxes = [self._loose(index) for index in range(start, end)]
        least = _GAP * (boxes[0][3] - boxes[0][1])
        cuts = [
            index
            for index, (before, after) in enumerate(pairwise(boxes), start + 1)
            if after[0] - before[2] > least and self._content[index] < _UNPARTED
        ]
        is_wide = len(cuts) + 1 == len(boxes) > SHORTEST_WORD
        return list(pairwise([start, *([] if is_wide else cuts), end]))

    def _loose(self, index: int) -> tuple[float, float, float, float]:
        rect = self._rect
        self._raw.FPDFText_GetLooseCharBox(self._text.raw, index, byref(rect))
        return rect.left, rect.bottom, rect.right, rect.top

    def _font(self, index: int) -> bytes:
        self._raw.FPDFText_GetFontInfo(self._text.raw, index, self._name, 96, None)
        return self._name.value

    def is_bullet(self, words: str, index: int) -> bool:
        """Whether a letter that begins a row is printed as a sign: out of a font of signs, or "o" in one of its own."""
        name = self._font(index)
        is_ring = words[:2] == "o " and b"Courier" in name and b"Courier" not in self._font(index + 2)
        return is_ring or bool(_SIGNS.search(name))

    def is_bold(self, index: int) -> bool:
        """Whether a character is set in bold, by its font's weight or name."""
        name = self._font(index)
        if name not in self._bold:
            weight = self._raw.FPDFText_GetFontWeight(self._text.raw, index)
            self._bold[name] = weight >= 600 or bool(_BOLD.search(name))
        return self._bold[name]


if __name__ == "__main__":
    main()
