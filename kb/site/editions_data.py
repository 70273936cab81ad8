"""What do all editions of a text say, for comparing any two of them in the browser?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from kb.ledger import Ledger, printed
from kb.markup import plain

NAME = "editions.json"
"""The file beside the pages that compare editions."""


def editions_data(
    ledger: Ledger, source: str, editions: Sequence[str], address: Callable[[str], str]
) -> dict[str, Any]:
    """Each wording once, where each edition prints it, and where words went on; `address` makes links."""
    rows: dict[tuple[str, str], int] = {}
    wordings: list[list[object]] = []
    entities: dict[str, int] = {}
    places = []
    for edition in editions:
        entries = printed(ledger, source, edition)
        standing = {one.order: at for at, one in enumerate(entries)}
        of_edition = []
        for one in entries:
            sign = one.entity, one.permalink
            if sign not in rows:
                rows[sign] = len(wordings)
                entity = entities.setdefault(one.entity, len(entities))
                told = one.kind, one.number, one.title, plain(one.markdown), address(one.permalink)
                wordings.append([entity, *told])
            of_edition.append([rows[sign], None if one.parent is None else standing.get(one.parent)])
        places.append(of_edition)
    heirs = [list(heir) for heir in _heirs(ledger, editions, entities)]
    return {
        "format": 1,
        "editions": list(editions),
        "wordings": wordings,
        "places": places,
        "heirs": heirs,
    }


def _heirs(
    ledger: Ledger, editions: Sequence[str], entities: Mapping[str, int]
) -> Iterator[tuple[int, int, int]]:
    """Each entity whose words went on in another, since which edition, and in which one."""
    for key, number in entities.items():
        entity = ledger.entity(key)
        for heir in entity.heirs if entity else ():
            if heir.key in entities and heir.edition in editions:
                yield number, editions.index(heir.edition), entities[heir.key]
