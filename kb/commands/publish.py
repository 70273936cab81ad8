"""`kb publish ADDRESS`: a build, copied into a PostgreSQL database for many readers."""

from __future__ import annotations

from pathlib import Path

import click

from kb.commands.folders import build_option, game_option
from kb.commands.output import Progress, note

_MOST_TOLD = 12
"""Games that are told by name."""


@click.command()
@click.argument("address", metavar="ADDRESS")
@game_option("Only write this game, and take none out; may be given again.", several=True)
@build_option
def command(address: str, game: tuple[str, ...], build: Path) -> None:
    """Copy a build into a PostgreSQL database with pgvector.

    ADDRESS is postgresql://USER@HOST/NAME, of an empty database or one that was published into before. Games that did
    not change are left alone, each other one is exchanged in one step. Several databases share the games by --game.

    Example: kb publish postgresql://kb@db.example.org/rules
    """
    from kb.postgres import is_address

    if not is_address(address):
        raise click.BadParameter("it begins with postgresql://", param_hint="ADDRESS")
    from kb.publishing import publish

    with Progress() as progress:
        done = publish(build, address, game, progress)
    told = [
        f"{len(slugs)} {word}" + (f" ({', '.join(slugs)})" if len(slugs) <= _MOST_TOLD else "")
        for slugs, word in ((done.written, "written"), (done.removed, "taken out"))
        if slugs
    ]
    if done.kept:
        told.append(f"{len(done.kept)} unchanged")
    note(f"games: {', '.join(told) or 'none'}")
