"""What could this half-typed word become? Shell completion from the build, quiet when there is none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

import click

from kb import builds
from kb.commands.folders import given_build
from kb.errors import KbError
from kb.store import Library

Result = TypeVar("Result")
Said = TypeVar("Said", str, tuple[str, ...], None)


def complete_game(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """Slugs of the games held."""
    slugs = _ask(ctx, lambda store: [game.slug for game in store.games()])
    return [slug for slug in slugs if slug.startswith(incomplete)]


def meant_game(ctx: click.Context, _: click.Parameter, said: Said) -> Said:
    """The slug of each game that is named by its slug, its title, or the beginning of one of them."""
    if not said:
        return said
    titles = dict(_ask(ctx, lambda store: [*store.titles_of_games().items()]))
    return _slug(said, titles) if isinstance(said, str) else tuple(_slug(each, titles) for each in said)


def _slug(said: str, titles: Mapping[str, str]) -> str:
    """The one game that is meant; what was said where none or several may be."""
    asked = said.casefold()
    names = {slug: (slug.casefold(), title.casefold()) for slug, title in titles.items()}
    whole = [slug for slug, called in names.items() if asked in called]
    begun = [slug for slug, called in names.items() if any(name.startswith(asked) for name in called)]
    found = whole or begun
    return found[0] if len(found) == 1 else said


def complete_ref(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """Ids of the entries whose id, number or name begins so."""
    return _ask(ctx, lambda store: store.ids_beginning(incomplete))


def _ask(ctx: click.Context, question: Callable[[Library], list[Result]]) -> list[Result]:
    def answer(store: Library) -> list[Result]:
        with store:
            return question(store)

    try:
        return answer(builds.open_store(ctx.params.get("build") or given_build(ctx)))
    except (KbError, OSError):
        return []
