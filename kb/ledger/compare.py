"""What became of each entry between two editions of a source? Told by the ledger; no text is read for it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import starmap

from kb.entries import edition_key
from kb.errors import NotFoundError
from kb.ledger.records import Entity, Ledger, Place, Wording
from kb.markup import plain

# "701.15a", "3", "2-1-4", "603.7d"
_NUMBER = re.compile(r"[0-9]+(?:[.:-][0-9]+)*[a-z]?\b")

STATUSES = ("added", "removed", "changed", "renumbered", "moved", "same")
"""What can become of an entry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """One entry as one edition prints it."""

    entity: str
    """Key of the rule, term or section that it is: the same in all editions."""

    name: str
    """Its slug then."""

    kind: str
    number: str | None
    title: str | None
    markdown: str
    permalink: str
    order: int
    """Reading order within the edition, from 0."""

    parent: int | None
    """Order of what it stands under."""

    entry: str | None
    """Id of the entry that it is now; None where no text in force holds it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """What became of one entry."""

    status: str
    """One of STATUSES; one that is both renumbered and changed is `changed`."""

    old: Printed | None
    new: Printed | None
    origins: tuple[Printed, ...] = ()
    """Entries of the older edition whose words this new one took up besides its own (merged), or a part of whose
    words it holds (split)."""


def editions(ledger: Ledger) -> dict[str, list[str | None]]:
    """The editions of every source that a ledger knows, held or not, oldest first."""
    found: dict[str, list[str | None]] = defaultdict(list)
    for issue in ledger.issues:
        found[issue.source].append(issue.edition)
    return {source: sorted(held, key=edition_key) for source, held in found.items()}


class Printings:
    """The editions of one source, each read once, any two of which are compared."""

    def __init__(self, ledger: Ledger, source: str) -> None:
        self._source = source
        self._entities = [entity for entity in ledger.entities if entity.source == source]
        self._places: dict[str | None, list[tuple[Entity, Wording, Place]]] = {
            edition: [] for edition in editions(ledger).get(source, ())
        }
        for entity in self._entities:
            for wording in entity.wordings:
                for place in wording.places:
                    if place.edition in self._places:
                        self._places[place.edition].append((entity, wording, place))
        self._printed: dict[str | None, tuple[Printed, ...]] = {}
        self._parts: dict[str, tuple[str, str, list[str]]] = {}

    def of(self, edition: str | None) -> tuple[Printed, ...]:
        """All entries of one edition in reading order."""
        if edition not in self._places:
            raise NotFoundError(f"no edition {edition!r} of {self._source!r}")
        if edition not in self._printed:
            held = sorted(self._places[edition], key=lambda one: one[2].order)
            self._printed[edition] = tuple(starmap(_printed, held))
        return self._printed[edition]

    def numbers(self) -> set[str]:
        """Every number that a rule ever had."""
        return {one.number for entity in self._entities for one in entity.wordings if one.number}

    def compare(self, old: str | None, new: str | None) -> tuple[Pair, ...]:
        """Every entry of two editions with what became of it, in the reading order of the newer one; removed ones stand
        where they stood. Numbers in a text that changed only because their target moved are no change.
        """
        before, after = self.of(old), self.of(new)
        was, now = {one.entity: one for one in before}, {one.entity: one for one in after}
        numbers = {one.number: now[one.entity].number for one in before if one.number and one.entity in now}
        stayed = _stayed(was, after)
        origins = self._origins(was, now, old, new)
        pairs = {
            one.entity: Pair(
                status=self._status(was.get(one.entity), one, numbers, one.entity in stayed),
                old=was.get(one.entity),
                new=one,
                origins=tuple(origins.get(one.entity, ())),
            )
            for one in after
        }
        return tuple(_in_order(before, after, pairs))

    def _status(
        self, old: Printed | None, new: Printed, numbers: Mapping[str, str | None], stayed: bool
    ) -> str:
        if old is None:
            return "added"
        if (old.title or "") != (new.title or "") or not self._same_words(
            old.markdown, new.markdown, numbers
        ):
            return "changed"
        if old.number != new.number:
            return "renumbered"
        return "same" if stayed or old.number else "moved"

    def _same_words(self, old: str, new: str, numbers: Mapping[str, str | None]) -> bool:
        """Whether two texts differ at most in markup, blanks and numbers of rules, each still the same rule's."""
        if old == new:
            return True
        (was, before, cited), (now, after, cites) = self._parted(old), self._parted(new)
        if was == now:
            return True
        if before != after:
            return False
        return all(one == other or numbers.get(one) == other for one, other in zip(cited, cites, strict=True))

    def _parted(self, markdown: str) -> tuple[str, str, list[str]]:
        """The words of a text, these without its numbers, and the numbers."""
        if markdown not in self._parts:
            text = " ".join(plain(markdown).split())
            self._parts[markdown] = text, _NUMBER.sub("#", text), _NUMBER.findall(text)
        return self._parts[markdown]

    def _origins(
        self, was: Mapping[str, Printed], now: Mapping[str, Printed], old: str | None, new: str | None
    ) -> dict[str, list[Printed]]:
        """Old entries that were split or merged between the two editions, by what their words went into."""
        found: dict[str, list[Printed]] = defaultdict(list)
        first, last = edition_key(old), edition_key(new)
        for entity in self._entities:
            for heir in entity.heirs if entity.key in was else ():
                if heir.key in now and first < edition_key(heir.edition) <= last:
                    found[heir.key].append(was[entity.key])
        return {key: sorted(of, key=lambda one: one.order) for key, of in found.items()}


def _printed(entity: Entity, wording: Wording, place: Place) -> Printed:
    return Printed(
        entity=entity.key,
        name=wording.name,
        kind=wording.kind,
        number=wording.number,
        title=wording.title,
        markdown=wording.markdown,
        permalink=wording.address,
        order=place.order,
        parent=place.parent,
        entry=entity.ids[-1] if entity.now else None,
    )


def compare(ledger: Ledger, source: str, old: str | None, new: str | None) -> tuple[Pair, ...]:
    """Every entry of two editions of a source with what became of it."""
    return Printings(ledger, source).compare(old, new)


def _stayed(was: Mapping[str, Printed], after: Iterable[Printed]) -> set[str]:
    """The entries that stand in both editions in one order: the longest such run; the others were moved."""
    from bisect import bisect_left

    tails: list[int] = []
    ends: list[str] = []
    above: dict[str, str | None] = {}
    for one in after:
        if one.entity in was:
            order = was[one.entity].order
            at = bisect_left(tails, order)
            above[one.entity] = ends[at - 1] if at else None
            tails[at : at + 1] = [order]
            ends[at : at + 1] = [one.entity]
    stayed: set[str] = set()
    last: str | None = ends[-1] if ends else None
    while last is not None:
        stayed.add(last)
        last = above[last]
    return stayed


def _in_order(
    before: Iterable[Printed], after: Iterable[Printed], pairs: Mapping[str, Pair]
) -> Iterator[Pair]:
    """In the order of the new edition, with what was removed behind what it stood behind."""
    gone: dict[str | None, list[Pair]] = defaultdict(list)
    last: str | None = None
    for one in before:
        if one.entity in pairs:
            last = one.entity
        else:
            gone[last].append(Pair(status="removed", old=one, new=None))
    yield from gone[None]
    for one in after:
        yield pairs[one.entity]
        yield from gone.get(one.entity, ())
