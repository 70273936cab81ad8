"""Which text is on the pages of this PDF? Words with their places, put in reading order, without what pages add."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from itertools import takewhile

from kb.errors import ReadError
from kb.findings import LeftOut
from kb.ingest.document import Line, Text
from kb.ingest.layout.columns import columns, edges
from kb.ingest.layout.page_edges import furniture, names_of_pages
from kb.ingest.layout.printed import print_lines
from kb.ingest.layout.rows import Piece, with_initials
from kb.ingest.limits import SECONDS
from kb.ingest.readers.pdf_words import FAILURES

_ROTATED = "rotated text"


def read_pdf(data: bytes, file: str) -> Text:
    """The paragraphs of a PDF with a text layer; headings carry the level that their size tells."""
    pages, rotated, labels = _opened(data, file)
    marked = [[Line(0, piece.text, piece.text) for piece in edges(page)] for page in pages]
    found = furniture(marked)
    dropped, bare = [], []
    for page, lines in zip(pages, marked, strict=True):
        at_edge = list(edges(page))
        reasons = {
            id(piece): found[id(line)]
            for piece, line in zip(at_edge, lines, strict=True)
            if id(line) in found
        }
        bare.append(with_initials([piece for piece in page if id(piece) not in reasons]))
        dropped += [(piece.text, reasons[id(piece)]) for piece in at_edge if id(piece) in reasons]
    lines, starts = print_lines(list(map(columns, bare)), 1)
    if not lines:
        raise ReadError(
            f"{file} has no text in it, only pictures of pages: have a program recognise its text first"
        )
    dropped += [(words, _ROTATED) for words in rotated]
    last = max(line.number for line in lines)
    left_out = [
        LeftOut(file=file, line=number, reason=reason, text=words)
        for number, (words, reason) in enumerate(dropped, last + 1)
    ]
    lines += [Line(left.line, left.text, "") for left in left_out]
    return Text(
        file=file,
        lines=tuple(lines),
        encoding="pdf",
        left_out=tuple(left_out),
        parted=True,
        title=_title(lines),
        pages=tuple(zip(starts, names_of_pages(marked, labels), strict=False)),
    )


def _title(lines: Sequence[Line]) -> str:
    """The heading with which a document begins."""
    rows = list(takewhile(lambda line: not line.is_blank, lines)) if lines[0].heading else []
    return " ".join(line.text.strip() for line in rows)


def _opened(data: bytes, file: str) -> tuple[list[list[Piece]], list[str], list[str]]:
    """The pieces of every page, what is printed across it and what the file calls it, read by a process of its own.

    A PDF is a program: a few bytes may unfold to gigabytes or never end. The process may use so much time and
    memory and no more, and if it dies nothing else does.
    """
    command = [sys.executable, "-P", "-m", "kb.ingest.readers.pdf_words"]
    try:
        # it bounds its own processor time; on a busy machine that takes many times as long
        ran = subprocess.run(command, input=data, capture_output=True, timeout=10 * SECONDS, check=False)
        told = json.loads(ran.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        raise ReadError(f"{file} cannot be read as a PDF: {FAILURES['endless']}") from None
    if "failure" in told:
        raise ReadError(f"{file} cannot be read as a PDF: {FAILURES[told['failure']]}")
    pages = [[Piece(*piece) for piece in page] for page in told["pages"]]
    return pages, told["rotated"], told["labels"]
