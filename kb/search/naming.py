"""Which entries does a query name? A REF, a question what something is, or numbers inside a question."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import Protocol

from kb.analyse import name_key, words
from kb.entries import Entry
from kb.errors import NotFoundError
from kb.refs import LONGEST, nearest_above, number_alone, number_order, numbers_in
from kb.search.query import Query
from kb.store import Library

BESIDE = 2
"""Entries before and after a number that nothing has, which are shown for it."""

MOST_GAMES = 8
"""Games in which these are looked for: the numbers of many have nothing to do with one another."""

# "what does trample do?", "how does double strike work", "what is a token", "explain the stack"
_ASKS_WHAT = re.compile(
    r"\W*(?:what(?:['’]?s| is| are| does| do| counts as| is meant by)|how (?:does|do|is|are)|explain|define"
    r"|(?:the )?(?:definition|meaning) of|tell me about)\s+(?:(?:an?|the)\s+)?(?P<name>\S.*?)"
    r"(?:\s+(?:do|does|mean|work|works|good for|used|resolved|exactly|rules?|keyword|ability|in this game|again))*\W*",
    re.IGNORECASE,
)
# "scry 2", "ward {3}": a name with the value that a card prints behind it
_VALUED = re.compile(r"(?P<name>[^\W\d_]\D*?)\s+\{?\d{1,3}\}?\W*")


class Finds(Protocol):
    """What looking up a REF needs of a store."""

    def find(self, ref: str, game: str | None = None) -> list[Entry]:
        """The entries that a REF names, best first."""


def named(store: Finds, asked: Query) -> tuple[list[tuple[Entry, str]], bool]:
    """The entries that a query names and by what, and whether it is asked what they are."""
    if not asked.text or asked.is_exact:
        return [], False
    for refs, is_asked in _ways(asked.text):
        found = {entry.id: (entry, _kind(entry, ref)) for ref in refs for entry in _find(store, ref, asked)}
        if found:
            return [*found.values()], is_asked
    return [], False


def meant(store: Finds, asked: Query) -> str | None:
    """What is asked with numbers that nothing has made the nearest above them that something has, else None."""
    return None if asked.is_exact else nearest_above(asked.text, lambda ref: bool(_find(store, ref, asked)))


def beside(store: Library, asked: Query) -> list[tuple[Entry, str]]:
    """The entries whose numbers are nearest to the one that is asked for alone; nothing where none is."""
    alone, games = number_alone(asked.text), asked.games or store.slugs
    if alone is None or asked.is_exact or len(games) > MOST_GAMES:
        return []
    held = [entry for game in games for entry in store.entries(game) if entry.number]
    held.sort(key=lambda entry: number_order(entry.number or ""))
    place = bisect_left(held, number_order(alone), key=lambda entry: number_order(entry.number or ""))
    return [(entry, "number") for entry in held[max(0, place - BESIDE) : place + BESIDE]]


def _ways(text: str) -> Iterator[tuple[list[str], bool]]:
    """The REFs a text may consist of, surest first, and whether it asks what they are."""
    if len(text) > LONGEST:
        yield numbers_in(text), False
        return
    name = text
    yield [text], False
    if what := _ASKS_WHAT.fullmatch(text):
        name = what["name"]
        yield [name], True
    yield numbers_in(text), False
    if valued := _VALUED.fullmatch(name):
        yield [valued["name"]], True


def _find(store: Finds, ref: str, asked: Query) -> list[Entry]:
    try:
        return [
            entry
            for game in (asked.games or (None,))
            for entry in store.find(ref, game)
            if not asked.kinds or entry.kind in asked.kinds
        ]
    except NotFoundError:
        return []


def _kind(entry: Entry, ref: str) -> str:
    """Which of an entry's names a REF is: `id`, `title` or `number`."""
    if ref.strip().lower() == entry.id:
        return "id"
    number, typed = words(entry.number or ""), words(ref)
    if number and any(typed[at : at + len(number)] == number for at in range(len(typed))):
        return "number"
    is_title = name_key(ref) in {name_key(name) for name in (entry.title or "", *entry.aliases)}
    return "number" if entry.number and not is_title else "title"
