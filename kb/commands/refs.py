"""`kb refs REF`: everything an entry refers to and everything that refers to it."""

from __future__ import annotations

from pathlib import Path

import click

from kb import builds, records
from kb.commands import references
from kb.commands.folders import game_option, read_option
from kb.commands.lookup import look_up, named, ref_argument
from kb.commands.output import json_option, print_json


@click.command()
@ref_argument()
@game_option("Only look in this game.")
@json_option
@read_option
def command(ref: str, game: str | None, as_json: bool, build: Path | str) -> None:
    """List all references of an entry, in both directions.

    REF is an id, a printed number or a title.

    Example: kb refs leap
    """
    with builds.open_store(build) as store:
        entry = look_up(store, ref, game)
        if as_json:
            outgoing = [records.reference_record(each) for each in store.references_from(entry.id)]
            incoming = [records.backlink_record(each) for each in store.references_to(entry.id)]
            print_json({"id": entry.id, "references": outgoing, "referred_by": incoming})
            return
        listed = list(references.lines(store, entry.id)) or ["", "No references in either direction."]
        click.echo("\n".join([click.style(named(store, entry.id), bold=True), *listed]))
