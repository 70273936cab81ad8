"""Would building anew give what a build holds already? Then there is nothing to do.

Each game says what it was made of: every file of its folder, what holds for all games, the program, the templates
and whether it was made quickly. Its ledger was written by itself, so the corpus has to hold the very same.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from kb import builds, index, shipped
from kb.errors import BuildError
from kb.ledger import FILE
from kb.sources import Settings


def made_with(quick: bool) -> str:
    """A digest of everything besides its texts that a build depends on: program, templates, and haste."""
    found = hashlib.blake2b(f"{shipped.program()}\0{quick}".encode(), digest_size=16)
    _add(found, shipped.templates())
    return found.hexdigest()


def inputs(settings: Settings, slug: str, made_with: str) -> str:
    """Names a build of a game: a digest of all that it is made of, but its ledger; empty if it cannot be read."""
    told = (made_with, settings.title, settings.base_url, settings.language, settings.api, slug)
    found = hashlib.blake2b(repr(told).encode("utf-8", "surrogatepass"), digest_size=16)
    try:
        _add(found, settings.folder / slug)
    except OSError:
        return ""
    return found.hexdigest()


def of_all(settings: Settings, made_with: str, games: Iterable[str]) -> str:
    """Names what spans games: a digest of what holds for all of them and of what each was made of."""
    told = (made_with, settings.title, settings.base_url, settings.api, settings.problems, *games)
    return hashlib.blake2b(repr(told).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def is_made_of(build: Path, slug: str, inputs: str) -> bool:
    """Whether a build of a game says that it was made of just this."""
    return bool(inputs) and _told(build, slug).get("made_of") == inputs


def is_untouched(build: Path, settings: Settings, slug: str, *, at_a_glance: bool = False) -> bool:
    """Whether all files of a game are as they were when it was finished, and its ledger is the corpus's.

    At a glance no page is looked at but the folder that holds them all: of a large library that takes seconds less.
    """
    folder = builds.game(build, slug)
    try:
        told = _told(build, slug)
        sites = [build / builds.SITE / name for name in told["folders"]]
        holds, newest = builds.contents([folder, *([] if at_a_glance else sites)], [builds.SUMMARY])
        newest = max([newest, *(site.stat().st_mtime_ns for site in sites if at_a_glance)])
        is_same = holds == told["holds_itself" if at_a_glance else "holds"]
        if not is_same or newest > (folder / builds.SUMMARY).stat().st_mtime_ns:
            return False
        index.read_manifest(folder / builds.INDEX)
        copies = [*(folder / builds.LEDGERS).iterdir()]
        return all((settings.folder / one.stem / FILE).read_bytes() == one.read_bytes() for one in copies)
    except (OSError, BuildError, KeyError):
        return False


def holds_library(build: Path) -> str:
    """A digest of all files that span games, and of the names of all games."""
    games = [path.name for path in (build / builds.GAMES).iterdir()]
    folders = {name for slug in games for name in _told(build, slug).get("folders", ())}
    holds, newest = builds.contents([build / builds.SITE], folders)
    library = (build / builds.LIBRARY).stat()
    return f"{holds}-{max(newest, library.st_mtime_ns)}-{library.st_size}-{len(games)}"


def is_library_untouched(build: Path) -> bool:
    """Whether all of that is as it was when it was finished."""
    try:
        return holds_library(build) == builds.marked(build).get("holds")
    except OSError:
        return False


def _told(build: Path, slug: str) -> dict[str, Any]:
    try:
        told = json.loads((builds.game(build, slug) / builds.SUMMARY).read_bytes())
    except (OSError, ValueError):
        return {}
    return told if isinstance(told, dict) else {}


def _add(found: hashlib.blake2b, folder: Path) -> None:
    for path in _files(folder):
        content = path.read_bytes()
        found.update(f"{path.relative_to(folder).as_posix()}\0{len(content)}\0".encode(errors="replace"))
        found.update(content)


def _files(folder: Path) -> Iterator[Path]:
    """All files below a folder in order, but a game's ledger."""
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = Path(place, name)
            is_ledger = name.removeprefix(".").startswith(FILE) and path.parent == folder
            if not is_ledger and path.is_file():
                yield path
