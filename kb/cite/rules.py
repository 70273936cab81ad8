"""Which rules can be cited? A build, opened for finding entries by number, name and edition."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Self
from urllib.parse import quote

from kb import builds, past
from kb.analyse import name_key
from kb.cite.books import Books, called_game, called_text
from kb.cite.comparing import Texts
from kb.cite.quotations import words
from kb.entries import Entry, Game, label
from kb.errors import NotFoundError
from kb.findings import Revision
from kb.link.names import Names
from kb.link.terms import Terms
from kb.store import Library

_ESCAPE = "\\"


class Rules:
    """Everything of a build that citing needs, read when it is first asked for; a context manager."""

    def __init__(self, build: Path | str, *, base_url: str = "", store: Library | None = None) -> None:
        """Open a build, or published rules by their address, unless its `store` is open already; `base_url` is where
        its site stands, if the corpus does not say."""
        self.build = builds.place(build)
        self.store: Library = store or builds.open_store(self.build)
        self.base_url: str = base_url.rstrip("/") or self.store.settings().get("base_url", "")
        self.games: dict[str, Game] = {game.slug: game for game in self.store.games()}
        self._names: dict[str, Names] = {}
        self._terms: dict[str, Terms] = {}
        self._texts: dict[str, Texts] = {}
        self._books: dict[str, Books] = {}
        self._before: dict[str, tuple[list[Revision], list[int], str]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self.store.close()

    def names(self, game: str) -> Names:
        """The entries of a game by number and name."""
        if game not in self._names:
            self._names[game] = Names(tuple(self.store.entries(game)))
        return self._names[game]

    def terms(self, game: str) -> Terms:
        """The terms of a game, ready to be found in posts."""
        if game not in self._terms:
            self._terms[game] = Terms(self.names(game).entries)
        return self._terms[game]

    def texts(self, game: str) -> Texts:
        """The texts of a game, ready to be compared with quotations."""
        if game not in self._texts:
            self._texts[game] = Texts(self.names(game).entries)
        return self._texts[game]

    def books(self, game: str) -> Books:
        """The texts of a game whose printed pages are known."""
        if game not in self._books:
            titles = {name: title for (slug, name), title in self._sources.items() if slug == game}
            self._books[game] = Books(titles, self.store.pages(game))
        return self._books[game]

    def entry(self, id: str) -> Entry | None:
        """The entry with this id, as it is now."""
        game = id.partition(":")[0]
        return self.names(game).by_id.get(id) if game in self.games else None

    def children(self, entry: Entry) -> list[Entry]:
        """What stands directly under an entry; nothing that is known of under a wording of the past."""
        is_current = (now := self.store.entry(entry.id)) is not None and now.text == entry.text
        return self.store.children(entry.id) if is_current else []

    def is_within(self, entry: Entry, over: Entry) -> bool:
        """Whether an entry is another one or stands below it: 702.19b within 702.19."""
        names = self.names(over.game)
        return entry.id == over.id or any(above.id == over.id for above in names.ancestors(entry))

    def resolve(self, ref: str, game: str | None = None) -> list[Entry]:
        """What a REF means, best first; with `@EDITION` as that edition had it. Empty if nothing answers."""
        try:
            return past.resolve(self.store, ref, game)
        except NotFoundError:
            return []

    def url(self, entry: Entry) -> str:
        """The permanent address of an entry, ready to be pasted."""
        return self.address(entry.permalink)

    def address(self, folder: str) -> str:
        """A page below the site as an address; relative where the corpus names no `base_url`."""
        path = quote(folder, safe="/@+")
        return f"{self.base_url}/{path}" if self.base_url else path

    def source_title(self, entry: Entry) -> str:
        """What the text that an entry comes from calls itself."""
        return self._sources.get((entry.game, entry.source)) or entry.source

    def called_text(self, entry: Entry) -> list[str]:
        """What people call the text that an entry comes from."""
        return self._called[entry.game, entry.source]

    def called_game(self, game: str) -> list[str]:
        """What people call a game."""
        return called_game(self.games[game].title, game)

    def history(self, entry: Entry) -> list[Revision]:
        """Every wording that an entry had, the oldest first."""
        return self._by_entry.get(entry.id, [])

    def addressed(self, folder: str) -> Revision | None:
        """The wording at a permanent address, or the current one at a plain address."""
        return self._by_address.get(folder)

    def numbered_before(self, game: str, number: str) -> list[Revision]:
        """The wordings of the past that stood under a number, whatever it means now."""
        return self._by_number.get((game, number.lower()), [])

    def said_before(self, game: str, part: Sequence[str]) -> list[Revision]:
        """The wordings of the past that have some words in a row."""
        if game not in self._before:
            gone = [one for one in self._revisions if one.game == game and one.fate != "current"]
            said = [f" {' '.join(words(one.markdown.replace(_ESCAPE, '')))} \n" for one in gone]
            self._before[game] = gone, [0, *accumulate(map(len, said))], "".join(said)
        gone, starts, text = self._before[game]
        found, at = [], text.find(sought := f" {' '.join(part)} ")
        while at >= 0:
            number = bisect_right(starts, at)
            found.append(gone[number - 1])
            at = text.find(sought, starts[number])
        return found

    @cached_property
    def called(self) -> frozenset[str]:
        """What people call the games and their texts, as names are compared."""
        games = (map(name_key, self.called_game(slug)) for slug in self.games)
        return frozenset().union(*self._called.values(), *games)

    @cached_property
    def telling_names(self) -> dict[str, str]:
        """The names that only one game has, as names are compared, and which game that is."""
        return _of_one({slug: self.names(slug).spoken for slug in self.games})

    @cached_property
    def telling_words(self) -> dict[str, str]:
        """The words that only one game often uses in its texts, and which game that is."""
        return _of_one({slug: self.texts(slug).telling for slug in self.games})

    @cached_property
    def _called(self) -> dict[tuple[str, str], list[str]]:
        return {
            (slug, name): called_text(title or name, name, self.games[slug].title)
            for (slug, name), title in self._sources.items()
        }

    @cached_property
    def _sources(self) -> dict[tuple[str, str], str]:
        return {(source.game, source.name): source.title for source in self.store.sources()}

    @cached_property
    def _revisions(self) -> list[Revision]:
        return self.store.revisions()

    @cached_property
    def _by_entry(self) -> dict[str, list[Revision]]:
        found: dict[str, list[Revision]] = defaultdict(list)
        for revision in self._revisions:
            if revision.entry:
                found[revision.entry].append(revision)
        return found

    @cached_property
    def _by_address(self) -> dict[str, Revision]:
        found = {
            revision.address.partition("@")[0].rstrip("/") + "/": revision
            for revision in self._revisions
            if revision.fate == "current"
        }
        return {
            **found,
            **{address: revision for revision in self._revisions for address in revision.also},
            **{revision.address: revision for revision in self._revisions if "@" in revision.address},
        }

    @cached_property
    def _by_number(self) -> dict[tuple[str, str], list[Revision]]:
        found: dict[tuple[str, str], list[Revision]] = defaultdict(list)
        for revision in self._revisions:
            if revision.number and revision.fate != "current":
                found[revision.game, revision.number.lower()].append(revision)
        return found


def _of_one(said: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """What only one game says, and which game that is."""
    homes: dict[str, list[str]] = defaultdict(list)
    for slug, each in said.items():
        for one in each:
            homes[one].append(slug)
    return {one: games[0] for one, games in homes.items() if len(games) == 1}


def called(entry: Entry) -> str:
    """What a citation calls an entry: its number with its title, or either, or its first words."""
    return label(entry.number, entry.title, entry.text, kind=entry.kind)
