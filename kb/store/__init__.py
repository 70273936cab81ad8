"""Which entry has this id, this number, this name? The only package that knows the disk format.

One SQLite file, written once and only read afterwards; any SQLite tool can open it. The same content gives
the same bytes. Only the standard library is used, so that `kb show` starts at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kb.store.reading import Store

if TYPE_CHECKING:
    from kb.store.content import Content
    from kb.store.writing import add_related, write

__all__ = ["Content", "Store", "add_related", "write"]


def __getattr__(name: str) -> object:
    """What writes a store is imported only by who asks for it: reading one entry has no time for it."""
    if name == "Content":
        from kb.store.content import Content

        return Content
    if name in ("add_related", "write"):
        from kb.store import writing

        return getattr(writing, name)
    raise AttributeError(name)
