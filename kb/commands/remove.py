"""`kb remove GAME`: takes a text or a game out; addresses given away still answer."""

from __future__ import annotations

from pathlib import Path

import click

from kb.commands.folders import corpus_option, corpus_to_write
from kb.commands.output import note


@click.command()
@click.argument("game")
@click.option("--source", metavar="NAME", help="Only this text of the game.")
@click.option("--edition", metavar="E", help="Only this edition.")
@click.option(
    "--purge-words", is_flag=True, help="Forget the words too: the addresses answer, without the text."
)
@corpus_option
def command(
    game: str, source: str | None, edition: str | None, purge_words: bool, corpus: Path | None
) -> None:
    """Take an edition, a text or a whole game out of the corpus.

    Permanent addresses that were given away still answer: the ledger keeps what stood there. Where a publisher
    asks for it, --purge-words takes the words out as well.

    Example: kb remove hearthmoor --source rules --edition 2020-03-01
    """
    from kb.tending import remove

    removed = remove(corpus_to_write(corpus), game, source, edition, purge=purge_words)
    for each in removed.sources:
        click.echo(f"removed {each.name}{f' {each.edition}' if each.edition else ''} ({each.file})")
    if purge_words:
        click.echo("its words are out of the ledger")
    note(
        f"{removed.addresses:,} permanent addresses of {game} still answer; `kb build` brings the website up to date"
    )
