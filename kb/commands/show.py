"""`kb show REF`: one entry, its place, its references, what refers to it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import click

from kb import builds, records
from kb.commands import earlier, references
from kb.commands.folders import game_option, read_option
from kb.commands.lookup import look_up, ref_argument, then
from kb.commands.output import columns, json_option, on_terminal, print_json, show_long, width, wrap
from kb.entries import Entry, label
from kb.store import Library

_REFERENCES_SHOWN = 12
_MOST_WHOLE = 12_000  # characters


@click.command()
@ref_argument()
@game_option("Only look in this game.")
@click.option("--full", is_flag=True, help="With everything below it, references as footnotes.")
@click.option("--history", is_flag=True, help="Show every wording that it had, edition by edition.")
@json_option
@read_option
def command(ref: str, game: str | None, full: bool, history: bool, as_json: bool, build: Path | str) -> None:
    """Show one entry: its place, text, children and references.

    REF is an id (red-dragon-inn:leap), a printed number (314.6) or a title (leap); with @EDITION
    behind it, what that edition says.

    Example: kb show "magic 314.6"
    """
    with builds.open_store(build) as store:
        if not history and (past := then(store, ref, game)):
            _tell(earlier.document(past), earlier.lines(store, past), as_json)
            return
        entry = look_up(store, ref, game)
        entry = store.entry(entry.id) or entry  # what holds still is told as it stands in the newest edition
        if history:
            _tell_history(store, entry, as_json)
            return
        if full and not as_json:
            from kb.commands.whole import Whole

            show_long("\n".join(Whole(store).lines(entry, store.titles_of_games()[entry.game])))
            return
        near = store.related_to(entry.id)
        _tell(document(store, entry), _lines(store, entry, near), as_json)


def _tell_history(store: Library, entry: Entry, as_json: bool) -> None:
    from kb.diff.history import record, steps

    found = steps(store, entry)
    _tell({"id": entry.id, "history": record(found)}, earlier.history_lines(entry, found), as_json)


def _tell(document: dict[str, Any], lines: Iterator[str], as_json: bool) -> None:
    if as_json:
        print_json(document)
    else:
        show_long("\n".join(lines))


def document(store: Library, entry: Entry) -> dict[str, Any]:
    """An entry for programs: with its path, what refers to it, and what changed since it was said."""
    children = store.children(entry.id)
    related = records.related_references(entry, (one.id for one in store.related_to(entry.id)))
    return {
        **records.entry_record(entry, [*store.references_from(entry.id), *related], children),
        "path": list(entry.path),
        "children": [
            {
                "id": child.id,
                "at": records.place(entry, child),
                "kind": child.kind,
                "number": child.number,
                "title": child.title,
            }
            for child in children
        ],
        "outgrown": earlier.outgrown_records(store, entry),
        "corrected": earlier.corrected_record(store.revision_at(entry.permalink)),
        "referred_by": [records.backlink_record(each) for each in store.references_to(entry.id)],
    }


def _lines(store: Library, entry: Entry, near: list[Entry]) -> Iterator[str]:
    yield click.style(label(entry.number, entry.title, entry.text, kind=entry.kind), bold=True)
    game = next((game.title for game in store.games() if game.slug == entry.game), entry.game)
    yield click.style(" › ".join((game, *entry.path)), dim=True)
    yield from _in_order(entry, store.children(entry.id))
    yield from earlier.corrected_lines(store.revision_at(entry.permalink), entry.text)
    yield from references.lines(store, entry.id, _REFERENCES_SHOWN)
    if near:
        yield ""
        yield click.style("Related by meaning:", bold=True)
        yield from _children(near)
    yield from earlier.errata_lines(store, entry)
    if outgrown := list(earlier.outgrown_lines(store, entry)):
        yield ""
        yield from outgrown
    if once := list(earlier.once_lines(store, entry)):
        yield ""
        yield from once
    yield ""
    yield click.style(_origin(store, entry), dim=True)


def _in_order(entry: Entry, children: list[Entry]) -> Iterator[str]:
    """The text of an entry with what stands below it where it stands."""
    start = 0
    for at, group in groupby(children, lambda child: records.place(entry, child)):
        if start < at:
            yield f"\n{wrap(entry.text[start:at].rstrip())}"
        start = at
        yield ""
        if at == len(entry.text):
            yield click.style("Below it:", bold=True)
        yield from _below(entry, list(group))
    if start < len(entry.text):
        yield f"\n{wrap(entry.text[start:])}"


def _children(children: list[Entry]) -> Iterator[str]:
    rows = [[child.id.partition(":")[2], _first_words(child)] for child in children]
    for line in columns(rows, indent="  ", fit="cut"):
        yield line if len(line) <= width() else f"{line[: width() - 2]} …"


def _below(entry: Entry, children: list[Entry]) -> Iterator[str]:
    """What stands below an entry: on a terminal whole where it is not much, else a line each."""
    if not on_terminal():
        yield from _children(children)
    elif sum(len(child.text) for child in children) <= _MOST_WHOLE:
        rows = [[child.id.partition(":")[2], _first_words(child)] for child in children]
        yield from columns(rows, indent="  ")
    else:
        yield from _children(children)
        yield click.style(f"  `kb show {entry.id} --full` shows them whole", dim=True)


def _first_words(entry: Entry) -> str:
    return " ".join(part for part in (entry.title, " ".join(entry.text.split())) if part)


def _origin(store: Library, entry: Entry) -> str:
    source = next((s for s in store.sources() if (s.game, s.name) == (entry.game, entry.source)), None)
    title = source.title if source and source.title else entry.source
    edition = f", {entry.edition}" if entry.edition else ""
    place = entry.location
    page = f", {place.printed}" if place.page else ""
    where = f"{place.file}:{place.first_line}-{place.last_line}"
    return f"{entry.kind} {entry.id} · {title}{edition}{page} · {where}"
