"""Which corpus and which build does a command mean?"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from kb.commands.output import note
from kb.postgres import is_address

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

_CORPUS, _BUILD = Path("corpus"), Path("build")


def corpus_option(command: Decorated) -> Decorated:
    """`--corpus DIR`, here or before the sub-command; given or not is for the command to know."""
    return click.option(
        "--corpus",
        type=click.Path(path_type=Path),
        metavar="DIR",
        callback=lambda ctx, _, value: value or ctx.find_root().params.get("corpus"),
        help="Folder of rule texts [corpus].",
    )(command)


def build_option(command: Decorated) -> Decorated:
    """`--build DIR`, here, before the sub-command or as `KB_BUILD`."""
    return click.option(
        "--build",
        type=click.Path(path_type=Path),
        metavar="DIR",
        is_eager=True,  # which game is meant is asked of the build
        callback=lambda ctx, _, value: ctx.meta.get(_PUBLISHED) or value or given_build(ctx),
        help="Folder of everything generated [build; KB_BUILD].",
    )(command)


class Address(click.ParamType[str]):
    """The address of databases that a build was published in."""

    name = "address"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The address as it stands."""
        return (
            value
            if is_address(value)
            else self.fail(f"{value!r} does not begin with postgresql://", param, ctx)
        )


def read_option(command: Decorated) -> Decorated:
    """`--build DIR`, or `--from ADDRESS` in its place: the command gets either as `build`."""
    option = click.option(
        "--from",
        "published",
        type=Address(),
        metavar="ADDRESS",
        is_eager=True,
        expose_value=False,
        callback=lambda ctx, _, address: read_from(ctx, address),
        help="Read what `kb publish` wrote to postgresql://HOST/NAME, not a build.",
    )
    return option(build_option(command))


def read_from(ctx: click.Context, address: str | None) -> None:
    """Note that a command is to read from an address, if one is given."""
    if address:
        ctx.meta[_PUBLISHED] = address


_PUBLISHED = "kb.published"
"""Where a command's context keeps the address that it is to read from."""


def game_option(help: str, *, several: bool = False) -> Callable[[Decorated], Decorated]:
    """`--game SLUG`, once or several times, completed from the games of the build; a title or a beginning does, too."""
    from kb.commands.completion import complete_game, meant_game

    return click.option(
        "--game",
        metavar="SLUG",
        help=help,
        multiple=several,
        shell_complete=complete_game,
        callback=meant_game,
    )


def given_build(ctx: click.Context) -> Path:
    """The build folder that is meant when the sub-command itself names none."""
    return ctx.find_root().params.get("build") or _BUILD


def corpus_to_read(given: Path | None) -> Path:
    """The corpus named, or `./corpus`, or the one that ships with the package (and say so)."""
    if given is not None or _CORPUS.is_dir():
        return given or _CORPUS
    from kb import shipped

    note("no ./corpus here; reading the one that ships with kb (`kb add FILE --game SLUG` starts your own)")
    return shipped.corpus()


def corpus_to_write(given: Path | None) -> Path:
    """The corpus named, or `./corpus`, which need not exist yet."""
    return given or _CORPUS
