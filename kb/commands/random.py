"""`kb random`: a rule that one may not know."""

from __future__ import annotations

import random
from pathlib import Path

import click

from kb import builds
from kb.commands.folders import build_option, game_option
from kb.commands.lookup import refuse_unknown_game
from kb.commands.output import json_option
from kb.errors import NotFoundError


@click.command()
@game_option("Only this game.")
@json_option
@build_option
@click.pass_context
def command(ctx: click.Context, game: str | None, as_json: bool, build: Path) -> None:
    """Show a term or rule drawn by chance, as `kb show` does.

    Example: kb random --game magic
    """
    from kb.commands.show import command as show

    with builds.open_store(build) as store:
        refuse_unknown_game(store, game)
        held = [entry.id for entry in store.entries(game) if entry.text and entry.kind in ("term", "rule")]
    if not held:
        raise NotFoundError("there is no rule and no term to draw from")
    ctx.invoke(show, ref=random.choice(held), game=None, full=False, as_json=as_json, build=build)
