"""Which entries are in these texts? read → clean → layout → recognise → nest → names → entries.

`ingest` does it for a corpus, `read_source` for one text; neither writes anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kb.entries import Entry, LeftOut, Location, PageMark, Problem, Source, label
from kb.ingest.account import not_understood, tally
from kb.ingest.clean import clean
from kb.ingest.editions import find_edition
from kb.ingest.layout import stretches
from kb.ingest.lines import Block, Stretch, Text
from kb.ingest.names import Names
from kb.ingest.nest import Node, markdown, nest
from kb.ingest.read import read
from kb.ingest.recognise import recognise
from kb.markup import plain
from kb.sources import Corpus, slugify


@dataclass(frozen=True, slots=True, kw_only=True)
class Ingested:
    """What a corpus holds, before anything is linked."""

    entries: tuple[Entry, ...]
    """In reading order, game by game."""

    sources: tuple[Source, ...]
    left_out: tuple[LeftOut, ...]
    problems: tuple[Problem, ...]
    pages: tuple[PageMark, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One text, recognised."""

    source: Source
    nodes: tuple[Node, ...]
    stretches: tuple[Stretch, ...]
    left_out: tuple[LeftOut, ...]
    problems: tuple[Problem, ...]
    pages: tuple[tuple[str, int], ...]
    """Contents: title and printed page."""


def ingest(corpus: Corpus, only: str | None = None) -> Ingested:
    """Entries of the newest edition of every source, or of one game's; raises ReadError for a text we cannot read."""
    entries: list[Entry] = []
    sources: list[Source] = []
    left_out: list[LeftOut] = []
    problems: list[Problem] = []
    pages: list[PageMark] = []
    current = corpus.current()
    for game in corpus.games:
        if only is not None and game.slug != only:
            continue
        readings = [read_source(corpus, source) for source in current if source.game == game.slug]
        made, marks, found = _entries(readings)
        entries += made
        pages += marks
        problems += found
        for reading in readings:
            sources.append(reading.source)
            left_out += reading.left_out
            problems += reading.problems
    return Ingested(
        entries=tuple(entries),
        sources=tuple(sources),
        left_out=tuple(left_out),
        problems=tuple(problems),
        pages=tuple(pages),
    )


def read_source(corpus: Corpus, source: Source) -> Reading:
    """Read and recognise one text of a corpus."""
    text = clean(read(corpus.path(source), source.file))
    return read_text(text, source, corpus.recognisers.get(source.file, ()))


def read_text(text: Text, source: Source, only: Sequence[str] = ()) -> Reading:
    """Recognise a cleaned text."""
    laid_out = stretches(text)
    blocks = [not_understood(block, laid_out) for block in recognise(laid_out, only)]
    nodes = tuple(nest(blocks, laid_out))
    left_out = (*text.left_out, *_left_out(blocks, laid_out, source.file))
    edition = source.edition or find_edition(line.text for line in text.lines) or _attributed(blocks)
    counts = tally(text, nodes, laid_out, left_out)
    made = replace(
        source,
        title=source.title
        or next((node.title for node in nodes if node.is_root and node.title), "")
        or _titled(source),
        edition=edition,
        encoding=text.encoding,
        recognised=", ".join(_kinds(blocks)),
        characters=counts.characters,
        accounted=counts.accounted,
    )
    problems = (*text.problems, *_unread(left_out))
    pages = tuple(page for block in blocks for page in block.pages)
    return Reading(
        source=made, nodes=nodes, stretches=laid_out, left_out=left_out, problems=problems, pages=pages
    )


def _titled(source: Source) -> str:
    return source.name.replace("-", " ").title()


def _attributed(blocks: Sequence[Block]) -> str | None:
    """The newest edition that attribution lines name."""
    return max((block.edition for block in blocks if block.edition), default=None)


