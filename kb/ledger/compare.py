"""What became of each entry between two editions of a source? Told by the ledger; no text is read for it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from kb.entries import edition_key
from kb.errors import NotFoundError
from kb.ledger.records import Entity, Ledger
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


def printed(ledger: Ledger, source: str, edition: str | None) -> tuple[Printed, ...]:
    """All entries of one edition in reading order."""
    if edition not in editions(ledger).get(source, []):
        raise NotFoundError(f"no edition {edition!r} of {source!r}")
    found = [
        Printed(
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
        for entity in ledger.entities
        if entity.source == source
        for wording in entity.wordings
        for place in wording.places
        if place.edition == edition
    ]
    return tuple(sorted(found, key=lambda one: one.order))


def compare(ledger: Ledger, source: str, old: str | None, new: str | None) -> tuple[Pair, ...]:
    """Every entry of two editions of a source with what became of it, in the reading order of the newer one;
    removed ones stand where they stood. Numbers in a text that changed only because their target moved are no change.
    """
    before, after = printed(ledger, source, old), printed(ledger, source, new)
    was, now = {one.entity: one for one in before}, {one.entity: one for one in after}
    numbers = {one.number: now[one.entity].number for one in before if one.number and one.entity in now}
    stayed = _stayed(was, after)
    origins = _origins(ledger, was, now, old, new)
    pairs = {
        one.entity: Pair(
            status=_status(was.get(one.entity), one, numbers, one.entity in stayed, was, now),
            old=was.get(one.entity),
            new=one,
            origins=tuple(origins.get(one.entity, ())),
        )
        for one in after
    }
    return tuple(_in_order(before, after, pairs))


def _status(
    old: Printed | None,
    new: Printed,
    numbers: Mapping[str, str | None],
    stayed: bool,
    was: Mapping[str, Printed],
    now: Mapping[str, Printed],
) -> str:
    if old is None:
        return "added"
    if (old.title or "") != (new.title or "") or not _same_words(old.markdown, new.markdown, numbers):
        return "changed"
    if old.number != new.number:
        return "renumbered"
    return "same" if stayed or old.number else "moved"


def _same_words(old: str, new: str, numbers: Mapping[str, str | None]) -> bool:
    """Whether two texts differ at most in markup, blanks and numbers of rules, each of them still the same rule's."""
    if old == new:
        return True
    old, new = " ".join(plain(old).split()), " ".join(plain(new).split())
    if _NUMBER.sub("#", old) != _NUMBER.sub("#", new):
        return False
    found = zip(_NUMBER.findall(old), _NUMBER.findall(new), strict=True)
    return all(one == other or numbers.get(one) == other for one, other in found)


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


def _origins(
    ledger: Ledger,
    was: Mapping[str, Printed],
    now: Mapping[str, Printed],
    old: str | None,
    new: str | None,
) -> dict[str, list[Printed]]:
    """Old entries that were split or merged between the two editions, by what their words went into."""
    found: dict[str, list[Printed]] = defaultdict(list)
    between = (edition_key(old), edition_key(new))
    for key, one in was.items():
        entity: Entity | None = ledger.entity(key)
        for heir in entity.heirs if entity else ():
            if heir.key in now and between[0] < edition_key(heir.edition) <= between[1]:
                found[heir.key].append(one)
    return found


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
