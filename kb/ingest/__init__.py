"""Which entries are in these texts? read → clean → layout → recognise → entries.

`ingest` does it for a corpus, `read_source` for one text; neither writes anything.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from kb.entries import Entry, Source
from kb.findings import Anchored, LeftOut, PageMark, Problem, SourceLink
from kb.ingest.clean import clean
from kb.ingest.document import Document as Document
from kb.ingest.document import Text
from kb.ingest.entries import make
from kb.ingest.entries.reading import Reading as Reading
from kb.ingest.entries.reading import read_document
from kb.ingest.layout import stretches
from kb.ingest.readers import ending_of as ending_of
from kb.ingest.readers import read
from kb.ingest.readers import read_lines as read_lines
from kb.ingest.readers.folder import read_folder, title_of
from kb.ingest.recognise import Watch as Watch
from kb.ingest.recognise import recognise
from kb.ingest.recognise.running import in_source
from kb.ingest.trace import traced as traced
from kb.sources import NO_OVERRIDES, Corpus, SourceOverrides


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
        entries=tuple(_all(made, "entries")),
        sources=tuple(reading.source for reading in readings),
        left_out=tuple(_all(readings, "left_out")),
        problems=(*_all(made, "problems"), *_all(readings, "problems")),
        pages=tuple(_all(made, "pages")),
        links=tuple(_all(made, "links")),
        anchors=tuple(_all(made, "anchors")),
    )


def _all(each: Iterable[object], name: str) -> Iterator[Any]:
    """What all of them hold under one name."""
    return chain.from_iterable(getattr(one, name) for one in each)


def read_source(
    corpus: Corpus, source: Source, path: Path | None = None, watch: Watch | None = None
) -> Reading:
    """Read and recognise one text of a corpus, or one at another place that will be called like it."""
    path, overrides = path or corpus.path(source), corpus.overrides.get(source.file, NO_OVERRIDES)
    with _uncollected():
        is_folder = path.is_dir()
        text = (
            read_folder(path, source.file, overrides)
            if is_folder
            else clean(read(path, source.file, overrides))
        )
        return read_text(text, source, overrides, watch)


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


def read_text(
    text: Text, source: Source, overrides: SourceOverrides = NO_OVERRIDES, watch: Watch | None = None
) -> Reading:
    """Recognise a cleaned text; `watch` is told what each step makes of it."""
    document = Document(
        paragraphs=text.stretches or stretches(text),
        members=tuple(member for member in text.members if member.first is not None),
        title="" if text.members else text.title,
        page=title_of(Path(text.file)) if text.format == "wiki" else "",
        overrides=overrides,
        excluded=tuple(in_source(overrides.leave_out, text.file, text.members)),
    )
    if watch:
        watch("paragraphs", document)
    return read_document(text, document, recognise(document, watch), source)
