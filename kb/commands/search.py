"""`kb search TEXT`: ranked entries, each saying why it matched."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click

from kb import builds
from kb.commands.answers import answer_record
from kb.commands.folders import build_option, game_option
from kb.commands.lookup import refuse_unknown_game
from kb.commands.output import note, print_json, wrap
from kb.entries import KINDS, Entry, label
from kb.errors import NotFoundError
from kb.store import Library

if TYPE_CHECKING:
    from kb.search import Answer, Hit

_LONGEST_POST = 64 * 1024
"""Bytes read of a post; more is no question."""


@click.command()
@click.argument("text", nargs=-1)
@click.option(
    "--file",
    type=click.File("rb"),
    help="Read the question, or a whole post, from a file; - for standard input.",
)
@game_option("Only search this game.")
@click.option("--kind", type=click.Choice(KINDS), help="Only find entries of this kind.")
@click.option(
    "--mode",
    type=click.Choice(["hybrid", "lexical", "semantic"]),
    default="hybrid",
    show_default=True,
    help="By words and meaning, by words, by meaning.",
)
@click.option("--limit", type=click.IntRange(1, 1000), default=10, show_default=True, help="At most so many.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@build_option
def command(
    text: tuple[str, ...],
    file: IO[bytes] | None,
    game: str | None,
    kind: str | None,
    mode: str,
    limit: int,
    as_json: bool,
    build: Path,
) -> None:
    """Find entries about TEXT: words, a question, a number or a name.

    Example: kb search "can I move while engaged" --limit 5
    """
    query = _query(text, file)

    def answer(folder: Path) -> tuple[Answer, list[Entry | None]]:
        from kb.encoders.threads import use_one_thread
        from kb.search import search

        use_one_thread()
        with Library(folder) as store:
            refuse_unknown_game(store, game)
            found = search(folder, query, game=game, kind=kind, mode=mode, limit=limit)
            return found, [store.entry(hit.id) for hit in found.results]

    found, entries = builds.read(build, answer)
    if found.mode != mode:
        note(f"--mode {mode} needs an index of meanings, which this build has not; searched {found.mode}")
    if as_json:
        print_json(answer_record(found))
    elif found.results:
        click.echo("\n".join(_lines(found, entries)))
    if not found.results:
        if not as_json:
            note(f"nothing found for {query!r}")
        raise click.exceptions.Exit(NotFoundError.exit_code)


def _query(text: tuple[str, ...], file: IO[bytes] | None) -> str:
    if bool(text) == bool(file):
        raise click.UsageError("give either words to search for or --file with a post")
    if file is not None:
        return file.read(_LONGEST_POST).decode("utf-8", "replace")
    return " ".join(text).encode("utf-8", "replace").decode()  # a terminal can send bytes that are no text


def _lines(answer: Answer, entries: list[Entry | None]) -> Iterator[str]:
    if answer.did_you_mean:
        yield f"Showing results for {click.style(answer.did_you_mean, bold=True)}."
        yield ""
    digits = len(str(len(entries)))
    for rank, (hit, entry) in enumerate(zip(answer.results, entries, strict=True), 1):
        yield from _hit_lines(f"{rank:>{digits}}. ", hit, entry)


def _hit_lines(rank: str, hit: Hit, entry: Entry | None) -> Iterator[str]:
    indent = " " * len(rank)
    title = label(hit.number, hit.title, entry.text if entry else hit.excerpt, kind=hit.kind)
    place = " › ".join((hit.game, *(entry.path if entry else ())))
    yield f"{rank}{click.style(title, bold=True)}  {click.style(hit.id, fg='cyan')}"
    yield click.style(f"{indent}{place} · {hit.kind} · found by {hit.why.replace('+', ' + ')}", dim=True)
    if hit.excerpt:
        yield wrap(hit.excerpt, indent, hit.marks)
    yield ""
