"""The ledger of a game, made from all its editions and from every address that was given out before.

What the editions say decides alone about entities, wordings and their addresses; what was given out before adds only
that it still answers, and that no address gets another meaning.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kb.entries import edition_key, edition_slug
from kb.ledger.lives import Life, current, lives
from kb.ledger.match import Side, match
from kb.ledger.records import Correction, Entity, Given, Heir, Ledger, Place, Wording
from kb.ledger.revise import free
from kb.ledger.said import Edition, Key, Said

Where = tuple[Key, str]
"""An edition and the name that an entry has in it."""

_Sign = tuple[str, str, str]
"""Source, name and digest of a wording that no edition holds any more."""

_TELLING = 4
"""Words; a shorter text that stands elsewhere word for word need not be the one that was given out."""


@dataclass(frozen=True, slots=True)
class Past:
    """A wording that was given out, and where it stood."""

    given: Given
    where: Where | None
    """Where it stands now, or what it belongs to; None where that is not known."""

    is_lost: bool
    """Whether no edition printed it any more already when it was given out last."""

    wording: Wording
    entity: str
    """Key of what it belonged to then."""

    rest: tuple[Where, ...] = ()
    """Where its editions print it, or what it became there."""


@dataclass(eq=False, slots=True)
class _Draft:
    """A wording before it has its address."""

    life: Life
    said: Said
    places: list[tuple[Key, int, Said]] = field(default_factory=list)
    pasts: list[Past] = field(default_factory=list)
    address: str = ""
    first: str | None = None
    at: str = ""


def history(
    game: str, editions: Sequence[Edition], pasts: Sequence[Past], formerly: tuple[str, ...] = ()
) -> Ledger:
    """The ledger of a game."""
    by_key = {edition.key: edition for edition in editions}
    by_source: dict[str, list[Edition]] = defaultdict(list)
    for edition in editions:
        by_source[edition.issue.source].append(edition)
    newest = current(by_source)
    found = lives(editions)
    drafts = {life: _drafts(life, by_key) for life in found}
    _answer(found, drafts, pasts, newest)
    _address(game, [draft for of_life in drafts.values() for draft in of_life])
    keys = _keys(game, found, drafts)
    standing = {(key, place): keys[life] for life in found for key, place, _ in life.spoken}
    return Ledger(
        entities=tuple(_entity(game, life, drafts[life], keys, newest, standing) for life in found),
        issues=tuple(
            sorted((one.issue for one in editions), key=lambda one: (one.source, edition_key(one.edition)))
        ),
        formerly=formerly,
    )


def _drafts(life: Life, by_key: Mapping[Key, Edition]) -> list[_Draft]:
    """The wordings of a life, each under one number or name, in the order of their first editions."""
    found: dict[object, _Draft] = {}
    for key, place, said in life.spoken:
        at = by_key[key].issue.at
        sign = (said.name, said.kind, said.number, said.title, said.hash, not at)
        if sign not in found:
            found[sign] = _Draft(life, said, first=key[1], at=at)
        elif found[sign].said.purged and not said.purged:
            found[sign].said = said
        found[sign].places.append((key, place, said))
    return list(found.values())


def _answer(
    found: list[Life],
    drafts: dict[Life, list[_Draft]],
    pasts: Sequence[Past],
    newest: Mapping[str, Key],
) -> None:
    """Give every wording that was ever given out to what says it, or keep it as it was."""
    standing = {
        (key, said.name): draft
        for of_life in drafts.values()
        for draft in of_life
        for key, _, said in draft.places
    }
    same: dict[object, list[_Draft]] = defaultdict(list)
    for draft in standing.values():
        same[draft.said.kind, draft.said.hash].append(draft)
    lost: dict[_Sign, list[Past]] = defaultdict(list)
    owners: dict[_Sign, Life] = {}
    went: dict[str, Life] = {}
    for past in pasts:
        own = standing.get(((past.given.source, past.given.edition), past.wording.name))
        there = standing.get(past.where) if past.where else None
        if own is not None and own.said.hash == past.wording.hash:
            own.pasts.append(past)
            went.setdefault(past.entity, own.life)
        elif there is not None and not past.is_lost and _is_one(there.said, past.wording):
            there.pasts.append(past)
            went.setdefault(past.entity, there.life)
        elif (still := next(_still_said(past, standing), None)) is not None:
            still.pasts.append(past)
            went.setdefault(past.entity, still.life)
        else:
            sign = (past.given.source, past.wording.name, past.wording.hash)
            lost[sign].append(past)
            known = there or _said_elsewhere(past.wording, same)
            if known is not None:
                owners.setdefault(sign, known.life)
    _match_lost(found, lost, owners, newest)
    _keep_lost(found, drafts, lost, owners, went)


def _still_said(past: Past, standing: Mapping[Where, _Draft]) -> Iterator[_Draft]:
    """What says a wording in another of its editions, under its name."""
    for where in past.rest:
        draft = standing.get(where)
        if draft is not None and (draft.said.name, draft.said.hash) == (past.wording.name, past.wording.hash):
            yield draft


def _is_one(said: Said, wording: Wording) -> bool:
    """Whether a page of the one can stand for the other: it has the same name, or says all the same under the same
    number."""
    if said.name == wording.name:
        return True
    return (said.number, said.title, said.hash) == (wording.number, wording.title, wording.hash) and bool(
        said.number
    )


def _said_elsewhere(wording: Wording, same: Mapping[object, list[_Draft]]) -> _Draft | None:
    """What says just the same in another place, of the same name if there is one."""
    if len(wording.markdown.split()) < _TELLING:
        return None
    alike = same.get((wording.kind, wording.hash), [])
    return next((one for one in alike if one.said.name == wording.name), alike[0] if alike else None)


def _match_lost(
    found: Sequence[Life],
    lost: Mapping[_Sign, list[Past]],
    owners: dict[_Sign, Life],
    newest: Mapping[str, Key],
) -> None:
    """Tell of what is most like them, or holds their words, wordings that no edition holds since this reading."""
    living = [life for life in found if newest.get(life.source) == life.spoken[-1][0]]
    orphans = [
        sign for sign, pasts in lost.items() if sign not in owners and not all(one.is_lost for one in pasts)
    ]
    olds = [_said_before(lost[sign][0].wording) for sign in orphans]
    matched = match(Side(olds), Side([life.spoken[-1][2] for life in living]), placed=False)
    for old, new in (*matched.pairs.items(), *matched.merged):
        owners[orphans[old]] = living[new]


def _keep_lost(
    found: list[Life],
    drafts: dict[Life, list[_Draft]],
    lost: Mapping[_Sign, list[Past]],
    owners: Mapping[_Sign, Life],
    went: dict[str, Life],
) -> None:
    """Keep wordings that no edition holds any more: as the past of their owners or of what they belonged to, or
    withdrawn."""
    for sign, owner in owners.items():
        went.setdefault(lost[sign][0].entity, owner)
    before: dict[Life, list[_Draft]] = defaultdict(list)
    for sign, pasts in lost.items():
        first = pasts[0]
        life = owners.get(sign) or went.get(first.entity)
        if life is None:
            life = went[first.entity] = Life(sign[0])
            found.append(life)
        _, _, at = first.given.address.rstrip("/").partition("@")
        draft = _Draft(life, _said_before(first.wording), first=first.wording.first, at=at, pasts=pasts)
        before[life].append(draft)
    for life, gone in before.items():
        drafts[life] = [*gone, *drafts.get(life, [])]


def _said_before(wording: Wording) -> Said:
    return Said(
        name=wording.name,
        kind=wording.kind,
        number=wording.number,
        title=wording.title,
        markdown=wording.markdown,
        hash=wording.hash,
        corrected=wording.corrected,
        purged=wording.purged,
    )


def _address(game: str, drafts: Sequence[_Draft]) -> None:
    """Give every wording its address; one that was given out stays with what it was given for."""
    owners: dict[str, _Draft] = {}
    for draft in drafts:
        for past in draft.pasts:
            owners.setdefault(past.given.address.rstrip("/"), draft)
    for draft in drafts:
        wanted = f"{game}/{draft.said.name}"
        if (
            not draft.at
        ):  # without an edition there is nothing to pin: a plain address means what it means now
            draft.address = f"{wanted}/"
            continue
        wanted = f"{wanted}@{draft.at}"
        taken = {address for address in _counted(wanted, owners) if owners[address] is not draft}
        address = free(wanted, taken, "-")
        owners[address] = draft
        draft.address = f"{address}/"


def _counted(wanted: str, owners: Mapping[str, _Draft]) -> Iterable[str]:
    """The addresses that somebody has among `wanted`, `wanted-2`, …"""
    count, address = 1, wanted
    while address in owners:
        yield address
        count += 1
        address = f"{wanted}-{count}"


def _keys(game: str, found: Sequence[Life], drafts: Mapping[Life, list[_Draft]]) -> dict[Life, str]:
    keys: dict[Life, str] = {}
    taken: set[str] = set()
    for life in found:
        keys[life] = free(f"{game}:{drafts[life][0].said.name}", taken, "~")
        taken.add(keys[life])
    return keys


def _entity(
    game: str,
    life: Life,
    drafts: Sequence[_Draft],
    keys: Mapping[Life, str],
    newest: Mapping[str, Key],
    standing: Mapping[tuple[Key, int], str],
) -> Entity:
    key, place, said = life.spoken[-1] if life.spoken else (("", None), -1, drafts[-1].said)
    is_current = newest.get(life.source) == key
    ids = dict.fromkeys(f"{game}:{one.said.name}" for one in drafts)
    last = f"{game}:{said.name}"
    ids.pop(last, None)
    now = next((one for one in drafts if is_current and (key, place, said) in one.places), None)
    return Entity(
        key=keys[life],
        kind=said.kind,
        source=life.source,
        parent=None if said.parent is None else standing.get((key, said.parent)),
        ids=(*ids, last),
        now=now.address if now else None,
        wordings=tuple(map(_wording, drafts)),
        heirs=tuple(Heir(key=keys[heir], why=why, edition=edition) for heir, why, edition in life.heirs),
    )


def _wording(draft: _Draft) -> Wording:
    said = draft.said
    also = {
        past.given.address: Given(
            address=past.given.address, source=where[0][0], edition=where[0][1], name=where[1]
        )
        for past in draft.pasts
        if past.given.address != draft.address and "@" in past.given.address
        for where in (_where(draft, past),)
    }
    corrected: dict[Correction, None] = dict.fromkeys(
        one for _, _, spoken in draft.places for one in spoken.corrected
    )
    corrected |= dict.fromkeys(_kept_corrections(draft))
    return Wording(
        address=draft.address,
        name=said.name,
        kind=said.kind,
        number=said.number,
        title=said.title,
        hash=said.hash,
        markdown=said.markdown,
        first=draft.first,
        last=draft.places[-1][0][1] if draft.places else draft.first,
        places=tuple(
            Place(edition=key[1], order=place, parent=spoken.parent) for key, place, spoken in draft.places
        ),
        also=tuple(also[address] for address in sorted(also)),
        corrected=tuple(corrected) if draft.places else said.corrected,
        purged=said.purged,
    )


def _kept_corrections(draft: _Draft) -> Iterable[Correction]:
    """What addresses said first whose own edition does not print the wording any more."""
    held = {key[1] for key, _, _ in draft.places}
    for past in draft.pasts:
        _, _, at = past.given.address.rstrip("/").partition("@")
        for one in past.wording.corrected:
            if one.edition and one.edition not in held and edition_slug(one.edition) == at:
                yield one


def _where(draft: _Draft, past: Past) -> Where:
    """Where what was given out under another address is found the next time."""
    known = [(key, said.name) for key, _, said in draft.places]
    if past.where in known:
        return past.where
    if draft.places:
        key, _, said = draft.places[0]
        return key, said.name
    return (past.given.source, past.given.edition), past.given.name
