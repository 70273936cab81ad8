"""What does a store hold?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kb.entries import Entry, Game, Icon, Reference, Source
from kb.findings import LeftOut, PageMark, Problem, Revision
from kb.store.summary import Summaries


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """Everything that was learnt from a game, or from several."""

    title: str
    base_url: str
    games: tuple[Game, ...]
    sources: tuple[Source, ...]
    entries: tuple[Entry, ...]
    references: tuple[Reference, ...]
    problems: tuple[Problem, ...]
    left_out: tuple[LeftOut, ...]
    revisions: tuple[Revision, ...] = ()
    """Every permanent address ever given out, from the ledgers."""

    pages: tuple[PageMark, ...] = ()
    """What stands on the printed pages."""

    icons: tuple[Icon, ...] = ()
    """How the icons in the texts are drawn."""


def joined(library: Summaries, games: Sequence[Content]) -> Content:
    """Several games in one."""

    def all_of(part: str) -> tuple[Any, ...]:
        return tuple(each for game in games for each in getattr(game, part))

    return Content(
        title=library.title,
        base_url=library.base_url,
        games=all_of("games"),
        sources=all_of("sources"),
        entries=all_of("entries"),
        references=all_of("references"),
        problems=(*library.problems, *all_of("problems")),
        left_out=all_of("left_out"),
        revisions=all_of("revisions"),
        pages=all_of("pages"),
        icons=all_of("icons"),
    )
