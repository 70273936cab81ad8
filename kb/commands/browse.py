"""`kb browse`, and `kb` alone on a terminal: read and search rules without leaving it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from kb.commands.folders import build_option


@click.command()
@click.option(
    "--plain", is_flag=True, help="Line by line, for screen readers and simple terminals [KB_PLAIN]."
)
@build_option
def command(plain: bool, build: Path) -> None:
    """Read and search on a whole screen.

    Type, open, follow links, go back; `kb` alone does the same on a terminal. ? shows the keys.

    Example: kb browse --plain
    """
    browse(build, plain)


def browse(build: Path, plain: bool = False) -> None:
    """Open the reader; line by line where that is wanted or the terminal can do no more."""
    from kb.encoders.threads import use_one_thread

    use_one_thread()  # several are slower for one short question at a time
    simple = os.environ.get("KB_PLAIN") or os.environ.get("TERM", "dumb") in ("dumb", "")
    if plain or simple or not is_terminal():
        from kb.reader import plain as lines

        lines.run(build)
        return
    from kb.reader import screen

    screen.run(build, color=not os.environ.get("NO_COLOR"))


def is_terminal() -> bool:
    """Whether a person sits at both ends."""
    return sys.stdin.isatty() and sys.stdout.isatty()
