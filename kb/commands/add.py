"""`kb add FILE... --game SLUG`: puts rule texts into the corpus and tells what was recognised."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kb.commands import coverage, problems
from kb.commands.folders import corpus_option, corpus_to_write
from kb.commands.output import Progress, note, wrap
from kb.entries import Entry, Source, label

if TYPE_CHECKING:
    from kb.adding import Added

_FIRST = 3


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))
@click.option("--game", required=True, metavar="SLUG", help="The game they belong to: red-dragon-inn.")
@click.option("--title", help="Title of the text [as the text says].")
@click.option("--edition", help="Date or number of this issue [as the text says].")
@click.option("--source", metavar="NAME", help="What its editions share: rules, faq [the file's name].")
@corpus_option
def command(
    files: tuple[Path, ...],
    game: str,
    title: str | None,
    edition: str | None,
    source: str | None,
    corpus: Path | None,
) -> None:
    """Put rule texts into the corpus and tell what they hold.

    Copies each text and writes its row into the game's game.toml. A text that is held already in this
    edition is replaced. A folder stands for all the texts in it.

    Example: kb add rules.txt --game hearthmoor --edition 2025-03
    """
    from kb.adding import Wanted, add

    folder = corpus_to_write(corpus)
    with Progress() as progress:
        progress("Reading")
        added = add(files, folder, Wanted(game=game, title=title, edition=edition, source=source))
    click.echo("\n".join(line for each in added.sources for line in _lines(each, added)))
    for problem in added.problems:
        click.echo("\n".join(problems.lines(problem)), err=True)
    note(f"added to {folder / game}; `kb build` makes it searchable")


def _lines(source: Source, added: Added) -> Iterator[str]:
    entries = [
        entry for entry in added.entries if (entry.source, entry.edition) == (source.name, source.edition)
    ]
    kinds = Counter(entry.kind for entry in entries)
    edition = f", edition {source.edition}" if source.edition else ", no edition stated"
    yield f"{click.style(source.title, bold=True)}{edition} ({source.file}, {source.encoding})"
    yield f"  recognised: {source.recognised or 'plain paragraphs'}"
    yield f"  entries:    {', '.join(f'{many:,} {kind}' for kind, many in kinds.most_common())}"
    yield f"  numbers:    {_numbering(entries)}"
    yield f"  characters: {coverage.percent(source)} % accounted for"
    for entry in entries[:_FIRST]:
        yield wrap(f"{entry.kind} {label(entry.number, entry.title, entry.text)}", "    ")
    yield ""


def _numbering(entries: list[Entry]) -> str:
    numbers = [entry.number for entry in entries if entry.number]
    return f"{len(numbers):,}, from {numbers[0]} to {numbers[-1]}" if numbers else "none"
