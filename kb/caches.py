"""Where is what takes time to make and would be made the same again? Kept for this user, across builds and libraries.

A cache only saves time: a missing, damaged or unwritable one is the same as an empty one.
It is trusted as the program itself is, for parts of it are code: the folder has to be the user's own.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

_MOST = 20
"""Files of one kind; the oldest go first."""

_CHECKED = 16
"""Bytes of the digest by which damage shows."""


def folder() -> Path:
    """Where things are cached: `KB_CACHE`, or a place in the user's cache folder."""
    if chosen := os.environ.get("KB_CACHE"):
        return Path(chosen).expanduser()
    if known := os.environ.get("XDG_CACHE_HOME"):
        return Path(known) / "kb"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "kb"
    return Path.home() / ".cache" / "kb"


def kept(kind: str, key: str, make: Callable[[], bytes]) -> bytes:
    """What was made before of what has this key, or is made now; both are parts of a file's name."""
    file = folder() / kind / key
    with suppress(OSError):
        checked, _, content = file.read_bytes().partition(b"\n")
        if checked == _checksum(content):
            return content
    content = make()
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        begun = file.with_name(f"{key}.{os.getpid()}")
        begun.write_bytes(_checksum(content) + b"\n" + content)
        begun.replace(file)
        for old in sorted(file.parent.iterdir(), key=lambda one: one.stat().st_mtime)[:-_MOST]:
            old.unlink(missing_ok=True)
    return content


def _checksum(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=_CHECKED).hexdigest().encode()
