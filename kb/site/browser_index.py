"""What does the search in the browser load? Each game's numbers, names and texts, packed to be fetched once.

Every file is compressed inside, so no host needs to, and has a digest of its content in its name, so a
browser may keep it for ever. A game's `search-….json` names its files and is small; `search/index.json` names those
of all games. Names and texts come in reading order, which is the order of the index.
"""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from kb.entries import Entry
from kb.index import portable
from kb.site import posting
from kb.site.files import Files
from kb.store import Store

FORMAT = 5
"""Raised whenever a file changes its meaning; the scripts refuse another format."""

FOLDER, SEARCH = "all/search/", "search/"
"""Where the data of a game stands below its folder, and that of all games below the site."""

TEXT_CHUNK = 48_000
"""Characters of entry text fetched together: an excerpt needs one such file, a result page a few."""

_WAYS = ((6, zlib.Z_DEFAULT_STRATEGY), (6, zlib.Z_FILTERED), (8, zlib.Z_FILTERED))
"""How much memory zlib takes, and how it looks for repetitions: the first suits texts, the last vectors."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchFiles:
    """Paths below the site of what was written for one game."""

    manifest: str
    """The file that names the others."""

    first: str
    """What a first answer needs."""

    lasting: tuple[str, ...]
    """All of them."""


def write_game(
    files: Files,
    game: str,
    store: Store,
    index: Path,
    folders: Mapping[str, str],
    drawn: Mapping[str, str] | None = None,
) -> SearchFiles:
    """Write the search data of the only game of a store below its folder of a site.

    `folders` says where the site shows each id, `drawn` the sign or the picture of each icon.
    """
    entries = list(store.entries())
    writer = _Writer(files, f"{game}{FOLDER}")
    postings = list(_postings(index, writer))
    known = names(entries, folders) | _of_catalogue(index, entries) | _of_games(store, drawn or {})
    first = writer.add("first", _first(index, known, is_whole=not postings))
    manifest = {
        "format": FORMAT,
        "first": first,
        "postings": postings,
        "spelling": writer.add("spelling", (index / "spelling.json").read_bytes()),
        "meaning": _meaning(index / "browser", writer),
        "texts": [
            {"first": number, "file": writer.add("texts", _json(texts))} for number, texts in chunks(entries)
        ],
        **posting.data(store, entries, lambda name, document: writer.add(name, _json(document))),
    }
    return SearchFiles(
        manifest=writer.add_plain("search", _json(manifest)),
        first=f"{game}{FOLDER}{first}",
        lasting=tuple(writer.written),
    )


def _first(index: Path, names: dict[str, Any], *, is_whole: bool) -> bytes:
    """What a first answer needs, in one file: u32 bytes of each of four parts, then these.

    They are the stems, the postings (empty where they come in parts of their own), the names and the synonyms.
    """
    parts = (
        (index / "words.bin").read_bytes(),
        (index / "postings.bin").read_bytes() if is_whole else b"",
        _json(names),
        (index / "synonyms.txt").read_bytes() + (index / "jargon.txt").read_bytes(),
    )
    return struct.pack(f"<{len(parts)}I", *map(len, parts)) + b"".join(parts)


def _of_games(store: Store, drawn: Mapping[str, str]) -> dict[str, Any]:
    """What the game of a store is called, and how it draws its icons."""
    games = store.games()
    icons = {"icons": {game.slug: drawn for game in games}} if drawn else {}
    return {"gameTitles": {game.slug: game.title for game in games}, **icons}


def _of_catalogue(index: Path, entries: Sequence[Entry]) -> dict[str, Any]:
    """What entries stand for that only head or point, and which hold examples, as positions.

    For each that does, three lists say how far on it stands from the one before; what it points at and stands for, with
    all under that, or 0 for what is under itself; and how far behind the first of these it is told, -1 for nowhere.
    One that stands for nothing is told by the next.
    """
    known = json.loads((index / "catalogue.json").read_bytes())
    heads = sorted(map(int, {**known["stand_ins"], **known["definitions"]}))
    found = []
    for before, head in pairwise([0, *heads]):
        runs = known["stand_ins"].get(str(head), ())
        firsts = [first for first, _ in runs]
        told = known["definitions"].get(str(head))
        behind = -1 if told is None else told - min(firsts, default=head + 1)
        is_heading = bool(runs) and not entries[head].text.strip()
        found.append((head - before, 0 if is_heading else firsts, behind))
    return {"standIns": [*zip(*found, strict=True)], "withExamples": known["with_examples"]}


def names(entries: Sequence[Entry], folders: Mapping[str, str]) -> dict[str, Any]:
    """What results show and look-ups find, a list a fact; what follows from another fact is 0.

    Ids come shortened, each by what it shares with the one before (`kb/index/portable.py`).
    """
    position = {entry.id: number for number, entry in enumerate(entries)}
    games = sorted({entry.game for entry in entries})
    kinds = sorted({entry.kind for entry in entries})
    return {
        "games": games,
        "kinds": kinds,
        "game": [games.index(entry.game) for entry in entries],
        "kind": [kinds.index(entry.kind) for entry in entries],
        "slug": portable.shortened(entry.id.partition(":")[2] for entry in entries),
        "number": [0 if entry.number == entry.id.partition(":")[2] else entry.number for entry in entries],
        "title": [entry.title or 0 for entry in entries],
        "aliases": {number: list(entry.aliases) for number, entry in enumerate(entries) if entry.aliases},
        "above": _climbed([position.get(entry.parent or "", -1) for entry in entries]),
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


def _climbed(parents: Sequence[int]) -> list[int]:
    """How many steps up from the entry before each one's parent stands, 1 if that is the parent; 0 at the top.

    A parent that does not stand above the entry before is told by its distance, below 0.
    """
    found = []
    for number, parent in enumerate(parents):
        above, steps = number - 1, 1
        while parent < above:
            above, steps = parents[above] if parents[above] < above else -1, steps + 1
        is_known = 0 <= parent < number
        found.append(0 if not is_known else steps if above == parent else parent - number)
    return found


def _postings(index: Path, writer: _Writer) -> Iterator[dict[str, Any]]:
    """The parts of the postings of a large index, each with the number of its first stem; a small one has none."""
    parts = json.loads((index / "parts.json").read_bytes())
    if len(parts) == 1:
        return
    postings = (index / "postings.bin").read_bytes()
    ends = [*(start for _, start in parts[1:]), len(postings)]
    for (first, start), end in zip(parts, ends, strict=True):
        yield {"first": first, "file": writer.add("postings", postings[start:end])}


def _meaning(folder: Path, writer: _Writer) -> dict[str, Any]:
    """The pieces of the vectors, each with the position of its first entry, and whether a query loads only some."""
    known = json.loads((folder / "pieces.json").read_bytes())
    pieces = [
        {"first": first, "file": writer.add("vectors", (folder / f"vectors-{number}.kbv").read_bytes())}
        for number, first in enumerate(known["firsts"])
    ]
    return {"split": known["split"], "pieces": pieces}


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=False).encode() + b"\n"


def _packed(content: bytes) -> bytes:
    """A gzip file, the smallest of some ways to make it: the search data of Magic's first answer takes 3 % less."""
    return min((_deflated(content, memory, strategy) for memory, strategy in _WAYS), key=len)


