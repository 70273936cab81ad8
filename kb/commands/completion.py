"""What could this half-typed word become? Shell completion from the build, quiet when there is none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from kb import builds
from kb.commands.folders import given_build
from kb.errors import KbError
from kb.store import Library

_KINDS_SAID = {
    "question": "faq",
    "answer": "faq",
    "definition": "term",
    "glossary": "term",
    "chapter": "section",
}

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


class Kind(click.Choice[str]):
    """A kind of entry: `term`, and what people type for it: `Terms`, `questions`, `ex`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The kind that is meant; wrong use where none or several may be."""
        word = str(value).casefold()
        if word not in self.choices:
            word = _KINDS_SAID.get(word.removesuffix("s"), word.removesuffix("s"))
        begun = [word] if word in self.choices else [kind for kind in self.choices if kind.startswith(word)]
        return super().convert(begun[0] if word and len(begun) == 1 else value, param, ctx)


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
