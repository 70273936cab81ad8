"""Which questions does a game answer? All of them with their answers, on one page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from markupsafe import Markup

from kb.entries import Entry, Game
from kb.site.page_context import PageContext, rows
from kb.site.parts import Frame, Link, Row, Rows
from kb.site.passages import passages
from kb.site.phrases import plural

IN_FULL = 200_000
"""Characters of questions and answers that one page shows; beyond it only the questions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionsPage:
    """The questions of a game in reading order, by the section that they stand in."""

    frame: Frame
    title: str
    count: str
    groups: tuple[tuple[Link | None, Rows], ...]


def of_game(page_context: PageContext, game: str) -> list[Entry]:
    """The questions of a game, in reading order."""
    return [entry for entry in page_context.catalogue.entries[game] if entry.kind == "faq"]


def questions_folder(page_context: PageContext, game: Game) -> str:
    """Where the page lives: one level below what an entry called "all" would have."""
    return f"{page_context.addresses.games[game.slug]}all/questions/"


def questions_page(page_context: PageContext, game: Game) -> QuestionsPage:
    """All questions of a game, each with its answer and what stands below that."""
    folder = questions_folder(page_context, game)
    found = of_game(page_context, game.slug)
    is_short = sum(len(entry.text) for entry in found) <= IN_FULL
    count = plural(len(found), "faq")
    return QuestionsPage(
        frame=page_context.frame(
            folder,
            f"Questions and answers · {game.title}",
            "questions",
            trail=[page_context.game_link(folder, game.slug)],
            game=game.slug,
        ),
        title=game.title,
        count=count,
        groups=tuple(
            _group(page_context, folder, parent, list(held), in_full=is_short)
            for parent, held in groupby(found, key=lambda entry: entry.parent)
        ),
    )


def _group(
    page_context: PageContext, folder: str, parent: str | None, held: Sequence[Entry], *, in_full: bool
) -> tuple[Link | None, Rows]:
    above = page_context.catalogue.by_id.get(parent or "")
    heading = page_context.entry_link(folder, above) if above else None
    top = 3 if heading else 2
    return heading, rows(_rows(page_context, folder, held, top, in_full=in_full))


def _rows(
    page_context: PageContext, folder: str, held: Sequence[Entry], top: int, *, in_full: bool
) -> Iterator[Row]:
    """Questions with headings of the level `top`, and what stands below their answers."""
    for entry in held:
        below = page_context.catalogue.descendants(entry) if in_full else ()
        shown = [
            (0, entry),
            *((depth, one) for depth, one in below if one.kind != "faq"),  # which has a place of its own
        ]
        for one in passages(shown):
            texts = page_context.body_in(one.entry, folder, {}, one.cuts) if in_full else [Markup()]
            row = page_context.row(folder, one, texts)
            yield replace(row, depth=min(one.depth + 1, 6), level=min(top + one.depth, 6))
