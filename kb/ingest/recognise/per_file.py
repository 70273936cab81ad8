"""Are the files of a source one text or several? Tried both ways; what explains more of them is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise

from kb.ingest.document import Document, Item, Node, Running, Section


def per_file(document: Document, recognise: Callable[[Document], Document]) -> Document:
    """The parts of all files in reading order.

    Chapters count on from one file to the next, booklets in one folder each have their own headings and numbers.
    """
    whole = recognise(document)
    apart = replace(whole, parts=tuple(_apart(document, recognise)))
    return whole if _explained(whole) > _explained(apart) else apart


def _apart(document: Document, recognise: Callable[[Document], Document]) -> Iterator[Node]:
    """The parts of each file, as if it were alone; no list goes on from one to the next."""
    groups = 0
    starts = [*(member.first or 0 for member in document.members), len(document.paragraphs)]
    for first, end in pairwise(starts):
        parts = recognise(replace(document, paragraphs=document.paragraphs[first:end])).parts
        for part in parts:
            moved = replace(part, stretches=tuple(index + first for index in part.stretches))
            yield replace(moved, group=moved.group + groups) if isinstance(moved, Item) else moved
        groups += max((part.group for part in parts if isinstance(part, Item)), default=0)


def _explained(document: Document) -> int:
    """How many paragraphs are more than running text and headings."""
    return sum(len(part.stretches) for part in document.parts if not isinstance(part, (Running, Section)))
