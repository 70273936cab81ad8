"""`kb init`: a corpus to begin with."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from kb.commands.folders import corpus_option, corpus_to_write
from kb.errors import CorpusError

_SETTINGS = """\
# What the website is called.
title = "Rules"

# Where it will be published. Permanent links are whole addresses then; without it they work where the site is opened.
# base_url = "https://rules.example.org/"

# Where `kb api` answers the searches of the website, for libraries too large for a browser.
# api = "https://api.example.org/"
"""


@click.command()
@click.argument("directory", metavar="[DIR]", default="", type=click.Path(file_okay=False))
@corpus_option
def command(directory: str, corpus: Path | None) -> None:
    """Begin a corpus, here or in DIR: a folder with a commented kb.toml.

    Example: kb init my-rules
    """
    folder = Path(directory) / corpus_to_write(corpus)
    settings = folder / "kb.toml"
    if settings.exists():
        raise CorpusError(f"{settings} is there already; nothing was changed")
    folder.mkdir(parents=True, exist_ok=True)
    settings.write_text(_SETTINGS, encoding="utf-8")
    enter = f"cd {shlex.quote(directory)}, " if directory else ""
    click.echo(f"{settings} is yours to edit. Next: {enter}kb add FILE --game NAME")
