"""What does "Link my post" read? The page that links and verifies posts, and its data beside that of the search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from kb.cite import portable
from kb.entries import Entry
from kb.site.page_context import PageContext
from kb.site.parts import Link
from kb.site.phrases import brief
from kb.site.views import PostPage
from kb.store import Store

FOLDER = "link/"
"""Where the page is; no game may have it."""


class Add(Protocol):
    """Writes a document as a file under a name that changes with its content."""

    def __call__(self, name: str, document: object) -> str:
        """The name of that file."""


def post_page(page_context: PageContext) -> PostPage:
    """Where a reader pastes a post."""
    return PostPage(
        frame=page_context.frame(FOLDER, "Link my post", "post"),
        games=tuple(Link(href=game.slug, label=brief(game.title)) for game in page_context.catalogue.games),
    )


def language() -> dict[str, Any]:
    """What linking needs besides the games: common words, and forms that no rule of spelling gives."""
    return portable.language()


def data(store: Store, entries: Sequence[Entry], add: Add) -> dict[str, str]:
    """Write what linking and verifying needs of a game besides names and texts; returns where it is.

    `entries` are all of the store's.
    """
    (game,) = store.games()
    revisions = store.revisions()
    titles = {source.name: source.title for source in store.sources()}
    facts = portable.facts(game, entries, revisions, titles, store.pages())
    found = {"facts": add("facts", facts)}
    if wordings := portable.wordings(revisions):
        found["wordings"] = add("wordings", wordings)
    return found
