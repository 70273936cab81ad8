"""`kb export`: every entry, for other programs."""

from __future__ import annotations

import shutil
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

import click

from kb import builds, records
from kb import store as stores
from kb.commands.folders import build_option, game_option
from kb.commands.lookup import refuse_unknown_game
from kb.commands.output import json_line
from kb.entries import Entry, Reference
from kb.store import Library


@click.command()
@click.option(
    "--format",
    "as_format",
    type=click.Choice(["jsonl", "sqlite", "html"]),
    default="jsonl",
    show_default=True,
    help="One JSON object a line, an SQLite file, or one page with search for a phone without a net.",
)
@click.option("--out", type=click.Path(), default="-", metavar="FILE", help="Write to FILE.")
@game_option("Only this game.")
@build_option
def command(as_format: str, out: str, game: str | None, build: Path) -> None:
    """Write every entry, in reading order, for other programs.

    Example: kb export --game magic | jq -r .title
    """
    with builds.open_library(build) as store:
        refuse_unknown_game(store, game)
        page = _page(build, store, game) if as_format == "html" else b""
        with click.open_file(out, "wb") as file:
            if as_format == "html":
                file.write(page)
                return
            if as_format == "sqlite":
                _write_sqlite(store, game, file)
                return
            for line in _json_lines(store, game):
                file.write(f"{line}\n".encode())


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
    """One game's store as it is, or all in one file."""
    if game is not None:
        with library.of(game).path.open("rb") as file:
            shutil.copyfileobj(file, out)
        return
    with TemporaryDirectory() as folder:
        path = Path(folder) / builds.STORE
        joined = [library.of(slug) for slug in library.slugs]
        related = {id: near for store in joined for id, near in store.related().items()}
        stores.write(path, stores.joined(library.summaries, [store.content() for store in joined]), related)
        with path.open("rb") as file:
            shutil.copyfileobj(file, out)
