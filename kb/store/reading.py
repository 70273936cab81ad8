"""What does a store say?"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar

from kb.analyse import name_key
from kb.entries import Entry, Game, Icon, Reference, Source, edition_key
from kb.errors import BuildError
from kb.refs import number_key
from kb.store import finding, names
from kb.store.rows import FORMAT, entry_from, game_from, reference_from, revision_from

if TYPE_CHECKING:  # each where it is needed: `kb show` needs none
    from kb.findings import LeftOut, PageMark, Problem, Revision
    from kb.store.content import Content

_FIND = """
SELECT entries.id, min(rank) AS best FROM names JOIN entries ON entries.id = names.id
WHERE key IN (?, ?, ?) AND (? IS NULL OR game = ?) GROUP BY entries.id, entries.rowid ORDER BY best, entries.rowid
"""
_TITLES = """
SELECT key, title FROM names JOIN entries ON entries.id = names.id
WHERE rank IN (?, ?) AND title IS NOT NULL ORDER BY rank DESC, entries.rowid DESC
"""
_REVISIONS_CALLED = """
SELECT * FROM revisions WHERE rowid IN (SELECT revision FROM revision_names WHERE key IN (?, ?, ?))
AND (? IS NULL OR game = ?) ORDER BY rowid
"""
_BEGINNING = r"""
SELECT id FROM names WHERE key LIKE ? ESCAPE '\' OR key LIKE ? ESCAPE '\' GROUP BY id ORDER BY min(rank), id LIMIT ?
"""

Flat = TypeVar("Flat", bound="Game | Source | Problem | LeftOut")


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

    def count(self) -> int:
        """How many entries there are."""
        return next(int(row["many"]) for row in self._rows("SELECT count(*) AS many FROM entries"))

    def entries(self, game: str | None = None) -> Iterator[Entry]:
        """All entries, or one game's, in reading order."""
        if game is None:
            return self._entries("ORDER BY rowid")
        return self._entries('WHERE game = ? ORDER BY "order"', game)

    def children(self, id: str) -> list[Entry]:
        """What stands directly under an entry, in reading order."""
        return list(self._entries('WHERE parent = ? ORDER BY "order"', id))

    def tops(self, game: str) -> list[Entry]:
        """What stands under nothing in a game, in reading order."""
        return list(self._entries('WHERE game = ? AND parent IS NULL ORDER BY "order"', game))

    def references(self) -> Iterator[Reference]:
        """All references, in reading order of what they stand in."""
        return self._references("ORDER BY rowid")

    def references_from(self, id: str) -> list[Reference]:
        """What an entry's text refers to, in the order of the text."""
        return list(self._references("WHERE origin = ? ORDER BY start, rowid", id))

    def references_to(self, id: str) -> list[Reference]:
        """What refers to an entry, in reading order."""
        return list(self._references("WHERE target = ? ORDER BY rowid", id))

    def related(self) -> dict[str, list[str]]:
        """Ids of what says something alike in other words, nearest first, by entry."""
        found: dict[str, list[str]] = {}
        for row in self._rows("SELECT origin, target FROM related ORDER BY rowid"):
            found.setdefault(row["origin"], []).append(row["target"])
        return found

    def related_to(self, id: str) -> list[Entry]:
        """What says something alike in other words, nearest first."""
        targets = self._rows("SELECT target FROM related WHERE origin = ? ORDER BY rowid", id)
        return [entry for row in targets if (entry := self.entry(row["target"]))]

    def games(self) -> list[Game]:
        """The games, in the order of the corpus."""
        return [game_from(row) for row in self._rows("SELECT * FROM games ORDER BY rowid")]

    def icons(self) -> list[Icon]:
        """How the icons in the texts are drawn."""
        return [Icon(**row) for row in self._rows("SELECT * FROM icons ORDER BY rowid")]

    def titles_of_games(self) -> dict[str, str]:
        """The titles of the games by slug."""
        return {
            row["slug"]: row["title"] for row in self._rows("SELECT slug, title FROM games ORDER BY rowid")
        }

    def former_games(self) -> dict[str, str]:
        """Slugs that games had before, with what they are called now."""
        return {old: game.slug for game in self.games() for old in game.formerly}

    def sources(self) -> list[Source]:
        """The rule texts, in the order of the corpus."""
        return self._all("sources", Source)

    def problems(self) -> list[Problem]:
        """All findings about the texts."""
        from kb.findings import Problem

        return self._all("problems", Problem)

    def left_out(self) -> list[LeftOut]:
        """Every stretch of a text that belongs to no entry."""
        from kb.findings import LeftOut

        return self._all("left_out", LeftOut)

    def revisions(self) -> list[Revision]:
        """Every permanent address ever given out, and what became of the wording there."""
        return [revision_from(row) for row in self._rows("SELECT * FROM revisions ORDER BY rowid")]

    def pages(self) -> list[PageMark]:
        """What stands on the printed pages, as far as the texts tell."""
        from kb.findings import PageMark

        found = self._rows("SELECT * FROM pages ORDER BY rowid")
        return [PageMark(**{**row, "listed": bool(row["listed"])}) for row in found]

    def revisions_called(self, name: str, game: str | None = None) -> list[Revision]:
        """The wordings of any edition that had this id, number or name."""
        prefix, _, rest = name.partition(":")
        if rest and prefix.lower() in self.titles_of_games() and game in (None, prefix.lower()):
            return self.revisions_called(rest, prefix.lower())
        return [revision_from(row) for row in self._rows(_REVISIONS_CALLED, *keys_of(name), game, game)]

    def revisions_of(self, game: str, entity: str) -> list[Revision]:
        """The wordings of a thing through all editions."""
        query = "SELECT * FROM revisions WHERE game = ? AND entity = ? ORDER BY rowid"
        return [revision_from(row) for row in self._rows(query, game, entity)]

    def revision_at(self, address: str) -> Revision | None:
        """The wording at a permanent address."""
        rows = self._rows("SELECT * FROM revisions WHERE address = ?", address)
        return next(map(revision_from, rows), None)

    def editions(self, game: str) -> dict[str, tuple[str, ...]]:
        """The editions of each source of a game that any wording is of."""
        found: dict[str, dict[str, None]] = {}
        query = "SELECT DISTINCT source, first, last, editions FROM revisions WHERE game = ?"
        for row in self._rows(query, game):
            told = [*json.loads(row["editions"]), row["first"], row["last"]]
            found.setdefault(row["source"], {}).update(dict.fromkeys(filter(None, told)))
        return {source: tuple(sorted(editions, key=edition_key)) for source, editions in found.items()}

    def settings(self) -> dict[str, str]:
        """`title` and `base_url` of the corpus, and `build`, the id of this build."""
        return {
            row["key"]: row["value"] for row in self._rows("SELECT key, value FROM settings ORDER BY key")
        }

    def content(self) -> Content:
        """Everything at once."""
        from kb.store.content import Content

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
            revisions=tuple(self.revisions()),
            pages=tuple(self.pages()),
            icons=tuple(self.icons()),
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
        """What answers to a REF, best first; all of a range or list, in reading order.

        Raises NotFoundError when the REF asks for an edition that is not the one held.
        """
        return finding.fitting(self, ref, game)

    def titles(self) -> dict[str, str]:
        """Every title by its key."""
        return {row["key"]: row["title"] for row in self._rows(_TITLES, names.BY_TITLE, names.BY_ALIAS)}

    def near(self, ref: str) -> list[str]:
        """Up to three titles spelt nearly like a REF that nothing answers to."""
        return finding.nearest(ref, self.titles())

    def ids_beginning(self, start: str, limit: int = 50) -> list[str]:
        """Ids whose id or title begins so, for shell completion."""
        rows = self._rows(_BEGINNING, _like(start), _like(name_key(start) if start else ""), limit)
        return [row["id"] for row in rows]

    def named(self, name: str, game: str | None = None) -> list[Entry]:
        """The entries that have exactly this id, number or name, best first."""
        return names.called_now(self.ranked(name, game))

    def ranked(self, name: str, game: str | None = None) -> list[tuple[int, Entry]]:
        """The same, each with the rank of that name."""
        rows = self._rows(_FIND, *keys_of(name), game, game)
        return [(row["best"], entry) for row in rows if (entry := self.entry(row["id"]))]

    def _entries(self, rest: str, *values: object) -> Iterator[Entry]:
        return map(entry_from, self._rows(f"SELECT * FROM entries {rest}", *values))

    def _references(self, rest: str, *values: object) -> Iterator[Reference]:
        return map(reference_from, self._rows(f'SELECT * FROM "references" {rest}', *values))

    def _all(self, table: str, kind: type[Flat]) -> list[Flat]:
        return [kind(**row) for row in self._rows(f"SELECT * FROM {table} ORDER BY rowid")]

    def _rows(self, query: str, *values: object) -> Iterator[dict[str, Any]]:
        try:
            for row in self._connection.execute(query, values):
                yield dict(row)
        except sqlite3.DatabaseError as error:
            raise _damaged(self.path) from error


def keys_of(name: str) -> tuple[str, str, str]:
    """The keys under which something so called may stand: its id, its number, its title."""
    name = name.encode("utf-8", "replace").decode()  # bytes of a command line that are no text
    return name.strip().lower(), number_key(name), name_key(name)


def _like(start: str) -> str:
    literal = start.lower().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"{literal}%"


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
