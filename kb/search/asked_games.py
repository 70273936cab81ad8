"""Which games are asked? A build, opened for searching: each question goes to the game it names, else to all."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from kb.analyse import stems, words
from kb.entries import KINDS
from kb.errors import BuildError
from kb.index import routes
from kb.search import naming
from kb.search.answer import Answer
from kb.search.opened import GameIndex, Opened
from kb.search.query import Query, parse
from kb.search.searcher import GamesSearcher
from kb.store import GAMES, Library

if TYPE_CHECKING:
    from kb.encoders import Encoder

INDEX = "index"
"""The folder of the index in a game's folder."""


class Searcher:
    """A build, opened for searching; a context manager that closes it."""

    def __init__(self, build: Path, encoder: Encoder | None = None) -> None:
        self._encoder = encoder
        self._build = build
        self._library = Library(build)
        self._indexes: dict[str, GameIndex] = {}
        self._searchers: dict[tuple[str, ...], GamesSearcher] = {}

    def __enter__(self) -> Searcher:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the files."""
        for index in self._indexes.values():
            index.words.close()
        self._library.close()

    @property
    def store(self) -> Library:
        """The games that are searched; closed with this."""
        return self._library

    def search(
        self,
        query: str,
        *,
        game: str | Sequence[str] | None = None,
        kind: str | Sequence[str] | None = None,
        mode: str = "hybrid",
        limit: int = 10,
        excerpts: int | None = None,
    ) -> Answer:
        """The entries that answer a query, best first: see `GamesSearcher.search`."""
        asked = self._read(query, game, kind)
        over = self._over(self._games(asked))
        return over.search(query, asked, mode=mode, limit=limit, excerpts=excerpts)

    def _read(self, query: str, game: str | Sequence[str] | None, kind: str | Sequence[str] | None) -> Query:
        asked = parse(query, self._library.slugs, KINDS)
        return replace(asked, games=asked.games + _several(game), kinds=asked.kinds + _several(kind))

    def _games(self, asked: Query) -> tuple[str, ...]:
        """The games to be asked, in the order of the corpus: those that are named, else those worth asking.

        What a question names by number or title is found in every game, whichever are asked.
        """
        held = self._library.slugs
        if asked.games:
            return tuple(slug for slug in held if slug in asked.games)
        if len(held) <= routes.MOST_ASKED:
            return held
        wanted = {*stems(asked.text), *(stem for one in asked.titles for word in one for stem in stems(word))}
        chosen = {held[number] for number in self._best(wanted, routes.MOST_ASKED)}
        told = set(words(asked.text))
        chosen |= {slug for slug, title in self._titles if told.issuperset(title)}
        named, _ = naming.named(self._library, asked)
        chosen |= {entry.game for entry, _ in named[: routes.MOST_ASKED]}
        return tuple(slug for slug in held if slug in chosen)

    def _best(self, wanted: Collection[str], most: int) -> list[int]:
        """The places of the games that hold most of what is rare among some stems."""
        return routes.best(self._routes, wanted, most)

    @cached_property
    def _titles(self) -> list[tuple[str, list[str]]]:
        """The words of the title of each game that has any: a question that says them all names it."""
        known = ((one.game.slug, words(one.game.title)) for one in self._library.summaries.games)
        return [(slug, title) for slug, title in known if title]

    @cached_property
    def _routes(self) -> list[routes.Route]:
        games = str(self._build / GAMES)
        return [routes.read(os.path.join(games, slug, INDEX)) for slug in self._library.slugs]

    def _over(self, slugs: tuple[str, ...]) -> GamesSearcher:
        """The search over some games, each opened once."""
        if slugs not in self._searchers:
            opened = Opened([self._index(slug) for slug in slugs])
            self._searchers[slugs] = GamesSearcher(self._library, opened, self._encoder)
        return self._searchers[slugs]

    def _index(self, slug: str) -> GameIndex:
        if slug not in self._indexes:
            index = GameIndex(self._build / GAMES / slug / INDEX)
            if index.words.count != self._library.of(slug).count():
                raise BuildError(f"{index.folder} is of another build than its store; run `kb build` again")
            self._indexes[slug] = index
        return self._indexes[slug]


def _several(names: str | Sequence[str] | None) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else tuple(names or ())
