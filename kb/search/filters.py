"""Which entries may answer at all? Filters by game and kind, phrases that must stand, words that must not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import and_

from kb.analyse import stem, stems, words
from kb.entries import Entry
from kb.index.catalogue import Catalogue
from kb.search.query import Query
from kb.search.words import WordScorer


def mask(asked: Query, catalogue: Catalogue) -> bytearray:
    """1 for every entry of a game and a kind asked for, 0 for the others."""
    allowed = bytearray(b"\x01") * len(catalogue.ids)
    for wanted, names, of in (
        (asked.games, catalogue.games, catalogue.game_of),
        (asked.kinds, catalogue.kinds, catalogue.kind_of),
    ):
        right = [name in wanted for name in names]
        if wanted and not all(right):
            allowed = bytearray(map(and_, allowed, map(right.__getitem__, of)))
    return allowed


def accepted(
    order: Sequence[int], asked: Query, scorer: WordScorer, entry: Callable[[int], Entry]
) -> Iterator[int]:
    """The ranked entries that hold every phrase and nothing excluded; if none does, phrases are words."""
    if not asked.phrases and not asked.excluded:
        return iter(order)
    excluded = [holders(together, scorer, entry) for together in asked.excluded]
    wanted = [holders(together, scorer, entry) for together in asked.phrases]
    allowed = [number for number in order if not any(number in held for held in excluded)]
    with_phrases = [number for number in allowed if all(number in held for held in wanted)]
    return iter(with_phrases or allowed)


def holders(together: Sequence[str], scorer: WordScorer, entry: Callable[[int], Entry]) -> set[int]:
    """The entries that hold these words one after another, in any of their forms."""
    held = [set(scorer.postings(found)[0]) for found in stems(" ".join(together))]
    candidates = set.intersection(*held)
    if len(together) == 1:
        return candidates
    wanted = [stem(word) for word in together]
    return {number for number in candidates if _stand_together(wanted, entry(number))}


def _stand_together(wanted: list[str], entry: Entry) -> bool:
    for text in (entry.title or "", entry.text):
        held = [stem(word) for word in words(text)]
        if any(held[at : at + len(wanted)] == wanted for at, word in enumerate(held) if word == wanted[0]):
            return True
    return False
