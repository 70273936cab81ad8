"""Which id and address has each entry of a new reading? Those that it had, wherever the text prints no other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kb.entries import Entry
from kb.ledger.history import Past, Where, history
from kb.ledger.records import Given, Ledger, Wording
from kb.ledger.revise import Revised, revise
from kb.ledger.said import Edition, Key, read_editions, remembered


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """The entries of one game with the ids and addresses that the ledger gives them."""

    entries: tuple[Entry, ...]
    ids: Mapping[str, str]
    """Id as read → id as kept."""

    ledger: Ledger


def carry(
    ledger: Ledger,
    entries: Sequence[Entry],
    older: Sequence[Entry] = (),
    *,
    game: str = "",
    checksums: Mapping[Key, str] | None = None,
    unread: Sequence[Key] = (),
    today: str = "",
) -> Carried:
    """Tell which entity each entry of one game is, and keep its id and address.

    `entries` are those of the newest editions, `older` those of the other editions that the corpus holds, but for
    the `unread` ones, which are as the ledger remembers them. The day is that of corrections.
    """
    read = read_editions((*entries, *older), checksums or {})
    known, moved = _relabelled(remembered(ledger), {*unread, *(one.key for one in read)}, read)
    revised = {one.key: revise(known.get(one.key), one, today) for one in read}
    editions = {key: one.edition for key, one in revised.items()}
    for key, one in known.items():
        editions.setdefault(key, replace(one, issue=replace(one.issue, held=key in unread)))
    new = history(
        game or _game(ledger, entries),
        list(editions.values()),
        list(_pasts(ledger, moved, revised)),
        ledger.formerly,
    )
    return _carried(new, entries, revised)


def _game(ledger: Ledger, entries: Sequence[Entry]) -> str:
    if entries:
        return entries[0].game
    return ledger.entities[0].key.partition(":")[0] if ledger.entities else ""


def _relabelled(
    known: Mapping[Key, Edition], held: set[Key], read: Sequence[Edition]
) -> tuple[dict[Key, Edition], dict[Key, Key]]:
    """What the ledger knows, with the names that texts have now whose source or edition somebody called otherwise."""
    gone = {one.issue.sha256: key for key, one in known.items() if key not in held and one.issue.sha256}
    moved = {
        gone[one.issue.sha256]: one.key for one in read if one.key not in known and one.issue.sha256 in gone
    }
    found = {}
    for key, one in known.items():
        source, edition = moved.get(key, key)
        found[source, edition] = replace(one, issue=replace(one.issue, source=source, edition=edition))
    return found, moved


def _pasts(ledger: Ledger, moved: Mapping[Key, Key], revised: Mapping[Key, Revised]) -> Iterator[Past]:
    """Every wording that was given out under every address, and where it stands now."""

    def where(source: str, edition: str | None, name: str) -> Where | None:
        key = moved.get((source, edition), (source, edition))
        now = revised[key].became.get(name) if key in revised else name
        return (key, now) if now else None

    for entity in ledger.entities:
        placed = [one for one in entity.wordings if one.places]
        home = where(entity.source, placed[-1].places[-1].edition, placed[-1].name) if placed else None
        for wording in entity.wordings:
            stands = (where(entity.source, place.edition, wording.name) for place in wording.places)
            rest = tuple(filter(None, stands))
            for given in (_own(entity.source, wording), *wording.also):
                if wording.places:
                    there = where(given.source, given.edition, given.name)
                    yield Past(given, there, False, wording, entity.key, rest)
                else:
                    yield Past(given, home, True, wording, entity.key)


def _own(source: str, wording: Wording) -> Given:
    first = wording.places[0].edition if wording.places else wording.first
    return Given(address=wording.address, source=source, edition=first, name=wording.name)


def _carried(ledger: Ledger, entries: Sequence[Entry], revised: Mapping[Key, Revised]) -> Carried:
    """The entries with the ids that they have now and the addresses of their wordings."""
    addresses = {
        ((entity.source, place.edition), wording.name): wording.address
        for entity in ledger.entities
        for wording in entity.wordings
        for place in wording.places
    }
    ids = {entry.id: f"{entry.game}:{_name(entry, revised)}" for entry in entries}
    kept = []
    for entry in entries:
        name = _name(entry, revised)
        kept.append(
            replace(
                entry,
                id=ids[entry.id],
                parent=entry.parent if entry.parent is None else ids.get(entry.parent, entry.parent),
                url=f"{entry.game}/{name}/",
                permalink=addresses[(entry.source, entry.edition), name],
            )
        )
    return Carried(entries=tuple(kept), ids=ids, ledger=ledger)


def _name(entry: Entry, revised: Mapping[Key, Revised]) -> str:
    return revised[entry.source, entry.edition].names[entry.id.partition(":")[2]]
