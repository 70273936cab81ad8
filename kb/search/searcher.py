"""In what order is a query answered? Look-up, spelling, words, meaning; then what to show of each hit."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from kb import encoders
from kb.analyse import STOP_WORDS, stem, stems, words
from kb.entries import Entry
from kb.errors import NotFoundError
from kb.index import space, synonyms
from kb.index.manifest import damaged
from kb.search import filters, spelling
from kb.search.answer import Answer, Hit
from kb.search.excerpt import excerpt
from kb.search.opened import Opened
from kb.search.query import Query
from kb.search.ranking import ByMeaning, ByWords, Ranking, first_of_each
from kb.search.words import WordScorer
from kb.store import Library

if TYPE_CHECKING:
    from kb.encoders import Encoder
    from kb.search.vectors import VectorScorers

MODES = ("hybrid", "lexical", "semantic")

LONGEST_NAME = 120
"""Characters of a query that may be the number, id or title of an entry."""

LONG_POST = 40
"""Words that count of a post so long that sub-rules of one rule are shown as one place."""

LETTERS_A_PIECE = 3
"""A word that the encoder's pieces cut finer than this on average is no word: `h ##jk ##l`."""

_MOST_PREFIXED = 64
"""Words that a prefix stands for at most: the most frequent ones."""


class GamesSearcher:
    """Some games of a library, opened for searching as one."""

    def __init__(self, library: Library, opened: Opened, encoder: Encoder | None = None) -> None:
        self._given_encoder = encoder
        self._library = library
        self._opened = opened
        self._catalogue = opened.catalogue
        self._scorer = WordScorer(opened)

    def search(self, query: str, asked: Query, *, mode: str = "hybrid", limit: int = 10) -> Answer:
        """The entries that answer a query, best first: at most `limit`; from a long post as many places."""
        started = time.perf_counter()
        mode = mode if self._opened.columns else "lexical"
        named = self._named(asked)
        corrected = None if named else spelling.correct(asked.text, self._opened.vocabulary, self._knows)
        asked = replace(asked, text=corrected or asked.text)
        wanted = [*stems(asked.text), *self._prefixed(asked.prefixes)]
        hits = [self._hit(entry, 1.0, why, wanted) for entry, why in named[:limit]]
        hits += self._ranked(asked, wanted, mode, limit, {hit.id for hit in hits}, bool(corrected))
        return Answer(
            query=query,
            mode=mode,
            took_ms=round((time.perf_counter() - started) * 1000, 2),
            did_you_mean=corrected,
            results=tuple(hits[:limit]),
        )

    def _named(self, asked: Query) -> list[tuple[Entry, str]]:
        """The entries whose number, id or name is exactly the query, and which of these it is."""
        if len(asked.text) > LONGEST_NAME or not asked.text:
            return []
        try:
            found = self._library.find(asked.text, asked.games[0] if asked.games else None)
        except NotFoundError:
            return []
        return [
            (entry, _name_kind(entry, asked.text))
            for entry in found
            if (not asked.games or entry.game in asked.games)
            and (not asked.kinds or entry.kind in asked.kinds)
        ]

    def _prefixed(self, prefixes: Sequence[str]) -> list[str]:
        """The stems of the words that begin so."""
        vocabulary = self._opened.vocabulary() if prefixes else {}
        found = [word for word in vocabulary if word.startswith(tuple(prefixes))]
        found.sort(key=lambda word: -vocabulary[word])
        return [stem(word) for word in found[:_MOST_PREFIXED]]

    def _knows(self, word: str) -> bool:
        """Whether a word or stem needs no correction."""
        return self._scorer.holds(word) or word in self._opened.valid_words

    def _ranked(
        self, asked: Query, wanted: list[str], mode: str, limit: int, shown: set[str], is_mended: bool
    ) -> list[Hit]:
        ranking = self._ranking(asked, wanted, mode)
        order = filters.accepted(ranking.order, asked, self._scorer, self._entry)
        if len(wanted) > LONG_POST:
            order = first_of_each(order, self._catalogue.place_of)
        hits: list[Hit] = []
        for number in order:
            if len(hits) == limit:
                break
            if self._catalogue.ids[number] not in shown:
                why = ranking.why(number) + ("+spelling" if is_mended else "")
                sentences = ranking.sentences(number)
                hits.append(self._hit(self._entry(number), ranking.score(number), why, wanted, sentences))
        return hits

    def _ranking(self, asked: Query, wanted: list[str], mode: str) -> Ranking:
        allowed = filters.mask(asked, self._catalogue)
        related = synonyms.related(stems(asked.text), self._opened.synonyms)
        scores = self._scorer.score(wanted, related)
        if mode == "lexical" or asked.prefixes or not self._has_meaning(asked.text):
            return ByWords(scores, allowed)
        used = scores if mode == "hybrid" else None
        return ByMeaning(asked.text, used, allowed, self._encoder, self._vectors)

    def _has_meaning(self, text: str) -> bool:
        """Whether anything in a query can be understood: keys hit at random cannot."""
        asked = [word for word in words(text) if word not in STOP_WORDS]
        if any(self._scorer.holds(stem(word)) for word in asked):
            return True
        from kb.encoders.wordpiece import WordPiece

        cutter = WordPiece(encoders.pieces())
        return any(len(word) >= LETTERS_A_PIECE * len(cutter.ids(word) or word) for word in asked)

    @cached_property
    def _encoder(self) -> Encoder:
        return self._given_encoder or space.for_columns(self._opened.columns)

    @cached_property
    def _vectors(self) -> VectorScorers:
        from kb.search.vectors import VectorScorers

        return VectorScorers([index.vectors for index in self._opened.indexes], self._encoder.dims)

    def _entry(self, number: int) -> Entry:
        entry = self._library.entry(self._catalogue.ids[number])
        if entry is None:
            raise damaged(self._opened.indexes[self._opened.where(number)[0]].folder)
        return entry

    def _hit(
        self,
        entry: Entry,
        score: float,
        why: str,
        wanted: list[str],
        sentences: dict[int, float] | None = None,
    ) -> Hit:
        shown = excerpt(entry.text, wanted, self._scorer.rarity, sentences)
        return Hit(
            id=entry.id,
            game=entry.game,
            kind=entry.kind,
            number=entry.number,
            title=entry.title,
            url=entry.url,
            score=round(score, 6),
            why=why,
            excerpt=shown.text,
            marks=shown.marks,
        )


def _name_kind(entry: Entry, text: str) -> str:
    """Which of an entry's names the query is: `id`, `number` or `title`."""
    if text.strip().lower() == entry.id:
        return "id"
    return "number" if entry.number and words(text) == words(entry.number) else "title"
