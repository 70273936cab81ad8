"""What happens to a ledger when texts are taken out or called otherwise? No address is lost."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from kb.ledger.records import FILE, Entity, Given, Ledger, Wording
from kb.ledger.said import Key


def purged(ledger: Ledger, gone: Callable[[Key], bool]) -> Ledger:
    """The ledger without the words that only editions which are gone print; their addresses still answer."""

    def of_wording(entity: Entity, wording: Wording) -> Wording:
        editions = [place.edition for place in wording.places] or [wording.first]
        corrected = tuple(
            replace(one, title=None, markdown="") if gone((entity.source, one.edition)) else one
            for one in wording.corrected
        )
        if not all(gone((entity.source, edition)) for edition in editions):
            return replace(wording, corrected=corrected)
        return replace(wording, title=None, markdown="", corrected=corrected, purged=True)

    return replace(
        ledger,
        entities=tuple(
            replace(entity, wordings=tuple(of_wording(entity, one) for one in entity.wordings))
            for entity in ledger.entities
        ),
    )


def game_renamed(ledger: Ledger, old: str, new: str) -> Ledger:
    """The ledger of a game that is called otherwise now: every address it gave out answers under its old name too."""

    def key(id: str) -> str:
        return f"{new}:{id.removeprefix(f'{old}:')}"

    def of_wording(source: str, wording: Wording) -> Wording:
        address = f"{new}/{wording.address.removeprefix(f'{old}/')}"
        first = wording.places[0].edition if wording.places else wording.first
        before = Given(address=wording.address, source=source, edition=first, name=wording.name)
        also = {one.address: one for one in (*wording.also, before) if "@" in one.address}
        also.pop(address, None)
        return replace(wording, address=address, also=tuple(also[one] for one in sorted(also)))

    return replace(
        ledger,
        entities=tuple(
            replace(
                entity,
                key=key(entity.key),
                parent=key(entity.parent) if entity.parent else None,
                ids=tuple(map(key, entity.ids)),
                now=f"{new}/{entity.now.removeprefix(f'{old}/')}" if entity.now else None,
                wordings=tuple(of_wording(entity.source, one) for one in entity.wordings),
                heirs=tuple(replace(one, key=key(one.key)) for one in entity.heirs),
            )
            for entity in ledger.entities
        ),
        formerly=tuple(one for one in dict.fromkeys((*ledger.formerly, old)) if one != new),
    )


def source_renamed(ledger: Ledger, old: str, new: str) -> Ledger:
    """The ledger of a game one of whose sources is called otherwise now."""

    def name(source: str) -> str:
        return new if source == old else source

    def of_wording(wording: Wording) -> Wording:
        return replace(wording, also=tuple(replace(one, source=name(one.source)) for one in wording.also))

    return replace(
        ledger,
        entities=tuple(
            replace(
                entity,
                source=name(entity.source),
                wordings=tuple(map(of_wording, entity.wordings)),
            )
            for entity in ledger.entities
        ),
        issues=tuple(replace(one, source=name(one.source)) for one in ledger.issues),
    )


def former_games(corpus: Path) -> dict[str, str]:
    """Slugs that games had before, with what they are called now; reads only the head of each ledger."""
    found: dict[str, str] = {}
    for file in sorted(corpus.glob(f"*/{FILE}")):
        try:
            with file.open(encoding="utf-8") as lines:
                head = json.loads(next(lines, "{}"))
        except (OSError, ValueError):
            continue  # what is wrong with it is told when it is read
        formerly = head.get("formerly") if isinstance(head, dict) else None
        found |= {one: file.parent.name for one in formerly or () if isinstance(one, str)}
    return found
