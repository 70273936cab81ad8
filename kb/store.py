"""Which entry has this id, this number, this name? The only file that knows the disk format.

One SQLite file, written once and only read afterwards; any SQLite tool can open it. The same content gives
the same bytes. Only the standard library is used, so that `kb show` starts at once.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Self, TypeVar

from kb.analyse import name_key
from kb.entries import Entry, Game, LeftOut, Location, Problem, Reference, Source, label
from kb.errors import BuildError, NotFoundError

FORMAT = 1
"""Raised whenever the tables change; a store of another format is refused, never misread."""

_TABLES = """
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE games (slug TEXT, title TEXT, publisher TEXT, licence TEXT, description TEXT);
CREATE TABLE sources (
    game TEXT, name TEXT, title TEXT, edition TEXT, file TEXT, publisher TEXT, licence TEXT, origin TEXT,
    sha256 TEXT, encoding TEXT, recognised TEXT, characters INTEGER, accounted INTEGER);
CREATE TABLE entries (
    id TEXT NOT NULL, game TEXT, source TEXT, edition TEXT, kind TEXT, number TEXT, title TEXT, parent TEXT,
    "order" INTEGER, aliases TEXT, url TEXT, permalink TEXT, text TEXT, markdown TEXT,
    file TEXT, first_line INTEGER, last_line INTEGER, path TEXT);
CREATE TABLE "references" (
    origin TEXT NOT NULL, kind TEXT, text TEXT, start INTEGER, "end" INTEGER, target TEXT, status TEXT,
    candidates TEXT);
