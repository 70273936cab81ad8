"""What did each number mean, in which edition, and what became of it? `corpus/<game>/ledger.jsonl`.

An *entity* is a rule, term or section through all its editions; each wording it had under one number or name
has a permanent address. `carry` gives the entries of a new reading the ids and addresses that they had before,
and returns the ledger with what is new; nothing in a ledger is ever taken away or given to another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kb.entries import Entry
from kb.findings import Revision
from kb.ledger.keeping import keep, read, write_copies
from kb.ledger.match import match
from kb.ledger.records import FILE, Entity, Ledger, Wording
from kb.ledger.revise import free, revise

__all__ = ["FILE", "Carried", "Ledger", "carry", "keep", "read", "revisions", "write_copies"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """The entries of one game with the ids and addresses that the ledger gives them."""

    entries: tuple[Entry, ...]
    ids: Mapping[str, str]
    """Id as read → id as kept."""

    ledger: Ledger


def carry(ledger: Ledger, entries: Sequence[Entry]) -> Carried:
    """Tell which entity each entry of one game is, and keep its id and address."""
    known = match(ledger, entries)
    ids = _ids(ledger, entries, known)
    keys = _keys(ledger, entries, known)
    addresses = {wording.address.rstrip("/") for entity in ledger for wording in entity.wordings}
    revised: dict[str, Entity] = {}
    kept: list[Entry] = []
    for entry in entries:
        parent = entry.parent if entry.parent is None else ids.get(entry.parent, entry.parent)
        named = _named(replace(entry, parent=parent), ids[entry.id])
        above = keys.get(entry.parent or "")
        entity = revise(known.get(entry.id), named, keys[entry.id], above, addresses)
        revised[entity.key] = entity
        kept.append(replace(named, permalink=entity.latest.address))
    older = tuple(revised.pop(entity.key, replace(entity, now=None)) for entity in ledger)
    return Carried(entries=tuple(kept), ids=ids, ledger=(*older, *revised.values()))


def revisions(game: str, ledger: Ledger) -> Iterator[Revision]:
    """Every permanent address of a game and what became of the wording there."""
    for entity in ledger:
        for wording in entity.wordings:
            yield Revision(
                game=game,
                entity=entity.key,
                kind=entity.kind,
                number=wording.number,
                title=wording.title,
                first=wording.first,
                last=wording.last,
                address=wording.address,
                markdown=wording.markdown,
                fate=_fate(entity, wording),
                entry=entity.ids[-1] if entity.now else None,
            )


def _fate(entity: Entity, wording: Wording) -> str:
    current = entity.current
    if current is None:
        return "withdrawn"
    if current is wording:
        return "current"
    if current.name == wording.name:
        return "edited"
    return "renumbered" if wording.number else "renamed"


def _ids(ledger: Ledger, entries: Sequence[Entry], known: Mapping[str, Entity]) -> dict[str, str]:
    """What each entry is called: by its print where that decides, else as before, else as read."""
    ids = {entry.id: entry.id for entry in entries if _is_printed(entry)}
    taken = set(ids.values())
    for entry in entries:
        entity = known.get(entry.id)
        if entry.id not in ids and entity is not None and entity.ids[-1] not in taken:
            ids[entry.id] = entity.ids[-1]
            taken.add(ids[entry.id])
    taken.update(id for entity in ledger for id in entity.ids)
    for entry in entries:
        if entry.id not in ids:
            ids[entry.id] = free(entry.id, taken, "-")
            taken.add(ids[entry.id])
    return ids


def _is_printed(entry: Entry) -> bool:
    """Whether an id is made from what the text prints as number or term, and so means that text *now*."""
    slug = entry.id.partition(":")[2]
    number = re.sub(r"[^a-z0-9.]+", "-", (entry.number or "").lower()).strip("-.")
    return entry.kind == "term" or (bool(number) and (slug == number or slug.startswith(f"{number}-")))


def _keys(ledger: Ledger, entries: Sequence[Entry], known: Mapping[str, Entity]) -> dict[str, str]:
    """The key of each entry's entity, by the id as read."""
    taken = {entity.key for entity in ledger}
    keys: dict[str, str] = {}
    for entry in entries:
        entity = known.get(entry.id)
        keys[entry.id] = entity.key if entity else free(entry.id, taken, "~")
        taken.add(keys[entry.id])
    return keys


def _named(entry: Entry, id: str) -> Entry:
    """An entry under another id, with the addresses that go with it."""
    slug = id.partition(":")[2]
    _, at, edition = entry.permalink.rstrip("/").partition("@")
    return replace(entry, id=id, url=f"{entry.game}/{slug}/", permalink=f"{entry.game}/{slug}{at}{edition}/")
