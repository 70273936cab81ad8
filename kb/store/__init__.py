"""Which entry has this id, this number, this name? The only package that knows the disk format.

One SQLite file, written once and only read afterwards; any SQLite tool can open it. The same content gives
the same bytes. Only the standard library is used, so that `kb show` starts at once.
"""

from kb.store.content import Content
from kb.store.reading import Store
from kb.store.writing import write

__all__ = ["Content", "Store", "write"]
