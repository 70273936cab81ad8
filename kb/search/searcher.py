"""In what order is a query answered? Look-up, spelling, words, meaning; then what to show of each hit."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kb.analyse import name_key, stem, stems, words
from kb.entries import KINDS, Entry
from kb.errors import NotFoundError
from kb.index import catalogue, read_marker
from kb.index.marker import damaged
from kb.index.words import WordIndex
from kb.search import spelling
from kb.search.answer import Answer, Hit
from kb.search.excerpt import excerpt
from kb.search.query import Query, parse
from kb.search.words import WordScorer
from kb.store import Store

MODES = ("hybrid", "lexical", "semantic")

LONGEST_NAME = 120
"""Characters of a query that may be the number, id or title of an entry."""

_MOST_PREFIXED = 64
"""Words that a prefix stands for at most: the most frequent ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ranked:
    """Entries by position with their scores, best first, and why they are there."""

    order: Sequence[int]
    scores: Sequence[float]
    why: Callable[[int], str]


class Searcher:
    """A build, opened for searching; a context manager that closes it."""

    def __init__(self, build: Path) -> None:
        folder = build / "index"
        marker = read_marker(folder)
        self._catalogue = catalogue.read(folder)
        if len(self._catalogue.ids) != marker.words["count"]:
            raise damaged(folder)
        self._position = {id: number for number, id in enumerate(self._catalogue.ids)}
        self._folder = folder
        self._words = WordIndex(folder, marker.words)
        self._scorer = WordScorer(self._words)
        self._store = Store(build / "kb.sqlite")

    def __enter__(self) -> Searcher:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the files."""
        self._words.close()
        self._store.close()

    def search(
        self,
        query: str,
        *,
        game: str | None = None,
        kind: str | None = None,
        mode: str = "hybrid",
        limit: int = 10,
    ) -> Answer:
        """The entries that answer a query, best first: at most `limit`."""
        started = time.perf_counter()
        asked = parse(query, self._catalogue.games, KINDS)
        asked = replace(
            asked,
            games=asked.games + ((game,) if game else ()),
            kinds=asked.kinds + ((kind,) if kind else ()),
        )
        named = self._named(asked)
        corrected = None if named else self._correct(asked.text)
        asked = replace(asked, text=corrected or asked.text)
        stems_asked = dict.fromkeys([*stems(asked.text), *self._prefixed(asked.prefixes)], 1.0)
        hits = [self._hit(entry, 1.0, why, stems_asked) for entry, why in named[:limit]]
        ranked = self._rank(asked, stems_asked)
        shown = {hit.id for hit in hits}
        for number in self._accepted(ranked.order, asked):
            if len(hits) >= limit:
                break
            if self._catalogue.ids[number] not in shown:
                why = ranked.why(number) + ("+spelling" if corrected else "")
                hits.append(self._hit(self._entry(number), ranked.scores[number], why, stems_asked))
        return Answer(
            query=query,
            mode=mode,
            took_ms=round((time.perf_counter() - started) * 1000, 2),
            did_you_mean=corrected,
            results=tuple(hits),
        )

    def _rank(self, asked: Query, stems_asked: dict[str, float]) -> _Ranked:
        found = self._scorer.score(stems_asked)
        mask = self._mask(asked)
        scores = found.scores
        order = [number for number, score in enumerate(scores) if score > 0 and mask[number]]
        order.sort(key=lambda number: -scores[number])
        return _Ranked(order=order, scores=scores, why=lambda number: "words")

    def _mask(self, asked: Query) -> bytearray:
        """1 for every entry that the filters let through."""
        catalogue = self._catalogue
        mask = bytearray(b"\x01") * len(catalogue.ids)
        for wanted, names, of in (
            (asked.games, catalogue.games, catalogue.game_of),
            (asked.kinds, catalogue.kinds, catalogue.kind_of),
        ):
            if wanted:
                right = [name in wanted for name in names]
                for number, code in enumerate(of):
                    mask[number] &= right[code]
        return mask

    def _accepted(self, order: Sequence[int], asked: Query) -> Iterator[int]:
        """The ranked entries that hold every phrase and nothing excluded; if none does, phrases are words."""
        excluded = [self._holders(together) for together in asked.excluded]
        wanted = [self._holders(together) for together in asked.phrases]
        allowed = [number for number in order if not any(number in holders for holders in excluded)]
        with_phrases = [number for number in allowed if all(number in holders for holders in wanted)]
        return iter(with_phrases or allowed)

    def _holders(self, together: tuple[str, ...]) -> set[int]:
        """The entries that hold these words one after another, in any of their forms."""
        wanted = [stem(word) for word in together]
        searchable = [found for found in stems(" ".join(together)) if self._scorer.holds(found)]
        if len(searchable) < len(stems(" ".join(together))):
            return set()
        holders = set.intersection(*(set(self._scorer.postings(found)[0]) for found in searchable))
        if len(wanted) == 1:
            return holders
        return {number for number in holders if _stand_together(wanted, self._entry(number))}

    def _prefixed(self, prefixes: Sequence[str]) -> list[str]:
        """The stems of the words that begin so."""
        vocabulary = self._words.vocabulary() if prefixes else {}
        found = [word for word in vocabulary if word.startswith(tuple(prefixes))]
        found.sort(key=lambda word: -vocabulary[word])
        return [stem(word) for word in found[:_MOST_PREFIXED]]

    def _correct(self, text: str) -> str | None:
        return spelling.correct(text, self._words.vocabulary, self._scorer.holds)

    def _named(self, asked: Query) -> list[tuple[Entry, str]]:
        """The entries whose number, id or name is exactly the query, and which of these it is."""
        if len(asked.text) > LONGEST_NAME or not asked.text:
            return []
        game = asked.games[0] if asked.games else None
        try:
            found = self._store.find(asked.text, game)
        except NotFoundError:
            return []
        return [
            (entry, _name_kind(entry, asked.text))
            for entry in found
            if (not asked.games or entry.game in asked.games)
            and (not asked.kinds or entry.kind in asked.kinds)
        ]

    def _entry(self, number: int) -> Entry:
        entry = self._store.entry(self._catalogue.ids[number])
        if entry is None:
            raise damaged(self._folder)
        return entry

    def _hit(self, entry: Entry, score: float, why: str, asked: dict[str, float]) -> Hit:
        shown = excerpt(entry.text, asked, self._scorer.rarity)
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
    typed = text.strip().lower()
    if typed in (entry.id, entry.id.partition(":")[2]) and typed != (entry.number or ""):
        return "id" if ":" in typed else "title"
    return "title" if name_key(text) == name_key(entry.title or "") or entry.number is None else "number"


def _stand_together(wanted: list[str], entry: Entry) -> bool:
    for text in (entry.title or "", entry.text):
        held = [stem(word) for word in words(text)]
        first = wanted[0]
        for at, word in enumerate(held):
            if word == first and held[at : at + len(wanted)] == wanted:
                return True
    return False
