"""Where does each file of a site come from: is it made anew, left where it is, or taken over from the site before?

A file is kept when nothing that it is made of has changed: the record beside a site names, for every file, a digest
of all that went into it. A folder may hold the site before the last one: what has not changed since stays there, and
what the last site has is linked from it, so that an edit writes little more than the pages that it touches.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import stat
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

Row = tuple[str, int]
"""Of a file: the digest of what it was made of, and its bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Keeping:
    """Where the record of a site is written, and where the site before it and its record are.

    Where there is a record already, it tells what the folder of the new site still holds of an earlier one.
    """

    record: Path
    before: Path
    record_before: Path


@dataclass(frozen=True, slots=True)
class Part:
    """Files that were made together, and all that was looked up for them."""

    made_of: str
    looked_up: Sequence[str]
    paths: Sequence[str]


@dataclass(frozen=True, slots=True)
class Record:
    """What is known of a site; of one made with other templates or by another program no file is to be kept."""

    files: Mapping[str, Row]
    parts: Mapping[str, Part]
    written_at: int
    """When the site was complete: a file that is newer was changed by somebody."""


_NO_ROW: Row = ("", -1)
_NOTHING = Record({}, {}, 0)


class Files:
    """Puts files below one folder; remembers what each was made of."""

    def __init__(self, folder: Path, made_with: str = "", keeping: Keeping | None = None) -> None:
        self.folder = folder
        self._rows: dict[str, Row] = {}
        self._parts: dict[str, Part] = {}
        self._made_with = made_with
        self._keeping = keeping
        self._before = _read(keeping.record_before, made_with) if keeping else _NOTHING
        earlier = _read(keeping.record, made_with) if keeping else _NOTHING
        self._earlier = earlier.files
        self._here = _sweep(folder, earlier) if keeping else {}
        self._known_parts = self._before.parts or earlier.parts
        self._folders = {path.rpartition("/")[0] for path in self._here}

    def write(self, path: str, content: bytes, made_of: str = "") -> None:
        """Write one file, made of something with that digest."""
        self._clear(path)
        with open(f"{self.folder}/{path}", "wb") as file:
            file.write(content)
        self._rows[path] = (made_of, len(content))

    def take(self, path: str, made_of: str) -> bool:
        """Keep one file if it was made of the same; False when it has to be made."""
        if path in self._rows or not made_of:
            return False
        here = self._here.get(path)
        if here and here[0] == made_of:
            self._rows[path] = here
            return True
        row = self._before.files.get(path)
        if row is None or row[0] != made_of or not self._is_whole(path, row):
            return False
        self._clear(path)
        try:
            _link(self._path_before(path), f"{self.folder}/{path}")
        except OSError:
            return False
        self._rows[path] = row
        return True

    def known_part(self, name: str) -> Part | None:
        """What was made under this name for the last site, if all of it can still be taken over."""
        part = self._known_parts.get(name)
        return part if part and all(map(self._is_held, part.paths)) else None

    def take_part(self, name: str, part: Part) -> None:
        """Keep the files of a part that is known."""
        for path in part.paths:
            self.take(path, self._row(path)[0])
        self._parts[name] = part

    def keep_part(self, name: str, part: Part) -> None:
        """Remember what was put here as one part."""
        self._parts[name] = part

    def read(self, path: str) -> bytes:
        """A file that was put here."""
        return (self.folder / path).read_bytes()

    def size(self, path: str) -> int:
        """Bytes of a file that was put here."""
        return self._rows[path][1]

    def below(self, folder: str) -> list[str]:
        """Paths of all that was put below a folder, in order."""
        return sorted(path for path in self._rows if path.startswith(folder))

    def made_of(self, paths: Iterable[str]) -> str:
        """A digest of all that these files were made of and with."""
        return digest(self._made_with, *(f"{path}\0{self._rows[path][0]}" for path in paths))

    def finish(self) -> None:
        """Remove what no file of this site is; write down what everything was made of, for the site after it."""
        for path in self._earlier.keys() - self._rows.keys():
            if path in self._here:
                os.unlink(f"{self.folder}/{path}")
            _remove_empty(self.folder, path.rpartition("/")[0])
        if self._keeping:
            parts = {name: (part.made_of, part.looked_up, part.paths) for name, part in self._parts.items()}
            told = {"made_with": self._made_with, "files": self._rows, "parts": parts}
            self._keeping.record.write_text(json.dumps(told, separators=(",", ":")), encoding="utf-8")

    def _row(self, path: str) -> Row:
        """What the last site says of a file; with none, what this folder does."""
        return self._before.files.get(path) or self._here[path]

    def _is_held(self, path: str) -> bool:
        """Whether the last site's file is to be had, from there or here."""
        row = self._before.files.get(path)
        here = self._here.get(path)
        if row is None or row == here:
            return here is not None and path not in self._rows
        return path not in self._rows and self._is_whole(path, row)

    def _is_whole(self, path: str, row: Row) -> bool:
        """Whether a file of the site before is as it was when that was complete."""
        try:
            return _is_as_written(
                os.stat(self._path_before(path), follow_symlinks=False), row, self._before.written_at
            )
        except OSError:
            return False

    def _path_before(self, path: str) -> str:
        return f"{self._keeping.before}/{path}" if self._keeping else path

    def _clear(self, path: str) -> None:
        """Make room for a file: what stands there may be a link, and another site's file is never written to."""
        folder = path.rpartition("/")[0]
        if path in self._rows or self._here.pop(path, _NO_ROW) is not _NO_ROW:
            os.unlink(f"{self.folder}/{path}")
        elif folder not in self._folders:
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


def _is_as_written(status: os.stat_result, row: Row, written_at: int) -> bool:
    """Whether nobody wrote to a file since its site was complete."""
    return stat.S_ISREG(status.st_mode) and status.st_size == row[1] and status.st_mtime_ns <= written_at


def _sweep(folder: Path, record: Record) -> dict[str, Row]:
    """The files in a folder that are as their record says; everything else is removed."""
    found: dict[str, Row] = {}
    folders = {""}
    for path in record.files:
        while (path := path.rpartition("/")[0]) not in folders:
            folders.add(path)
    waiting = [""] if folder.is_dir() else []
    while waiting:
        below = waiting.pop()
        with os.scandir(f"{folder}/{below}") as held:
            for one in held:
                path = f"{below}{one.name}"
                row = record.files.get(path)
                if one.is_dir(follow_symlinks=False):
                    if path in folders:
                        waiting.append(f"{path}/")
                    else:
                        shutil.rmtree(one.path)
                elif row and _is_as_written(one.stat(follow_symlinks=False), row, record.written_at):
                    found[path] = row
                else:
                    os.unlink(one.path)
    return found


def _remove_empty(folder: Path, path: str) -> None:
    """Remove a folder below another one, and what it stands in, as far as they are empty."""
    while path:
        try:
            os.rmdir(f"{folder}/{path}")
        except OSError:
            return
        path = path.rpartition("/")[0]


def _read(record: Path, made_with: str) -> Record:
    """What a record says; nothing if it cannot be understood."""
    try:
        told = json.loads(record.read_bytes())
        is_alike = told["made_with"] == made_with
        files = {path: (made_of if is_alike else "", size) for path, (made_of, size) in told["files"].items()}
        parts = {name: Part(*part) for name, part in told["parts"].items() if is_alike}
        return Record(files, parts, record.stat().st_mtime_ns)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return _NOTHING
