"""`kb build`: from the corpus to everything that is generated."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kb import builds
from kb.commands import problems
from kb.commands.folders import build_option, corpus_option, corpus_to_read, game_option
from kb.commands.output import Progress, columns, note
from kb.entries import Game
from kb.store import Content

if TYPE_CHECKING:
    from kb.pipeline import BuildReport


@click.command()
@game_option("Report on this game only; every game is built.")
@click.option("--quick", is_flag=True, help="Do not read what texts mean: a table of words stands in.")
@click.option("--strict", is_flag=True, help="Exit 1 if there are problems (the build is made all the same).")
@corpus_option
@build_option
def command(game: str | None, quick: bool, strict: bool, corpus: Path | None, build: Path) -> None:
    """Make entries, references, indexes and website from the corpus.

    All or nothing: the previous build stays in use until the new one is whole. What a text means is
    read once and kept; with --quick it is guessed from its words, and questions are answered less well.

    Example: kb build --strict
    """
    from kb import pipeline
    from kb.encoders.threads import use_one_thread

    use_one_thread()
    folder = corpus_to_read(corpus)
    with Progress() as progress:
        report = pipeline.build(
            folder, build, only=game, quick=quick, progress=progress, on_wait=progress.note
        )
    click.echo("\n".join(columns([_row(each, report.content) for each in report.content.games])))
    done = "Built {} in {:.1f} s" if report.is_new else "Nothing has changed since {} was built: {:.1f} s"
    click.echo(f"{done.format(report.folder, report.seconds)}.")
    if report.unkept:
        note(_unkept(folder, report))
    _tell_problems(report.content, strict)


def _unkept(corpus: Path, report: BuildReport) -> str:
    return (
        f"no ledger could be written into {corpus} ({', '.join(report.unkept)}); permanent addresses are kept in "
        f"{report.folder / builds.LEDGERS} only: keep that folder, or let {corpus} be written and build again"
    )


def _tell_problems(content: Content, strict: bool) -> None:
    if not content.problems:
        return
    note(f"{problems.summary(content.problems)}; `kb check` lists them")
    if strict:
        raise click.exceptions.Exit(1)


def _row(game: Game, content: Content) -> list[str]:
    kinds = Counter(entry.kind for entry in content.entries if entry.game == game.slug)
    told = ", ".join(f"{many:,} {kind}" for kind, many in kinds.most_common())
    return [game.slug, f"{kinds.total():,} entries", told]
