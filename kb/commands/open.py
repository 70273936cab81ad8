"""`kb open REF`: the page of an entry, in the person's browser."""

from __future__ import annotations

from pathlib import Path

import click

from kb import builds
from kb.commands.folders import build_option, game_option
from kb.commands.lookup import look_up, ref_argument, then
from kb.commands.output import note


@click.command()
@ref_argument()
@game_option("Only look in this game.")
@click.option("--print", "only_print", is_flag=True, help="Print the address and open nothing.")
@build_option
def command(ref: str, game: str | None, only_print: bool, build: Path) -> None:
    """Open the page of an entry in the browser.

    On the published site where the corpus has a `base_url`, else from the build folder.

    Example: kb open "magic 314.6"
    """
    from kb.reader import memory, opening

    with builds.open_store(build) as store:
        entry = look_up(store, ref, game)
        place = opening.address(build, store, entry, is_past=then(store, ref, game) is not None)
    memory.remember(build, entry.id)
    click.echo(place)
    if not only_print and not opening.open_page(place):
        note("no browser here; the address is above")
