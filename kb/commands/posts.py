"""How do posts come in and go out, byte for byte, and what do the commands that read them share?"""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Callable, Sequence
from typing import IO, TYPE_CHECKING, Any, TypeVar

import click

from kb.commands.folders import read_from
from kb.commands.output import note, tell_waiting
from kb.errors import NotFoundError
from kb.postgres import is_address

if TYPE_CHECKING:
    from kb.cite import Rules

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

PLACE_NAMES = ("markdown", "bbcode", "bgg", "reddit", "discord", "html", "plain")
"""As in `kb.cite.PLACES`, named here so that `--help` need not load it."""


class _Said(io.BytesIO):
    """A post that was typed as it is, which no file holds."""

    name = "<stdin>"


_LIKE_A_FILE = re.compile(r"-|.*[/\\].*|.*\.[^\W\d]\w*", re.DOTALL)
"""A name that means a file even where none is called so: `post.txt`, `posts/1`."""


def post_argument(command: Decorated) -> Decorated:
    """`[FILE]`: a post, standard input if none is named; words that no file is called are the post itself."""
    return click.argument("file", nargs=-1, type=click.Path(), callback=_opened, metavar="[FILE]")(command)


def _opened(ctx: click.Context, param: click.Parameter, values: Sequence[str]) -> IO[bytes]:
    said = " ".join(values) if values else "-"
    held = next(filter(os.path.isfile, values), None)
    if held and len(values) > 1:
        raise click.UsageError(f"one post at a time: {held} is a file", ctx)
    is_word = len(said.split()) < 2
    if os.path.exists(said) or (is_word and _LIKE_A_FILE.fullmatch(said)):
        opened: IO[bytes] = click.File("rb").convert(said, param, ctx)
        return opened
    if is_word:
        note(f"no file is called {said!r}: read as the post itself")
    return _Said(said.encode("utf-8", "surrogateescape"))


def from_option(command: Decorated) -> Decorated:
    """`--from FORMAT`: how the post is written; `--from ADDRESS`: where the rules are published."""
    return click.option(
        "--from",
        "source",
        type=_Origin(PLACE_NAMES),
        multiple=True,
        is_eager=True,
        callback=_told_from,
        help="How the post is written [told by its tags, else markdown]; with postgresql://HOST/NAME, "
        "read what `kb publish` wrote there, not a build.",
    )(command)


class _Origin(click.Choice[str]):
    """A format of posts, or an address."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return value if is_address(value) else super().convert(value, param, ctx)


def _told_from(ctx: click.Context, _: click.Parameter, values: Sequence[str]) -> str | None:
    """The format; an address is noted as what is to be read."""
    for address in filter(is_address, values):
        read_from(ctx, address)
    return next((value for value in reversed(values) if not is_address(value)), None)


def as_option(help: str, *more: str) -> Callable[[Decorated], Decorated]:
    """`--as FORMAT`: what is written."""
    return click.option("--as", "to", type=click.Choice((*PLACE_NAMES, *more)), help=help)


def read_post(file: IO[bytes]) -> str:
    """A post as text; bytes that are no UTF-8 come out again as they went in."""
    if file.name == "<stdin>" and not isinstance(file, _Said):
        tell_waiting("the post")
    return file.read().decode("utf-8", "surrogateescape")


def write_post(text: str) -> None:
    """Print a post as it is; on a terminal, what is typed next begins a new line."""
    is_ended = text.endswith("\n") or not sys.stdout.isatty()
    click.echo(text.encode("utf-8", "surrogateescape"), nl=not is_ended)


def warn_relative(base_url: str) -> None:
    """Say that addresses lead nowhere from a post, where the corpus does not tell where its site stands."""
    if not base_url:
        note(
            "the corpus names no base_url, so these addresses only work within the site; "
            'write base_url = "https://…" into its kb.toml and run `kb build`'
        )


def refuse_unknown(games: dict[str, Any], game: str | None) -> None:
    """Raise NotFoundError for a game that the build does not hold."""
    if game is not None and game not in games:
        raise NotFoundError(f"no game {game!r} in this build; it holds {', '.join(games)}")


def tell_game(rules: Rules, game: str | None, why: str) -> None:
    """Say in a line which game a post was read as and why, where it had to be decided."""
    if game and why:
        note(f"read as {rules.games[game].title}: {why} (--game decides otherwise)")
