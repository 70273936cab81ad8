"""What answers where one machine's files do not suffice? A PostgreSQL database that holds copies of builds.

`kb publish` writes a build into it, a game in one transaction; whatever reads it writes nothing. Nothing of it is
loaded before an address is named, and the driver (psycopg, pgvector) comes with `pip install 'kb-rules[postgres]'`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kb.postgres.reading import PublishedLibrary

__all__ = ["SCHEMES", "WHOLE", "PublishedLibrary", "is_address"]

SCHEMES = ("postgresql://", "postgres://")

WHOLE = -1
"""The sentence number of the vector that stands for a whole entry."""


def is_address(build: Path | str) -> bool:
    """Whether what is to be read is the address of a database (or several, with blanks between), not a folder."""
    return isinstance(build, str) and build.startswith(SCHEMES)


def __getattr__(name: str) -> object:
    """What needs the driver is loaded by who asks for it."""
    if name == "PublishedLibrary":
        from kb.postgres.reading import PublishedLibrary

        return PublishedLibrary
    raise AttributeError(name)
