"""What was looked up to make a page, and is all of it as it was?

Pages are made from what a `PageContext` tells of entries. This context remembers which ids were asked for or told
meanwhile, and whether it was asked what points at them, or what stands below: a page is as it was while all of that
is, and what all pages share. A rule that thousands of pages link to may so get another referrer without their being
made anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from operator import attrgetter
from typing import TypeVar

from kb.entries import Entry
from kb.site.files import digest
from kb.site.page_context import PageContext

Value = TypeVar("Value")
ITSELF, REFERENCES, REFERRERS, BELOW, BESIDE = "itself", "references", "referrers", "below", "beside"
SIBLINGS = "siblings"
"""What can be asked of an id."""

_WHERE = attrgetter("origin", "kind", "start", "end")


class Lookups:
    """A page context that remembers what was looked up on it."""

    def __init__(self, page_context: PageContext) -> None:
        known = page_context.catalogue
        watched = replace(
            known,
            by_id=_Watched(known.by_id, self, ITSELF),
            below=_Watched(known.below, self, BELOW, _ids),
            siblings=_Watched(known.siblings, self, SIBLINGS, _ids),
            references=_Watched(known.references, self, REFERENCES),
            referrers=_Watched(known.referrers, self, REFERRERS),
            beside=_Watched(known.beside, self, BESIDE, _ids),
        )
        self.page_context = replace(page_context, catalogue=watched)
        """The same page context, to make pages from."""

        shared = (
            known.title,
            known.base_url,
            known.games,
            page_context.source_cards,
            page_context.is_one_way,
            page_context.icons,
        )
        self.shared = digest(repr(shared))
        """A digest of what every page may say besides what it looks up."""

        self.seen: set[str] | None = None
        """What was looked up for what is being made, each as `referrers moor:wall`; None between."""

        self._plain = page_context
        self._facts: dict[str, str] = {}

    @contextmanager
    def watching(self) -> Iterator[set[str]]:
        """What is looked up meanwhile."""
        self.seen = seen = set[str]()
        try:
            yield seen
        finally:
            self.seen = None

    def facts(self, lookup: str) -> str:
        """A digest of everything that a look-up can tell; of an id that nothing has, too."""
        if lookup not in self._facts:
            aspect, _, id = lookup.partition(" ")
            entry = self._plain.catalogue.by_id.get(id)
            self._facts[lookup] = digest(repr(self._told(aspect, entry))) if entry else ""
        return self._facts[lookup]

    def _told(self, aspect: str, entry: Entry) -> object:
        """All of it: other entries by their ids alone, for these are looked up too, but links by their addresses."""
        known, folders = self._plain.catalogue, self._plain.addresses
        if aspect == BELOW:
            return [*_ids(known.below.get(entry.id, ()))]
        if aspect == SIBLINGS:
            return [*_ids(known.siblings.get(entry.id, ()))]
        if aspect == BESIDE:
            return [*_ids(known.beside[entry.id])]
        if aspect == REFERRERS:
            return [*map(_WHERE, known.referrers.get(entry.id, ()))]
        if aspect == REFERENCES:
            pointing = known.references.get(entry.id, ())
            return pointing, [folders.entries.get(reference.target or "") for reference in pointing]
        return (
            entry,
            folders.entries[entry.id],
            folders.permanent[entry.id],
            self._plain.worded.get(entry.permalink),
            self._plain.earlier.get(entry.id),
            self._plain.lives.get(entry.id),
            self._plain.others.get(entry.id),
            self._plain.outgrown.get(entry.id),
            self._plain.corrections.get(entry.permalink),
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
        aspect: str,
        brings: Callable[[Value], Iterable[str]] = _none,
    ) -> None:
        self._held, self._lookups, self._aspect, self._brings = held, lookups, aspect, brings

    def __getitem__(self, id: str) -> Value:
        value = self._held.get(id)
        seen = self._lookups.seen
        if seen is not None:
            seen.update((f"{ITSELF} {id}", f"{self._aspect} {id}"))
            if value is not None:
                seen.update(f"{ITSELF} {brought}" for brought in self._brings(value))
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
