"""What no recogniser takes: running text, what a person leaves out, and what says nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from kb.findings import NOT_UNDERSTOOD
from kb.ingest.bodies import paragraph
from kb.ingest.document import Document, Member, Node, Omitted, Running
from kb.ingest.thresholds import SOME
from kb.sources import Lines

# "Add: 2 + 12 = 14", but "Guides ........ 12" of contents
_WORD, _LEADERS = re.compile(r"[^\W\d_]{3}"), re.compile(r"(?:[.·_] ?){4}")
# "v1.2", "(Rev. 3)": says which edition this is
_EDITION = re.compile(r"[\W_]*(?:v|ver|rev)\.?\s?\d{1,3}(?:\.\d{1,3}){0,3}[a-z]?[\W_]*", re.IGNORECASE)


def letters(text: str) -> int:
    """How many non-blank characters a text has."""
    if text.isprintable():  # then a space is its only blank
        return len(text) - text.count(" ")
    return len("".join(text.split()))


def running_text(document: Document) -> Document:
    """All parts in reading order, with running text between what was recognised."""
    parts: list[Node] = []
    for index, each in enumerate(document.paragraphs):
        found = document.claimed.get(index)
        if found is None:
            parts.append(Running(stretches=(index,), body=(paragraph(each),)))
        elif found.stretches[0] == index:
            parts.append(found)
    return replace(document, parts=tuple(parts))


def not_understood(document: Document) -> Document:
    """Running text without words is nothing we can vouch for: it is left out and listed."""
    parts = tuple(_vouched(part, document) for part in document.parts)
    return document if parts == document.parts else replace(document, parts=parts)


def _vouched(part: Node, document: Document) -> Node:
    if not isinstance(part, Running):
        return part
    words = " ".join(document.paragraphs[index].text for index in part.stretches)
    if sum(map(str.isalpha, words)) >= SOME * letters(words):
        return part
    if _EDITION.fullmatch(words) or (_WORD.search(words) and not _LEADERS.search(words)):
        return part
    ruler = not any(character.isalnum() for character in words) and len(set(words.replace(" ", ""))) == 1
    return Omitted(stretches=part.stretches, reason="ruler" if ruler else NOT_UNDERSTOOD)


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
