"""`kb rename OLD NEW`: calls a game or a source otherwise; addresses given away lead on."""

from __future__ import annotations

from pathlib import Path

import click

from kb.commands.folders import corpus_option, corpus_to_write
from kb.commands.output import note


@click.command()
@click.argument("old")
@click.argument("new")
@corpus_option
def command(old: str, new: str, corpus: Path | None) -> None:
    """Call a game, or one of its texts (GAME/SOURCE), otherwise.

    Every address that was given away under the old name still answers and leads on. A text that went in as a
    text of its own becomes an edition of another by taking its name.

    Example: kb rename hearthmoor/rules-v2 rules
    """
    from kb.tending import rename

    rename(corpus_to_write(corpus), old, new)
    click.echo(f"{old} is called {new} now")
    note("`kb build` brings the website up to date; addresses under the old name lead on")
