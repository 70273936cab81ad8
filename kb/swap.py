"""How does a folder change as a whole, whoever reads it, waits for it or dies meanwhile?

While one writes, `.build.lock` (one writer at a time) and `.build.new` (what is being written) stand beside a folder
`build`, and always `.build.spare` (what the next writer may use of what was there before). Only where a file system
cannot exchange two folders in one step, `.name.old` stands beside a part of the build between two renames.
"""

from __future__ import annotations

import fcntl
import os
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

_AT_FDCWD = -100  # <fcntl.h>, Linux: paths are relative to the working folder
_EXCHANGE = 2  # RENAME_EXCHANGE of Linux's renameat2, RENAME_SWAP of macOS' renamex_np


@contextmanager
def writing(folder: Path, on_wait: Callable[[], None]) -> Iterator[Path]:
    """An empty folder beside `folder`, on the same file system, for what is to take the place of parts of it.

    One writer at a time: `on_wait` is called once if another one has to be waited for.
    """
    folder = folder.resolve()
    folder.parent.mkdir(parents=True, exist_ok=True)
    with _locked(_beside(folder, "lock"), on_wait):
        new = _beside(folder, "new")
        remove(new)  # of a writer that was killed
        new.mkdir()
        try:
            yield new
        finally:
            remove(new)  # half written, or what was replaced


def is_unfinished(folder: Path) -> bool:
    """Whether somebody writes parts of a folder right now, or was killed while he did."""
    return _beside(folder.resolve(), "new").exists()


@contextmanager
def replacing(folder: Path, on_wait: Callable[[], None]) -> Iterator[Path]:
    """An empty folder to write to, which takes the place of `folder` when the block ends without an error."""
    folder = folder.resolve()
    with writing(folder, on_wait) as new:
        recover(folder.parent)
        made = new / "made"
        made.mkdir()
        yield made
        take_place(made, folder)


def recover(folder: Path) -> None:
    """Put back what a writer that was killed between two renames had taken out of a folder."""
    for old in folder.glob(".*.old"):
        place = folder / old.name.removeprefix(".").removesuffix(".old")
        if not place.exists():
            old.rename(place)
        remove(old)


def spare(folder: Path) -> Path:
    """Where parts of a folder are kept that were replaced: thousands of folders are made and removed much more
    slowly than a few of their files are exchanged."""
    return _beside(folder.resolve(), "spare")


def take_place(new: Path, place: Path) -> None:
    """Let a file or folder take the place of another one, which then stands where the new one was."""
    place.parent.mkdir(parents=True, exist_ok=True)
    if not place.exists():
        new.rename(place)
    elif not _exchange(new, place):
        old = _beside(place, "old")
        remove(old)
        place.rename(old)
        new.rename(place)
        old.rename(new)


def add(new: Path, place: Path) -> None:
    """Let a folder, which is always the same under its name, take a place that nothing has."""
    place.parent.mkdir(parents=True, exist_ok=True)
    try:
        new.rename(place)
    except OSError:
        if not place.is_dir():
            raise  # else another writer was quicker


def leave_only(folder: Path, parts: Collection[str]) -> None:
    """Make a folder that holds nothing but these parts, as far as it had them."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        if path.name not in parts:
            remove(path)


def remove(path: Path) -> None:
    """Remove a file, a link or a folder, if it is there."""
    import shutil  # only a writer needs it

    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def _beside(folder: Path, what: str) -> Path:
    return folder.with_name(f".{folder.name}.{what}")


@contextmanager
def _locked(path: Path, on_wait: Callable[[], None]) -> Iterator[None]:
    """Hold the lock on `path`, which is gone afterwards; the system frees it when a process dies."""
    has_waited = False
    while True:
        with path.open("a") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if not has_waited:
                    on_wait()
                has_waited = True
                fcntl.flock(file, fcntl.LOCK_EX)
            if not _is_open_at(file.fileno(), path):
                continue  # whom we waited for took its lock away
            try:
                yield
            finally:
                path.unlink(missing_ok=True)
            return


def _is_open_at(file: int, path: Path) -> bool:
    """Whether an open file is still the one that stands at a path."""
    try:
        return os.path.samestat(os.fstat(file), os.stat(path))
    except FileNotFoundError:
        return False


def _exchange(one: Path, other: Path) -> bool:
    """Exchange two folders in one step; False where the system or the file system cannot."""
    import ctypes

    system = ctypes.CDLL(None, use_errno=True)
    first, second = os.fsencode(one), os.fsencode(other)
    try:
        if sys.platform == "darwin":
            return bool(system.renamex_np(first, second, _EXCHANGE) == 0)
        return bool(system.renameat2(_AT_FDCWD, first, _AT_FDCWD, second, _EXCHANGE) == 0)
    except AttributeError:  # an old C library
        return False
