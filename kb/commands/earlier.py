"""What did an entry say in an edition before the one that is held now?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from kb import records
from kb.commands.output import wrap
from kb.entries import Entry, label
from kb.findings import Revision


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """A wording of the past, as an entry, and what became of it."""

    entry: Entry
    revision: Revision
    game: str
    """The game's title."""


def earlier_wording(build: Path, ref: str, game: str | None) -> Wording | None:
    """What `NUMBER@EDITION` said then, unless it says the same now."""
    from kb.cite import Rules  # nothing else that is shown needs the ledger

    with Rules(build) as rules:
        for entry in rules.resolve(ref, game):
            revision = rules.addressed(entry.permalink)
            if revision and revision.fate != "current":
                return Wording(entry=entry, revision=revision, game=rules.games[entry.game].title)
            break
    return None


def lines(wording: Wording) -> Iterator[str]:
    """The wording for people, and where to look for what holds now."""
    entry, revision = wording.entry, wording.revision
    yield click.style(label(entry.number, entry.title, entry.text, kind=entry.kind), bold=True)
    yield click.style(" › ".join((wording.game, *entry.path)), dim=True)
    if entry.text:
        yield ""
        yield wrap(entry.text)
    yield ""
    now = f"`kb show {revision.entry}` shows what holds now" if revision.entry else "nothing takes its place"
    editions = " to ".join(dict.fromkeys(each for each in (revision.first, revision.last) if each))
    yield f"The wording of {editions}, {revision.fate} since; {now}."
    yield ""
    yield click.style(f"{entry.kind} {entry.permalink.rstrip('/')}", dim=True)


def document(wording: Wording) -> dict[str, Any]:
    """The same for programs: the entry as it was, `fate`, and `now`, the id of what it is today."""
    entry, revision = wording.entry, wording.revision
    kept = {"path": list(entry.path), "referred_by": []}
    return {**records.entry_record(entry, (), ()), **kept, "fate": revision.fate, "now": revision.entry}
