"""How does the site stay open without a net? Pages of a game in packs, and a worker that knows them all.

A game is kept as a few packs of many pages each, compressed: a phone fetches and stores a few megabytes in
one go instead of thousands of pages; with them comes the search data that this game needs. A file names
everything that belongs to one state of the site, and the worker's first line names that file, so a browser
notices every change by itself and can take over a new state as a whole or not at all.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any
from zlib import crc32

from kb.site.browser_index import SearchFiles
from kb.site.files import Files
from kb.site.page_context import PageContext
from kb.site.phrases import brief
from kb.site.views import OfflinePage

FOLDER, BELOW = "offline/", "all/"
"""Where a reader says what to keep, which no game may have as its folder; where a game's packs are, below its own."""

LEAST_PACKED, MOST_PACKED = 1_000_000, 2_000_000
"""Bytes of pages in one pack: few enough to be unpacked for a single page while a reader waits."""

LEVEL = 5
"""Of compression: pages of a game are so alike that more brings nothing."""

PACKED = ("/index.html", "/entry.json", ".txt")
"""What of a game is kept: its pages, the records from which citations are made, and the changes that pages share."""

SHELL = ("index.html", "link/index.html", "offline/index.html", "search/index.html", "search/index.json")
"""Pages that work for every game, stored on a first visit together with styles and scripts."""


def write_game(
    files: Files, game: str, written: Iterable[str], search: SearchFiles, pictures: Iterable[str] = ()
) -> dict[str, Any]:
    """Write the packs of a game whose folder this is, when all that was `written` is; what is to be known of them.

    A file of its own tells all that the game needs, for a device that keeps it.
    """
    paths = sorted(written, key=lambda path: path.encode("utf-16-be"))  # the order of strings in a browser
    packs = _game_packs(files, game, [path for path in paths if path.endswith(PACKED)])
    held = [*(pack["file"] for pack in packs), *search.lasting, *pictures]
    told = {"packs": packs, "files": {path: files.size(path) for path in held}}
    made_of = _digest(_json(told))
    file = f"{game}{BELOW}offline-{made_of}.json"
    if not files.take(file, made_of):
        files.write(file, _json(told), made_of)
    size = files.size(file) + sum(map(files.size, held))
    first = [search.manifest, search.first]
    return {
        "folder": game,
        "file": file,
        "bytes": size,
        "first": first,
        "firstBytes": sum(map(files.size, first)),
    }


def write_library(
    files: Files,
    page_context: PageContext,
    games: Mapping[str, Mapping[str, Any]],
    shared: Sequence[str],
    assets: Sequence[str],
    worker: str,
) -> None:
    """Write the web manifest and the worker, when all other pages that span games are written."""
    files.write("site.webmanifest", _json(_manifest(page_context, assets)))
    state = {
        "shell": [*SHELL, "site.webmanifest", *assets],
        "shared": {path: files.size(path) for path in shared},
        "games": games,
    }
    shell = b"".join(files.read(path) for path in SHELL)
    version = _digest(shell, _json(state), worker.encode())
    files.write(f"{FOLDER}state-{version}.json", _json(state))
    files.write("worker.js", f"const VERSION = '{version}'\n{worker}".encode())


def offline_page(page_context: PageContext) -> OfflinePage:
    """Where a reader says which games to keep."""
    return OfflinePage(
        frame=page_context.frame(FOLDER, "Offline", "offline"),
        games=tuple(
            replace(page_context.game_link(FOLDER, game.slug), note=game.slug)
            for game in page_context.catalogue.games
        ),
    )


def _game_packs(files: Files, game: str, paths: Sequence[str]) -> list[dict[str, str]]:
    """Write the packs of one game; each with the first page that it holds."""
    packs: list[dict[str, str]] = []
    for held in _packs(files, paths):
        made_of = files.made_of(held)
        file = f"{game}{BELOW}{made_of[:12]}.pack"
        if not files.take(file, made_of):
            pages = {path: files.read(path).decode() for path in held}
            files.write(file, gzip.compress(_json(pages), LEVEL, mtime=0), made_of)
        packs.append({"first": held[0], "file": file})
    return packs


def _packs(files: Files, paths: Iterable[str]) -> Iterator[list[str]]:
    """The files of each pack: cut at names, so that a page which grows leaves all other packs as they were."""
    held: list[str] = []
    size = 0
    for path in paths:
        more = files.size(path)
        if held and (size + more > MOST_PACKED or (size > LEAST_PACKED and _is_cut(path))):
            yield held
            held, size = [], 0
        held.append(path)
        size += more
    if held:
        yield held


def _is_cut(path: str) -> bool:
    return crc32(path.encode()) % 64 == 0


def _manifest(page_context: PageContext, assets: Iterable[str]) -> dict[str, Any]:
    """What an installed site is called and looks like."""
    icons = [path for path in assets if path.endswith("icon.svg")]
    return {
        "name": brief(page_context.catalogue.title),
        "short_name": brief(page_context.catalogue.title, 14),
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#fdfcf8",
        "theme_color": "#8c2f1b",
        "icons": [{"src": path, "sizes": "any", "type": "image/svg+xml"} for path in icons],
    }


def _digest(*parts: bytes) -> str:
    return hashlib.sha256(b"".join(parts)).hexdigest()[:12]


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
