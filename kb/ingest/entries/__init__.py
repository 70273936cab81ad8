"""How do nodes become entries? Ids, addresses, paths, page marks and the text's own links."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from kb.entries import Entry, Location, edition_slug, label
from kb.findings import Anchored, PageMark, Problem, SourceLink
from kb.ingest.bodies import unmark
from kb.ingest.document import place
from kb.ingest.entries.drafts import Draft, markdown, passages
from kb.ingest.entries.names import Names
from kb.ingest.titles import caseless
from kb.markup import plain

if TYPE_CHECKING:
    from kb.ingest.entries.reading import Reading


def page_of(starts: Sequence[tuple[int, str]], line: int) -> str | None:
    """What the page is called that holds a line; None in a text without pages."""
    at = bisect_right(starts, line, key=lambda start: start[0])
    return (starts[at - 1][1] or None) if at else None


def page_marks(reading: Reading) -> list[PageMark]:
    """Pages of the contents, each tied to what has that title; else the pages on which the titled parts begin."""
    source = reading.source
    found = _listed(reading) if reading.pages else _begun(reading)
    return [
        PageMark(
            game=source.game,
            source=source.name,
            page=page,
            entry=f"{source.game}:{node.slug}",
            listed=bool(reading.pages),
        )
        for page, node in found
    ]


def _listed(reading: Reading) -> Iterator[tuple[int, Draft]]:
    titles: dict[str, Draft] = {}
    for node in _titled(reading):
        titles.setdefault(caseless(node.title or ""), node)
    for title, page in reading.pages:
        if listed := titles.get(caseless(title)):
            yield page, listed


def _begun(reading: Reading) -> Iterator[tuple[int, Draft]]:
    """The outermost titled parts that begin on each page."""
    placed = ((page_of(reading.page_starts, node.lines[0]) or "", node) for node in _titled(reading))
    for page, group in groupby(placed, key=lambda each: each[0]):
        nodes = [node for _, node in group if not node.is_root]
        highest = min((node.depth for node in nodes), default=0)
        if page.isdecimal():
            yield from ((int(page), node) for node in nodes if node.depth == highest)


def _titled(reading: Reading) -> list[Draft]:
    return [node for node in reading.nodes if node.title and node.kind in ("section", "rule")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """The entries of one game and what goes with them."""

    entries: tuple[Entry, ...]
    pages: tuple[PageMark, ...]
    problems: tuple[Problem, ...]
    links: tuple[SourceLink, ...]
    anchors: tuple[Anchored, ...]


def make(readings: Sequence[Reading]) -> Made:
    """The entries of one game from all its readings: numbers and terms of every text get their names first."""
    names, problems = Names(), []
    for reading in readings:
        for node, slug in names.reserve(reading.nodes):
            problems.append(_doubled(reading, node, slug))
    for reading in readings:
        names.give(reading.nodes, reading.source.name)
    nodes = {anchor: node for reading in readings for node in reading.nodes for anchor in node.anchors}
    entries: list[Entry] = []
    links: list[SourceLink] = []
    for reading in readings:
        for node in reading.nodes:
            entry, found = _entry(node, reading, len(entries), nodes)
            entries.append(entry)
            links += found
    return Made(
        entries=tuple(entries),
        pages=tuple(mark for reading in readings for mark in page_marks(reading)),
        problems=tuple(problems),
        links=tuple(links),
        anchors=tuple(
            Anchored(game=reading.source.game, name=name, entry=f"{reading.source.game}:{node.slug}")
            for reading in readings
            for node in reading.nodes
            for name in node.anchors
        ),
    )


def _doubled(reading: Reading, node: Draft, slug: str) -> Problem:
    file, line = place(reading.members, reading.source.file, node.lines[0])
    return Problem(
        code="duplicate-number",
        message=f"number {node.number} is used more than once in {reading.source.game}; this one is {slug}-2 or later",
        file=file,
        line=line,
        excerpt=(node.title or " ".join(node.body))[:120],
        suggestion="check the source; the first one keeps the plain id",
    )


def _content(
    node: Draft, reading: Reading, nodes: Mapping[str, Draft]
) -> tuple[str, list[tuple[int, int, str]]]:
    """The body of a node as Markdown and the links in it; notes the offset at which each of its cuts stands."""
    parts: list[str] = []
    links: list[tuple[int, int, str]] = []
    offsets: list[int] = []
    length = 0
    for passage in passages(node.body, node.cuts):
        content, found = unmark(passage, reading.targets, lambda target: _shown(nodes.get(target), target))
        length += 2 if length and content else 0
        offsets.append(length)
        links += ((start + length, end + length, target) for start, end, target in found)
        parts += [content] if content else []
        length += len(plain(content)) if node.cuts else 0
    node.offsets = dict(zip(node.cuts, offsets[1:], strict=True))
    return "\n\n".join(parts), links


def _entry(
    node: Draft,
    reading: Reading,
    order: int,
    nodes: Mapping[str, Draft],
) -> tuple[Entry, list[SourceLink]]:
    source, slug = reading.source, node.slug
    content, found = _content(node, reading, nodes)
    pinned = f"@{edition_slug(source.edition)}" if source.edition else ""
    entry = Entry(
        id=f"{source.game}:{slug}",
        game=source.game,
        source=source.name,
        edition=source.edition,
        kind=node.kind,
        number=node.number,
        title=node.title,
        parent=f"{source.game}:{node.parent.slug}" if node.parent else None,
        order=order,
        aliases=node.aliases,
        url=f"{source.game}/{slug}/",
        permalink=f"{source.game}/{slug}{pinned}/",
        text=plain(content),
        markdown=content,
        location=_location(reading, node),
        path=_path(node),
        at=node.parent.offsets.get(node.at) if node.parent else None,
    )
    return entry, [
        SourceLink(origin=entry.id, start=start, end=end, target=target) for start, end, target in found
    ]


def _location(reading: Reading, node: Draft) -> Location:
    """Where an entry stands; one that goes on in the next file ends with the file in which it begins."""
    file, first = place(reading.members, reading.source.file, node.lines[0])
    last_file, last = place(reading.members, reading.source.file, node.lines[1])
    return Location(
        file=file,
        first_line=first,
        last_line=last if last_file == file else first,
        page=page_of(reading.page_starts, node.lines[0]),
    )


def _shown(node: Draft | None, target: str) -> str:
    """What a link without words of its own reads as: the number or title of what it points at."""
    return (node.number or node.title if node else None) or target


def _path(node: Draft) -> tuple[str, ...]:
    """Labels of the ancestors, outermost first; the text itself is the source, not a place in it."""
    above: list[str] = []
    parent = node.parent
    while parent is not None and not parent.is_root:
        named = parent.number or parent.title
        words = "" if named else plain(markdown(parent.body))
        above.append(label(parent.number, parent.title, words, kind=parent.kind))
        parent = parent.parent
    return tuple(reversed(above))
