"""`kb list [GAME]`: which games, sources and editions a corpus holds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kb.commands.folders import corpus_option, corpus_to_read
from kb.commands.output import columns, json_option, print_json

if TYPE_CHECKING:
    from kb.tending import HeldEdition, HeldGame


@click.command()
@click.argument("game", required=False, metavar="[GAME]")
@json_option
@corpus_option
def command(game: str | None, as_json: bool, corpus: Path | None) -> None:
    """Show the games, sources and editions that the corpus holds.

    Each edition tells how many entries it has, whether it is the one in force, and whether it was built as it is.

    Example: kb list magic
    """
    from kb.tending import listing

    held = listing(corpus_to_read(corpus), game)
    if as_json:
        print_json({"games": [_document(each) for each in held]})
        return
    for each in held:
        click.echo("\n".join(_lines(each)) + "\n")


def _lines(held: HeldGame) -> Iterator[str]:
    was = f", formerly {', '.join(held.formerly)}" if held.formerly else ""
    yield f"{click.style(held.game.slug, bold=True)}  {held.game.title}{was}"
    if not held.editions:
        yield f"  no text is held; {held.addresses:,} permanent addresses still answer"
    for name in dict.fromkeys(each.source.name for each in held.editions):
        editions = [each for each in held.editions if each.source.name == name]
        first = editions[0].source
        yield f"  {name}: {first.title or 'no title'} · {first.licence or 'no licence stated'}"
        yield from columns([_row(each) for each in editions], indent="    ", fit="line")


def _row(held: HeldEdition) -> list[str]:
    count = "" if held.entries is None else f"{held.entries:,} entries"
    return [held.source.edition or "no edition", held.state, count, held.freshness, held.source.file]


def _document(held: HeldGame) -> dict[str, Any]:
    names = dict.fromkeys(each.source.name for each in held.editions)
    return {
        "game": held.game.slug,
        "title": held.game.title,
        "publisher": held.game.publisher,
        "licence": held.game.licence,
        "formerly": list(held.formerly),
        "addresses": held.addresses,
        "sources": [_source([each for each in held.editions if each.source.name == name]) for name in names],
    }


def _source(held: list[HeldEdition]) -> dict[str, Any]:
    first = held[0].source
    return {
        "name": first.name,
        "title": first.title,
        "publisher": first.publisher,
        "licence": first.licence,
        "origin": first.origin,
        "editions": [
            {
                "edition": each.source.edition,
                "state": each.state,
                "entries": each.entries,
                "freshness": each.freshness,
                "file": each.source.file,
                "sha256": each.source.sha256,
            }
            for each in held
        ],
    }
