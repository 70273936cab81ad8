"""What did a REF mean in an edition, what did an entry say before, and where did it go?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from kb.entries import Entry, Location, edition_key, label
from kb.errors import NotFoundError
from kb.refs import parents_called, readings
from kb.refs.editions import in_force
from kb.refs.numbers import key
from kb.store import Library

if TYPE_CHECKING:
    from kb.findings import Revision

_MOST_TOLD = 5

MOST_IN_RANGE = 60
"""Wordings that a range like `314.6-8@2024` stands for at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Then:
    """A wording of some edition, as an entry, and what became of it."""

    entry: Entry
    revision: Revision

    @property
    def is_now(self) -> bool:
        """Whether it holds now, just so."""
        return self.revision.fate == "current"


def resolve(store: Library, ref: str, game: str | None = None) -> list[Entry]:
    """What a REF means, best first; with `@EDITION` as that edition had it.

    Raises NotFoundError for an edition that says nothing about it.
    """
    then = of_edition(store, ref, game)
    return store.find(ref, game) if then is None else [one.entry for one in then]


def of_edition(store: Library, ref: str, game: str | None = None) -> list[Then] | None:
    """What `REF@EDITION` said then; None for a REF without an edition, or one that is a name as it stands.

    Raises NotFoundError where something was so called, but not in that edition.
    """
    if ("@" not in ref and "%40" not in ref) or store.named(ref, game):
        return None
    known: list[tuple[str, Revision]] = []
    for reading in readings(ref, store.titles_of_games()):
        if reading.edition is None or (reading.game and game not in (None, reading.game)):
            continue
        called = [
            revision
            for name in reading.names
            for revision in _called(store, name.first, name.last, reading.game or game)
        ]
        found = list(_in_edition(store, called, reading.edition))
        if found:
            return found
        known += [(reading.edition, revision) for revision in called]
    if known:
        ids = dict.fromkeys(one.entry for _, one in known if one.entry)
        raise NotFoundError(_not_then(ref, known), [*ids])
    return None


def _called(store: Library, first: str, last: str, game: str | None) -> list[Revision]:
    """Every wording that ever had a number or name, or one of a range of numbers."""
    found = store.revisions_called(first, game)
    if not last or not found:
        return found
    start, end = _order(first), _order(last)
    numbers = {one.number for one in found if one.number}
    siblings = (
        one
        for one in store.revisions()
        if one.game == found[0].game and one.number and one.number not in numbers
    )
    depth = len(start)
    return found + [
        one
        for one in siblings
        if one.number and len(_order(one.number)) == depth and start < _order(one.number) <= end
    ]


def _order(number: str) -> list[tuple[int, int, str]]:
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in key(number)]


def _in_edition(store: Library, called: Sequence[Revision], asked: str) -> Iterator[Then]:
    """Those of the wordings that an edition printed, or whose address names it."""
    pinned = [
        one for one in called if any(address.endswith(f"@{asked}/") for address in (one.address, *one.also))
    ]
    seen: set[str] = set()
    by_source: dict[tuple[str, str], list[Revision]] = defaultdict(list)
    for one in called:
        by_source[one.game, one.source].append(one)
    printed = [
        one
        for (game, source), revisions in by_source.items()
        if (edition := in_force(store.editions(game).get(source, ()), asked)) is not None
        for one in revisions
        if _is_printed_in(one, edition)
    ]
    for one in (*pinned, *printed):
        if one.address not in seen and len(seen) < MOST_IN_RANGE:
            seen.add(one.address)
            yield then(store, one)


def _is_printed_in(revision: Revision, edition: str) -> bool:
    """Whether an edition prints a wording; where nobody told all that do, whether it lies between first and last."""
    if revision.editions:
        return edition in revision.editions
    return edition_key(revision.first) <= edition_key(edition) <= edition_key(revision.last)


def _not_then(ref: str, known: Sequence[tuple[str, Revision]]) -> str:
    edition = known[0][0]
    held = sorted(
        {one for _, revision in known for one in revision.editions or (revision.first, revision.last) if one},
        key=edition_key,
    )
    name = ref.rpartition("@")[0].strip() or ref
    told = f"{name!r} was not in force in {edition}"
    if not any(map(str.isdigit, edition)):
        told = f"{edition!r} names no edition of {name!r}"
    return f"{told}; editions that have it: {', '.join(held) or 'none'}"


def then(store: Library, revision: Revision) -> Then:
    """A wording of the past as an entry: what is cited when its edition is asked for."""
    return Then(entry=_as_it_was(store, revision), revision=revision)


def _as_it_was(store: Library, revision: Revision) -> Entry:
    """A wording as the entry that it was, where it stood; the place in its file is told of what holds now only."""
    entry = store.entry(revision.entry or "")
    facts: dict[str, Any] = {
        "number": revision.number,
        "title": revision.title,
        "edition": revision.first,
        "permalink": revision.address,
        "markdown": revision.markdown,
        "text": _plain(revision.markdown),
    }
    if entry is not None and revision.fate == "current":
        return replace(entry, **facts)
    facts |= {
        "path": _above(store, revision) or (entry.path if entry else ()),
        "location": Location(file="", first_line=0, last_line=0),
    }
    if entry is not None:
        return replace(entry, **facts)
    return Entry(
        id=revision.entity,
        game=revision.game,
        source=revision.source,
        kind=revision.kind,
        parent=None,
        order=0,
        aliases=(),
        url=revision.address.partition("@")[0].rstrip("/") + "/",
        **facts,
    )


