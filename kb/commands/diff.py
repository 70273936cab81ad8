"""`kb diff GAME|REF`: what changed between two editions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kb.commands.folders import build_option
from kb.commands.lookup import ref_argument
from kb.commands.output import Progress, json_option, print_json
from kb.commands.wording import marked
from kb.errors import NotFoundError

if TYPE_CHECKING:
    from kb.diff import Change, Comparison

STATUSES = ("added", "removed", "changed", "renumbered", "moved")


@click.command()
@ref_argument("GAME|REF")
@click.option("--from", "old", metavar="EDITION", help="The older edition [the one before the newest].")
@click.option("--to", "new", metavar="EDITION", help="The newer edition [the newest].")
@click.option("--source", metavar="NAME", help="Of a game of several texts, which one.")
@click.option("--only", type=click.Choice(STATUSES), multiple=True, help="Only tell these; may be repeated.")
@click.option(
    "--as",
    "to",
    type=click.Choice(["text", "markdown", "html"]),
    default="text",
    show_default=True,
    help="How to write it.",
)
@json_option
@build_option
def command(
    ref: str,
    old: str | None,
    new: str | None,
    source: str | None,
    only: tuple[str, ...],
    to: str,
    as_json: bool,
    build: Path,
) -> None:
    """Tell what changed between two editions of a game, or of one entry.

    Of an entry with what stands under it. The newest two, unless others are named: a date, a
    version, or a year for what was in force then. REF@2024 tells what became of what it meant then.

    Example: kb diff magic --from 2024 --only changed
    """
    from kb.cite import Rules
    from kb.diff import diff, posting, record

    with Progress(not as_json, "Comparing editions"):
        found = diff(build, ref, old=old, new=new, source=source)
    changes = [change for change in found.changes if not only or change.status in only]
    with Rules(build) as rules:
        title = rules.games[found.game].title
        if as_json:
            print_json(record(found, rules.address, only))
        elif to == "text":
            click.echo("\n".join(_lines(found, changes, title)))
        else:
            made = posting.markdown if to == "markdown" else posting.html
            click.echo(made(found, changes, title, rules.address))
    if only and not changes:
        raise click.exceptions.Exit(NotFoundError.exit_code)


def _lines(found: Comparison, changes: Sequence[Change], title: str) -> Iterator[str]:
    from kb.diff import posting

    yield click.style(f"{title} · {found.source} · {found.old} → {found.new}", bold=True)
    yield posting.summary(found)
    above: tuple[str, ...] = ()
    for change in changes:
        if change.path[:2] != above:
            above = change.path[:2]
            yield ""
            yield click.style(" › ".join(above) or title, dim=True)
        yield from _change_lines(change)


_COLOURS = {"added": "green", "removed": "red", "changed": "yellow", "renumbered": "cyan", "moved": "magenta"}


def _change_lines(change: Change) -> Iterator[str]:
    from kb.diff import posting

    notes = [f"was {posting.was(change)}"] if posting.was(change) else []
    notes += [posting.heirs(change)] if change.heirs else []
    status = click.style(f"{change.status:<10}", fg=_COLOURS[change.status])
    note = click.style(f"  ({'; '.join(notes)})", dim=True) if notes else ""
    yield f"{status} {click.style(posting.name(change), bold=True)}{note}"
    if words := marked(change.words):
        yield words
