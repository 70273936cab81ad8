"""Which entry has this id, this number, this name? The only package that knows the disk format.

One SQLite file a game, written once and only read afterwards; any SQLite tool can open it. The same content gives
the same bytes; a `Library` is all of them. Only the standard library is used, so that `kb show` starts at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kb.store.all_games import Library
from kb.store.reading import Store
from kb.store.summary import GAMES, LIBRARY, STORE, SUMMARY, Summaries, Summary
from kb.store.summary import dump as dump_summaries
from kb.store.summary import of_game as summary_of

if TYPE_CHECKING:
    from kb.store.content import Content, joined
    from kb.store.writing import write

__all__ = [
    "GAMES",
    "LIBRARY",
    "STORE",
    "SUMMARY",
    "Content",
    "Library",
    "Store",
    "Summaries",
    "Summary",
    "dump_summaries",
    "joined",
    "summary_of",
    "write",
]


def __getattr__(name: str) -> object:
    """What writes a store is imported only by who asks for it: reading one entry has no time for it."""
    if name in ("Content", "joined"):
        from kb.store import content

        return getattr(content, name)
    if name == "write":
        from kb.store.writing import write

        return write
    raise AttributeError(name)
