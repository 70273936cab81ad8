"""`kb rulings [FILE]`: which rules and rulings decide this question?"""

from __future__ import annotations

from pathlib import Path
from typing import IO

import click

from kb.commands import earlier
from kb.commands.folders import build_option, game_option
from kb.commands.output import Progress, json_option, note, print_json, wrap
from kb.commands.posts import (
    as_option,
    from_option,
    post_argument,
    read_post,
    refuse_unknown,
    tell_game,
    warn_relative,
)
from kb.errors import NotFoundError


@click.command()
@post_argument
@from_option
@as_option("How the place of the reply writes [as the post is].")
@game_option("The game that the question is about.")
@json_option
@build_option
def command(
    file: IO[bytes], source: str | None, to: str | None, game: str | None, as_json: bool, build: Path
) -> None:
    """Find the rules and rulings that decide a question.

    The question may be a whole post. At most five are found, each with the sentence that
    matters and why it was found, and a reply ready to paste. It only quotes; where nothing
    fits it says so, with exit status 1.

    Example: kb rulings question.txt --as reddit
    """
    from kb.cite import Rules, find_rulings

    post = read_post(file)
    with Progress(not as_json, "Looking for rulings"), Rules(build) as rules:
        refuse_unknown(rules.games, game)
        found = find_rulings(rules, post, to=to, source=source, game=game)
        held = {one.id: entry for one in found.rulings if (entry := rules.store.entry(one.id))}
        aged = {id: earlier.outgrown_records(rules.store, entry) for id, entry in held.items()}
        warnings = {id: list(earlier.outgrown_lines(rules.store, entry)) for id, entry in held.items()}
    if found.rulings:
        warn_relative(rules.base_url)
    tell_game(rules, found.game, found.why)
    if as_json:
        rulings = [
            {
                "id": one.id,
                "kind": one.kind,
                "sentence": one.sentence,
                "why": one.why,
                "url": one.url,
                "outgrown": aged.get(one.id, []),
            }
            for one in found.rulings
        ]
        print_json(
            {
                "game": found.game,
                "why": found.why,
                "rulings": rulings,
                "reply": found.reply,
                "nearest": found.nearest,
            }
        )
    elif found.rulings:
        for number, one in enumerate(found.rulings, 1):
            click.echo(f"{number}. {click.style(one.id, bold=True)}  found by: {one.why}")
            click.echo(wrap(one.sentence, "   "))
            for line in warnings.get(one.id, ()):
                click.echo(f"   {line}")
        click.echo(f"\n{click.style('A reply to paste:', bold=True)}\n\n{found.reply}")
        if found.nearest:
            note(f"kb search ranks {found.nearest} first, which does not seem to decide it")
    if not found.rulings:
        if not as_json:
            near = f"; the nearest is {found.nearest}, which may decide it" if found.nearest else ""
            note(f"no rule or ruling held here fits this question{near}")
        raise click.exceptions.Exit(NotFoundError.exit_code)
