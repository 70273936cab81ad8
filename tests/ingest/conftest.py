"""Reads a text given in a test the way ingest reads a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from ingest_reading import read_file

from kb.entries import Entry
from kb.ingest import Reading

Read = Callable[..., tuple[Reading, tuple[Entry, ...]]]


@pytest.fixture
def read_words(tmp_path: Path) -> Read:
    """Reads a text's words: `reading, entries = read_words("1.1 Setup ...")`."""

    def read_these(words: str | bytes, name: str = "text.txt") -> tuple[Reading, tuple[Entry, ...]]:
        path = tmp_path / name
        path.write_bytes(words if isinstance(words, bytes) else words.encode())
        return read_file(path)

    return read_these