def _above(store: Library, revision: Revision) -> tuple[str, ...]:
    """What stood above a numbered wording in the last edition that printed it; empty where no number tells."""
    for number in parents_called(revision.number or ""):
        for one in store.revisions_called(number, revision.game):
            is_there = one.number == number and one.source == revision.source
            if is_there and _is_printed_in(one, revision.last or ""):
                over = _as_it_was(store, one)
                return (*over.path, label(over.number, over.title, over.text, kind=over.kind))
    return ()


def where_it_went(store: Library, ref: str, game: str | None = None) -> list[str]:
    """What became of what a REF named once, though nothing is called so now: one line for each."""
    gone = (one for one in _once_called(store, ref, game) if one.fate != "current")
    return list(dict.fromkeys(went(store, one) for one in gone))


def _once_called(store: Library, ref: str, game: str | None) -> list[Revision]:
    """The newest wordings of what a REF named in any edition."""
    for reading in readings(ref, store.titles_of_games()):
        if reading.game and game not in (None, reading.game):
            continue
        found = [
            one for name in reading.names for one in store.revisions_called(name.first, reading.game or game)
        ]
        if found:
            return _latest(found)
    return []


def not_found(store: Library, ref: str, game: str | None = None) -> NotFoundError:
    """What to tell of a REF that nothing answers to: where it went, what is spelt like it, what it may stand under."""
    where = f" in {game}" if game else ""
    if gone := _once_called(store, ref, game):
        told = "; ".join(list(dict.fromkeys(went(store, one) for one in gone))[:_MOST_TOLD])
        ids = [id for one in gone for id in (one.entry, *one.parts) if id]
        return NotFoundError(f"nothing{where} is called {ref!r} now: {told}", ids)
    titles = store.titles_of_games()
    name = ref.partition("@")[0].strip().casefold()
    slug = next((one for one, title in titles.items() if name in (one, title.casefold())), None)
    if slug:
        told = f"`kb list {slug}` shows its editions, `kb diff {slug}` what changed between them"
        return NotFoundError(f"nothing{where} is called {ref!r}; {slug} is a game: {told}")
    near = [found[0] for title in store.near(ref) if (found := store.find(title, game))]
    if not near and any(character.isdigit() for character in ref):
        above = (store.find(number, game) for number in parents_called(ref))
        near = next(filter(None, above), [])[:1]
    if near:
        names = " or ".join(dict.fromkeys(one.title or one.number or one.id for one in near))
        told = f"did you mean {names}?"
    else:
        told = "`kb search` looks into the texts"
    return NotFoundError(f"nothing{where} is called {ref!r}; {told}", [one.id for one in near])


def _latest(revisions: Iterable[Revision]) -> list[Revision]:
    """Of each entity the newest of these wordings."""
    newest: dict[tuple[str, str], Revision] = {}
    for one in revisions:
        known = newest.get((one.game, one.entity))
        if known is None or edition_key(one.last) >= edition_key(known.last):
            newest[one.game, one.entity] = one
    return list(newest.values())


def went(store: Library, revision: Revision) -> str:
    """`3.5 was renumbered 3.4`, `3.5 was split into 3.4 and 3.6`, `3.5 was withdrawn after 2024-06-07`."""
    name = label(revision.number, revision.title, _plain(revision.markdown), kind=revision.kind)
    names = now_called(store, revision)
    if not names:
        return f"{name} was withdrawn{f' after {revision.last}' if revision.last else ''}"
    became = _BECAME.get(revision.fate, "became")
    return f"{name} {became} {' and '.join(names)}"


_BECAME = {
    "renumbered": "was renumbered",
    "renamed": "is called",
    "edited": "is now",
    "split": "was split into",
    "merged": "was merged into",
    "replaced": "was replaced by",
    "withdrawn": "was withdrawn; its words went on in",
}
"""How the fate of a wording is told, before what it is now."""


def now_called(store: Library, revision: Revision) -> list[str]:
    """What holds now where a wording held: the entry it became, or those that took up its words."""
    return [
        _called_now(entry) for id in (revision.entry, *revision.parts) if id and (entry := store.entry(id))
    ]


def said_first(revision: Revision) -> str:
    """What our copy of a wording said before a mistake in it was mended; empty where none was."""
    return _plain(revision.said_first) if revision.corrected else ""


def _plain(markdown: str) -> str:
    from kb.markup import plain  # what there is now needs none of it

    return plain(markdown)


def _called_now(entry: Entry) -> str:
    return label(entry.number, entry.title, entry.text, kind=entry.kind)


def once_meant(store: Library, entry: Entry) -> list[Revision]:
    """What else an entry's number or name meant in earlier editions: the newest wording of each, newest first."""
    slug = entry.id.partition(":")[2]
    own = store.revision_at(entry.permalink)
    others = [
        one
        for one in store.revisions_called(slug, entry.game)
        if slug_of(one) == slug and (own is None or one.entity != own.entity) and one.entry != entry.id
    ]
    return sorted(_latest(others), key=lambda one: edition_key(one.last), reverse=True)


def slug_of(revision: Revision) -> str:
    """The name that a wording had: `314.6` of `magic/314.6@2024-06-07/`."""
    return revision.address.partition("/")[2].rstrip("/").partition("@")[0]


def history(store: Library, entry: Entry) -> list[Revision]:
    """Every wording that an entry had under every number, the oldest first."""
    own = store.revision_at(entry.permalink)
    if own is None:
        return []
    return sorted(store.revisions_of(entry.game, own.entity), key=lambda one: edition_key(one.first))
