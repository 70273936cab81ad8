"""Ledgers of version 1, which had no head line and no places: what they gave out is kept, what they guessed is not.

A wording of version 1 tells from which edition to which it was printed. So every edition can be put together again;
which rule is which is then told anew by what the editions say.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from kb.entries import edition_key
from kb.ledger.records import Entity, Issue, Ledger, Place, Wording
from kb.ledger.writing import damaged, optional, text_in


def converted(path: Path, rows: Sequence[tuple[int, Mapping[str, Any]]]) -> Ledger:
    """The ledger that says what these lines say."""
    entities: list[Entity] = []
    for number, row in rows:
        try:
            entities.append(_entity(row))
        except (ValueError, KeyError, TypeError, AttributeError):
            raise damaged(path, number) from None
    editions: dict[str, dict[str | None, str]] = defaultdict(dict)
    for entity in entities:
        for one in entity.wordings:
            at = one.address.rstrip("/").partition("@")[
                2
            ]  # a second wording of one edition has "-2" behind it
            editions[entity.source][one.first] = min(editions[entity.source].get(one.first, at), at, key=len)
    for entity in entities:
        for one in entity.wordings:
            editions[entity.source].setdefault(one.last, (one.last or "").lower())
    issues = [
        Issue(source=source, edition=edition, at=at, sha256="", held=False)
        for source, held in sorted(editions.items())
        for edition, at in sorted(held.items(), key=lambda each: edition_key(each[0]))
    ]
    placed = _placed(entities, issues)
    return Ledger(
        entities=tuple(
            replace(
                entity,
                wordings=tuple(
                    replace(one, places=tuple(placed.get((entity.key, one.address), ())))
                    for one in entity.wordings
                ),
            )
            for entity in entities
        ),
        issues=tuple(issues),
    )


def _entity(row: Mapping[str, Any]) -> Entity:
    kind = text_in(row["kind"])
    wordings = tuple(
        Wording(
            address=text_in(one["address"]),
            name=text_in(one["name"]),
            kind=kind,
            number=optional(one["number"]),
            title=optional(one["title"]),
            hash=text_in(one["hash"]),
            markdown=text_in(one["markdown"]),
            first=optional(one["first"]),
            last=optional(one["last"]),
        )
        for one in row["revisions"]
    )
    ids = tuple(text_in(one) for one in row["ids"])
    if not wordings or not ids:
        raise ValueError("an entity without a wording")
    return Entity(
        key=text_in(row["entity"]),
        kind=kind,
        source=text_in(row["source"]),
        parent=optional(row["parent"]),
        ids=ids,
        now=optional(row["now"]),
        wordings=wordings,
    )


def _placed(entities: Sequence[Entity], issues: Sequence[Issue]) -> dict[tuple[str, str], list[Place]]:
    """Where each wording stood: in the order of the ledger, which is that of the edition that printed it first."""
    found: dict[tuple[str, str], list[Place]] = defaultdict(list)
    for issue in issues:
        printed: dict[str, Wording] = {}
        for entity in entities:
            if entity.source == issue.source:
                for wording in _of_edition(entity, issue.edition):
                    printed[entity.key] = wording
        order = {key: place for place, key in enumerate(printed)}
        above = {entity.key: entity.parent for entity in entities}
        for key, place in order.items():
            parent = order.get(above[key] or "")
            found[key, printed[key].address].append(
                Place(edition=issue.edition, order=place, parent=None if parent == place else parent)
            )
    return found


def _of_edition(entity: Entity, edition: str | None) -> Iterator[Wording]:
    """The wordings that an edition printed; of several the newest."""
    asked = edition_key(edition)
    for one in entity.wordings:
        is_last = one.address == entity.now or one is entity.wordings[-1]
        if edition_key(one.first) <= asked and (
            asked <= edition_key(one.last) or (is_last and one.first == edition)
        ):
            yield one
