"""How does a folder change as a whole, whoever reads it, waits for it or dies meanwhile?

Beside a folder `build` stand `.build.lock` (one writer at a time), `.build.new` (what is being written) and,
only where a file system cannot exchange two folders in one step, `.build.old` between two renames.
"""

from __future__ import annotations

import fcntl
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

_AT_FDCWD = -100  # <fcntl.h>, Linux: paths are relative to the working folder
_EXCHANGE = 2  # RENAME_EXCHANGE of Linux's renameat2, RENAME_SWAP of macOS' renamex_np


@contextmanager
def replacing(folder: Path, on_wait: Callable[[], None]) -> Iterator[Path]:
    """A new empty folder to write to, which takes the place of `folder` when the block ends without an error.

    One writer at a time: `on_wait` is called once if another one has to be waited for.
    """
    folder = folder.resolve()
    folder.parent.mkdir(parents=True, exist_ok=True)
    with _locked(_beside(folder, "lock"), on_wait):
        _recover(folder)
        new = _beside(folder, "new")
        new.mkdir()
        try:
            yield new
            _take_place(folder, new)
        finally:
            _remove(new)  # half written, or the folder it replaced


def readable(folder: Path) -> Path:
    """The folder to read: `folder`, or what it was if its writer died between two renames."""
    if not folder.exists():
        old = _beside(folder.resolve(), "old")
        if old.exists():
            return old
    return folder


def _beside(folder: Path, what: str) -> Path:
    return folder.with_name(f".{folder.name}.{what}")


@contextmanager
def _locked(path: Path, on_wait: Callable[[], None]) -> Iterator[None]:
    """Hold the lock on `path`; the system frees it when a process dies."""
    with path.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            on_wait()
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _recover(folder: Path) -> None:
    """Clear up behind a writer that was killed."""
    old = _beside(folder, "old")
    if old.exists() and not folder.exists():
        old.rename(folder)
    _remove(old)
    _remove(_beside(folder, "new"))


def _take_place(folder: Path, new: Path) -> None:
    if not folder.exists():
        new.rename(folder)
    elif not _exchange(new, folder):
        old = _beside(folder, "old")
        folder.rename(old)
        new.rename(folder)
        _remove(old)


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


def _remove(folder: Path) -> None:
    import shutil  # only a writer needs it

    shutil.rmtree(folder, ignore_errors=True)
