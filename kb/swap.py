"""How does a folder change as a whole, whoever reads it, waits for it or dies meanwhile?

Beside a folder `build` stand `.build.lock` (one writer at a time), `.build.new` (what is being written), `.build.spare`
(what the next writer may use of the folder before) and, only where a file system cannot exchange two folders in one
step, `.build.old` between two renames.
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
def replacing(folder: Path, on_wait: Callable[[], None], spare: Collection[str] = ()) -> Iterator[Path]:
    """A new folder to write to, which takes the place of `folder` when the block ends without an error.

    It is empty, but for those of the parts called `spare` that the folder before the last one had: thousands of
    folders are made and removed much more slowly than a few of their files are exchanged.
    One writer at a time: `on_wait` is called once if another one has to be waited for.
    """
    folder = folder.resolve()
    folder.parent.mkdir(parents=True, exist_ok=True)
    with _locked(_beside(folder, "lock"), on_wait):
        _recover(folder)
        new, kept = _beside(folder, "new"), _beside(folder, "spare")
        if folder.exists() and kept.is_dir():
            kept.rename(new)
        _remove(kept)  # whoever removed the folder wants nothing of it
        _leave_only(new, spare)
        try:
            yield new
            _take_place(folder, new)
            if spare and new.exists():
                _leave_only(new, spare)
                new.rename(kept)
        finally:
            _remove(new)  # half written, or the folder it replaced


def drop_spare(folder: Path) -> None:
    """Remove what the next writer could have used, for it holds what has to be forgotten."""
    _remove(_beside(folder.resolve(), "spare"))


def settle(folder: Path, on_wait: Callable[[], None]) -> None:
    """Clear up behind a writer that was killed, as the next writer would, where nothing is to be written."""
    folder = folder.resolve()
    if folder.parent.is_dir():
        with _locked(_beside(folder, "lock"), on_wait):
            _recover(folder)


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
        old.rename(new)


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


def _leave_only(folder: Path, parts: Collection[str]) -> None:
    """Make a folder that holds nothing but these parts, as far as it had them."""
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        if path.name not in parts:
            _remove(path)


def _remove(path: Path) -> None:
    import shutil  # only a writer needs it

    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
