"""How are published games searched? Databases fetch what may answer; the formula ranks it as it does in a build."""

from __future__ import annotations

import itertools
from array import array
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kb.analyse import stem, stems, words
from kb.encoders.quantise import Floats
from kb.entries import Entry
from kb.index.catalogue import Catalogue
from kb.index.neighbours import Neighbours
from kb.index.routes import best_of
from kb.index.topics import packed
from kb.index.vectors import KNOWN, Pieces
from kb.postgres import WHOLE, PublishedLibrary, candidates
from kb.postgres.candidates import Narrowing, Place, PublishedFacts, Row
from kb.search.answer import Answer
from kb.search.asked_games import Searcher
from kb.search.opened import Games
from kb.search.query import Query
from kb.search.searcher import MOST_RANKED, Found, GamesSearcher, Listed, Wanted
from kb.search.vectors import Meaning, sentence_share, together
from kb.search.words import WordScorer

if TYPE_CHECKING:
    from kb.encoders import Encoder
    from kb.encoders.minilm import Reading

LEAST = 200
"""Entries that are fetched by words, and as many by meaning."""

_EXPANDED = 60
"""First ones of either for which what they stand for is fetched, too."""

_MOST_HELD = 4_000_000
"""Numbers that are kept of which games hold which stems: sixteen megabytes."""

_MOST_STEMS = 48
"""Stems of a query by which entries are fetched: those that tell most."""


class PublishedSearcher(Searcher):
    """Published games, opened for searching; a context manager that closes what it opened."""

    def __init__(self, library: PublishedLibrary, encoder: Encoder | None = None) -> None:
        self._encoder = encoder
        self._library: PublishedLibrary = library
        self._facts: dict[str, PublishedFacts] = {}
        self._held: dict[str, array[int]] = {}
        """Which games hold a stem, by their places, each followed by in how many entries."""

    def close(self) -> None:
        """Let go of the connections."""
        self._library.close()

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
        slugs = self._games(asked)
        if missing := [slug for slug in slugs if slug not in self._facts]:
            self._facts |= candidates.facts_of(self._library, missing)
        fetched = Candidates(self._library, {slug: self._facts[slug] for slug in slugs})
        searcher = CandidateSearcher(self._library, fetched, self._encoder, max(LEAST, 4 * limit))
        return searcher.search(query, asked, mode=mode, limit=limit, excerpts=excerpts)

    def _best(self, wanted: Collection[str], most: int) -> list[int]:
        known = self._held  # other threads may begin another one
        if sum(map(len, known.values())) > _MOST_HELD:
            known = self._held = {}
        if missing := [one for one in wanted if one not in known]:
            for one, held in candidates.holders_anywhere(self._library, missing).items():
                pairs = ((self._place[slug], count) for slug, count in held.items() if slug in self._place)
                known[one] = array("I", itertools.chain.from_iterable(pairs))
        told = (known[one] for one in wanted)
        return best_of(self._sizes, ([*zip(held[::2], held[1::2], strict=True)] for held in told), most)

    @cached_property
    def _sizes(self) -> list[int]:
        return [sum(one.counts.values()) for one in self._library.summaries.games]

    @cached_property
    def _place(self) -> dict[str, int]:
        return {slug: place for place, slug in enumerate(self._library.slugs)}


