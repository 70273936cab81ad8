"""`kb export`: every entry, for other programs."""

from __future__ import annotations

import csv
import io
import shutil
import sqlite3
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

import click

from kb import builds, records
from kb import store as stores
from kb.commands.folders import build_option, game_option
from kb.commands.lookup import refuse_unknown_game
from kb.commands.output import Progress, json_line
from kb.entries import Entry, Reference
from kb.store import Library


@click.command()
@click.option(
    "--format",
    "as_format",
    type=click.Choice(["jsonl", "csv", "sqlite", "html"]),
    default="jsonl",
    show_default=True,
    help="One JSON object a line, a table, an SQLite file with full text, or one page with search for a phone.",
)
@click.option("--out", type=click.Path(), default="-", metavar="FILE", help="Write to FILE.")
@game_option("Only this game.")
@build_option
def command(as_format: str, out: str, game: str | None, build: Path) -> None:
    """Write every entry, in reading order, for other programs.

    csv quotes what a spreadsheet would take for a formula; sqlite has a table full_text to search in.

    Example: kb export --game magic | jq -r .title
    """
    if as_format == "sqlite" and out == "-" and sys.stdout.isatty():
        raise click.UsageError("an SQLite file is nothing for a terminal; name a file with --out")
    with builds.open_store(build) as store:
        refuse_unknown_game(store, game)
        page = _page(build, store, game) if as_format == "html" else b""
        with _opened(out) as file:
            if as_format == "html":
                file.write(page)
                return
            if as_format == "sqlite":
                with Progress(step="Writing the file"):
                    _write_sqlite(store, game, file)
                return
            if as_format == "csv":
                _write_csv(store, game, file)
                return
            for line in _json_lines(store, game):
                file.write(f"{line}\n".encode())


@contextmanager
def _opened(out: str) -> Iterator[IO[bytes]]:
    """Where an export is written to; a file is replaced when all of it is there."""
    place = Path(out)
    if out == "-" or (place.exists() and not place.is_file()):  # a device must not be replaced
        with click.open_file(out, "wb") as file:
            yield file
        return
    draft = place.with_name(f".{place.name}.new")
    try:
        with draft.open("wb") as file:
            yield file
        draft.replace(place)
    finally:
        draft.unlink(missing_ok=True)


def _page(build: Path, store: Library, game: str | None) -> bytes:
    from kb import pipeline  # only here: it needs everything that builds a site

    held = [each.slug for each in store.games()]
    if game is None and len(held) != 1:
        raise click.UsageError(f"one file holds one game; name it with --game: {', '.join(held)}")
    return builds.read(build, lambda folder: pipeline.one_page(folder, game or held[0]))


def _json_lines(library: Library, game: str | None) -> Iterator[str]:
    for slug in library.slugs if game is None else (game,):
        store = library.of(slug)
        related = store.related()
        references: dict[str, list[Reference]] = defaultdict(list)
        for reference in store.references():
            references[reference.origin].append(reference)
        children: dict[str, list[Entry]] = defaultdict(list)
        entries = list(store.entries())
        for entry in entries:
            children[entry.parent or ""].append(entry)
        for entry in entries:
            in_order = sorted(references[entry.id], key=lambda reference: reference.start)
            near = records.related_references(entry, related.get(entry.id, ()))
            yield json_line(records.entry_record(entry, [*in_order, *near], children[entry.id]))


def _write_sqlite(library: Library, game: str | None, out: IO[bytes]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / builds.STORE
        asked = [library.of(slug) for slug in library.slugs if game in (None, slug)]
        related = {id: near for store in asked for id, near in store.related().items()}
        stores.write(path, stores.joined(library.summaries, [store.content() for store in asked]), related)
        _add_full_text(path)
        with path.open("rb") as file:
            shutil.copyfileobj(file, out)


def _add_full_text(path: Path) -> None:
    """A table to search in: `SELECT id FROM full_text WHERE full_text MATCH 'exile' ORDER BY rank`."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "CREATE VIRTUAL TABLE full_text USING fts5(id UNINDEXED, number, title, text, tokenize='porter')"
        )
        connection.execute("INSERT INTO full_text SELECT id, number, title, text FROM entries ORDER BY rowid")


_COLUMNS = (
    "id",
    "game",
    "source",
    "edition",
    "kind",
    "number",
    "title",
    "parent",
    "order",
    "url",
    "permalink",
    "text",
)


def _write_csv(store: Library, game: str | None, out: IO[bytes]) -> None:
    """A row an entry; as spreadsheets read it: quoted where needed, in UTF-8 with its mark."""
    lines = io.TextIOWrapper(out, encoding="utf-8-sig", newline="", write_through=True)
    table = csv.writer(lines)
    table.writerow(_COLUMNS)
    for entry in store.entries(game):
        table.writerow([_cell(getattr(entry, column)) for column in _COLUMNS])
    lines.detach()


def _cell(value: object) -> object:
    """A value that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t")) else value
