"""Which entries answer this? `search` for one question, `Searcher` for many."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kb.postgres import is_address
from kb.search.answer import Answer, Hit
from kb.search.asked_games import Searcher
from kb.search.searcher import MODES

__all__ = ["MODES", "Answer", "Hit", "Searcher", "open_searcher", "search"]


def open_searcher(build: Path | str) -> Searcher:
    """A build, or published games by their address, opened for searching."""
    if is_address(build):
        from kb.postgres import PublishedLibrary
        from kb.search.published import PublishedSearcher

        return PublishedSearcher(PublishedLibrary(str(build)))
    return Searcher(Path(build))


def search(
    build: Path | str,
    query: str,
    *,
    game: str | Sequence[str] | None = None,
    kind: str | Sequence[str] | None = None,
    mode: str = "hybrid",
    limit: int = 10,
) -> Answer:
    """The entries of a build, or of published games, that answer a query, best first."""
    with open_searcher(build) as searcher:
        return searcher.search(query, game=game, kind=kind, mode=mode, limit=limit)