class Candidates(Games):
    """What databases fetched for a question, as if it were all that some games hold; how many hold what is of all."""

    def __init__(self, library: PublishedLibrary, facts: Mapping[str, PublishedFacts]) -> None:
        super().__init__([*facts.values()])
        self.store, self.games = library, tuple(facts)
        self.average = 0.0
        """How near an entry is to the question on average."""

        self.count = 0
        self._order = {slug: at for at, slug in enumerate(facts)}
        self._holders: dict[str, int] = {}
        self._rows: dict[Place, Row] = {}
        self._places: list[Place] = []
        self._position: dict[Place, int] = {}

    def know(self, stems: Collection[str]) -> None:
        """Ask at once how many entries hold each of these."""
        if missing := {one for one in stems if one not in self._holders}:
            self._holders |= candidates.holders(self.store, self.games, missing)

    def holders(self, stem: str) -> int:
        """How many entries of the games hold a stem."""
        self.know([stem])
        return self._holders[stem]

    def take(self, places: Collection[Place], first: Collection[Place], stems: Collection[str]) -> None:
        """Fetch the facts of some entries, what the first ones stand for, and the places of all."""
        rows, missing = self._rows, {*places}
        rows.clear()
        while missing:
            found = candidates.facts(self.store, missing, stems)
            rows |= found
            missing = {(slug, row["place"]) for (slug, _), row in found.items()}
            for slug, n in found.keys() & {*first}:
                missing |= {(slug, one) for one in _stands_for(found[slug, n])}
            missing -= rows.keys()
            first = ()
        self._places = sorted(rows, key=lambda place: (self._order[place[0]], place[1]))
        self.count = len(self._places)
        self._position = {place: at for at, place in enumerate(self._places)}
        self.__dict__.pop("catalogue", None)
        self.__dict__.pop("_postings", None)

    def postings(self, stem: str) -> tuple[Sequence[int], Sequence[float]]:
        """Those at hand that hold a stem, and how often it counts in each."""
        return self._postings.get(stem, ((), ()))

    @cached_property
    def _postings(self) -> dict[str, tuple[list[int], list[float]]]:
        found: dict[str, tuple[list[int], list[float]]] = {}
        for at, place in enumerate(self._places):
            for held, times in (self._rows[place]["held"] or {}).items():
                numbers, counts = found.setdefault(held, ([], []))
                numbers.append(at)
                counts.append(times)
        return found

    def lengths(self) -> Sequence[int]:
        """How long those at hand are."""
        return [self._rows[place]["length"] for place in self._places]

    def vocabulary(self, beginnings: Collection[str] = ()) -> Mapping[str, int]:
        """The plain words of the games that begin so."""
        return candidates.vocabulary(self.store, self.games, beginnings) if beginnings else {}

    def nearness(self) -> PublishedNearness:
        """What tells how near those at hand are to a question."""
        return PublishedNearness(self.store, self._places, self.average)

    def neighbours(self) -> Neighbours:
        """What is at hand of that which stands near those at hand."""
        at, rows = self._position, [(*place, self._rows[place]) for place in self._places]
        pairs = [
            (at[slug, one], number)
            for number, (slug, _, row) in enumerate(rows)
            for one in row["referring"] or ()
            if (slug, one) in at
        ]
        return Neighbours(
            above=np.array([at.get((slug, row["above"]), -1) for slug, _, row in rows], np.intp),
            references=np.array(pairs, np.intp).reshape(-1, 2),
            behind=np.array([n - row["place"] for _, n, row in rows], np.intp),
        )

    def folder_of(self, position: int) -> Path:
        """The game of an entry, for what is told of a damage."""
        return Path(self._places[position][0])

    @cached_property
    def catalogue(self) -> Catalogue:
        """The facts of those at hand."""
        rows = [self._rows[place] for place in self._places]
        at = self._position
        kinds = sorted({row["kind"] for row in rows})
        return Catalogue(
            ids=[row["id"] for row in rows],
            games=[*self.games],
            game_of=[self._order[row["slug"]] for row in rows],
            kinds=kinds,
            kind_of=[kinds.index(row["kind"]) for row in rows],
            place_of=[at.get((row["slug"], row["place"]), number) for number, row in enumerate(rows)],
            numbers=[row["number"] for row in rows],
            with_examples=[number for number, row in enumerate(rows) if row["has_examples"]],
            topics=[packed(row["topic"]) for row in rows],
            topic_of=[*range(len(rows))],
            stand_ins={
                str(number): [
                    (at[row["slug"], one], at[row["slug"], one])
                    for first, last in row["stand_ins"]
                    for one in range(first, last + 1)
                    if (row["slug"], one) in at
                ]
                for number, row in enumerate(rows)
                if row["stand_ins"]
            },
            definitions={
                str(number): at[row["slug"], row["definition"]]
                for number, row in enumerate(rows)
                if (row["slug"], row["definition"]) in at
            },
        )


def _stands_for(row: Row) -> Iterator[int]:
    """The positions of what an entry stands for, and of its definition."""
    for first, last in row["stand_ins"] or ():
        yield from range(first, last + 1)
    if row["definition"] is not None:
        yield row["definition"]


class CandidateScorer(WordScorer):
    """Scores those at hand; how rare a stem is tells the database."""

    def __init__(self, fetched: Candidates) -> None:
        super().__init__(fetched)
        self._fetched, self.total = fetched, fetched.total

    def holders(self, stem: str) -> int:
        """How many entries hold this stem, at hand or not."""
        return self._fetched.holders(stem)


