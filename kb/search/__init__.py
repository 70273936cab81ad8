"""Which entries answer this? `search` for one question, `Searcher` for many."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kb.search.answer import Answer, Hit
from kb.search.asked_games import Searcher
from kb.search.searcher import MODES

__all__ = ["MODES", "Answer", "Hit", "Searcher", "search"]


def search(
    build: Path,
    query: str,
    *,
    game: str | Sequence[str] | None = None,
    kind: str | Sequence[str] | None = None,
    mode: str = "hybrid",
    limit: int = 10,
) -> Answer:
    """The entries of a build that answer a query, best first."""
    with Searcher(build) as searcher:
        return searcher.search(query, game=game, kind=kind, mode=mode, limit=limit)
