"""Which published entry has this id, this number, this name? What a build's store answers, asked of databases."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from kb.analyse import name_key
from kb.entries import Entry
from kb.errors import BuildError
from kb.index.routes import MOST_ASKED
from kb.postgres.connecting import Server, lexeme
from kb.store import Library, Store
from kb.store.finding import nearest
from kb.store.names import BY_ALIAS, BY_TITLE
from kb.store.reading import keys_of
from kb.store.rows import entry_from
from kb.store.summary import Summaries, Summary, from_record

_TABLE = re.compile(r'\b(?:FROM|JOIN) "?(\w+)"?')
"""The tables that a question to a store names."""

_HIDDEN = ("slug", "rowid")
"""Columns that the tables have beside those of the store."""


class PublishedStore(Store):
    """One published game: each question of `Store` is asked of those rows of the same tables that are the game's."""

    def __init__(self, server: Server, summary: Summary) -> None:
        self.path = Path(server.name)
        self._server, self._summary = server, summary

    def close(self) -> None:
        """The connections are the library's."""

    def count(self) -> int:
        """How many entries there are."""
        return sum(self._summary.counts.values())

    def titles_of_games(self) -> dict[str, str]:
        """The title of the game by slug."""
        return {self._summary.game.slug: self._summary.game.title}

    def _rows(self, query: str, *values: object) -> Iterator[dict[str, Any]]:
        slug = lexeme(self._summary.game.slug).replace("%", "%%")
        own = ", ".join(
            f'"{table}" AS NOT MATERIALIZED (SELECT * FROM kb."{table}" WHERE slug = {slug})'
            for table in dict.fromkeys(_TABLE.findall(query))
        )
        for row in self._server.rows(f"WITH {own} {query.replace('?', '%s')}", values):
            yield _shown(row)


def _shown(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in _HIDDEN}


class PublishedLibrary(Library):
    """The games that one or several databases hold; a context manager that closes its connections."""

    def __init__(self, addresses: str, most: int = 1) -> None:
        """Open databases, with at most so many connections to each; several addresses have blanks between them."""
        self._servers: list[Server] = []
        try:
            for address in addresses.split():
                self._servers.append(Server(address, most))
            self._read()
        except BaseException:
            self.close()
            raise

    def _read(self) -> None:
        held = [
            (row["place"], number, from_record(row["summary"]))
            for number, server in enumerate(self._servers)
            for row in server.rows("SELECT place, summary FROM kb.games")
        ]
        if not held:
            names = " and ".join(server.name for server in self._servers)
            raise BuildError(f"{names} holds no published rules yet; `kb publish` puts them there")
        held.sort(key=lambda one: (one[0], one[2].game.slug))
        self._server_of = {summary.game.slug: self._servers[number] for _, number, summary in held}
        if len(self._server_of) < len(held):
            raise BuildError("a game is published in more than one of these databases")
        known = self._servers[0].rows("SELECT title, base_url FROM kb.about LIMIT 1")
        title, base_url = (known[0]["title"], known[0]["base_url"]) if known else ("", "")
        self.summaries = Summaries(title=title, base_url=base_url, games=tuple(one for *_, one in held))
        self._stores: dict[str, Store] = {}
        self.state = self.state_now()

    def close(self) -> None:
        """Let go of the connections."""
        for server in self._servers:
            server.close()

    def renewed(self) -> PublishedLibrary:
        """What the same databases hold now, over the same connections."""
        new = object.__new__(PublishedLibrary)
        new._servers = self._servers
        new._read()
        return new

    def state_now(self) -> str:
        """What is published at this moment: another word whenever a game is."""
        query = "SELECT count(*) AS games, max(at)::text AS at, sum(hashtext(slug || build)) AS builds FROM kb.games"
        return " ".join(str(value) for server in self._servers for value in server.rows(query)[0].values())

    @property
    def folder(self) -> None:
        """None on this machine."""

    def of(self, game: str) -> Store:
        """A game that is held."""
        if game not in self._stores:
            self._stores[game] = PublishedStore(self._server_of[game], self._summary_of[game])
        return self._stores[game]

    def over(self, games: Iterable[str], query: str, **values: object) -> list[dict[str, Any]]:
        """What a query finds about some games, `%(games)s`: each server is asked about its own."""
        return [
            row
            for server, own in self.by_server(games)
            for row in server.rows(query, {"games": own, **values})
        ]

    def by_server(self, games: Iterable[str]) -> list[tuple[Server, list[str]]]:
        """Which server has which of these games."""
        found: dict[Server, dict[str, None]] = defaultdict(dict)
        for game in games:
            found[self._server_of[game]][game] = None
        return [(server, [*own]) for server, own in found.items()]

    def everywhere(self, query: str, *values: object) -> list[dict[str, Any]]:
        """What a query finds about all games."""
        return [row for server in self._servers for row in server.rows(query, values)]

    def entries_at(self, ids: Collection[str]) -> dict[str, Entry]:
        """Some entries by their ids, fetched together."""
        games = {id.partition(":")[0] for id in ids} & self._server_of.keys()
        query = "SELECT * FROM kb.entries WHERE slug = ANY(%(games)s) AND id = ANY(%(ids)s)"
        rows = self.over(games, query, ids=[*ids])
        return {row["id"]: entry_from(_shown(row)) for row in rows}

    def revisions_called(self, name: str, game: str | None = None) -> list[Any]:
        """The wordings of any edition that had this id, number or name."""
        if game is not None or ":" in name:
            return super().revisions_called(name, game)
        query = "SELECT DISTINCT slug FROM kb.revision_names WHERE key = ANY(%s)"
        having = {row["slug"] for row in self.everywhere(query, [*keys_of(name)])}
        return [one for slug in self.slugs if slug in having for one in self.of(slug).revisions_called(name)]

    def near(self, ref: str) -> list[str]:
        """Up to three titles spelt nearly like a REF; of many games those that begin like it are looked at alone."""
        if len(self.slugs) <= MOST_ASKED:
            return super().near(ref)
        query = (
            "SELECT key, title FROM kb.names JOIN kb.entries USING (slug, id)"
            " WHERE key LIKE %s AND rank IN (%s, %s) AND title IS NOT NULL ORDER BY key, title LIMIT 2000"
        )
        begins = name_key(ref)[:2].replace("\\", "").replace("%", "").replace("_", "")
        found = self.everywhere(query, f"{begins}%", BY_TITLE, BY_ALIAS) if begins else ()
        return nearest(ref, {row["key"]: row["title"] for row in found})

    def verify(self) -> None:
        """The server looks after its files itself."""

    @cached_property
    def _summary_of(self) -> dict[str, Summary]:
        return {one.game.slug: one for one in self.summaries.games}

    def _answering(self, name: str) -> list[str]:
        """The games where something is so called."""
        query = "SELECT DISTINCT slug FROM kb.names WHERE key = ANY(%s)"
        having = {row["slug"] for row in self.everywhere(query, [*keys_of(name)])}
        return [slug for slug in self.slugs if slug in having]
