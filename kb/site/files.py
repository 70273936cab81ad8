"""Where does each file of a site come from: is it made anew, or taken over from the site before?

A file is taken over when nothing that it is made of has changed: the record beside a site names, for every file,
a digest of all that went into it. What is taken over is linked, so that it takes neither time nor room.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

Row = tuple[str, int]
"""Of a file: the digest of what it was made of, and its bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Keeping:
    """Where the record of a site is written, and where the site before it and its record are."""

    record: Path
    before: Path
    record_before: Path


class Files:
    """Puts files below one folder; remembers what each was made of."""

    def __init__(self, folder: Path, made_with: str = "", keeping: Keeping | None = None) -> None:
        self.folder = folder
        self.before: Path | None = None
        """The site before, if it was made with the same templates by the same program."""

        self._rows: dict[str, Row] = {}
        self._made_with = made_with
        self._keeping = keeping
        self._known: Mapping[str, Row] = {}
        self._known_at = 0
        self._folders: set[str] = set()
        if keeping and (known := _read(keeping.record_before, made_with)):
            self.before, self._known = keeping.before, known
            self._known_at = keeping.record_before.stat().st_mtime_ns

    def write(self, path: str, content: bytes, made_of: str = "") -> None:
        """Write one file, made of something with that digest."""
        self._make_folder(path)
        if path in self._rows:  # perhaps as a link: what the site before holds is never written to
            os.unlink(f"{self.folder}/{path}")
        with open(f"{self.folder}/{path}", "wb") as file:
            file.write(content)
        self._rows[path] = (made_of, len(content))

    def take(self, path: str, made_of: str) -> bool:
        """Take one file over if it was made of the same; False when it has to be made."""
        row = self._known.get(path)
        if self.before is None or row is None or row[0] != made_of or path in self._rows:
            return False
        old = f"{self.before}/{path}"
        try:
            status = os.stat(old, follow_symlinks=False)
            if status.st_size != row[1] or status.st_mtime_ns > self._known_at:
                return False  # somebody wrote to it when the site was complete
            self._make_folder(path)
            _link(old, f"{self.folder}/{path}")
        except OSError:
            return False
        self._rows[path] = row
        return True

    def size(self, path: str) -> int:
        """Bytes of a file that was put here."""
        return self._rows[path][1]

    def made_of(self, paths: list[str]) -> str:
        """A digest of all that these files were made of and with."""
        return digest(self._made_with, *(f"{path}\0{self._rows[path][0]}" for path in paths))

    def keep_record(self) -> None:
        """Write down what everything was made of, for the site after this one."""
        if self._keeping:
            told = {"made_with": self._made_with, "files": self._rows}
            self._keeping.record.write_text(json.dumps(told, separators=(",", ":")), encoding="utf-8")

    def _make_folder(self, path: str) -> None:
        folder = path.rpartition("/")[0]
        if folder not in self._folders:
            os.makedirs(f"{self.folder}/{folder}", exist_ok=True)
            self._folders.add(folder)


def digest(*parts: str) -> str:
    """A short name for texts that no others get."""
    found = hashlib.blake2b(digest_size=12)
    for part in parts:
        content = part.encode("utf-8", "surrogatepass")
        found.update(b"%d " % len(content))
        found.update(content)
    return found.hexdigest()


def _link(old: str, new: str) -> None:
    """The same file under another name; a copy where a file system has no such thing."""
    try:
        os.link(old, new, follow_symlinks=False)
    except FileNotFoundError:
        raise
    except OSError:
        shutil.copy2(old, new, follow_symlinks=False)


def _read(record: Path, made_with: str) -> Mapping[str, Row]:
    """What a record says of files made with the same; nothing if it cannot be understood."""
    try:
        told = json.loads(record.read_bytes())
        if told["made_with"] != made_with:
            return {}
        return {path: (made_of, size) for path, (made_of, size) in told["files"].items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return {}
