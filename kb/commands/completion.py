"""What could this half-typed word become? Shell completion from the build, quiet when there is none."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import click

from kb import builds
from kb.commands.folders import given_build
from kb.errors import KbError
from kb.store import Library

Result = TypeVar("Result")


def complete_game(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """Slugs of the games held."""
    slugs = _ask(ctx, lambda store: [game.slug for game in store.games()])
    return [slug for slug in slugs if slug.startswith(incomplete)]


def complete_ref(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """Ids of the entries whose id, number or name begins so."""
    return _ask(ctx, lambda store: store.ids_beginning(incomplete))


def _ask(ctx: click.Context, question: Callable[[Library], list[str]]) -> list[str]:
    def answer(store: Library) -> list[str]:
        with store:
            return question(store)

    try:
        return answer(builds.open_store(ctx.params.get("build") or given_build(ctx)))
    except (KbError, OSError):
        return []
