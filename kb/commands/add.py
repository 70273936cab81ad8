"""`kb add FILE... --game SLUG`: puts rule texts into the corpus and tells what was recognised."""

from __future__ import annotations

import re
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kb.commands import found, problems
from kb.commands.folders import corpus_option, corpus_to_write
from kb.commands.output import Progress, json_option, note, print_json, tell_waiting
from kb.errors import ReadError

if TYPE_CHECKING:
    from kb.adding import Added
    from kb.homes import Doubt, Undated, Unnamed

_MOST_PROBLEMS = 20


_ADDRESS = re.compile(r"(?:https?|ftp)://", re.IGNORECASE)


def _files(_context: click.Context, _option: click.Parameter, names: tuple[str, ...]) -> tuple[Path, ...]:
    """The files named, which have to be there; an address is none."""
    if address := next(filter(_ADDRESS.match, names), None):
        raise click.UsageError(f"{address} is an address: save what it shows, and add that file")
    if missing := next((name for name in names if name != "-" and not Path(name).exists()), None):
        raise ReadError(f"{missing} is not there: check the name")
    return tuple(map(Path, names))


def _game(_context: click.Context, _option: click.Parameter, game: str | None) -> str:
    """The game named; without one it is told how."""
    if not game:
        raise click.UsageError(
            "whose rules are these? Add --game and a short name of the game, as in: --game chess"
        )
    return game


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", callback=_files)
@click.option(
    "--game", metavar="SLUG", callback=_game, help="The game they belong to, by a short name: chess."
)
@click.option("--title", help="Title of the text [as the text says].")
@click.option("--edition", help="Date or number of this issue [as the text says].")
@click.option("--source", metavar="NAME", help="The text of which it is an edition: rules, faq [recognised].")
@click.option("--new-source", is_flag=True, help="It is an edition of no text that the game holds.")
@click.option("--dry-run", is_flag=True, help="Tell what is found, and write nothing.")
@click.option("--trace", is_flag=True, help="Print what each step of reading makes of each line.")
@json_option
@corpus_option
def command(
    files: tuple[Path, ...],
    game: str,
    title: str | None,
    edition: str | None,
    source: str | None,
    new_source: bool,
    dry_run: bool,
    trace: bool,
    as_json: bool,
    corpus: Path | None,
) -> None:
    """Put rule texts into the corpus and tell what they hold.

    Copies each text and writes its row into the game's game.toml. Whether it is the next edition of a text
    that is held, or an earlier one, is recognised; in doubt you are asked. A text that is held already in this
    edition is replaced: the ledger keeps what it said first. A folder or a zip stands for all the texts in it,
    - for standard input. Where something is recognised wrongly, the row may tell it: what to write is printed too.

    Example: kb add rules.txt --game hearthmoor --edition 2025-03
    """
    from tempfile import TemporaryDirectory

    from kb.adding import add, from_input
    from kb.homes import Wanted

    folder = corpus_to_write(corpus)
    wanted = Wanted(game=game, title=title, edition=edition, source=source, new_source=new_source)
    with Progress(not as_json) as progress, TemporaryDirectory() as scratch:
        if any(str(file) == "-" for file in files):
            tell_waiting("the text")
        progress("Reading")
        named = [
            from_input(sys.stdin.buffer.read(), Path(scratch)) if str(file) == "-" else file for file in files
        ]
        asking = None if as_json or not sys.stdin.isatty() else partial(_ask, progress)
        tell = partial(click.echo, err=as_json) if trace else None
        added = add(named, folder, wanted, dry_run=dry_run, ask=asking, tell=tell)
    if as_json:
        print_json(_document(added, written=not dry_run))
        return
    for told in added.notes:
        click.echo(f"{told}\n")
    for each in added.sources:
        click.echo("\n".join(found.lines(each, added)))
    _tell_correction(added, folder / game / "game.toml")
    _tell_problems(added)
    done = (
        "nothing was written (--dry-run)"
        if dry_run
        else f"added to {folder / game}; `kb build` makes it searchable"
    )
    note(done)


def _ask(progress: Progress, doubt: Doubt | Undated | Unnamed) -> str | None:
    """Ask a person of which text the new one is an edition, or which; or what a new game is called."""
    from kb.homes import Undated, Unnamed

    progress.clear()
    if isinstance(doubt, Unnamed):
        return str(click.prompt(f"What is the game {doubt.game!r} called?", doubt.title, err=True)).strip()
    if isinstance(doubt, Undated):
        click.echo(f"{doubt.file} does not say which edition of {doubt.name} it is.", err=True)
        asked = f"Its date or number ({doubt.nearest} corrects what is held)"
        return str(click.prompt(asked, err=True)).strip()
    click.echo(f"{doubt.file} may be an edition of a text that {doubt.game} holds:", err=True)
    for number, each in enumerate(doubt.candidates, 1):
        title = each.held.title or each.held.name
        click.echo(f"  {number}  {each.held.name} ({title}): it holds {each.told()}", err=True)
    click.echo("  0  a text of its own", err=True)
    choice = click.prompt("Which?", type=click.IntRange(0, len(doubt.candidates)), err=True)
    return doubt.candidates[choice - 1].held.name if choice else ""


def _tell_correction(added: Added, game_file: Path) -> None:
    first = added.sources[0]
    row = f'file = "{first.file.partition("/")[2]}"'
    each = "" if len(added.sources) == 1 else " (and so for each text)"
    click.echo(
        f"Wrong? Correct the row with {row} in {game_file}{each}, or add to it, without the first #:\n"
    )
    click.echo("\n".join(found.correction(first, added.told_of(first))) + "\n")


def _tell_problems(added: Added) -> None:
    """The first findings about the texts; more of them would bury what was found."""
    for problem in added.problems[:_MOST_PROBLEMS]:
        click.echo("\n".join(problems.lines(problem)), err=True)
    if len(added.problems) > _MOST_PROBLEMS:
        note(f"and {len(added.problems) - _MOST_PROBLEMS:,} more findings; `kb check` lists them all")


def _document(added: Added, written: bool) -> dict[str, object]:
    return {
        "written": written,
        "notes": list(added.notes),
        "sources": [found.document(each, added) for each in added.sources],
        "problems": [problems.document(each) for each in added.problems],
    }