class CandidateSearcher(GamesSearcher):
    """Fetches what may answer one question, and ranks it."""

    def __init__(
        self, library: PublishedLibrary, fetched: Candidates, encoder: Encoder | None, most: int
    ) -> None:
        super().__init__(library, fetched, encoder)
        self._scorer = CandidateScorer(fetched)
        self._fetched, self._most, self._limit = fetched, most, 0
        self._at_hand: dict[str, Entry] = {}

    def search(
        self, query: str, asked: Query, *, mode: str = "hybrid", limit: int = 10, excerpts: int | None = None
    ) -> Answer:
        """The entries that answer a query, best first: see `GamesSearcher.search`."""
        typed = {*words(asked.text), *asked.prefixes}
        self._fetched.know({*typed, *map(stem, typed)})
        self._limit = limit
        return super().search(query, asked, mode=mode, limit=limit, excerpts=excerpts)

    def _gather(self, asked: Query, wanted: Wanted, question: Reading | None, named: Sequence[str]) -> None:
        """Fetch by words and by meaning what may answer, what is named, and what these stand for."""
        library, games = self._fetched.store, self._fetched.games
        narrowing = _narrowing(asked)
        groups = (*narrowing.together, *narrowing.maybe_in_examples, *narrowing.without)
        told = {*wanted.asked, *wanted.related, *wanted.meant, *(one for group in groups for one in group)}
        self._fetched.know(told)
        most = MOST_RANKED if asked.is_exact else self._most
        by_words: list[Place] = []
        by_meaning: list[Place] = []
        if question is None or wanted.mode != "semantic":
            worth = self._scorer.worth(wanted.asked, wanted.related, wanted.meant)
            telling = dict(sorted(worth.items(), key=lambda one: -sum(one[1]))[:_MOST_STEMS])
            covers = question is not None
            by_words = candidates.by_words(library, games, telling, narrowing, most, with_coverage=covers)
        if question is not None:
            vector, share = question.vector, sentence_share(question.vector)
            by_meaning, self._fetched.average = candidates.by_meaning(
                library, games, vector.tolist(), share, narrowing, most
            )
        if not wanted.asked and (asked.is_exact or asked.games or asked.kinds):
            by_words = candidates.listed(library, games, narrowing, MOST_RANKED)
        meant = [place for place in candidates.named(library, named) if place[0] in games] if named else []
        first = {*by_words[:_EXPANDED], *by_meaning[:_EXPANDED], *meant}
        self._fetched.take({*by_words, *by_meaning, *meant}, first, told)
        self._renew()
        if asked.phrases or asked.titles or asked.excluded:  # whose words are looked for in all of them
            self._bring(range(len(self._catalogue.ids)))

    def _hits(self, found: Found, named: Sequence[tuple[int, int, str]], is_mended: bool) -> Iterator[Listed]:
        """The same, what is likely to be shown fetched at once."""
        self._bring([*(number for one in named for number in one[:2]), *found.order[: self._limit]])
        return super()._hits(found, named, is_mended)

    def _bring(self, numbers: Sequence[int]) -> None:
        """Fetch some entries together."""
        missing = {self._catalogue.ids[number] for number in numbers} - self._at_hand.keys()
        self._at_hand |= self._fetched.store.entries_at(missing)

    def _entry(self, number: int) -> Entry:
        return self._at_hand.get(self._catalogue.ids[number]) or super()._entry(number)

    def _renew(self) -> None:
        """Forget what was known of other entries."""
        for name in ("_topics", "_position", "_vectors", "_neighbours"):
            self.__dict__.pop(name, None)
        self._catalogue, self._scorer = self._fetched.catalogue, CandidateScorer(self._fetched)


def _narrowing(asked: Query) -> Narrowing:
    """What a database can tell of what is asked for in so many words; what stands together it cannot."""
    return Narrowing(
        kinds=asked.kinds,
        numbers=asked.numbers,
        together=[stems(" ".join(title)) for title in asked.titles],
        maybe_in_examples=[stems(" ".join(phrase)) for phrase in asked.phrases],
        without=[found for one in asked.excluded if len(one) == 1 and (found := stems(one[0]))],
    )


class PublishedNearness:
    """How near entries at hand are to a question: databases compare vectors, pieces are compared here."""

    def __init__(self, library: PublishedLibrary, places: Sequence[Place], average: float) -> None:
        self._library, self._places, self._average = library, places, average
        self._owners = np.zeros(0, np.intp)
        self._sentences: list[int] = []

    def score(self, question: Floats) -> Meaning:
        """How near each entry and each part is."""
        position = {place: at for at, place in enumerate(self._places)}
        rows = candidates.nearness(self._library, self._places, question.tolist())
        rows.sort(key=lambda row: position[row["slug"], row["n"]])
        wholes = np.zeros(len(self._places), np.float32)
        for row in rows:
            if row["sentence"] == WHOLE:
                wholes[position[row["slug"], row["n"]]] = row["nearness"]
        parts = [row for row in rows if row["sentence"] != WHOLE]
        self._owners = np.array([position[row["slug"], row["n"]] for row in parts], np.intp)
        self._sentences = [row["sentence"] for row in parts]
        near = np.array([row["nearness"] for row in parts], np.float32)
        similarity = together(wholes, near, self._owners, sentence_share(question))
        return Meaning(similarity=similarity, parts=near, average=self._average)

    def late(self, asked: Floats, entries: NDArray[np.intp]) -> tuple[Floats, NDArray[np.intp]]:
        """How near the pieces of a question are to those of each of these entries, and how many these have."""
        places = [self._places[number] for number in entries]
        held = candidates.pieces(self._library, places)
        own = np.array([at for at, place in enumerate(places) if place in held], np.intp)
        found, lengths = np.zeros((len(entries), len(asked)), np.float32), np.zeros(len(entries), np.intp)
        if len(own):
            pieces = Pieces.joined([held[places[at]] for at in own])
            there = np.arange(len(own))
            found[own], lengths[own] = pieces.best(asked, there), pieces.lengths(there)
        return found, lengths

    def parts_of(self, entry: int) -> NDArray[np.intp]:
        """The rows of an entry's parts."""
        first, last = np.searchsorted(self._owners, [entry, entry + 1])
        return np.arange(first, last)

    def sentence(self, part: int) -> int | None:
        """Which sentence of its entry a part is; None for a question that players ask."""
        number = self._sentences[part]
        return None if number >= KNOWN else number
