"""Reads a text the way ingest reads a file, for tests."""

from __future__ import annotations

import re
from pathlib import Path

from kb.entries import Entry, Source
from kb.ingest import Reading, read_text
from kb.ingest.clean import clean
from kb.ingest.make import make
from kb.ingest.read import read


def read_file(path: Path, game: str = "game") -> tuple[Reading, tuple[Entry, ...]]:
    """A file's reading and its entries."""
    source = Source(game=game, name=path.stem.lower(), title="", edition=None, file=f"{game}/{path.name}")
    reading = read_text(clean(read(path, source.file)), source)
    return reading, make([reading]).entries


def letters_of(words: str) -> str:
    """Letters and digits only: how two prints of one text are compared."""
    return re.sub(r"[\W_]+", "", words)
