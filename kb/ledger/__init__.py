"""What did each number mean, in which edition, and what became of it? `corpus/<game>/ledger.jsonl`.

An *entity* is a rule, term or section through all its editions; each wording it had under one number or name
has a permanent address. `carry` makes the ledger anew from all editions that are held or remembered: which rule is
which depends on what they say alone, not on when they were added or built. What was given out before is an input of
its own: every address answers for good, and none is ever given to another wording.
"""

from __future__ import annotations

from collections.abc import Iterator

from kb.findings import Revision
from kb.ledger.carry import Carried, carry
from kb.ledger.compare import STATUSES, Pair, Printed, Printings, compare, editions
from kb.ledger.keeping import built, given_out, keep, keep_built, read, write_copies
from kb.ledger.records import FILE, Entity, Ledger, Wording
from kb.ledger.said import digests, entry_counts
from kb.ledger.withdraw import former_games, game_renamed, purged, source_renamed

__all__ = [
    "FILE",
    "STATUSES",
    "Carried",
    "Ledger",
    "Pair",
    "Printed",
    "Printings",
    "built",
    "carry",
    "compare",
    "digests",
    "editions",
    "entry_counts",
    "former_games",
    "game_renamed",
    "given_out",
    "keep",
    "keep_built",
    "purged",
    "read",
    "revisions",
    "source_renamed",
    "write_copies",
]


def revisions(game: str, ledger: Ledger) -> Iterator[Revision]:
    """Every permanent address of a game and what became of the wording there."""
    for entity in ledger.entities:
        now = _now(ledger, entity)
        for wording in entity.wordings:
            first = wording.corrected[0] if wording.corrected else None
            yield Revision(
                game=game,
                entity=entity.key,
                kind=wording.kind,
                number=wording.number,
                title=wording.title,
                first=wording.first,
                last=wording.last,
                address=wording.address,
                markdown=wording.markdown,
                fate=_fate(ledger, entity, wording),
                entry=now[0] if now else None,
                also=tuple(one.address for one in wording.also),
                parts=now[1:],
                source=entity.source,
                editions=tuple(place.edition for place in wording.places if place.edition),
                said_first=first.markdown if first else "",
                corrected=first.on if first else "",
                purged=wording.purged,
            )


def _now(ledger: Ledger, entity: Entity) -> tuple[str, ...]:
    """Ids of the entries that an entity is now, the main one first: itself, its parts, the whole that took it up."""
    found: dict[str, None] = {}
    waiting, met = [entity], {entity.key}
    while waiting:
        one = waiting.pop(0)
        if one.now:
            found[one.ids[-1]] = None
        if not one.now or one is entity:
            for heir in one.heirs:
                after = ledger.entity(heir.key)
                if after is not None and after.key not in met:
                    met.add(after.key)
                    waiting.append(after)
    return tuple(found)


def _fate(ledger: Ledger, entity: Entity, wording: Wording) -> str:
    current = entity.current
    if current is wording:
        return "current"
    if entity.heirs and _now(ledger, entity) and (current is None or entity.heirs[-1].why == "split"):
        return entity.heirs[-1].why
    if current is None:
        return "withdrawn"
    if current.name == wording.name:
        return "edited"
    return "renumbered" if wording.number else "renamed"
