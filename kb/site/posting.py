"""What does "Link my post" read? The page that links and verifies posts, and its data beside that of the search."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from kb.cite import portable
from kb.entries import Game
from kb.site.page_context import PageContext
from kb.site.parts import Link
from kb.site.phrases import brief
from kb.site.views import PostPage
from kb.store import Store

FOLDER = "link/"
"""Where the page is; no game may have it."""


class Add(Protocol):
    """Writes a document, of some games or of all, as a file under a name that changes with its content."""

    def __call__(self, name: str, document: object, *games: str) -> str:
        """The name of that file."""


def post_page(page_context: PageContext) -> PostPage:
    """Where a reader pastes a post."""
    return PostPage(
        frame=page_context.frame(
            FOLDER,
            "Link my post",
            "post",
            description="Turn the rule citations of a forum post into links, and check what it quotes.",
        ),
        games=tuple(Link(href=game.slug, label=brief(game.title)) for game in page_context.catalogue.games),
    )


def data(store: Store, add: Add) -> dict[str, Any]:
    """Write what linking and verifying needs besides names and texts; returns where it is."""
    return {
        "baseUrl": store.settings().get("base_url", ""),
        "language": add("language", portable.language()),
        "games": {game.slug: dict(_of_game(store, game, add)) for game in store.games()},
    }


def _of_game(store: Store, game: Game, add: Add) -> Iterator[tuple[str, str]]:
    """The facts of a game, which linking in any game reads, and what its entries said before, if anything else."""
    revisions = [one for one in store.revisions() if one.game == game.slug]
    yield "facts", add("facts", portable.facts(game, list(store.entries(game.slug)), revisions))
    if wordings := portable.wordings(revisions):
        yield "wordings", add("wordings", wordings, game.slug)
