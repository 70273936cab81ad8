"""What does the site know? The whole store, read once and kept ready for every page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from kb.entries import Entry, Game, Reference, Source
from kb.findings import Problem
from kb.store import Store

NEAREST = 40
"""Most siblings that are told of an entry: a glossary has hundreds, of which every page would depend on all."""

DEEPEST = 40
"""Levels that are followed upwards; hostile texts nest by the thousand, and every entry asks."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Everything that is to be shown, with the look-ups that pages need."""

    title: str
    base_url: str
    games: tuple[Game, ...]
    sources: tuple[Source, ...]
    problems: tuple[Problem, ...]
    entries: Mapping[str, tuple[Entry, ...]]
    """Entries of a game, in reading order."""

    by_id: Mapping[str, Entry]
    below: Mapping[str, tuple[Entry, ...]]
    """Children of an entry, in reading order; no key for an entry without any."""

    siblings: Mapping[str, tuple[Entry, ...]]
    """An entry among the nearest of those that stand under the same, in reading order."""

    references: Mapping[str, tuple[Reference, ...]]
    """What the text of an entry points at."""

    referrers: Mapping[str, tuple[Reference, ...]]
    """Resolved references to an entry, in reading order of their origins."""

    beside: Mapping[str, tuple[Entry | None, Entry | None]]
    """What stands before and after an entry in its game."""

    def counts(self, game: str) -> Mapping[str, int]:
        """How many entries of each kind a game has."""
        return Counter(entry.kind for entry in self.entries[game])

    def ancestors(self, entry: Entry) -> list[Entry]:
        """What an entry stands under, outermost first; of a very deep text only the nearest."""
        found: list[Entry] = []
        seen = {entry.id}
        while (above := self.by_id.get(entry.parent or "")) and above.id not in seen and len(found) < DEEPEST:
            entry = above
            seen.add(entry.id)
            found.append(entry)
        return found[::-1]

    def descendants(self, entry: Entry) -> Iterator[tuple[int, Entry]]:
        """Everything that stands under an entry, in reading order, with its depth from 1."""
        waiting = [(1, child) for child in reversed(self.below.get(entry.id, ()))]
        seen = {entry.id}
        while waiting:
            depth, child = waiting.pop()
            if child.id in seen:
                continue
            seen.add(child.id)
            yield depth, child
            waiting.extend((depth + 1, grandchild) for grandchild in reversed(self.below.get(child.id, ())))

    def roots(self, game: str) -> dict[str, tuple[Entry, ...]]:
        """The entries at the top of each source of a game."""
        return _grouped(
            (entry.source, entry) for entry in self.entries[game] if entry.parent not in self.by_id
        )


def read(store: Store) -> Catalogue:
    """Read a store into memory: pages ask so often that thousands of queries would dominate the build."""
    settings = store.settings()
    games = tuple(store.games())
    entries = {game.slug: tuple(store.entries(game.slug)) for game in games}
    by_id = {entry.id: entry for of_game in entries.values() for entry in of_game}
    below = _grouped((entry.parent, entry) for entry in by_id.values() if entry.parent != entry.id)
    references = tuple(store.references())
    return Catalogue(
        title=settings["title"],
        base_url=settings["base_url"].rstrip("/"),
        games=games,
        sources=tuple(store.sources()),
        problems=tuple(store.problems()),
        entries=entries,
        by_id=by_id,
        below=below,
        siblings={one.id: near for group in _together(entries, below, by_id) for one, near in _near(group)},
        references=_grouped((reference.origin, reference) for reference in references),
        referrers=_grouped(
            (reference.target, reference)
            for reference in references
            if reference.origin in by_id and reference.target != reference.origin
        ),
        beside={entry.id: pair for of_game in entries.values() for entry, pair in _beside(of_game)},
    )


Item = TypeVar("Item")


def _grouped(pairs: Iterable[tuple[str | None, Item]]) -> dict[str, tuple[Item, ...]]:
    groups: dict[str, list[Item]] = {}
    for key, item in pairs:
        if key is not None:
            groups.setdefault(key, []).append(item)
    return {key: tuple(items) for key, items in groups.items()}


def _together(
    entries: Mapping[str, Sequence[Entry]],
    below: Mapping[str, Sequence[Entry]],
    by_id: Mapping[str, Entry],
) -> Iterator[Sequence[Entry]]:
    """Entries that stand under the same one, or at the top of the same source."""
    yield from (held for parent, held in below.items() if parent in by_id)
    for of_game in entries.values():
        tops = ((one.source, one) for one in of_game if one.parent not in by_id)
        yield from _grouped(tops).values()


def _near(group: Sequence[Entry]) -> Iterator[tuple[Entry, tuple[Entry, ...]]]:
    """Each of a group with those around it."""
    for at, one in enumerate(group):
        start = max(0, min(at - NEAREST // 2, len(group) - NEAREST))
        yield one, tuple(group[start : start + NEAREST])


def _beside(entries: Sequence[Entry]) -> Iterator[tuple[Entry, tuple[Entry | None, Entry | None]]]:
    pairs = zip([None, *entries[:-1]], [*entries[1:], None], strict=False)
    return zip(entries, pairs, strict=False)
