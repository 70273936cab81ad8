"""`kb cite REF…`: citations with permanent addresses, ready to paste."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from kb.commands.completion import complete_ref
from kb.commands.folders import game_option, read_option
from kb.commands.lookup import look_up_all
from kb.commands.output import json_line, note, want_json
from kb.commands.posts import as_option, warn_relative
from kb.entries import Entry
from kb.errors import NotFoundError
from kb.store import Library


@click.command()
@click.argument("refs", nargs=-1, required=True, metavar="REF...", shell_complete=complete_ref)
@game_option("Only look in this game.")
@as_option("How the place writes links [markdown]; json for programs.", "json")
@click.option("--quote", is_flag=True, help="Quote the text itself, too.")
@click.option("--copy", is_flag=True, help="Put it on the clipboard as well.")
@read_option
def command(
    refs: tuple[str, ...], game: str | None, to: str | None, quote: bool, copy: bool, build: Path | str
) -> None:
    """Write citations with their permanent addresses, ready to paste.

    REF is an id (red-dragon-inn:leap), a printed number (314.6) or a title (leap); with @EDITION
    behind it, what that edition says.

    Example: kb cite magic:314.6 --as discord --quote
    """
    from kb.cite import Rules, cite, cite_record

    want_json(to == "json")

    with Rules(build) as rules:
        entries = _meant(rules.store, refs, game)
        warn_relative(rules.base_url)
        if to == "json":
            made = json_line({"citations": [cite_record(rules, entry, quote=quote) for entry in entries]})
        else:
            made = cite(rules, entries, to=to or "markdown", quote=quote)
    click.echo(made)
    if copy:
        _copy(made)


def _meant(store: Library, refs: Sequence[str], game: str | None) -> list[Entry]:
    """What each REF names; words that are none by themselves are one together: `rule 314.6`."""
    try:
        return [entry for ref in refs for entry in look_up_all(store, ref, game)]
    except NotFoundError:
        whole = " ".join(refs)
        if len(refs) == 1 or not store.find(whole, game):
            raise
        return look_up_all(store, whole, game)


def _copy(text: str) -> None:
    from kb.reader.clipboard import copy

    if not copy(text):
        note("no clipboard here (looked for pbcopy, wl-copy, xclip, xsel, clip.exe)")
