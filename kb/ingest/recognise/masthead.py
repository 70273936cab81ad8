"""What stands above a text's title: rows of who, when and which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kb.ingest.document import Document, Node, Omitted, Stretch
from kb.ingest.layout import ENDED

MASTHEAD = "masthead"
_FEWEST = 2
_MOST = 12
_LONGEST = 90
_CENTRED = 8
"""Columns; a line of its own that begins so far inside, below rows that begin at the edge, is set in the middle."""


def masthead(document: Document) -> Document:
    """The first rows, if they begin at the left edge and the title stands below them in the middle of the page."""
    return document.claim(_find(document.paragraphs, document.claimed))


def _find(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> list[Node]:
    end = next((i for i, stretch in enumerate(stretches) if i and stretch.gap), 0)
    if not _FEWEST <= end <= _MOST or any(i in taken or stretches[i].heading for i in range(end + 1)):
        return []
    rows, title = stretches[:end], stretches[end]
    are_rows = not rows[0].indent and all(
        len(row.text) <= _LONGEST and not (row.mark or ENDED.search(row.text)) for row in rows
    )
    is_title = title.alone and title.indent >= _CENTRED and len(title.text) <= _LONGEST
    if not are_rows or not is_title or title.mark or ENDED.search(title.text):
        return []
    return [Omitted(stretches=tuple(range(end)), reason=MASTHEAD)]
