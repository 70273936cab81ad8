"""How is the past of a rule read? Every wording it had, and what changed between the newest two editions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kb.entries import Entry, label
from kb.reader.pages import Paragraph, short
from kb.store import Library

if TYPE_CHECKING:
    from kb.diff import Change, Piece


def history_page(store: Library, entry: Entry) -> list[Paragraph]:
    """Every wording, the newest first, with what it changed in the one before."""
    from kb.diff.history import steps

    found = steps(store, entry)
    page = [Paragraph(text=f"History of {short(entry)}", style="title")]
    if len(found) < 2:
        told = "No edition that is remembered says or numbers it otherwise."
        page += [Paragraph(text=""), Paragraph(text=told)]
    for step in reversed(found):
        revision = step.revision
        name = label(revision.number, revision.title, kind=revision.kind)
        editions = " to ".join(dict.fromkeys(one for one in (revision.first, revision.last) if one))
        page += [Paragraph(text=""), Paragraph(text=f"{editions or 'no edition'}  {name}", style="heading")]
        if step.words:
            page += _wording(step.words)
        elif step is found[0]:
            page += [Paragraph(text=line) for line in step.text.split("\n")]
        else:
            page.append(Paragraph(text="The same words."))
    return page


def diff_page(build: Path, entry: Entry) -> list[Paragraph]:
    """What changed between the newest two editions in an entry and what stands under it; NotFoundError without two."""
    from kb.diff import diff, posting

    found = diff(build, entry.id)
    return [
        Paragraph(text=f"{found.old} → {found.new}: {short(entry)}", style="title"),
        Paragraph(text=posting.summary(found), style="place"),
        *(paragraph for change in found.changes for paragraph in _change(change)),
    ]


def _change(change: Change) -> Iterator[Paragraph]:
    from kb.diff import posting

    notes = "; ".join(one for one in (posting.was(change), posting.heirs(change)) if one)
    yield Paragraph(text="")
    yield Paragraph(
        text=f"{change.status}  {posting.name(change)}{f'  ({notes})' if notes else ''}", style="heading"
    )
    if change.status != "renumbered":
        yield from _wording(change.words)


def _wording(pieces: Sequence[Piece]) -> Iterator[Paragraph]:
    """Words with what was struck and inserted, between signs too: not every screen has colours."""
    from kb.diff import shortened, signed

    text, marks = "", []
    for kind, words in signed(shortened(pieces)):
        if kind != "same":
            marks.append((len(text), len(text) + len(words.rstrip()), kind))
        text += words
    start = 0
    for line in text.split("\n"):
        inside = [(max(a - start, 0), min(b - start, len(line)), kind) for a, b, kind in marks]
        yield Paragraph(text=line, marks=tuple(mark for mark in inside if mark[0] < mark[1]))
        start += len(line) + 1
