"""Which lines of a text does a person leave out?"""

from __future__ import annotations

from collections.abc import Sequence

from kb.ingest.document import Document, Member, Omitted
from kb.sources import Lines

REASON = "left out by you"


def in_source(told: Sequence[Lines], file: str, members: Sequence[Member]) -> list[range]:
    """The lines as the whole source counts them; of a file that it does not have there are none."""
    before = {member.file.removeprefix(f"{file}/"): member.before for member in members} or {"": 0}
    return [
        range(each.first + start, each.last + start + 1)
        if (start := before.get(each.file)) is not None
        else range(0)
        for each in told
    ]


def user_excluded(document: Document) -> Document:
    """The paragraphs that begin on lines which a person leaves out."""
    return document.claim(
        Omitted(stretches=(index,), reason=REASON)
        for index, paragraph in enumerate(document.paragraphs)
        if any(paragraph.first in lines for lines in document.excluded)
    )
