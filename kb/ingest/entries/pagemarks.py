"""On which printed page does an entry begin, and what stands on a page?"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from kb.findings import PageMark
from kb.ingest.entries.drafts import Draft

if TYPE_CHECKING:
    from kb.ingest.entries.reading import Reading

_LONGEST = 4
"""Digits of a page number."""


def page_of(starts: Sequence[tuple[int, str]], line: int) -> str | None:
    """What the page is called that holds a line; None in a text without pages."""
    at = bisect_right(starts, line, key=lambda start: start[0])
    return (starts[at - 1][1] or None) if at else None


def page_marks(reading: Reading, slugs: dict[Draft, str]) -> list[PageMark]:
    """Pages of the contents, each tied to what has that title; else the pages on which the titled parts begin."""
    source = reading.source
    found = _listed(reading) if reading.pages else _begun(reading)
    return [
        PageMark(
            game=source.game,
            source=source.name,
            page=page,
            entry=f"{source.game}:{slugs[node]}",
            listed=bool(reading.pages),
        )
        for page, node in found
    ]


def _listed(reading: Reading) -> Iterator[tuple[int, Draft]]:
    titles: dict[str, Draft] = {}
    for node in _titled(reading):
        titles.setdefault(_folded(node.title), node)
    for title, page in reading.pages:
        if listed := titles.get(_folded(title)):
            yield page, listed


def _begun(reading: Reading) -> Iterator[tuple[int, Draft]]:
    """The outermost titled parts that begin on each page."""
    placed = ((page_of(reading.page_starts, node.lines[0]) or "", node) for node in _titled(reading))
    for page, group in groupby(placed, key=lambda each: each[0]):
        nodes = [node for _, node in group if not node.is_root]
        highest = min(map(_depth, nodes), default=0)
        if page.isdecimal() and len(page) <= _LONGEST:
            yield from ((int(page), node) for node in nodes if _depth(node) == highest)


def _titled(reading: Reading) -> list[Draft]:
    return [node for node in reading.nodes if node.title and node.kind in ("section", "rule")]


def _depth(node: Draft) -> int:
    depth, parent = 0, node.parent
    while parent is not None:
        depth, parent = depth + 1, parent.parent
    return depth


def _folded(title: str | None) -> str:
    return " ".join((title or "").casefold().split())
