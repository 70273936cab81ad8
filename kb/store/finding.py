"""Which entries does a REF mean? Its readings are tried in turn; the first that finds anything decides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Protocol

from kb.entries import Entry
from kb.refs import Name, Reading, readings
from kb.refs.numbers import key

MOST_IN_RANGE = 60
"""Entries that a range like `314.6-8` stands for at most."""


class Held(Protocol):
    """What a search for names needs of a store."""

    def titles_of_games(self) -> dict[str, str]:
        """The titles of the games by slug."""

    def former_games(self) -> dict[str, str]:
        """Slugs that games had before, with what they are called now."""

    def named(self, name: str, game: str | None) -> list[Entry]:
        """The entries that have exactly this id, number or name, best first."""

    def children(self, id: str) -> list[Entry]:
        """What stands directly under an entry."""

    def tops(self, game: str) -> list[Entry]:
        """What stands under nothing in a game."""


def find(held: Held, ref: str, game: str | None) -> tuple[Reading, list[Entry]] | None:
    """The reading of a REF that finds anything in the current texts, whatever its edition, and what it finds."""
    titles, former = held.titles_of_games(), held.former_games()
    for found_reading in readings(ref, titles | {old: titles[now] for old, now in former.items()}):
        reading = replace(found_reading, game=former.get(found_reading.game or "", found_reading.game))
        if reading.game is None or game in (None, reading.game):
            found = list(_of_names(held, reading.names, reading.game or game))
            if found:
                return reading, found
    return None


def _of_names(held: Held, names: Iterable[Name], game: str | None) -> Iterator[Entry]:
    seen: set[str] = set()
    for name in names:
        found = held.named(name.first, game)
        for entry in _range(held, found, name.last) if name.last else found:
            if entry.id not in seen:
                seen.add(entry.id)
                yield entry


def _range(held: Held, found: list[Entry], last: str) -> list[Entry]:
    """The first entry found and those beside it up to the last number; that number itself where it stands elsewhere."""
    if not found:
        return []
    first, end = found[0], _order(last)
    beside = held.children(first.parent) if first.parent else held.tops(first.game)
    between = [
        entry
        for entry in beside
        if entry.order >= first.order and entry.number and _order(entry.number) <= end
    ]
    reached = {entry.number for entry in between}
    elsewhere = [entry for entry in held.named(last, first.game)[:1] if entry.number not in reached]
    return [*between[:MOST_IN_RANGE], *elsewhere] if between else [first, *elsewhere]


def _order(number: str) -> list[tuple[int, int, str]]:
    """Numbers in the order in which they are counted: 9 before 10, `a` before `b`."""
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in key(number)]
