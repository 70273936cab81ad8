"""Which entry of a new reading is which entity of the ledger? Sure signs first; each is used once.

The passes run in order and none takes back what an earlier one decided, so a rebuild of the same texts
matches everything in the first pass.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import pairwise
from typing import TypeVar

from kb.analyse import name_key, words
from kb.entries import Entry
from kb.ledger.records import Entity
from kb.ledger.wording import fingerprint

Item = TypeVar("Item", Entity, Entry)

ALIKE = 0.5
"""Likeness from which two wordings are one that was edited. Of the Magic rules that have one number in 2016
and 2026 but other words, 498 reach it and 678 do not; those near it are edited rules and others alike."""

_TELLING = 5
"""Words; a shorter text ("Draw a card.") is no sign that two entries are one."""

_MOST_COMPARED = 40
"""Entries under one parent that are compared with each other; more would take quadratic time."""

_ROUNDS = 8
"""A parent that is recognised by its children helps to recognise others; texts nest about so deep."""


def match(entities: Sequence[Entity], entries: Sequence[Entry]) -> dict[str, Entity]:
    """The entity of each entry that has one, by the entry's id."""
    matching = _Matching(entities, entries)
    matching.by_id(lambda entity, entry: entity.latest.hash == fingerprint(entry))
    matching.by_sign(_wording_of_entity, _wording_of_entry)
    matching.by_id(_is_same_place)
    for _ in range(_ROUNDS):
        before = len(matching.found)
        matching.by_children()
        matching.by_place()
        matching.by_likeness()
        if len(matching.found) == before:
            break
    return matching.found


def likeness(one: str, other: str) -> float:
    """What two texts have in common, 0 to 1: the mean of the shares of their words and of their pairs of words."""
    first, second = words(one), words(other)
    pairs = _shared(pairwise(first), pairwise(second))
    return (_shared(first, second) + pairs) / 2


def _shared(one: Iterable[Hashable], other: Iterable[Hashable]) -> float:
    first, second = Counter(one), Counter(other)
    both = first.total() + second.total()
    return 2 * (first & second).total() / both if both else 1.0


def _wording_of_entity(entity: Entity) -> Hashable | None:
    latest = entity.latest
    return (entity.kind, latest.hash) if len(latest.markdown.split()) >= _TELLING else None


def _wording_of_entry(entry: Entry) -> Hashable | None:
    return (entry.kind, fingerprint(entry)) if len(entry.text.split()) >= _TELLING else None


def _is_same_place(entity: Entity, entry: Entry) -> bool:
    """Whether one id means one thing: in one edition it does, in another the words must tell."""
    latest = entity.latest
    if entity.now is not None and latest.last == entry.edition:
        return True
    if entry.kind == "term" == entity.kind:
        return True
    return bool(entry.text) and likeness(latest.markdown, entry.markdown) >= ALIKE


class _Matching:
    def __init__(self, entities: Sequence[Entity], entries: Sequence[Entry]) -> None:
        self.found: dict[str, Entity] = {}
        self._entities, self._entries = entities, entries
        self._taken: set[str] = set()
        self._known = {entity.key for entity in entities}

    def by_id(self, fits: Callable[[Entity, Entry], bool]) -> None:
        """An entity that had the entry's id last, those still in force first."""
        named: dict[str, list[Entity]] = defaultdict(list)
        for entity in sorted(self._free_entities(), key=lambda one: one.now is None):
            named[entity.ids[-1]].append(entity)
        for entry in self._free_entries():
            for entity in named.get(entry.id, ()):
                if entity.key not in self._taken and fits(entity, entry):
                    self._pair(entity, entry)
                    break

    def by_sign(
        self, of_entity: Callable[[Entity], Hashable | None], of_entry: Callable[[Entry], Hashable | None]
    ) -> None:
        """The one entity that has the same sign as only this entry."""
        entities, entries = _unique(self._free_entities(), of_entity), _unique(self._free_entries(), of_entry)
        for sign, entry in entries.items():
            if sign in entities:
                self._pair(entities[sign], entry)

    def by_children(self) -> None:
        """What stands above most of an entry's children: a section that got another title."""
        votes: dict[str, Counter[str]] = defaultdict(Counter)
        for entry in self._entries:
            entity = self.found.get(entry.id)
            if entity is not None and entity.parent and entry.parent and entry.parent not in self.found:
                votes[entry.parent][entity.parent] += 1
        free = {entity.key: entity for entity in self._free_entities()}
        for entry in self._free_entries():
            for key, _count in votes[entry.id].most_common(1):
                if key in free and free[key].kind == entry.kind and key not in self._taken:
                    self._pair(free[key], entry)

    def by_place(self) -> None:
        """The same number or title under the same parent in the same edition; in another, words must tell."""

        def of_entity(entity: Entity) -> Hashable | None:
            name = entity.latest.number or name_key(entity.latest.title or "")
            return (entity.parent, entity.kind, name, entity.latest.last) if name and entity.parent else None

        def of_entry(entry: Entry) -> Hashable | None:
            parent, name = self._parent(entry), entry.number or name_key(entry.title or "")
            return (parent, entry.kind, name, entry.edition) if name and parent else None

        self.by_sign(of_entity, of_entry)

    def by_likeness(self) -> None:
        """Under the same parent, the entity whose words are most like the entry's."""
        below: dict[Hashable, tuple[list[Entity], list[Entry]]] = defaultdict(lambda: ([], []))
        for entity in self._free_entities():
            below[entity.parent, entity.kind, entity.source][0].append(entity)
        for entry in self._free_entries():
            below[self._parent(entry), entry.kind, entry.source][1].append(entry)
        for entities, entries in below.values():
            if len(entities) > _MOST_COMPARED or len(entries) > _MOST_COMPARED:
                continue
            for entry in entries:
                left = [entity for entity in entities if entity.key not in self._taken]
                best = max(left, key=lambda entity: _alike(entity, entry), default=None)
                if best is not None and _alike(best, entry) >= ALIKE:
                    self._pair(best, entry)

    def _pair(self, entity: Entity, entry: Entry) -> None:
        self.found[entry.id] = entity
        self._taken.add(entity.key)

    def _parent(self, entry: Entry) -> str | None:
        parent = self.found.get(entry.parent or "")
        return parent.key if parent else None

    def _free_entities(self) -> list[Entity]:
        return [entity for entity in self._entities if entity.key not in self._taken]

    def _free_entries(self) -> list[Entry]:
        return [entry for entry in self._entries if entry.id not in self.found]


def _alike(entity: Entity, entry: Entry) -> float:
    latest = entity.latest
    return likeness(f"{latest.title or ''} {latest.markdown}", f"{entry.title or ''} {entry.markdown}")


def _unique(items: Iterable[Item], sign: Callable[[Item], Hashable | None]) -> dict[Hashable, Item]:
    """Items by their sign, without those that share it."""
    found: dict[Hashable, list[Item]] = defaultdict(list)
    for item in items:
        if (key := sign(item)) is not None:
            found[key].append(item)
    return {key: alike[0] for key, alike in found.items() if len(alike) == 1}
