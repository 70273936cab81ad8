"""What does the search in the browser load? The index's numbers, names and texts, packed to be fetched once.

Every file is compressed inside, so no host needs to, and has a digest of its content in its name, so a
browser may keep it for ever; `index.json` names them and is small. Names and texts come in reading order,
which is the order of the index. What belongs to one game alone is in files of its own, so that a reader may keep
that game and no other.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kb.entries import Entry
from kb.site import posting
from kb.site.files import Files
from kb.store import Store

FORMAT = 2
"""Raised whenever a file changes its meaning; the scripts refuse another format."""

BY_WORDS = ("words", "postings", "names", "synonyms", "spelling")
"""Files that a search by words reads, whatever game is searched."""

TEXT_CHUNK = 48_000
"""Characters of entry text fetched together: an excerpt needs one such file, a result page a few."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchFiles:
    """Paths below the site of all that was written, by who needs it."""

    by_words: tuple[str, ...]
    """What a search by words reads."""

    shared: tuple[str, ...]
    """What a search by meaning and the page for posts read besides, in every game."""

    of_game: Mapping[str, tuple[str, ...]]
    """The vectors, texts and past wordings of each game."""


def write(
    files: Files, below: str, store: Store, index: Path, folders: Mapping[str, str] | None = None
) -> SearchFiles:
    """Write all files `below` some folder of a site; `folders` says where it shows each id."""
    entries = list(store.entries())
    writer = _Writer(files, below)
    manifest = {
        "format": FORMAT,
        "words": writer.add("words", (index / "words.bin").read_bytes()),
        "postings": list(_postings(index, writer)),
        "names": writer.add(
            "names", _json(names(entries, folders or {}) | _of_catalogue(index) | _titles(store))
        ),
        "synonyms": writer.add(
            "synonyms", (index / "synonyms.txt").read_bytes() + (index / "jargon.txt").read_bytes()
        ),
        "spelling": writer.add("spelling", (index / "spelling.json").read_bytes()),
        "table": writer.add("table", (index / "browser" / "table.kbt").read_bytes()),
        "meaning": _meaning(index / "browser", entries, writer),
        "texts": [
            {"first": first, "file": writer.add("texts", _json(texts), entries[first].game)}
            for first, texts in chunks(entries)
        ],
        "posts": posting.data(
            store, lambda name, document, *games: writer.add(name, _json(document), *games)
        ),
    }
    files.write(f"{below}index.json", _json(manifest))
    return writer.written()


def _titles(store: Store) -> dict[str, Any]:
    """What the games are called."""
    return {"gameTitles": {game.slug: game.title for game in store.games()}}


def _of_catalogue(index: Path) -> dict[str, Any]:
    """What entries stand for that only head or point, and which hold examples, as positions."""
    known = json.loads((index / "catalogue.json").read_bytes())
    return {
        "standIns": known["stand_ins"],
        "withExamples": known["with_examples"],
        "definitions": known["definitions"],
    }


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
    """The texts of each game in files of about equal size, each with the position of its first entry."""
    first, size = 0, 0
    held: list[str] = []
    for number, entry in enumerate(entries):
        is_other = bool(held) and entry.game != entries[first].game
        if held and (is_other or size + len(entry.text) > TEXT_CHUNK):
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


def _postings(index: Path, writer: _Writer) -> Iterator[dict[str, Any]]:
    """The parts of the postings, each with the number of its first stem."""
    parts = json.loads((index / "parts.json").read_bytes())
    postings = (index / "postings.bin").read_bytes()
    ends = [*(start for _, start in parts[1:]), len(postings)]
    for (first, start), end in zip(parts, ends, strict=True):
        yield {"first": first, "file": writer.add("postings", postings[start:end])}


def _meaning(folder: Path, entries: Sequence[Entry], writer: _Writer) -> dict[str, Any]:
    """The pieces of the vectors, each with the position of its first entry, and whether a query loads only some."""
    known = json.loads((folder / "pieces.json").read_bytes())
    firsts = known["firsts"]
    pieces = []
    for number, (first, end) in enumerate(zip(firsts, [*firsts, len(entries)][1:], strict=True)):
        games = {entry.game for entry in entries[first:end]}
        content = (folder / f"vectors-{number}.kbv").read_bytes()
        pieces.append({"first": first, "file": writer.add("vectors", content, *games)})
    return {"split": known["split"], "pieces": pieces}


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=False).encode() + b"\n"


class _Writer:
    """Writes compressed files under names that change with their content; remembers which game each belongs to."""

    def __init__(self, files: Files, below: str) -> None:
        self._files, self._below = files, below
        self._by_words: dict[str, None] = {}
        self._shared: dict[str, None] = {}
        self._of_game: dict[str, dict[str, None]] = defaultdict(dict)

    def add(self, name: str, content: bytes, *games: str) -> str:
        """Write one file, of some games or of all; returns its name."""
        digest = hashlib.sha256(content).hexdigest()
        file = f"{name}-{digest[:12]}.gz"
        path = f"{self._below}{file}"
        if not self._files.take(path, digest):
            self._files.write(path, gzip.compress(content, 9, mtime=0), digest)
        whose = [self._of_game[game] for game in games]
        for held in whose or [self._by_words if name in BY_WORDS else self._shared]:
            held[path] = None
        return file

    def written(self) -> SearchFiles:
        """All of it."""
        return SearchFiles(
            by_words=tuple(self._by_words),
            shared=tuple(self._shared),
            of_game={game: tuple(paths) for game, paths in self._of_game.items()},
        )