def _deflated(content: bytes, memory: int, strategy: int) -> bytes:
    stream = zlib.compressobj(9, zlib.DEFLATED, 16 + zlib.MAX_WBITS, memory, strategy)
    return stream.compress(content) + stream.flush()


class _Writer:
    """Writes files under names that change with their content, compressed where they are data."""

    def __init__(self, files: Files, below: str) -> None:
        self._files, self._below = files, below
        self.written: list[str] = []

    def add(self, name: str, content: bytes) -> str:
        """Write one compressed file; returns its name."""
        digest = hashlib.sha256(content).hexdigest()
        file = f"{name}-{digest[:12]}.gz"
        path = f"{self._below}{file}"
        if not self._files.take(path, digest):
            self._files.write(path, _packed(content), digest)
        if path not in self.written:
            self.written.append(path)
        return file

    def add_plain(self, name: str, content: bytes) -> str:
        """Write one file as it is; returns its path."""
        digest = hashlib.sha256(content).hexdigest()
        path = f"{self._below}{name}-{digest[:12]}.json"
        if not self._files.take(path, digest):
            self._files.write(path, content, digest)
        self.written.append(path)
        return path


def write_library(
    files: Files,
    games: Sequence[Mapping[str, Any]],
    base_url: str,
    table: bytes,
    routes: Iterable[Mapping[str, Any]] = (),
    api: str = "",
) -> list[str]:
    """Write what a search in any game needs, and the file that names the data of every game; returns their paths.

    `routes` are the parts of what chooses the games worth asking; none where all are asked.
    `api` is where a service answers searches, where there is one.
    """
    writer, online = (
        _Writer(files, SEARCH),
        _Writer(files, SEARCH),
    )  # devices keep games, not what chooses them
    manifest = {
        "format": FORMAT,
        "baseUrl": base_url,
        **({"api": api} if api else {}),
        "language": writer.add("language", _json(posting.language())),
        "table": writer.add("table", table),
        "kinds": sorted({kind for game in games for kind in game["kinds"]}),
        "games": games,
        "routes": [online.add("routes", _json(part)) for part in routes],
    }
    files.write(f"{SEARCH}index.json", _json(manifest))
    return writer.written
