"""Which entries are in these texts? read → clean → layout → recognise → nest → names → entries.

`ingest` does it for a corpus, `read_source` for one text; neither writes anything.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from kb.entries import Entry, Source
from kb.findings import Anchored, LeftOut, PageMark, Problem, SourceLink
from kb.ingest.account import not_understood, tally
from kb.ingest.aliases import give_labels
from kb.ingest.clean import clean
from kb.ingest.document import Block, Member, Stretch, Text
from kb.ingest.layout.stretches import stretches
from kb.ingest.make import make
from kb.ingest.nest import nest
from kb.ingest.nodes import Node
from kb.ingest.provenance import find_provenance, two_readings
from kb.ingest.readers.folder import place, read_folder
from kb.ingest.readers.read import ending_of as ending_of
from kb.ingest.readers.read import read
from kb.ingest.readers.read import read_lines as read_lines
from kb.ingest.recognise import recognise
from kb.ingest.recognise.announcing import names_glossary
from kb.ingest.recognise.choice import Choice
from kb.ingest.recognise.per_file import recognise_members
from kb.ingest.unused_overrides import unused_overrides
from kb.ingest.user_excluded import in_source
from kb.sources import NO_OVERRIDES, Corpus, SourceOverrides

Found = TypeVar("Found", LeftOut, Problem)
_DECIDED = 0.65
"""A choice between two ways of numbering that is less sure than this is a problem."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ingested:
    """What a corpus holds, before anything is linked."""

    entries: tuple[Entry, ...]
    """In reading order, game by game."""

    sources: tuple[Source, ...]
    left_out: tuple[LeftOut, ...]
    problems: tuple[Problem, ...]
    pages: tuple[PageMark, ...]
    links: tuple[SourceLink, ...] = ()
    anchors: tuple[Anchored, ...] = ()


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

    page_starts: tuple[tuple[int, str], ...] = ()
    """The first line of each printed page and what it is called."""

    targets: tuple[str, ...] = ()
    """What the text's own links point at, by the number that their marks carry."""

    members: tuple[Member, ...] = ()
    """The files of a source that is a folder."""


def ingest(corpus: Corpus, only: str | None = None) -> Ingested:
    """Entries of the newest edition of every source, or of one game's; raises ReadError for a text we cannot read."""
    current = corpus.current()
    wanted = (game.slug for game in corpus.games if only is None or game.slug == only)
    return gathered([[read_source(corpus, each) for each in current if each.game == slug] for slug in wanted])


def gathered(games: Sequence[Sequence[Reading]]) -> Ingested:
    """What the readings of each game hold together."""
    with _uncollected():
        made = [make(readings) for readings in games]
    readings = [reading for of_game in games for reading in of_game]
    return Ingested(
        entries=tuple(entry for each in made for entry in each.entries),
        sources=tuple(reading.source for reading in readings),
        left_out=tuple(left for reading in readings for left in reading.left_out),
        problems=(
            *(problem for each in made for problem in each.problems),
            *(problem for reading in readings for problem in reading.problems),
        ),
        pages=tuple(mark for each in made for mark in each.pages),
        links=tuple(link for each in made for link in each.links),
        anchors=tuple(anchor for each in made for anchor in each.anchors),
    )


def read_source(corpus: Corpus, source: Source, path: Path | None = None) -> Reading:
    """Read and recognise one text of a corpus, or one at another place that will be called like it."""
    path, overrides = path or corpus.path(source), corpus.overrides.get(source.file, NO_OVERRIDES)
    with _uncollected():
        return _read(path, source, overrides)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Without looking for garbage: a text makes a million small objects and keeps them; a fifth of the time."""
    wanted = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if wanted:
            gc.enable()


def _read(path: Path, source: Source, overrides: SourceOverrides) -> Reading:
    text = (
        read_folder(path, source.file, overrides)
        if path.is_dir()
        else clean(read(path, source.file, overrides=overrides))
    )
    return read_text(text, source, overrides)


def read_text(text: Text, source: Source, overrides: SourceOverrides = NO_OVERRIDES) -> Reading:
    """Recognise a cleaned text."""
    laid_out = text.stretches or stretches(text)
    members = tuple(member for member in text.members if member.first is not None)
    known = (
        replace(overrides, glossary=True)
        if overrides.glossary is None and names_glossary(text.title)
        else overrides
    )
    away = in_source(overrides.leave_out, text.file, text.members)
    found = (
        recognise_members(laid_out, members, overrides, away) if members else recognise(laid_out, known, away)
    )
    blocks = [not_understood(block, laid_out) for block in found.blocks]
    nodes = tuple(nest(blocks, laid_out, members))
    give_labels(nodes)
    left_out = (*text.left_out, *_left_out(blocks, laid_out, source.file))
    found_out = find_provenance(text, laid_out)
    stated = found_out.stated.edition if found_out.stated else None
    counts = tally(text, nodes, laid_out, left_out)
    made = replace(
        source,
        title=source.title
        or text.title
        or next((node.title for node in nodes if node.is_root and node.title), "")
        or _titled(source),
        edition=source.edition or text.edition or stated or _attributed(blocks),
        publisher=source.publisher or found_out.publisher,
        licence=source.licence or found_out.licence,
        origin=source.origin or found_out.origin,
        encoding=text.encoding,
        recognised=", ".join(_kinds(blocks)),
        numbering=str(found.choice.best),
        confidence=found.choice.confidence,
        runner_up=str(found.choice.runner_up),
        characters=counts.characters,
        accounted=counts.accounted,
    )
    dated = () if source.edition else two_readings(found_out, source.file, text.lines)
    problems = (*text.problems, *_unread(left_out), *dated, *_undecided(found.choice, source.file))
    problems += tuple(unused_overrides(overrides, found, laid_out, away, source.file))
    pages = tuple(page for block in blocks for page in block.pages)
    return Reading(
        source=made,
        nodes=nodes,
        stretches=laid_out,
        left_out=tuple(_placed(left_out, text.members)),
        problems=tuple(_placed(problems, text.members)),
        pages=pages,
        page_starts=text.pages,
        targets=text.targets,
        members=text.members,
    )


def _placed(found: Iterable[Found], members: Sequence[Member]) -> Iterator[Found]:
    """Findings about a source, each with the file that it is in."""
    for each in found:
        file, line = place(members, each.file, each.line)
        yield replace(each, file=file, line=max(line, 1)) if members else each


def _undecided(choice: Choice, file: str) -> Iterator[Problem]:
    """A problem where two ways of numbering explain a text about as well."""
    best, other = choice.best, choice.runner_up
    if best.name != "none" and other.name != "none" and choice.confidence < _DECIDED:
        yield Problem(
            code="unsure-numbering",
            message=f"its rules may be numbered as {best} ({best.numbers:,}) or as {other} ({other.numbers:,})",
            file=file,
            line=1,
            suggestion=f'write numbering = "{best.name}" or "{other.name}" into its [[sources]] row',
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
            message="not understood: hardly a letter in it, so it is in no entry",
            file=each.file,
            line=each.line,
            excerpt=each.text[:120],
            suggestion="if it belongs to the rules, correct the text there and add it again",
        )
        for each in left_out
        if each.reason == "not understood"
    ]
