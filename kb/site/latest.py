"""What did the newest edition of a game change? One page for those who know the one before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from kb.entries import Game, label
from kb.findings import Revision
from kb.markup import plain
from kb.site.addresses import href
from kb.site.changes import DATE
from kb.site.page_context import PageContext
from kb.site.parts import Frame, Link
from kb.site.phrases import brief

FIRST_WORDS = 110
"""Characters of a wording that has no title."""

_GROUPS = ("Worded differently", "New", "Renumbered or renamed", "Withdrawn")


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A wording that an edition brought or took."""

    link: Link
    """With `note`: what it was called before."""

    words: str
    """Its first words, where it has no title."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangesPage:
    """What the newest edition changed, by the way it did."""

    frame: Frame
    title: str
    edition: str
    before: str
    """The edition that it is compared with."""

    groups: tuple[tuple[str, tuple[Change, ...]], ...]


@dataclass(frozen=True, slots=True)
class Edition:
    """What the newest edition of a game brought and took, by one of the groups."""

    name: str
    before: str
    groups: Mapping[str, Sequence[tuple[Revision, Revision | None]]]
    """Each wording with the one before it."""

    def summary(self) -> str:
        """`341 worded differently, 157 new, 40 withdrawn`."""
        return ", ".join(
            f"{len(found):,}\N{NO-BREAK SPACE}{group.lower()}" for group, found in self.groups.items()
        )


def by_game(revisions: Iterable[Revision]) -> dict[str, Edition]:
    """The newest edition of every game that has one before it."""
    games: dict[str, list[Revision]] = {}
    for one in revisions:
        games.setdefault(one.game, []).append(one)
    return {game: edition for game, held in games.items() if (edition := newest(held))}


def newest(revisions: Iterable[Revision]) -> Edition | None:
    """What the newest dated edition among the wordings of one game changed; None where nothing came before it."""
    dated = [one for one in revisions if one.first and DATE.fullmatch(one.first)]
    names = sorted({name for one in dated for name in (one.first, one.last) if name and DATE.fullmatch(name)})
    if len(names) < 2:
        return None
    before, name = names[-2:]
    groups: dict[str, list[tuple[Revision, Revision | None]]] = {group: [] for group in _GROUPS}
    for older, latest in _histories(dated):
        if latest.fate == "withdrawn":
            if latest.last == before:
                groups["Withdrawn"].append((latest, None))
        elif latest.first == name:
            groups[_group(older, latest)].append((latest, older))
    told = {group: found for group, found in groups.items() if found}
    return Edition(name, before, told) if told else None


def _histories(revisions: Iterable[Revision]) -> Iterator[tuple[Revision | None, Revision]]:
    """The last two wordings of everything, in the order of the ledger."""
    histories: dict[str, list[Revision]] = {}
    for one in revisions:
        histories.setdefault(one.entity, []).append(one)
    for found in histories.values():
        found.sort(key=lambda one: one.first or "")
        yield found[-2] if len(found) > 1 else None, found[-1]


def _group(older: Revision | None, latest: Revision) -> str:
    if older is None:
        return "New"
    return "Renumbered or renamed" if older.markdown == latest.markdown else "Worded differently"


def changes_folder(page_context: PageContext, game: Game) -> str:
    """Where the page lives: one level below what an entry called "all" would have."""
    return f"{page_context.addresses.games[game.slug]}all/changes/"


def changes_page(page_context: PageContext, game: Game, edition: Edition) -> ChangesPage:
    """What an edition changed: each way to where one sees how."""
    folder = changes_folder(page_context, game)
    return ChangesPage(
        frame=page_context.frame(
            folder,
            f"Changes of {edition.name} · {game.title}",
            "changes",
            description=f"{game.title}, {edition.before} to {edition.name}: {edition.summary()}.",
            trail=[page_context.game_link(folder, game.slug)],
            game=game.slug,
        ),
        title=game.title,
        edition=edition.name,
        before=edition.before,
        groups=tuple(
            (
                group,
                tuple(
                    _change(page_context, folder, *pair)
                    for pair in sorted(found, key=partial(_order, page_context))
                ),
            )
            for group, found in edition.groups.items()
        ),
    )


def _order(page_context: PageContext, pair: tuple[Revision, Revision | None]) -> int:
    """In reading order; what has no place any more stays as the ledger has it."""
    entry = page_context.catalogue.by_id.get(pair[0].entry or "")
    return entry.order if entry else 0


def _change(page_context: PageContext, folder: str, now: Revision, before: Revision | None) -> Change:
    """Links to the wording before where there is one: its page says what changed and leads on."""
    current = page_context.addresses.entries.get(now.entry or "")
    is_new = before is None and current is not None
    address = current if is_new and current else page_context.revision_folder(before or now)
    was = _name(before) if before and _name(before) != _name(now) else ""
    return Change(
        link=Link(href=href(folder, address), label=_name(now), note=f"was {was}" if was else ""),
        words=brief(plain(now.markdown), FIRST_WORDS) if now.number and not now.title else "",
    )


def _name(revision: Revision) -> str:
    return brief(label(revision.number, revision.title, plain(revision.markdown), kind=revision.kind))
