"""How do files get to another machine and back? As parcels, through a folder or an object store that both reach."""

from __future__ import annotations

import os
import shutil
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from kb.errors import BuildError


class Place:
    """Where parcels are left: a folder of its own, below one or an address that fsspec knows."""

    def __init__(self, address: str, name: str) -> None:
        self._below = (address if "://" in address else str(Path(address).absolute())).rstrip("/")
        self._name = name

    def __str__(self) -> str:
        return self._below

    def open(self) -> None:
        """Make the place; BuildError where that is not possible."""
        try:
            files, folder = self._reached()
            files.makedirs(folder, exist_ok=True)
            with files.open(f"{folder}/begun", "wb") as file:
                file.write(b"")
        except Exception as error:  # each kind of store has errors of its own
            raise BuildError(f"nothing can be left at {self}: {error}") from error

    def close(self) -> None:
        """Remove the place with all its parcels, as far as it is there."""
        files, folder = self._reached()
        files.invalidate_cache()
        if files.exists(folder):
            files.rm(folder, recursive=True)

    def send(self, parcel: str, content: Mapping[str, Path]) -> None:
        """Leave files and folders, each named by where it is to stand; what is not there is left away."""
        files, folder = self._reached()
        with files.open(f"{folder}/{parcel}", "wb") as sent, zipfile.ZipFile(sent, "w") as packed:
            for name, path in sorted(_files(content), key=lambda each: each[1].stat().st_mtime_ns):
                row = zipfile.ZipInfo(name.encode(errors="replace").decode())
                with path.open("rb") as file, packed.open(row, "w", force_zip64=True) as written:
                    shutil.copyfileobj(file, written)

    def receive(self, parcel: str, folder: Path) -> None:
        """Write what a parcel holds below a folder, in the order in which it was written first."""
        files, place = self._reached()
        with files.open(f"{place}/{parcel}", "rb") as sent, zipfile.ZipFile(sent) as packed:
            packed.extractall(folder)

    def holds(self, parcel: str) -> bool:
        """Whether a parcel is still there."""
        files, folder = self._reached()
        files.invalidate_cache()
        return bool(files.exists(f"{folder}/{parcel}"))

    def remove(self, parcel: str) -> None:
        """Take a parcel away."""
        files, folder = self._reached()
        files.rm(f"{folder}/{parcel}")

    def _reached(self) -> tuple[Any, str]:
        from fsspec.core import url_to_fs

        files, folder = url_to_fs(f"{self._below}/{self._name}")
        return files, folder


def _files(content: Mapping[str, Path]) -> Iterator[tuple[str, Path]]:
    """All files that are named, or stand in folders that are, each with where it is to stand."""
    for name, path in content.items():
        if path.is_file():
            yield name, path
        for place, _, names in os.walk(path, followlinks=True):
            for each in names:
                file = Path(place, each)
                if file.is_file():
                    yield f"{name}/{file.relative_to(path).as_posix()}".lstrip("/"), file
