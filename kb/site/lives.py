"""How did an entry change through the editions, and what else did its number mean? For its page."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from kb.diff import outgrowing
from kb.diff.history import Numbers, changed_words
from kb.entries import Entry, edition_key, label
from kb.findings import Revision
from kb.past import slug_of
from kb.site.addresses import href
from kb.site.diffs import words
from kb.site.page_context import PageContext
from kb.site.parts import Life, Link
from kb.site.past import editions
from kb.site.phrases import brief, day
from kb.site.views import LifeStep, Other, OutgrownRule

MOST = 12
"""Editions that a page tells, the newest ones."""


def lives(revisions: Iterable[Revision]) -> dict[str, tuple[Life, ...]]:
    """The wordings of each entry that had several, newest first, each with what it changed in the one before."""
    revisions = list(revisions)
    numbers = Numbers(revisions)
    held: dict[tuple[str, str], list[Revision]] = {}
    for one in revisions:
        held.setdefault((one.game, one.entity), []).append(one)
    found: dict[str, tuple[Life, ...]] = {}
    for wordings in held.values():
        now = next((one.entry for one in wordings if one.fate == "current"), None)
        if now is None or len(wordings) < 2:
            continue
        wordings.sort(key=lambda one: edition_key(one.first))
        steps = [
            Life(
                revision=after,
                before=before,
                words=changed_words(before, after, numbers.followed(before, after)),
            )
            for before, after in pairwise(wordings)
        ]
        found[now] = tuple(reversed(steps))
    return found


def others(revisions: Iterable[Revision]) -> dict[str, tuple[Revision, ...]]:
    """What else the number or name of each entry meant in earlier editions, the newest wording of each."""
    current: dict[str, Revision] = {}
    past: dict[str, dict[str, Revision]] = {}
    for one in revisions:
        id = f"{one.game}:{slug_of(one)}"
        if one.fate == "current":
            current[id] = one
        elif one.last:
            of_id = past.setdefault(id, {})
            known = of_id.get(one.entity)
            if known is None or edition_key(one.last) > edition_key(known.last):
                of_id[one.entity] = one
    found: dict[str, tuple[Revision, ...]] = {}
    for id, held in past.items():
        now = current.get(id)
        if now is not None and now.entry == id:
            meant = [one for one in held.values() if one.entity != now.entity and one.entry != id]
            if meant:
                found[id] = tuple(sorted(meant, key=lambda one: edition_key(one.last), reverse=True))
    return found


def life_steps(page_context: PageContext, folder: str, entry: Entry) -> tuple[LifeStep, ...]:
    """Each edition that changed an entry, newest first."""
    return tuple(_step(page_context, folder, life) for life in page_context.lives.get(entry.id, ())[:MOST])


def _step(page_context: PageContext, folder: str, life: Life) -> LifeStep:
    now, before = _name(life.revision), _name(life.before)
    return LifeStep(
        link=Link(
            href=href(folder, page_context.revision_folder(life.revision)),
            label=day(life.revision.first or ""),
        ),
        was=before if before != now else "",
        now=now,
        words=words(life.words),
    )


def earlier_wordings(page_context: PageContext, folder: str, entry: Entry) -> tuple[Link, ...]:
    """Links to what an entry said before, newest first."""
    held = page_context.earlier.get(entry.id, ())[:MOST]
    return tuple(_earlier(page_context, folder, entry, one) for one in held)


def _earlier(page_context: PageContext, folder: str, entry: Entry, revision: Revision) -> Link:
    """A link to what an entry said before."""
    is_other = (revision.number, revision.title) != (entry.number, entry.title)
    then = brief(label(revision.number, revision.title, kind=revision.kind), 40) if is_other else ""
    return Link(
        href=href(folder, page_context.revision_folder(revision)),
        label=editions(revision),
        note=then,
    )


def other_meanings(page_context: PageContext, folder: str, entry: Entry) -> tuple[Other, ...]:
    """What the number or name of an entry meant before, and where that is now."""
    return tuple(
        Other(
            until=day(one.last or ""),
            link=Link(href=href(folder, page_context.revision_folder(one)), label=_name(one)),
            now=page_context.entry_link(folder, now) if now else None,
        )
        for one in page_context.others.get(entry.id, ())[:MOST]
        for now in (page_context.catalogue.by_id.get(one.entry or ""),)
    )


def outgrown_rules(page_context: PageContext, folder: str, entry: Entry) -> tuple[OutgrownRule, ...]:
    """The rules that changed since an answer which rests on them was given."""

    def wording(revision: Revision, edition: str) -> Link:
        return Link(href=href(folder, page_context.revision_folder(revision)), label=day(edition))

    return tuple(
        OutgrownRule(
            given=day(one.given),
            rule=page_context.entry_link(folder, one.rule),
            then=wording(one.then, then),
            now=wording(one.now, now),
            words=words(one.words),
        )
        for one in page_context.outgrown.get(entry.id, ())
        for then, now in (outgrowing.editions(one),)
    )


def _name(revision: Revision) -> str:
    return brief(label(revision.number, revision.title, revision.markdown, kind=revision.kind))
