"""In what order is a query answered? Look-up, spelling, words, meaning; then what to show of each hit."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from kb import encoders
from kb.analyse import STOP_WORDS, stem, stems, words
from kb.entries import Entry
from kb.index.jargon import LONGEST_TOLD, Phrase
from kb.index.manifest import damaged
from kb.search import filters, naming, spelling
from kb.search.answer import Answer, Hit
from kb.search.excerpt import excerpt
from kb.search.opened import Games
from kb.search.query import Query
from kb.search.ranking import ByMeaning, ByWords, Ranking, encode_questions, first_of_each
from kb.search.stand_ins import resolved
from kb.search.topics import Topics
from kb.search.words import WordScorer
from kb.store import Library

if TYPE_CHECKING:
    from kb.encoders import Encoder
    from kb.encoders.minilm import Reading
    from kb.index.neighbours import Neighbours
    from kb.search.vectors import Nearness

MODES = ("hybrid", "lexical", "semantic")

MOST_RANKED = 2_000
"""Ranked entries that are looked at: as many as can be asked for and those that others stand in for."""

LONG_POST = 40
"""Words that count of a post so long that sub-rules of one rule are shown as one place."""

LETTERS_A_PIECE = 3
"""A word that the encoder's pieces cut finer than this on average is no word: `h ##jk ##l`."""

_MOST_PREFIXED = 64
"""Words that a prefix stands for at most: the most frequent ones."""