def _kinds(blocks: Sequence[Block]) -> list[str]:
    """What was recognised, most frequent first: `119 terms`, `54 steps`."""
    counts: dict[str, int] = {}
    for block in blocks:
        if block.kind not in ("text", "left out"):
            counts[block.kind] = counts.get(block.kind, 0) + 1
    plural = {"faq": "questions"}
    ordered = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    return [f"{count} {kind if count == 1 else plural.get(kind, kind + 's')}" for kind, count in ordered]


def _left_out(blocks: Sequence[Block], laid_out: Sequence[Stretch], file: str) -> list[LeftOut]:
    return [
        LeftOut(file=file, line=stretch.first, reason=block.reason, text="\n".join(stretch.lines).strip())
        for block in blocks
        if block.kind == "left out"
        for stretch in (laid_out[index] for index in block.stretches)
    ]


def _unread(left_out: Sequence[LeftOut]) -> list[Problem]:
    return [
        Problem(
            code="not-understood",
            message="a stretch that no recogniser understood",
            file=each.file,
            line=each.line,
            excerpt=each.text[:120],
            suggestion="look at the source there; a cleaner or a [[sources]] recogniser may be missing",
        )
        for each in left_out
        if each.reason == "not understood"
    ]


def _entries(readings: Sequence[Reading]) -> tuple[list[Entry], list[PageMark], list[Problem]]:
    """The entries of one game, its page marks, and numbers that it uses twice."""
    names, problems = Names(), []
    for reading in readings:
        for node, slug in names.reserve(reading.nodes):
            problems.append(_doubled(reading, node, slug))
    entries: list[Entry] = []
    marks: list[PageMark] = []
    for reading in readings:
        names.give(reading.nodes, reading.source.name)
        for node in reading.nodes:
            entries.append(_entry(node, reading.source, names.slugs, len(entries)))
        marks += _page_marks(reading, names.slugs)
    return entries, marks, problems


def _doubled(reading: Reading, node: Node, slug: str) -> Problem:
    return Problem(
        code="duplicate-number",
        message=f"number {node.number} is used more than once in {reading.source.game}; this one is {slug}-2 or later",
        file=reading.source.file,
        line=node.lines[0],
        excerpt=(node.title or " ".join(node.body))[:120],
        suggestion="check the source; the first one keeps the plain id",
    )


def _entry(node: Node, source: Source, slugs: dict[Node, str], order: int) -> Entry:
    slug = slugs[node]
    content = markdown(node.body)
    pinned = (
        f"@{slugify(source.edition) if ' ' in source.edition else source.edition}" if source.edition else ""
    )
    return Entry(
        id=f"{source.game}:{slug}",
        game=source.game,
        source=source.name,
        edition=source.edition,
        kind=node.kind,
        number=node.number,
        title=node.title,
        parent=f"{source.game}:{slugs[node.parent]}" if node.parent else None,
        order=order,
        aliases=node.aliases,
        url=f"{source.game}/{slug}/",
        permalink=f"{source.game}/{slug}{pinned}/",
        text=plain(content),
        markdown=content,
        location=Location(file=source.file, first_line=node.lines[0], last_line=node.lines[1]),
        path=_path(node),
    )


def _path(node: Node) -> tuple[str, ...]:
    """Labels of the ancestors, outermost first; the text itself is the source, not a place in it."""
    above: list[str] = []
    parent = node.parent
    while parent is not None and not parent.is_root:
        above.append(label(parent.number, parent.title, plain(markdown(parent.body))))
        parent = parent.parent
    return tuple(reversed(above))


def _page_marks(reading: Reading, slugs: dict[Node, str]) -> list[PageMark]:
    """Pages of the contents, each tied to the section of that title."""
    titles: dict[str, Node] = {}
    for node in reading.nodes:
        if node.title and node.kind in ("section", "rule"):
            titles.setdefault(" ".join(node.title.casefold().split()), node)
    source = reading.source
    return [
        PageMark(game=source.game, source=source.name, page=page, entry=f"{source.game}:{slugs[listed]}")
        for title, page in reading.pages
        if (listed := titles.get(" ".join(title.casefold().split())))
    ]
