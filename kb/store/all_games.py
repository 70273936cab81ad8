"""Which entry of any game has this id, this number, this name? All stores of a build, each opened when it is asked."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self

from kb.entries import Entry, Game, Reference, Source
from kb.store import finding, summary
from kb.store.names import called_now, names_hash, read_hashes
from kb.store.reading import Store, keys_of

if TYPE_CHECKING:
    from kb.findings import LeftOut, PageMark, Problem, Revision
    from kb.store.content import Content
    from kb.store.summary import Summaries


class Library:
    """The games of a build; a context manager that closes their stores."""

    def __init__(self, build: Path) -> None:
        self.summaries: Summaries = summary.read(build)
        self._build = build
        self._stores: dict[str, Store] = {}
        self._hashes: dict[str, Sequence[int]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the files."""
        for store in self._stores.values():
            store.close()

    @property
    def folder(self) -> Path | None:
        """The build that this is, if it is one on this machine."""
        return self._build

    def of(self, game: str) -> Store:
        """The store of a game that is held."""
        if game not in self._stores:
            self._stores[game] = Store(self._build / summary.GAMES / game / summary.STORE)
        return self._stores[game]

    @cached_property
    def slugs(self) -> tuple[str, ...]:
        """The games held, in the order of the corpus."""
        return tuple(one.game.slug for one in self.summaries.games)

    def entry(self, id: str) -> Entry | None:
        """The entry with exactly this id."""
        store = self._of_id(id)
        return store.entry(id) if store else None

    def entries(self, game: str | None = None) -> Iterator[Entry]:
        """All entries, or one game's, in reading order."""
        return (entry for store in self._asked(game) for entry in store.entries())

    def children(self, id: str) -> list[Entry]:
        """What stands directly under an entry, in reading order."""
        store = self._of_id(id)
        return store.children(id) if store else []

    def references(self, game: str | None = None) -> Iterator[Reference]:
        """All references, or one game's, in reading order of what they stand in."""
        return (reference for store in self._asked(game) for reference in store.references())

    def references_from(self, id: str) -> list[Reference]:
        """What an entry's text refers to, in the order of the text."""
        store = self._of_id(id)
        return store.references_from(id) if store else []

    def references_to(self, id: str) -> list[Reference]:
        """What refers to an entry, in reading order."""
        store = self._of_id(id)
        return store.references_to(id) if store else []

    def related_to(self, id: str) -> list[Entry]:
        """What says something alike in other words, nearest first."""
        store = self._of_id(id)
        return store.related_to(id) if store else []

    def tops(self, game: str) -> list[Entry]:
        """What stands under nothing in a game, in reading order."""
        return self.of(game).tops(game) if game in self.slugs else []

    def titles_of_games(self) -> dict[str, str]:
        """The titles of the games by slug."""
        return {one.game.slug: one.game.title for one in self.summaries.games}

    def games(self) -> list[Game]:
        """The games, in the order of the corpus."""
        return [one.game for one in self.summaries.games]

    def sources(self) -> list[Source]:
        """The rule texts, in the order of the corpus."""
        return [source for one in self.summaries.games for source in one.sources]

    def problems(self, game: str | None = None) -> list[Problem]:
        """All findings about the texts, or about those of one game."""
        own = [] if game else [*self.summaries.problems]
        return own + [problem for store in self._asked(game) for problem in store.problems()]

    def left_out(self, game: str | None = None) -> list[LeftOut]:
        """Every stretch of a text that belongs to no entry."""
        return [stretch for store in self._asked(game) for stretch in store.left_out()]

    def revisions(self, game: str | None = None) -> list[Revision]:
        """Every permanent address ever given out, or those of one game, and what became of the wording there."""
        return [revision for store in self._asked(game) for revision in store.revisions()]

    def pages(self, game: str | None = None) -> list[PageMark]:
        """What stands on the printed pages, as far as the texts tell."""
        return [mark for store in self._asked(game) for mark in store.pages()]

    def revisions_called(self, name: str, game: str | None = None) -> list[Revision]:
        """The wordings of any edition that had this id, number or name."""
        prefix, _, rest = name.partition(":")
        if rest and prefix.lower() in self.slugs and game in (None, prefix.lower()):
            return self.of(prefix.lower()).revisions_called(rest)
        return [revision for store in self._asked(game) for revision in store.revisions_called(name)]

    def revisions_of(self, game: str, entity: str) -> list[Revision]:
        """The wordings of a thing through all editions."""
        return self.of(game).revisions_of(game, entity) if game in self.slugs else []

    def revision_at(self, address: str) -> Revision | None:
        """The wording at a permanent address."""
        game = address.partition("/")[0]
        asked = [game] if game in self.slugs else self.slugs  # a game may have been called otherwise
        found = (self.of(one).revision_at(address) for one in asked)
        return next(filter(None, found), None)

    def editions(self, game: str) -> dict[str, tuple[str, ...]]:
        """The editions of each source of a game that any wording is of."""
        return self.of(game).editions(game) if game in self.slugs else {}

    def former_games(self) -> dict[str, str]:
        """Slugs that games had before, with what they are called now."""
        return {old: one.game.slug for one in self.summaries.games for old in one.game.formerly}

    def settings(self) -> dict[str, str]:
        """`title` and `base_url` of the corpus, and `build`, the id of this build."""
        known = self.summaries
        return {"title": known.title, "base_url": known.base_url, "build": known.build}

    def content(self, game: str) -> Content:
        """Everything of one game at once."""
        return self.of(game).content()

    def counts(self) -> dict[str, dict[str, int]]:
        """How many entries of which kind each game has: `{"magic": {"rule": 8, "term": 2}}`."""
        return {one.game.slug: dict(one.counts) for one in self.summaries.games}

    def verify(self) -> None:
        """Raise BuildError unless every page of every file is sound; reads all of them."""
        for game in self.slugs:
            with Store(self._build / summary.GAMES / game / summary.STORE) as store:
                store.verify()

    def find(self, ref: str, game: str | None = None) -> list[Entry]:
        """What answers to a REF in any game, best first; see `Store.find`."""
        return finding.fitting(self, ref, game)

    def near(self, ref: str) -> list[str]:
        """Up to three titles spelt nearly like a REF that nothing answers to."""
        titles = {key: title for game in self.slugs for key, title in self.of(game).titles().items()}
        return finding.nearest(ref, titles)

    def ids_beginning(self, start: str, limit: int = 50) -> list[str]:
        """Ids whose id or title begins so, for shell completion."""
        game, colon, _ = start.partition(":")
        asked = [game] if colon and game in self.slugs else self.slugs
        return [id for one in asked for id in self.of(one).ids_beginning(start, limit)][:limit]

    def named(self, name: str, game: str | None = None) -> list[Entry]:
        """The entries that have exactly this id, number or name, best first, else in the order of the games."""
        asked = self._answering(name) if game is None else (game,) if game in self.slugs else ()
        return called_now(pair for one in asked for pair in self.of(one).ranked(name))

    def _answering(self, name: str) -> list[str]:
        """The games where something may be so called."""
        hashes = [names_hash(key) for key in keys_of(name)]
        return [slug for slug in self.slugs if _holds_any(self._names(slug), hashes)]

    def _names(self, game: str) -> Sequence[int]:
        """The hashes of all names of a game, ascending."""
        if game not in self._hashes:
            self._hashes[game] = ()  # then the game is asked in vain, or found damaged
            with suppress(OSError, ValueError):
                self._hashes[game] = read_hashes(os.path.join(self._build, summary.GAMES, game))
        return self._hashes[game]

    def _of_id(self, id: str) -> Store | None:
        game = id.partition(":")[0]
        return self.of(game) if game in self.slugs else None

    def _asked(self, game: str | None) -> Iterator[Store]:
        return (self.of(one) for one in self.slugs if game in (None, one))


def _holds_any(held: Sequence[int], wanted: Iterable[int]) -> bool:
    """Whether any of some numbers stands among others that ascend; unknown ones may hold everything."""
    if not held:
        return True
    return any((at := bisect_left(held, one)) < len(held) and held[at] == one for one in wanted)
