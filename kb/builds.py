"""What is in a build folder, and is it one of ours?

build.json    the mark that we wrote it: version, format, build id
kb.sqlite     every entry, reference, source and problem (store.py)
asked.json    what players say, by the entry they mean; for indexes of a part of the build
index/        what makes entries findable (index/)
site/         the website (site/)
pages.json    what every file of the website was made of, so that the next build makes only what changed
editions.json what older editions were read from, so that the next build reads only what changed
ledger/       every id and permanent address ever given out, a file for each game (ledger/)
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from kb import __version__
from kb.errors import BuildError
from kb.store import Store
from kb.swap import readable

MARK, STORE, INDEX, SITE, LEDGERS = "build.json", "kb.sqlite", "index", "site", "ledger"
PAGES, ASKED, EDITIONS = "pages.json", "asked.json", "editions.json"
"""Names of the parts of a build folder."""

SPARE = (SITE, PAGES)
"""Parts that the build after the next one goes on with: the website, for it has a folder for every page."""

_TRIES = 10

Result = TypeVar("Result")


def mark(folder: Path, build_id: str, made_of: str = "") -> None:
    """Say that a folder is a finished build of ours, made of something with that digest; the last thing written."""
    told = {"kb": __version__, "build": build_id, "made_of": made_of, "holds": _holds(folder)[0]}
    (folder / MARK).write_text(f"{json.dumps(told)}\n", encoding="utf-8")


def is_made_of(folder: Path, made_of: str) -> bool:
    """Whether a build was made of just this, and all its files are as they were when it was finished."""
    try:
        told = json.loads((folder / MARK).read_bytes())
        if told["made_of"] != made_of:
            return False
        holds, newest = _holds(folder)
        return bool(told["holds"] == holds and newest <= (folder / MARK).stat().st_mtime_ns)
    except (OSError, ValueError, TypeError, KeyError):
        return False


def _holds(folder: Path) -> tuple[str, int]:
    """A digest of the names and sizes of all files, and when the newest of them was written.

    The mark itself is left out, and so are the names in the index, which Whoosh calls anew each time.
    """
    import hashlib  # only builds need it

    found: list[str] = []
    newest, waiting = 0, [""]
    while waiting:
        below = waiting.pop()
        with os.scandir(folder / below) as held:
            for one in held:
                path = f"{below}{one.name}"
                if one.is_dir(follow_symlinks=False):
                    waiting.append(f"{path}/")
                elif path != MARK:
                    status = one.stat(follow_symlinks=False)
                    if not path.startswith(f"{INDEX}/"):
                        found.append(f"{path}\0{status.st_mode}\0{status.st_size}")
                    newest = max(newest, status.st_mtime_ns)
    names = "\n".join(sorted(found)).encode("utf-8", "surrogateescape")
    return hashlib.blake2b(names, digest_size=16).hexdigest(), newest


def refuse_foreign(folder: Path) -> None:
    """Raise BuildError for a folder that holds anything which we did not write."""
    if folder.exists() and not folder.is_dir():
        raise BuildError(f"{folder} is a file; name a folder for the build with --build")
    if folder.is_dir() and not (folder / MARK).is_file() and any(folder.iterdir()):
        raise BuildError(f"{folder} is not empty and no build of ours; name another folder with --build")


def read(folder: Path, work: Callable[[Path], Result]) -> Result:
    """What `work` finds in a build; done again if a new build took its place meanwhile.

    Raises BuildError when there is none.
    """
    for _ in range(_TRIES):
        build = readable(folder)
        before = _identity(build)
        if before is None:
            raise BuildError(f"no build in {folder}; `kb build` makes one")
        try:
            result = work(build)
        except Exception:
            if _identity(build) == before:
                raise
            continue
        if _identity(build) == before:
            return result
    raise BuildError(f"{folder} is replaced faster than it can be read; try again")


def open_store(folder: Path) -> Store:
    """The store of a build, to be closed by the caller; later builds do not change what it says."""
    return read(folder, lambda build: Store(build / STORE))


def identity(folder: Path) -> str:
    """A short word for the build in a folder, another one for each; empty when there is none."""
    found = _identity(readable(folder))
    return "-".join(map(str, found)) if found else ""


def _identity(build: Path) -> tuple[int, int, int] | None:
    """Tells one build from the next in the same place."""
    try:
        status = (build / MARK).stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino, status.st_mtime_ns