CREATE TABLE problems (code TEXT, message TEXT, file TEXT, line INTEGER, excerpt TEXT, suggestion TEXT);
CREATE TABLE left_out (file TEXT, line INTEGER, reason TEXT, text TEXT);
CREATE TABLE names (key TEXT, rank INTEGER, id TEXT, PRIMARY KEY (key, rank, id)) WITHOUT ROWID;
"""
_INDEXES = """
CREATE UNIQUE INDEX entries_by_id ON entries (id);
CREATE INDEX entries_in_order ON entries (game, "order");
CREATE INDEX entries_below ON entries (parent, "order");
CREATE INDEX references_from ON "references" (origin, start);
CREATE INDEX references_to ON "references" (target);
"""

_BY_ID, _BY_NUMBER, _BY_TITLE, _BY_LABEL, _BY_ALIAS, _BY_SLUG = range(6)
"""What `names.rank` means: how well a name fits, best first."""

_JSON_COLUMNS = ("aliases", "path", "candidates")
_NEAR_ENOUGH = 0.75  # of difflib's 0..1: "lepa" finds "leap", "scheme" does not find "school"

Flat = TypeVar("Flat", Game, Source, Problem, LeftOut)


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """Everything that was learnt from a corpus: what a store holds."""

    title: str
    base_url: str
    games: tuple[Game, ...]
    sources: tuple[Source, ...]
    entries: tuple[Entry, ...]
    references: tuple[Reference, ...]
    problems: tuple[Problem, ...]
    left_out: tuple[LeftOut, ...]

    def of_game(self, slug: str) -> Content:
        """The part that is about one game."""
        folder = f"{slug}/"
        entries = tuple(entry for entry in self.entries if entry.game == slug)
        ids = {entry.id for entry in entries}
        return replace(
            self,
            games=tuple(game for game in self.games if game.slug == slug),
            sources=tuple(source for source in self.sources if source.game == slug),
            entries=entries,
            references=tuple(reference for reference in self.references if reference.origin in ids),
            problems=tuple(problem for problem in self.problems if problem.file.startswith(folder)),
            left_out=tuple(stretch for stretch in self.left_out if stretch.file.startswith(folder)),
        )


def write(path: Path, content: Content) -> str:
    """Write a store where there is no file yet; returns the build id, which is a digest of the content."""
    import hashlib  # only a build needs it

    tables: dict[str, list[tuple[Any, ...]]] = {
        "games": [_values(game) for game in content.games],
        "sources": [_values(source) for source in content.sources],
        "entries": [_entry_values(entry) for entry in content.entries],
        "references": [_values(reference) for reference in content.references],
        "problems": [_values(problem) for problem in content.problems],
        "left_out": [_values(stretch) for stretch in content.left_out],
        "names": sorted({name for entry in content.entries for name in _names(entry)}),
        "settings": [("base_url", content.base_url), ("title", content.title)],
    }
    build_id = hashlib.sha256(repr(tables).encode("utf-8", "surrogatepass")).hexdigest()[:16]
    tables["settings"].append(("build", build_id))
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(
            f"PRAGMA journal_mode = OFF; PRAGMA user_version = {FORMAT}; BEGIN; {_TABLES}"
        )
        for table, rows in tables.items():
            if rows:
                marks = ", ".join("?" * len(rows[0]))
                connection.executemany(f'INSERT INTO "{table}" VALUES ({marks})', rows)
        connection.executescript(_INDEXES)  # commits the rows first
    return build_id


class Store:
    """A written store, opened for reading; a context manager that closes it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection = _open(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def entry(self, id: str) -> Entry | None:
        """The entry with exactly this id."""
        return next(self._entries("WHERE id = ?", id), None)

    def entries(self, game: str | None = None) -> Iterator[Entry]:
        """All entries, or one game's, in reading order."""
        if game is None:
            return self._entries("ORDER BY rowid")
        return self._entries('WHERE game = ? ORDER BY "order"', game)

    def children(self, id: str) -> list[Entry]:
        """What stands directly under an entry, in reading order."""
        return list(self._entries('WHERE parent = ? ORDER BY "order"', id))

    def references(self) -> Iterator[Reference]:
        """All references, in reading order of what they stand in."""
        return self._references("ORDER BY rowid")

    def references_from(self, id: str) -> list[Reference]:
        """What an entry's text refers to, in the order of the text."""
        return list(self._references("WHERE origin = ? ORDER BY start, rowid", id))

    def references_to(self, id: str) -> list[Reference]:
        """What refers to an entry, in reading order."""
        return list(self._references("WHERE target = ? ORDER BY rowid", id))

    def games(self) -> list[Game]:
        """The games, in the order of the corpus."""
        return self._all("games", Game)

    def sources(self) -> list[Source]:
        """The rule texts, in the order of the corpus."""
        return self._all("sources", Source)

    def problems(self) -> list[Problem]:
        """All findings about the texts."""
        return self._all("problems", Problem)

    def left_out(self) -> list[LeftOut]:
        """Every stretch of a text that belongs to no entry."""
        return self._all("left_out", LeftOut)

    def settings(self) -> dict[str, str]:
        """`title` and `base_url` of the corpus, and `build`, the id of this build."""
        return {
            row["key"]: row["value"] for row in self._rows("SELECT key, value FROM settings ORDER BY key")
        }

    def content(self) -> Content:
        """Everything at once."""
        settings = self.settings()
        return Content(
            title=settings["title"],
            base_url=settings["base_url"],
            games=tuple(self.games()),
            sources=tuple(self.sources()),
            entries=tuple(self.entries()),
            references=tuple(self.references()),
            problems=tuple(self.problems()),
            left_out=tuple(self.left_out()),
        )

    def counts(self) -> dict[str, dict[str, int]]:
        """How many entries of which kind each game has: `{"magic": {"rule": 8, "term": 2}}`."""
        counts: dict[str, dict[str, int]] = {game.slug: {} for game in self.games()}
        for row in self._rows(
            "SELECT game, kind, count(*) AS many FROM entries GROUP BY game, kind ORDER BY 1, 2"
        ):
            counts.setdefault(row["game"], {})[row["kind"]] = row["many"]
        return counts

    def verify(self) -> None:
        """Raise BuildError unless every page of the file is sound; reads all of it."""
        if any(row["integrity_check"] != "ok" for row in self._rows("PRAGMA integrity_check")):
            raise _damaged(self.path)

    def find(self, ref: str, game: str | None = None) -> list[Entry]:
        """What answers to a REF, best first: an id, a number or a name; `GAME:` before, `@EDITION` after it.

        Raises NotFoundError when the REF asks for an edition that is not the one held.
        """
        found = self._find_now(ref, game)
        name, at, edition = ref.rpartition("@")
        if found or not at:
            return found
        held = self._find_now(name, game)
        edition = edition.strip()
        fitting = [entry for entry in held if _is_of_edition(entry, edition)]
        if held and not fitting:
            editions = ", ".join(sorted({entry.edition or "none" for entry in held}))
            raise NotFoundError(f"{name.strip()!r} is not held in edition {edition}, only in: {editions}")
        return fitting

    def near(self, ref: str) -> list[str]:
        """Up to three titles spelt nearly like a REF that nothing answers to."""
        from difflib import get_close_matches  # only for mistakes

        titles = {row["key"]: row["title"] for row in self._rows(_TITLES, _BY_TITLE, _BY_ALIAS)}
        return [titles[key] for key in get_close_matches(name_key(ref), titles, 3, _NEAR_ENOUGH)]

    def ids_beginning(self, start: str, limit: int = 50) -> list[str]:
        """Ids whose id or title begins so, for shell completion."""
        rows = self._rows(_BEGINNING, _like(start), _like(name_key(start) if start else ""), limit)
        return [row["id"] for row in rows]

    def _find_now(self, ref: str, game: str | None) -> list[Entry]:
        found = self._named(ref, game)
        if not found and (parted := _GAME_AND_NAME.match(ref)):
            prefix = parted[1].lower()
            if game in (None, prefix):
                found = self._named(parted[2], prefix)
        return found

    def _named(self, name: str, game: str | None) -> list[Entry]:
        name = name.encode("utf-8", "replace").decode()  # bytes of a command line that are no text
        keys = (name.strip().lower(), _number_key(name), name_key(name))
        rows = self._rows(_FIND, *keys, game, game)
        return [entry for row in rows if (entry := self.entry(row["id"]))]

    def _entries(self, rest: str, *values: object) -> Iterator[Entry]:
        return (_entry(row) for row in self._rows(f"SELECT * FROM entries {rest}", *values))

    def _references(self, rest: str, *values: object) -> Iterator[Reference]:
        rows = self._rows(f'SELECT * FROM "references" {rest}', *values)
        return (Reference(**{**row, "candidates": tuple(json.loads(row["candidates"]))}) for row in rows)

    def _all(self, table: str, kind: type[Flat]) -> list[Flat]:
        return [kind(**row) for row in self._rows(f"SELECT * FROM {table} ORDER BY rowid")]

    def _rows(self, query: str, *values: object) -> Iterator[dict[str, Any]]:
        try:
            for row in self._connection.execute(query, values):
                yield dict(row)
        except sqlite3.DatabaseError as error:
            raise _damaged(self.path) from error


_FIND = """
SELECT entries.id, min(rank) AS best FROM names JOIN entries ON entries.id = names.id
WHERE key IN (?, ?, ?) AND (? IS NULL OR game = ?) GROUP BY entries.id ORDER BY best, entries.rowid
"""
_TITLES = """
SELECT key, title FROM names JOIN entries ON entries.id = names.id
WHERE rank IN (?, ?) AND title IS NOT NULL ORDER BY rank DESC, entries.rowid DESC
"""
_BEGINNING = r"""
SELECT DISTINCT id FROM names WHERE key LIKE ? ESCAPE '\' OR key LIKE ? ESCAPE '\' ORDER BY rank, id LIMIT ?
"""

# "magic:314.6", "red-dragon-inn: Leap", "magic 314.6"
_GAME_AND_NAME = re.compile(r"\s*([\w-]+)\s*[:\s]\s*(\S.*)", re.DOTALL)


def _open(path: Path) -> sqlite3.Connection:
    """A read-only connection; `immutable` since a build is swapped as a whole and never written in place."""
    address = str(path.absolute()).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    try:
        connection = sqlite3.connect(f"file://{address}?mode=ro&immutable=1", uri=True)
    except sqlite3.OperationalError as error:
        raise BuildError(f"no readable store at {path}; `kb build` makes one") from error
    try:
        (found,) = connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.DatabaseError as error:
        connection.close()
        raise _damaged(path) from error
    if found != FORMAT:
        connection.close()
        raise BuildError(f"{path} was written by another version of kb; run `kb build` again")
    connection.row_factory = sqlite3.Row
    return connection


def _damaged(path: Path) -> BuildError:
    return BuildError(f"{path} is damaged; run `kb build` again")


def _names(entry: Entry) -> Iterator[tuple[str, int, str]]:
    """Every name an entry answers to, as rows of `names`."""
    yield entry.id.lower(), _BY_ID, entry.id
    if entry.number:
        yield _number_key(entry.number), _BY_NUMBER, entry.id
    if entry.title:
        yield name_key(entry.title), _BY_TITLE, entry.id
    if entry.number and entry.title:
        yield name_key(label(entry.number, entry.title)), _BY_LABEL, entry.id
    for alias in entry.aliases:
        yield name_key(alias), _BY_ALIAS, entry.id
    yield entry.id.partition(":")[2].lower(), _BY_SLUG, entry.id


def _number_key(text: str) -> str:
    """A printed number as it is compared: "702.19B", " 702. 19b. " and "702.19b" are one."""
    return "".join(text.lower().split()).rstrip(".")


def _is_of_edition(entry: Entry, edition: str) -> bool:
    """Whether the edition asked for is this entry's, or the one in which its wording first appeared."""
    return edition == entry.edition or entry.permalink.endswith(f"@{edition}/")


def _like(start: str) -> str:
    literal = start.lower().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"{literal}%"


def _values(item: object) -> tuple[Any, ...]:
    """The fields of a flat record in order; lists of names as JSON."""
    values = (getattr(item, name) for name in _field_names(type(item)))
    return tuple(_json(value) if isinstance(value, tuple) else value for value in values)


def _field_names(kind: type) -> Sequence[str]:
    return _FIELD_NAMES.setdefault(kind, tuple(field.name for field in fields(kind)))


_FIELD_NAMES: dict[type, Sequence[str]] = {}


def _entry_values(entry: Entry) -> tuple[Any, ...]:
    *before, location, path = _values(entry)
    return (*before, location.file, location.first_line, location.last_line, path)


def _entry(row: dict[str, Any]) -> Entry:
    lines = {name: row.pop(name) for name in ("file", "first_line", "last_line")}
    lists = {name: tuple(json.loads(row[name])) for name in ("aliases", "path")}
    return Entry(**{**row, **lists, "location": Location(**lines)})


def _json(value: Iterable[str]) -> str:
    return json.dumps(list(value), ensure_ascii=False)
