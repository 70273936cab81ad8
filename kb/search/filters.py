"""Which entries may answer at all? By game, kind, number and title, phrases that must stand, words that must not."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from operator import and_

from kb.analyse import stem, stems, words
from kb.entries import Entry
from kb.index.catalogue import Catalogue
from kb.refs import number_key
from kb.search.query import Query
from kb.search.words import WordScorer

Read = Callable[[int], Entry]


def mask(asked: Query, catalogue: Catalogue) -> bytearray:
    """1 for every entry of a game, a kind and a number asked for, 0 for the others."""
    allowed = bytearray(b"\x01") * len(catalogue.ids)
    for wanted, names, of in (
        (asked.games, catalogue.games, catalogue.game_of),
        (asked.kinds, catalogue.kinds, catalogue.kind_of),
    ):
        right = [name in wanted for name in names]
        if wanted and not all(right):
            allowed = bytearray(map(and_, allowed, map(right.__getitem__, of)))
    if asked.numbers:
        fits = re.compile("|".join(_pattern(number) for number in asked.numbers)).fullmatch
        allowed = bytearray(
            held and bool(number and fits(number_key(number)))
            for held, number in zip(allowed, catalogue.numbers, strict=True)
        )
    return allowed


def _pattern(number: str) -> str:
    """`702.*` as a regular expression."""
    return ".*".join(re.escape(part) for part in number.split("*"))


def narrowed(
    allowed: bytearray, asked: Query, scorer: WordScorer, catalogue: Catalogue, entry: Read
) -> bytearray:
    """The entries let through that hold every phrase, have every title and hold nothing excluded."""
    for phrase in asked.phrases:
        either = {*_with_all(phrase, scorer), *catalogue.with_examples}
        held = {number for number in either if allowed[number] and _stands(phrase, entry(number), words)}
        allowed = _only(allowed, held)
    for title in asked.titles:
        candidates = _with_all(title, scorer)
        allowed = _only(allowed, {number for number in candidates if _is_titled(title, entry(number))})
    for together in asked.excluded:
        for number in _with_all(together, scorer):
            if allowed[number] and (len(together) == 1 or _stands(together, entry(number), _word_stems)):
                allowed[number] = 0
    return allowed


def _only(allowed: bytearray, held: Collection[int]) -> bytearray:
    return bytearray(value if number in held else 0 for number, value in enumerate(allowed))


def _with_all(together: Sequence[str], scorer: WordScorer) -> Collection[int]:
    """The entries that hold the stems of all these words."""
    held = [set(scorer.postings(found)[0]) for found in stems(" ".join(together))]
    return set.intersection(*held) if held else ()


def _stands(together: Sequence[str], entry: Entry, read: Callable[[str], list[str]]) -> bool:
    """Whether words stand one after another in the title or the text, both `read` alike."""
    wanted = read(" ".join(together))
    return any(_holds(read(text), wanted) for text in (entry.title or "", entry.text))


def _is_titled(together: Sequence[str], entry: Entry) -> bool:
    wanted = _word_stems(" ".join(together))
    return any(_holds(_word_stems(name), wanted) for name in (entry.title or "", *entry.aliases))


def _holds(held: Sequence[str], wanted: Sequence[str]) -> bool:
    return any(held[at : at + len(wanted)] == wanted for at, word in enumerate(held) if word == wanted[0])


def _word_stems(text: str) -> list[str]:
    return [stem(word) for word in words(text)]
