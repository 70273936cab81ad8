"""`kb link [FILE]`: a forum post with its rule citations as links."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click

from kb.commands.folders import build_option, game_option
from kb.commands.output import note
from kb.commands.posts import (
    as_option,
    from_option,
    post_argument,
    read_post,
    refuse_unknown,
    tell_game,
    warn_relative,
    write_post,
)

if TYPE_CHECKING:
    from kb.cite import Doubt


@click.command()
@post_argument
@from_option
@as_option("How links are to be written [as the post is].")
@game_option("The game that the post is about [told by the post].")
@click.option("--terms", is_flag=True, help="Link the first mention of each term, too.")
@build_option
def command(
    file: IO[bytes], source: str | None, to: str | None, game: str | None, terms: bool, build: Path | str
) -> None:
    """Write a forum post back with its rule citations as links.

    Everything else stays byte for byte; code, quotations, links and addresses are left alone.
    Citations in doubt are asked about on a terminal, elsewhere listed on standard error.

    Example: kb link post.md --as reddit
    """
    from kb.cite import Rules, link

    post = read_post(file)
    ask = _ask if sys.stdin.isatty() and sys.stderr.isatty() else None
    with Rules(build) as rules:
        refuse_unknown(rules.games, game)
        linked = link(rules, post, to=to, source=source, game=game, terms=terms, choose=ask)
    write_post(linked.text)
    tell_game(rules, linked.game, linked.why)
    if linked.links:
        warn_relative(rules.base_url)
    for doubt in linked.doubts:
        note(f"line {doubt.line}: {_told(doubt)}")


def _told(doubt: Doubt) -> str:
    meant = f"; could be {', '.join(doubt.candidates)}" if doubt.candidates else ""
    return f"“{doubt.text}” is left as it is: {doubt.reason}{meant}"


def _ask(doubt: Doubt) -> str | None:
    """Ask which entry is meant; nothing is an answer too."""
    if not doubt.candidates:
        return None
    click.echo(f"Line {doubt.line}: “{doubt.text}”: {doubt.reason}.", err=True)
    for number, id in enumerate(doubt.candidates, 1):
        click.echo(f"  {number}. {id}", err=True)
    answer: int = click.prompt(
        "Which one? (0 for none)", default=0, type=click.IntRange(0, len(doubt.candidates)), err=True
    )
    return doubt.candidates[answer - 1] if answer else None
