"""Reads a text the way ingest reads a file, for tests."""

from __future__ import annotations

import re
from pathlib import Path

from kb.entries import KINDS, Entry, Source
from kb.ingest import Reading, read_text
from kb.ingest.clean import clean
from kb.ingest.entries import make
from kb.ingest.readers import read
from kb.markup import plain


def read_file(path: Path, game: str = "game") -> tuple[Reading, tuple[Entry, ...]]:
    """A file's reading and its entries."""
    source = Source(game=game, name=path.stem.lower(), title="", edition=None, file=f"{game}/{path.name}")
    reading = read_text(clean(read(path, source.file)), source)
    return reading, make([reading]).entries


def letters_of(words: str) -> str:
    """Letters and digits only: how two prints of one text are compared."""
    return re.sub(r"[\W_]+", "", words)


def assert_sound(reading: Reading, entries: tuple[Entry, ...]) -> None:
    """Ids are unique and safe in a path, parents stand before children, nothing is counted twice."""
    ids = [entry.id for entry in entries]
    at = {each: number for number, each in enumerate(ids)}
    assert len(at) == len(ids)
    assert [entry.order for entry in entries] == list(range(len(ids)))
    for entry in entries:
        assert entry.kind in KINDS
        assert re.fullmatch(r"game:[a-z0-9][a-z0-9.-]*", entry.id) and ".." not in entry.id, entry.id
        assert entry.parent is None or at[entry.parent] < entry.order
        assert entry.text == plain(entry.markdown)
        assert entry.title is None or entry.title.strip()
    taken = [index for node in reading.nodes for index in node.letters]
    assert len(taken) == len(set(taken))
    assert 0 <= reading.source.accounted <= reading.source.characters
