"""Which entries does a REF mean? Its readings are tried in turn; the first that finds anything decides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Protocol

from kb.analyse import name_key
from kb.entries import Entry
from kb.errors import NotFoundError
from kb.refs import Name, Reading, number_order, readings

MOST_IN_RANGE = 60
"""Entries that a range like `314.6-8` stands for at most."""

_NEAR_ENOUGH = 0.75  # of difflib's 0..1: "lepa" finds "leap", "scheme" does not find "school"


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


def fitting(held: Held, ref: str, game: str | None) -> list[Entry]:
    """What answers to a REF, best first; NotFoundError when it asks for an edition that is not the one held."""
    found = find(held, ref, game)
    if found is None:
        return []
    reading, entries = found
    if reading.edition is None:
        return entries
    of_edition = [entry for entry in entries if _is_of_edition(entry, reading.edition)]
    if not of_edition:
        editions = ", ".join(sorted({entry.edition or "none" for entry in entries}))
        name = ref.rpartition("@")[0].strip()
        raise NotFoundError(f"{name!r} is not held in edition {reading.edition}, only in: {editions}")
    return of_edition


def nearest(ref: str, titles: dict[str, str]) -> list[str]:
    """Up to three titles, by their keys, that are spelt nearly like a REF."""
    from difflib import get_close_matches  # only for mistakes

    return [titles[key] for key in get_close_matches(name_key(ref), titles, 3, _NEAR_ENOUGH)]


def _is_of_edition(entry: Entry, edition: str) -> bool:
    """Whether the edition asked for is this entry's, or the one in which its wording first appeared."""
    return edition == entry.edition or entry.permalink.endswith(f"@{edition}/")


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
    first, end = found[0], number_order(last)
    beside = held.children(first.parent) if first.parent else held.tops(first.game)
    between = [
        entry
        for entry in beside
        if entry.order >= first.order and entry.number and number_order(entry.number) <= end
    ]
    reached = {entry.number for entry in between}
    elsewhere = [entry for entry in held.named(last, first.game)[:1] if entry.number not in reached]
    return [*between[:MOST_IN_RANGE], *elsewhere] if between else [first, *elsewhere]
