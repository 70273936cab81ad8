"""What does an entity look like after a new reading of its text?"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from kb.entries import Entry
from kb.ledger.records import Entity, Wording
from kb.ledger.wording import fingerprint


def revise(entity: Entity | None, entry: Entry, key: str, parent: str | None, addresses: set[str]) -> Entity:
    """The entity with what the entry says now; the address of a new wording is added to `addresses`."""
    wordings, ids = (entity.wordings, entity.ids) if entity else ((), ())
    now = _known(entity, entry) or _new(entry, addresses)
    told = tuple(now if one.address == now.address else one for one in wordings)
    return Entity(
        key=key,
        kind=entry.kind,
        source=entry.source,
        parent=parent,
        ids=ids if ids[-1:] == (entry.id,) else (*ids, entry.id),
        now=now.address,
        wordings=told if now in told else (*told, now),
    )


def free(wanted: str, taken: Collection[str], joint: str) -> str:
    """`wanted`, or that with the first number behind it which nobody has."""
    name, count = wanted, 1
    while name in taken:
        count += 1
        name = f"{wanted}{joint}{count}"
    return name


def _known(entity: Entity | None, entry: Entry) -> Wording | None:
    """The wording as it had it before, or with a mistake of our copy of the same edition mended."""
    slug = entry.id.partition(":")[2]
    for one in reversed(entity.wordings if entity else ()):
        is_current = entity is not None and one is entity.current
        if one.name != slug or (one.first is None) != (entry.edition is None):
            continue
        if (one.hash, one.title) == (fingerprint(entry), entry.title):
            return replace(one, last=entry.edition)
        if is_current and one.first == entry.edition:
            return _corrected(one, entry)
    return None


def _corrected(wording: Wording, entry: Entry) -> Wording:
    now = fingerprint(entry)
    return replace(
        wording,
        number=entry.number,
        title=entry.title,
        last=entry.edition,
        hash=now,
        markdown=entry.markdown,
        corrected=wording.corrected if wording.hash == now else (*wording.corrected, wording.hash),
    )


def _new(entry: Entry, addresses: set[str]) -> Wording:
    address = entry.permalink.rstrip("/")
    if "@" in address:  # without an edition there is nothing to pin: a plain address means what it means now
        address = free(address, addresses, "-")
    addresses.add(address)
    return Wording(
        address=f"{address}/",
        name=entry.id.partition(":")[2],
        number=entry.number,
        title=entry.title,
        first=entry.edition,
        last=entry.edition,
        hash=fingerprint(entry),
        markdown=entry.markdown,
    )
