"""What does the search in the browser load? The index's numbers, names and texts, packed to be fetched once.

Every file is compressed inside, so no host needs to, and has a digest of its content in its name, so a
browser may keep it for ever; `index.json` names them and is small. Names and texts come in reading order,
which is the order of the index.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from kb.entries import Entry
from kb.site import posting
from kb.site.files import Files
from kb.store import Store

FORMAT = 1
"""Raised whenever a file changes its meaning; the scripts refuse another format."""

VECTORS = {"entries": "kbq", "parts": "kbq", "owners": "bin"}
"""The files of a piece of the vectors, as the index names them."""

TEXT_CHUNK = 48_000
"""Characters of entry text fetched together: an excerpt needs one such file, a result page a few."""


def write(
    files: Files, below: str, store: Store, index: Path, folders: Mapping[str, str] | None = None
) -> None:
    """Write all files `below` some folder of a site; `folders` says where it shows each id."""
    entries = list(store.entries())
    writer = _Writer(files, below)
    starts: list[int] = json.loads((index / "parts.json").read_bytes())
    postings = (index / "postings.bin").read_bytes()
    manifest = {
        "format": FORMAT,
        "words": writer.add("words", (index / "words.bin").read_bytes()),
        "postings": [
            {"start": start, "file": writer.add("postings", postings[start:end])}
            for start, end in zip(starts, [*starts[1:], len(postings)], strict=True)
        ],
        "names": writer.add("names", _json(names(entries, folders or {}))),
        "vocabulary": writer.add("vocabulary", (index / "vocabulary.txt").read_bytes()),
        "spared": writer.add("spared", (index / "spared.txt").read_bytes()),
        "rings": writer.add("rings", (index / "rings.json").read_bytes()),
        "table": writer.add("table", (index / "browser" / "table.kbt").read_bytes()),
        "meaning": list(_meaning(index / "browser", writer)),
        "texts": [
            {"first": first, "file": writer.add("texts", _json(texts))} for first, texts in chunks(entries)
        ],
        "posts": posting.data(store, lambda name, document: writer.add(name, _json(document))),
    }
    files.write(f"{below}index.json", _json(manifest))


def names(entries: Sequence[Entry], folders: Mapping[str, str]) -> dict[str, Any]:
    """What results show and look-ups find, a list a fact; what follows from another fact is 0."""
    position = {entry.id: number for number, entry in enumerate(entries)}
    games = sorted({entry.game for entry in entries})
    kinds = sorted({entry.kind for entry in entries})
    return {
        "games": games,
        "kinds": kinds,
        "game": [games.index(entry.game) for entry in entries],
        "kind": [kinds.index(entry.kind) for entry in entries],
        "slug": [entry.id.partition(":")[2] for entry in entries],
        "number": [0 if entry.number == entry.id.partition(":")[2] else entry.number for entry in entries],
        "title": [entry.title or 0 for entry in entries],
        "aliases": {number: list(entry.aliases) for number, entry in enumerate(entries) if entry.aliases},
        "above": [_distance(number, entry, position) for number, entry in enumerate(entries)],
        "url": {
            number: folder
            for number, entry in enumerate(entries)
            if (folder := folders.get(entry.id, entry.url)) != entry.id.replace(":", "/", 1) + "/"
        },
    }


def chunks(entries: Sequence[Entry]) -> Iterator[tuple[int, list[str]]]:
    """The texts in files of about equal size, each with the position of its first entry."""
    first, size = 0, 0
    held: list[str] = []
    for number, entry in enumerate(entries):
        if held and size + len(entry.text) > TEXT_CHUNK:
            yield first, held
            first, size, held = number, 0, []
        held.append(entry.text)
        size += len(entry.text)
    if held:
        yield first, held


def _distance(number: int, entry: Entry, position: dict[str, int]) -> int:
    """How many entries before this one its parent stands; 0 at the top."""
    above = position.get(entry.parent or "")
    return 0 if above is None or above >= number else number - above


def _meaning(folder: Path, writer: _Writer) -> Iterator[dict[str, Any]]:
    """The pieces of the vectors, each with the position of its first entry."""
    for number, first in enumerate(json.loads((folder / "pieces.json").read_bytes())):
        files = {name: (folder / f"{name}-{number}.{kind}").read_bytes() for name, kind in VECTORS.items()}
        yield {"first": first} | {name: writer.add(name, content) for name, content in files.items()}


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=False).encode() + b"\n"


class _Writer:
    """Writes compressed files under names that change with their content."""

    def __init__(self, files: Files, below: str) -> None:
        self._files, self._below = files, below

    def add(self, name: str, content: bytes) -> str:
        """Write one file; returns its name."""
        digest = hashlib.sha256(content).hexdigest()
        file = f"{name}-{digest[:12]}.gz"
        path = f"{self._below}{file}"
        if not self._files.take(path, digest):
            self._files.write(path, gzip.compress(content, 9, mtime=0), digest)
        return file
