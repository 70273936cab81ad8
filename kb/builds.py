"""What is in a build folder, and is it one of ours?

build.json       the mark that we wrote it: version, and what it was made of
library.json     what is known of every game without opening it (store/)
games/GAME/      a build of its own for each game:
    game.json    the same of this game, with a digest of all that it was made of; written last
    kb.sqlite    every entry, reference, source and problem (store/)
    index/       what makes entries findable (index/)
    ledger/      every id and permanent address ever given out (ledger/)
    changes.json what its newest editions brought, for the feed of all games
    editions.json what older editions were read from, so that the next build reads only what changed
    pages.json   what every file of the game's pages was made of, so that the next build makes only what changed
site/            the website (site/): a folder for each game, and what spans games
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Any, TypeVar

from kb import __version__, swap
from kb.errors import BuildError, KbError
from kb.postgres import is_address
from kb.store import GAMES, LIBRARY, STORE, SUMMARY, Library

MARK, SITE = "build.json", "site"
INDEX, LEDGERS, PAGES = "index", "ledger", "pages.json"
CHANGES, EDITIONS = "changes.json", "editions.json"
"""Names of the parts of a build folder, and of those of a game in it."""

__all__ = [
    "CHANGES",
    "EDITIONS",
    "GAMES",
    "INDEX",
    "LEDGERS",
    "LIBRARY",
    "MARK",
    "PAGES",
    "SITE",
    "STORE",
    "SUMMARY",
]

_BEFORE = ("kb.sqlite", "index", "ledger", "pages.json", "asked.json", "editions.json")
"""What stood in a build folder while all games were built together."""

_TRIES, _PAUSE = 10, 0.1  # seconds

Result = TypeVar("Result")


def game(build: Path, slug: str) -> Path:
    """The folder of one game's own build."""
    return build / GAMES / slug


def mark(build: Path, made_of: str = "", holds: str = "") -> None:
    """Say that a folder is a build of ours; a mark is another one each time.

    `made_of` is a digest of what everything was made of that spans games, `holds` of what it is.
    """
    build.mkdir(parents=True, exist_ok=True)
    new = build / f".{MARK}.{os.getpid()}"
    new.write_text(
        f"{json.dumps({'kb': __version__, 'made_of': made_of, 'holds': holds})}\n", encoding="utf-8"
    )
    new.replace(build / MARK)


def marked(build: Path) -> dict[str, str]:
    """What the mark says; nothing without one that can be read."""
    try:
        told = json.loads((build / MARK).read_bytes())
    except (OSError, ValueError):
        return {}
    return told if isinstance(told, dict) else {}


def carry_over(build: Path) -> None:
    """Keep of a build from before games were built apart what nothing else may remember: its ledgers."""
    for ledger in (build / LEDGERS).glob("*.jsonl"):
        kept = game(build, ledger.stem) / LEDGERS / ledger.name
        if not kept.exists():
            kept.parent.mkdir(parents=True, exist_ok=True)
            ledger.rename(kept)


def leftovers(build: Path) -> list[Path]:
    """What such a build had, and no build has now."""
    return [build / name for name in _BEFORE if (build / name).exists()]


def contents(places: Iterable[Path], ignored: Collection[str] = ()) -> tuple[str, int]:
    """A digest of the names and sizes of all files in some folders, and when the newest of them was written.

    What is `ignored` stands at the top of a folder; the names in an index are left out, too: Whoosh calls its files
    anew each time.
    """
    import hashlib  # only builds need it

    found: list[str] = []
    newest = 0
    for number, place in enumerate(places):
        waiting = [""]
        while waiting:
            below = waiting.pop()
            with os.scandir(f"{place}/{below}") as held:
                for one in held:
                    path = f"{below}{one.name}"
                    if path in ignored:
                        continue
                    if one.is_dir(follow_symlinks=False):
                        waiting.append(f"{path}/")
                        continue
                    status = one.stat(follow_symlinks=False)
                    newest = max(newest, status.st_mtime_ns)
                    if not path.startswith(f"{INDEX}/"):
                        found.append(f"{number}/{path}\0{status.st_mode}\0{status.st_size}")
    names = "\n".join(sorted(found)).encode("utf-8", "surrogateescape")
    return hashlib.blake2b(names, digest_size=16).hexdigest(), newest


def refuse_foreign(folder: Path) -> None:
    """Raise BuildError for a folder that holds anything which we did not write."""
    if folder.exists() and not folder.is_dir():
        raise BuildError(f"{folder} is a file; name a folder for the build with --build")
    if folder.is_dir() and not (folder / MARK).is_file() and any(folder.iterdir()):
        raise BuildError(f"{folder} is not empty and no build of ours; name another folder with --build")


def place(build: Path | str) -> Path | str:
    """A folder, or the address of databases as it stands."""
    return build if isinstance(build, str) and is_address(build) else Path(build)


def read(folder: Path | str, work: Callable[[Any], Result]) -> Result:
    """What `work` finds in a build, or in databases; done again if a part of a build was replaced meanwhile.

    Raises BuildError when there is none.
    """
    if isinstance(folder, str):
        return work(folder)
    for tries in range(_TRIES):
        before = identity(folder)
        if not before:
            raise BuildError(f"no build in {folder}; `kb build` makes one")
        try:
            result = work(folder)
        except Exception as error:
            if identity(folder) == before:
                if tries == _TRIES - 1 or not _may_pass(error, folder):
                    raise
                time.sleep(_PAUSE)
            continue
        if identity(folder) == before:
            return result
    raise BuildError(f"{folder} is replaced faster than it can be read; try again")


def _may_pass(error: Exception, folder: Path) -> bool:
    """Whether it may come of a part that was replaced, which the mark does not tell yet."""
    is_answer = isinstance(error, KbError) and not isinstance(error, BuildError)
    return not is_answer and swap.is_unfinished(folder)


def open_store(build: Path | str) -> Library:
    """The games of a build, or of databases that they were published in, to be closed by the caller."""
    if isinstance(build, str):
        from kb.postgres import PublishedLibrary

        return PublishedLibrary(build)
    return read(build, Library)


def identity(folder: Path) -> str:
    """A short word for the state of a build, another one whenever a part of it is replaced; empty without a build."""
    try:
        status = (folder / MARK).stat()
    except OSError:
        return ""
    return f"{status.st_dev}-{status.st_ino}-{status.st_mtime_ns}"
