"""`kb recent`: what was looked up last on this machine."""

from __future__ import annotations

from pathlib import Path

import click

from kb import builds
from kb.commands.folders import build_option
from kb.commands.output import columns, json_option, note, print_json
from kb.entries import label
from kb.errors import NotFoundError


@click.command()
@click.option("--limit", type=click.IntRange(1, 50), default=10, show_default=True, help="At most so many.")
@json_option
@build_option
def command(limit: int, as_json: bool, build: Path) -> None:
    """List what was looked up last, the latest first.

    In the reader, and with `kb open`.

    Example: kb recent --limit 3
    """
    from kb.reader import memory

    with builds.open_store(build) as store:
        held = [found for id in memory.recall(build).recent if (found := store.entry(id))][:limit]
    if as_json:
        print_json({"recent": [{"id": each.id, "number": each.number, "title": each.title} for each in held]})
    elif held:
        rows = [[each.id, label(each.number, each.title, each.text, kind=each.kind)] for each in held]
        click.echo("\n".join(columns(rows)))
    if not held:
        note("nothing was looked up yet: `kb` alone opens the reader, `kb open REF` a page")
        raise click.exceptions.Exit(NotFoundError.exit_code)