class GamesSearcher:
    """Some games of a library, opened for searching as one."""

    def __init__(self, library: Library, opened: Games, encoder: Encoder | None = None) -> None:
        self._given_encoder = encoder
        self._store = library
        self._opened = opened
        self._catalogue = opened.catalogue
        self._scorer = WordScorer(opened)
        self._read: tuple[list[str], Reading] | None = None

    def search(
        self, query: str, asked: Query, *, mode: str = "hybrid", limit: int = 10, excerpts: int | None = None
    ) -> Answer:
        """The entries that answer a query, best first: at most `limit`; from a long post as many places.

        With `excerpts` only the first hits of so many places have one, for these alone are shown.
        """
        started = time.perf_counter()
        mode = mode if self._opened.columns else "lexical"
        named, is_asked = naming.named(self._store, asked)
        corrected = None
        if not named:
            corrected = spelling.correct(asked.text, self._known_words(asked.text), self._knows)
            corrected = naming.meant(self._store, replace(asked, text=corrected or asked.text)) or corrected
        if corrected:
            asked = replace(asked, text=corrected)
            named, is_asked = naming.named(self._store, asked)
        said = [] if named else self._opened.jargon.said(asked.text, asked.games)
        if len(said) == 1 and words(said[0].said) == words(asked.text):
            named, is_asked = naming.named(self._store, replace(asked, text=said[0].means))[0], True
        nearest = [] if named or said else naming.beside(self._store, asked)
        found = self._found(asked, mode, said, named or nearest)
        is_answered = bool(named) or (found.is_answered and not nearest)
        if nearest:
            named, limit = nearest, min(limit, len(nearest))
        if not any(found.allowed) and asked.phrases:  # nothing stands so: what comes nearest
            found = self._found(replace(asked, phrases=()), mode, said, named)
            is_answered = False
        hits = itertools.islice(self._hits(found, self._shown(named, is_asked), corrected is not None), limit)
        results = tuple(self._with_excerpts(hits, excerpts))
        first = results[0].id.partition(":")[0] if results else ""
        return Answer(
            query=query,
            mode=mode,
            took_ms=round((time.perf_counter() - started) * 1000, 2),
            did_you_mean=corrected,
            answered=is_answered,
            players_words=tuple(
                (phrase.said, phrase.means)
                for phrase in said
                if len(phrase.means) <= LONGEST_TOLD and (not phrase.games or first in phrase.games)
            ),
            results=results,
        )

    def _shown(self, named: Sequence[tuple[Entry, str]], is_asked: bool) -> list[tuple[int, int, str]]:
        """What is listed for each entry named, whose text is shown, and why; asked what it is, its definition."""
        shown: dict[int, tuple[int, int, str]] = {}
        for entry, why in named:
            if (number := self._position.get(entry.id)) is not None:
                says = self._catalogue.definitions.get(str(number), number)
                listed = says if is_asked else number
                shown.setdefault(listed, (listed, says, why))
        return [*shown.values()]

    @cached_property
    def _position(self) -> dict[str, int]:
        return {id: number for number, id in enumerate(self._catalogue.ids)}

    def _prefixed(self, prefixes: Sequence[str]) -> list[str]:
        """The stems of the words that begin so."""
        vocabulary = self._opened.vocabulary(prefixes) if prefixes else {}
        found = [word for word in vocabulary if word.startswith(tuple(prefixes))]
        found.sort(key=lambda word: -vocabulary[word])
        return [stem(word) for word in found[:_MOST_PREFIXED]]

    def _knows(self, word: str) -> bool:
        """Whether a word needs no correction.

        A form of a listed word is known by its stem, but not where that is a word by chance: "tramplee" is no form
        of "trample", whose own stem is shorter.
        """
        root = stem(word)
        listed = {word, root} if stem(root) == root else {word}
        return (
            self._scorer.holds(word)
            or self._scorer.holds(root)
            or not listed.isdisjoint(self._opened.valid_words)
            or not listed.isdisjoint(self._opened.jargon.words)
        )

    def _known_words(self, text: str) -> Callable[[], Mapping[str, int]]:
        """What tells every word that a misspelt one may be meant for, with the number of entries that hold it."""

        def read() -> Mapping[str, int]:
            initials = {word[0] for word in words(text) if not self._knows(word)}
            return {**dict.fromkeys(self._opened.jargon.words, 0), **self._opened.vocabulary(initials)}

        return read

    def _found(
        self, asked: Query, mode: str, said: Sequence[Phrase], named: Sequence[tuple[Entry, str]]
    ) -> Found:
        """The entries in order, and what is known of why."""
        wanted = [*stems(asked.text), *self._prefixed(asked.prefixes)]
        meant = stems(" ".join(phrase.means for phrase in said))
        related = self._opened.synonyms.related(stems(asked.text))
        by_words = mode == "lexical" or asked.prefixes or not self._has_meaning(asked.text, said)
        question = None if by_words else self._question(asked.text, said)
        self._gather(asked, Wanted(wanted, related, meant, mode), question, [entry.id for entry, _ in named])
        allowed = filters.mask(asked, self._catalogue)
        allowed = filters.narrowed(allowed, asked, self._scorer, self._catalogue, self._entry)
        scores = self._scorer.score(wanted, related, meant)
        if question is None:
            ranking: Ranking = ByWords(scores, allowed)
        else:
            used = scores if mode == "hybrid" else None
            beside = self._topics.off_topic({*wanted, *meant, *related})
            ranking = ByMeaning(question, used, beside, allowed, self._vectors, lambda: self._neighbours)
        order: Sequence[int] = ranking.order
        if not wanted and (asked.is_exact or asked.games or asked.kinds):
            order = [number for number, is_allowed in enumerate(allowed) if is_allowed]
        if len(wanted) > LONG_POST:
            order = [*first_of_each(order, self._catalogue.place_of)]
        return Found(order=order, ranking=ranking, allowed=allowed, wanted=[*wanted, *meant], asked=asked)

    def _gather(self, asked: Query, wanted: Wanted, question: Reading | None, named: Sequence[str]) -> None:
        """Fetch whatever may answer: of a build every entry is at hand."""

    def _question(self, text: str, said: Sequence[Phrase]) -> Reading:
        """What the encoder makes of a question, as asked and as the rules put it."""
        texts = [text, *([f"{text} ({'; '.join(one.means for one in said)})"] if said else [])]
        if self._read is None or self._read[0] != texts:  # asked again without its phrases
            self._read = texts, encode_questions(texts, self._opened.encoder(self._given_encoder))
        return self._read[1]

    def _hits(self, found: Found, named: Sequence[tuple[int, int, str]], is_mended: bool) -> Iterator[Listed]:
        """What is named, then what is ranked; the scores fall from first to last."""
        ranking, mended = found.ranking, "+spelling" if is_mended else ""
        for number, says, why in named:
            wanted = [] if why in ("id", "number") and len(named) == 1 else found.wanted
            yield self._hit(number, 1.0, why + mended, wanted, says=says, coverage=1.0)
        most = 1.0 if named else math.inf
        shown = {number for number, _, _ in named}
        ranked = found.order[:MOST_RANKED]
        pairs: Iterable[tuple[int, int]] = zip(ranked, ranked, strict=True)
        if not found.asked.is_exact:
            pairs = resolved(ranked, self._catalogue.stand_ins, ranking.score, found.allowed)
        for number, place in pairs:
            if number not in shown:
                score, why = min(most, ranking.score(place)), ranking.why(place) + mended
                covered = max(ranking.coverage(number), ranking.coverage(place))
                yield self._hit(number, score, why, found.wanted, ranking.sentences(number), coverage=covered)

    def _has_meaning(self, text: str, said: Sequence[Phrase]) -> bool:
        """Whether anything in a query can be understood: keys hit at random cannot."""
        if said:
            return True
        asked = [word for word in words(text) if word not in STOP_WORDS]
        if any(self._scorer.holds(stem(word)) for word in asked):
            return True
        from kb.encoders.wordpiece import WordPiece

        cutter = WordPiece(encoders.pieces())
        return any(len(word) >= LETTERS_A_PIECE * len(cutter.ids(word) or word) for word in asked)

    @cached_property
    def _topics(self) -> Topics:
        return Topics(self._catalogue)

    @cached_property
    def _vectors(self) -> Nearness:
        return self._opened.nearness()

    @cached_property
    def _neighbours(self) -> Neighbours:
        return self._opened.neighbours()

    def _entry(self, number: int) -> Entry:
        entry = self._store.entry(self._catalogue.ids[number])
        if entry is None:
            raise damaged(self._opened.folder_of(number))
        return entry

    def _hit(
        self,
        number: int,
        score: float,
        why: str,
        wanted: list[str],
        sentences: dict[int, float] | None = None,
        *,
        says: int | None = None,
        coverage: float,
    ) -> Listed:
        entry = self._entry(number)
        says = number if says is None else says
        told = entry if says == number else self._entry(says)
        hit = Hit(
            id=entry.id,
            game=entry.game,
            kind=entry.kind,
            number=entry.number,
            title=entry.title,
            url=entry.url,
            score=round(score, 6),
            why=why,
            excerpt="",
            marks=(),
            place=self._catalogue.ids[self._catalogue.place_of[number]],
            says=told.id,
            coverage=round(coverage, 6),
        )
        return Listed(hit, told.text, wanted, sentences)

    def _with_excerpts(self, listed: Iterable[Listed], most: int | None) -> Iterator[Hit]:
        """Hits with excerpts: all of them, or the first of each of so many places."""
        places: set[str] = set()
        for hit, text, wanted, sentences in listed:
            is_shown = most is None or (hit.place not in places and len(places) < most)
            places.add(hit.place)
            if is_shown:
                shown = excerpt(text, wanted, self._scorer.rarity, sentences)
                hit = replace(hit, excerpt=shown.text, marks=shown.marks)
            yield hit


class Listed(NamedTuple):
    """A hit without its excerpt, and what that is made of."""

    hit: Hit
    text: str
    wanted: list[str]
    sentences: Mapping[int, float] | None
    """How near each sentence is to the question in meaning."""


class Wanted(NamedTuple):
    """The stems that a query asks for, and how."""

    asked: Sequence[str]
    related: Sequence[str]
    """What people use for one another."""

    meant: Sequence[str]
    """What the rules call what players say."""

    mode: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What was made of a query before anything is shown."""

    order: Sequence[int]
    ranking: Ranking
    allowed: bytearray
    wanted: list[str]
    asked: Query

    @property
    def is_answered(self) -> bool:
        """Whether the first entry may well answer."""
        first = next(iter(self.order), None)
        return first is not None and (self.asked.is_exact or self.ranking.answers(first))
