"""`kb build`: from the corpus to everything that is generated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kb import builds
from kb.commands import problems
from kb.commands.folders import build_option, corpus_option, corpus_to_read, game_option
from kb.commands.output import Progress, columns, note

if TYPE_CHECKING:
    from kb.pipeline import BuildReport
    from kb.store.summary import Summary


@click.command()
@game_option("Build and report on this game only.")
@click.option("--quick", is_flag=True, help="Do not read what texts mean: a table of words stands in.")
@click.option("--strict", is_flag=True, help="Exit 1 if there are problems (the build is made all the same).")
@click.option(
    "--workers", metavar="ADDRESS", help="Have the workers of a Dask cluster build: tls://HOST:8786."
)
@click.option(
    "--through", metavar="PLACE", help="A folder or s3://… that they all reach [beside the build's folder]."
)
@corpus_option
@build_option
def command(
    game: str | None,
    quick: bool,
    strict: bool,
    workers: str | None,
    through: str | None,
    corpus: Path | None,
    build: Path,
) -> None:
    """Make entries, references, indexes and website from the corpus.

    Only games whose texts changed are built, several at once. All or nothing for each game: its previous build stays
    in use until the new one is whole, and a game that fails keeps it. What a text means is read once and kept; with
    --quick it is guessed from its words, and questions are answered less well.

    Example: kb build --strict
    """
    from kb import pipeline

    folder = corpus_to_read(corpus)
    with Progress() as progress:
        report = pipeline.build(
            folder,
            build,
            only=game,
            quick=quick,
            workers=workers,
            through=through,
            progress=progress,
            on_wait=progress.note,
        )
    if report.games:
        click.echo("\n".join(columns([_row(each) for each in report.games])))
    click.echo(f"{_done(report)}.")
    for slug, why in report.failed.items():
        held = any(each.game.slug == slug for each in report.games)
        stays = "its earlier build stays" if held else "it is left out"
        note(f"{slug} could not be built, {stays}: {why}")
    if report.unkept:
        note(_unkept(folder, report))
    _tell_problems(report.problems, strict)
    if report.failed:
        raise click.exceptions.Exit(1)


def _done(report: BuildReport) -> str:
    """What was built, in how long."""
    if not report.is_new:
        return f"Nothing has changed since {report.folder} was built: {report.seconds:.1f} s"
    some = (
        f" ({len(report.made)} of {len(report.games)} games)" if len(report.made) < len(report.games) else ""
    )
    return f"Built {report.folder}{some} in {report.seconds:.1f} s"


def _unkept(corpus: Path, report: BuildReport) -> str:
    return (
        f"no ledger could be written into {corpus} ({', '.join(report.unkept)}); permanent addresses are kept in "
        f"{report.folder / builds.GAMES} only: keep that folder, or let {corpus} be written and build again"
    )


def _tell_problems(codes: Mapping[str, int], strict: bool) -> None:
    if not codes:
        return
    note(f"{problems.summary(codes)}; `kb check` lists them")
    if strict:
        raise click.exceptions.Exit(1)


def _row(one: Summary) -> list[str]:
    kinds = Counter(one.counts)
    told = ", ".join(f"{many:,} {kind}" for kind, many in kinds.most_common())
    return [one.game.slug, f"{kinds.total():,} entries", told]
