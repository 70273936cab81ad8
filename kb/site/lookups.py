"""What was looked up to make a page, and is all of it as it was?

Pages are made from what a `Desk` tells of entries. This desk remembers whose ids were asked for or told meanwhile;
a page is as it was while everything that is known of these entries is, and what all pages share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from operator import attrgetter
from typing import TypeVar

from kb.entries import Entry
from kb.site.desk import Desk
from kb.site.files import digest

Value = TypeVar("Value")
_WHERE = attrgetter("origin", "kind", "start", "end")


class Lookups:
    """A desk that remembers what was looked up on it."""

    def __init__(self, desk: Desk) -> None:
        known = desk.catalogue
        watched = replace(
            known,
            by_id=_Watched(known.by_id, self),
            below=_Watched(known.below, self, _ids),
            references=_Watched(known.references, self),
            referrers=_Watched(known.referrers, self),
            beside=_Watched(known.beside, self, _ids),
        )
        self.desk = replace(desk, catalogue=watched)
        """The same desk, to make pages from."""

        self.shared = digest(repr((known.title, known.base_url, known.games, desk.source_cards)))
        """A digest of what every page may say besides what it looks up."""

        self.seen: set[str] | None = None
        """Ids looked up for what is being made; None between."""

        self._plain = desk
        self._facts: dict[str, str] = {}

    @contextmanager
    def watching(self) -> Iterator[set[str]]:
        """The ids that are looked up meanwhile."""
        self.seen = seen = set[str]()
        try:
            yield seen
        finally:
            self.seen = None

    def facts(self, id: str) -> str:
        """A digest of everything that looking up an id can tell; of an id that nothing has, too."""
        if id not in self._facts:
            entry = self._plain.catalogue.by_id.get(id)
            self._facts[id] = digest(repr(self._told(entry))) if entry else ""
        return self._facts[id]

    def _told(self, entry: Entry) -> tuple[object, ...]:
        """All of it: other entries by their ids alone, for these are looked up too, but links by their addresses."""
        known, folders = self._plain.catalogue, self._plain.addresses
        pointing = known.references.get(entry.id, ())
        return (
            entry,
            folders.entries[entry.id],
            folders.permanent[entry.id],
            self._plain.worded.get(entry.permalink),
            self._plain.earlier.get(entry.id),
            pointing,
            [folders.entries.get(reference.target or "") for reference in pointing],
            [*map(_WHERE, known.referrers.get(entry.id, ()))],
            [*_ids(known.below.get(entry.id, ()))],
            [*_ids(known.beside[entry.id])],
            self._plain.related.get(entry.id),
            [(one.name, one.title, one.letter, one.top is entry) for one in self._plain.readings(entry)],
        )


def _ids(entries: Iterable[Entry | None]) -> Iterator[str]:
    return (entry.id for entry in entries if entry)


def _none(_: object) -> Iterable[str]:
    return ()


class _Watched(Mapping[str, Value]):
    """A mapping by id that tells which ids were asked for, and which ones its values bring along."""

    def __init__(
        self,
        held: Mapping[str, Value],
        lookups: Lookups,
        brings: Callable[[Value], Iterable[str]] = _none,
    ) -> None:
        self._held, self._lookups, self._brings = held, lookups, brings

    def __getitem__(self, id: str) -> Value:
        value = self._held.get(id)
        seen = self._lookups.seen
        if seen is not None:
            seen.add(id)
            if value is not None:
                seen.update(self._brings(value))
        if value is None:
            raise KeyError(id)
        return value

    def __iter__(self) -> Iterator[str]:
        self._refuse_all()
        return iter(self._held)

    def __len__(self) -> int:
        self._refuse_all()
        return len(self._held)

    def _refuse_all(self) -> None:
        """What goes through all entries changes with each of them: it is no part to be kept."""
        if self._lookups.seen is not None:
            raise RuntimeError("a part of a site that is kept may look up entries only one by one")
