"""What may programs read here? The page that says where the data is and what each field means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kb.site.addresses import href
from kb.site.machines import game_path
from kb.site.page_context import PageContext
from kb.site.parts import Frame, Link
from kb.site.phrases import counted
from kb.store.summary import Summary

FOLDER = "data/"
"""Where the page is; no game may have it."""

FIELDS = (
    ("id", "GAME:SLUG, the same in every build as long as the text holds the entry"),
    ("game", "the game's short name"),
    (
        "source",
        "the text that it stands in; the record of the game tells each one's title, licence and origin",
    ),
    ("edition", "the edition of that text, or null"),
    ("kind", "term, rule, faq, section, step, example or table"),
    ("number", "as printed, without a final dot, or null"),
    ("title", "as printed, or null; a question is the title of its answer"),
    ("parent", "id of the entry that it stands under, or null"),
    ("order", "its place in reading order, from 0"),
    ("aliases", "other names that it answers to"),
    ("url", "folder of its page below this site: what that number or name means now"),
    ("permalink", "folder of the page that keeps this wording for good"),
    ("text", "its own words, without its title and without what stands below it"),
    ("markdown", "the same, marked up"),
    ("location", "file and lines that it was read from, with the printed page where its text has pages"),
    (
        "references",
        "what its text points at: kind, text, start and end (places in text), target (an id or null), status",
    ),
    ("children", "id of each entry right below it, and at: where in its text that one stands"),
    (
        "cite",
        "what a citation says: name, about, who, and the permanent address where this site has a public one",
    ),
)
"""Every field of an entry's record, in its order, with what it means."""

FILES = (
    ("sitemap.xml", "every page, for search engines"),
    ("opensearch.xml", "how a browser's address bar searches here"),
    ("changes.xml", "an Atom feed of wordings that newer editions brought"),
    (
        "search/index.json",
        "the names of the files that the search reads; their format changes with the program",
    ),
)
"""Files for the whole site, each with what it is for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramsPage:
    """Where programs find the same as readers."""

    frame: Frame
    games: tuple[Link, ...]
    """The records of a whole game; `note` is what they hold."""

    fields: tuple[tuple[str, str], ...]
    example: Link | None
    """The record of some entry."""

    others: tuple[tuple[Link, str], ...]
    """Files for the whole site, each with what it is for."""


def programs_page(page_context: PageContext, games: Sequence[Summary], *, has_feed: bool) -> ProgramsPage:
    """Every file that this site has for programs."""
    is_public = bool(page_context.public(""))
    is_there = {"sitemap.xml": is_public, "opensearch.xml": is_public, "changes.xml": has_feed}
    example = next((one.site["example"] for one in games if one.site["example"]), "")
    return ProgramsPage(
        frame=page_context.frame(FOLDER, "For programs", "machines"),
        games=tuple(
            Link(
                href=_file(game_path(page_context, one.game)),
                label=one.game.title,
                note=counted(one.counts),
            )
            for one in games
        ),
        fields=FIELDS,
        example=Link(href=_file(example), label=example) if example else None,
        others=tuple(
            (Link(href=_file(path), label=path), what) for path, what in FILES if is_there.get(path, True)
        ),
    )


def _file(path: str) -> str:
    folder, _, name = path.rpartition("/")
    return href(FOLDER, f"{folder}/" if folder else "").removesuffix("index.html") + name
