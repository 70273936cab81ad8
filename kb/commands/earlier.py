"""What did an entry say in earlier editions, and what became of it?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from kb import records
from kb.commands.output import wrap
from kb.commands.wording import marked
from kb.entries import Entry, label
from kb.store import Library

if TYPE_CHECKING:
    from kb.diff.history import Step
    from kb.diff.outgrowing import Outgrown
    from kb.findings import Revision
    from kb.past import Then


def lines(store: Library, then: Then) -> Iterator[str]:
    """A wording of the past for people, and where to look for what holds now."""
    entry, revision = then.entry, then.revision
    game = store.titles_of_games().get(entry.game, entry.game)
    yield click.style(label(entry.number, entry.title, entry.text, kind=entry.kind), bold=True)
    yield click.style(" › ".join((game, *entry.path)), dim=True)
    if entry.text:
        yield ""
        yield wrap(entry.text)
    yield from corrected_lines(revision, entry.text)
    yield ""
    ids = [id for id in (revision.entry, *revision.parts) if id]
    shown = " and ".join(f"`kb show {id}`" for id in ids)
    now = (
        f"{shown} {'shows' if len(ids) == 1 else 'show'} what holds now" if ids else "nothing takes its place"
    )
    editions = " to ".join(dict.fromkeys(each for each in (revision.first, revision.last) if each))
    yield f"The wording of {editions}, {revision.fate} since; {now}."
    yield ""
    yield click.style(f"{entry.kind} {entry.permalink.rstrip('/')}", dim=True)


def corrected_lines(revision: Revision | None, says: str) -> Iterator[str]:
    """What our copy of a wording said before a mistake in it was mended, word by word."""
    if revision is None or not revision.corrected:
        return
    from kb.diff import changes
    from kb.past import said_first

    yield ""
    yield f"A mistake in our copy was mended on {revision.corrected}; against what it said first:"
    yield marked(changes(said_first(revision), says), "  ")


def corrected_record(revision: Revision | None) -> dict[str, str] | None:
    """The same for programs; None without a correction."""
    if revision is None or not revision.corrected:
        return None
    from kb.past import said_first

    return {"on": revision.corrected, "said_first": said_first(revision)}


def document(then: Then) -> dict[str, Any]:
    """The same for programs: the entry as it was, `fate`, and `now`, the id of what it is today."""
    entry, revision = then.entry, then.revision
    kept = {"path": list(entry.path), "children": [], "referred_by": []}
    return {
        **records.entry_record(entry, (), ()),
        **kept,
        "fate": revision.fate,
        "now": revision.entry,
        "corrected": corrected_record(revision),
    }


def history_lines(entry: Entry, steps: list[Step]) -> Iterator[str]:
    """Every wording of an entry, the newest first, with what it changed in the one before."""
    yield click.style(label(entry.number, entry.title, entry.text, kind=entry.kind), bold=True)
    before: dict[int, Step] = dict(enumerate(steps, 1))
    if len(steps) < 2:
        yield "No edition that is remembered says or numbers it otherwise."
    for at in range(len(steps) - 1, -1, -1):
        yield ""
        yield from _step_lines(steps[at], before.get(at))


def _step_lines(step: Step, before: Step | None) -> Iterator[str]:
    revision = step.revision
    editions = " to ".join(dict.fromkeys(each for each in (revision.first, revision.last) if each))
    name = label(revision.number, revision.title, kind=revision.kind)
    was = label(before.revision.number, before.revision.title, kind=before.revision.kind) if before else ""
    note = f"  (was {was})" if before and was != name else ""
    yield f"{click.style(editions or 'no edition', bold=True)}  {name}{click.style(note, dim=True)}"
    if step.words:
        yield marked(step.words, "  ")
    elif before is None:
        yield wrap(step.text, "  ")
    else:
        yield "  The same words."


def outgrown_rules(store: Library, answer: Entry) -> list[Outgrown]:
    """The rules that changed since an answer was given; loads what compares only for an entry that rests on any."""
    if all(one.kind != "ruling" for one in store.references_from(answer.id)):
        return []
    from kb.diff.outgrowing import outgrown

    return outgrown(store, answer)


def outgrown_records(store: Library, answer: Entry) -> list[dict[str, Any]]:
    """The same for programs."""
    found = outgrown_rules(store, answer)
    if not found:
        return []
    from kb.diff.outgrowing import record

    return [record(one) for one in found]


def outgrown_lines(store: Library, answer: Entry) -> Iterator[str]:
    """The rules that changed since an answer which rests on them was given, with both wordings."""
    for one in outgrown_rules(store, answer):
        from kb.diff.outgrowing import editions

        name = label(one.rule.number, one.rule.title, kind=one.rule.kind) or one.rule.id
        then, now = editions(one)
        yield click.style(f"Given before {name} ({one.rule.id}) changed:", bold=True)
        yield click.style(f"  {then} → {now}", dim=True)
        yield marked(one.words, "  ")


def errata_lines(store: Library, entry: Entry) -> Iterator[str]:
    """What errata overrule an entry, and what an erratum overrules."""
    overruling = [one.origin for one in store.references_to(entry.id) if one.kind == "ruling"]
    overruled = [one.target or "" for one in store.references_from(entry.id) if one.kind == "ruling"]
    errata = [one for one in map(store.entry, dict.fromkeys(overruling)) if one and one.kind != "faq"]
    rules = [one for one in map(store.entry, dict.fromkeys(overruled)) if one] if entry.kind != "faq" else []
    for one in errata:
        yield ""
        of = f" of {one.edition}" if one.edition else ""
        yield click.style(f"Overruled by an erratum{of} ({one.id}):", bold=True)
        yield wrap(one.text, "  ")
    for one in rules:
        name = label(one.number, one.title, one.text, kind=one.kind)
        yield ""
        yield f"{click.style('An erratum; it overrules', bold=True)} {name} ({one.id})."


def once_lines(store: Library, entry: Entry) -> Iterator[str]:
    """What else a number or name meant before, and where that is now."""
    from kb.past import now_called, once_meant

    for revision in once_meant(store, entry):
        name = label(revision.number, revision.title, revision.markdown, kind=revision.kind)
        now = " and ".join(now_called(store, revision))
        yield f"Up to {revision.last} {name} was another: {f'now {now}' if now else 'withdrawn since'}."
