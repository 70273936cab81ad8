"""What is open in the reader, and what may come next? All of it but the drawing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from kb import builds
from kb.entries import Entry, full_label
from kb.errors import KbError, NotFoundError
from kb.reader import changes, memory, pages
from kb.reader.pages import Paragraph

if TYPE_CHECKING:
    from kb.search import Answer, Hit

MOST_HITS = 30

HELP = (
    ("type", "search: words, a question, a number or a name"),
    ("Enter", "open what is marked: a hit, a link"),
    ("↑ ↓", "in the list; in a rule they scroll"),
    ("Tab, Shift-Tab", "the next and the previous link of a rule"),
    ("/", "type a new question"),
    ("Esc", "back to the question as it was; there it takes it away"),
    ("Backspace, ←", "back to what was open before; → or f forward again"),
    ("n p", "the next and the previous rule in reading order"),
    ("u", "what this rule stands under"),
    ("c", "contents of the game"),
    ("h", "history of this rule: each wording it had, word by word"),
    ("d", "what changed in it between the newest two editions"),
    ("g", "the next game, then all games"),
    ("y", "copy the citation with its permanent address"),
    ("o", "open the page in the browser"),
    ("b", "set or take away a bookmark; B lists them"),
    ("r", "recent look-ups"),
    ("?", "this help"),
    ("q, Ctrl-C", "leave; next time it opens where it was"),
)
"""Keys of the reader and what they do."""


@dataclass(slots=True)
class View:
    """What the page shows: an entry, or a list with a title."""

    entry: str | None = None
    title: str = ""
    page: list[Paragraph] = field(default_factory=list)


class Session:
    """A build, opened for reading: look-ups, the way back and forward, bookmarks."""

    def __init__(self, build: Path) -> None:
        self.build = build
        self.memory = memory.recall(build)
        self.view = View()
        self.message = ""
        self._back: list[View] = []
        self._forward: list[View] = []
        self._open()
        if self.memory.game not in self.games:
            self.memory.game = None

    def _open(self) -> None:
        self._identity = builds.identity(self.build)
        self.store = builds.open_store(self.build)
        self.games = self.store.titles_of_games()
        self._orders: dict[str, list[str]] = {}

    def close(self) -> None:
        """Remember where one was, and let go of the files."""
        memory.keep(self.build, self.memory)
        self.store.close()

    def refresh(self) -> bool:
        """Open the build anew where another took its place; whether it did."""
        now = builds.identity(self.build)
        if now == self._identity or not now:
            return False
        try:
            self.store.close()
            self._open()
        except KbError as error:
            self.message = str(error)
            return False
        if self.view.entry:
            self.view = self._entry_view(self.view.entry) or View()
        self.message = "the rules were built anew"
        return True

    @cached_property
    def scope(self) -> list[str | None]:
        """What can be searched: all games, then each."""
        return [None, *self.games] if len(self.games) > 1 else [*self.games]

    def next_game(self) -> None:
        """Search the next game, after the last one all."""
        at = self.scope.index(self.memory.game) if self.memory.game in self.scope else -1
        self.memory.game = self.scope[(at + 1) % len(self.scope)]

    @property
    def game_title(self) -> str:
        """What is searched."""
        only = next(iter(self.games.values())) if len(self.games) == 1 else "all games"
        return self.games.get(self.memory.game or "", only)

    def name(self, hit: Hit) -> str:
        """What a hit is called: `101.1 (Moving)`, and of which game it is where several are searched."""
        entry = self.store.entry(hit.id)
        name = full_label(entry) if entry else hit.id
        is_one = self.memory.game is not None or len(self.games) < 2
        return name if is_one else f"{name}  · {self.games.get(hit.game, hit.game)}"

    def show(self, id: str) -> bool:
        """Open an entry; what was open is one step back."""
        found = self._entry_view(id)
        if found is None:
            self.message = f"{id} is not in this build"
            return False
        self.turn_to(found)
        self.memory.looked_at(id)
        self.memory.entry = id
        return True

    def preview(self, id: str) -> None:
        """Show an entry beside the list, without a step of the way."""
        if self.view.entry != id and (found := self._entry_view(id)):
            self.view = found

    def show_list(self, title: str, ids: list[str]) -> bool:
        """Open a list of entries, which may be empty."""
        held = [found for id in ids if (found := self.store.entry(id))]
        self.turn_to(View(title=title, page=pages.list_page(title, held)))
        self.message = "" if held else "nothing there yet"
        return True

    def back(self) -> bool:
        """What was open before; False at the beginning."""
        return self._step(self._back, self._forward)

    def forward(self) -> bool:
        """What was open before one went back; False at the end."""
        return self._step(self._forward, self._back)

    def _step(self, source: list[View], target: list[View]) -> bool:
        if not source:
            return False
        target.append(self.view)
        self.view = source.pop()
        self.memory.entry = self.view.entry or self.memory.entry
        return True

    def turn_to(self, view: View) -> None:
        """Open something; what was open is one step back."""
        if self.view.entry or self.view.title:
            self._back.append(self.view)
        self._forward.clear()
        self.view, self.message = view, ""

    def _entry_view(self, id: str) -> View | None:
        entry = self.store.entry(id)
        if entry is None:
            return None
        title = self.games.get(entry.game, entry.game)
        return View(entry=id, page=pages.entry_page(self.store, entry, title))

    @property
    def way_back(self) -> bool:
        """Whether anything was open before."""
        return bool(self._back)

    @property
    def entry(self) -> Entry | None:
        """The entry that is open."""
        return self.store.entry(self.view.entry) if self.view.entry else None

    def neighbour(self, step: int) -> bool:
        """Open the next (1) or previous (-1) entry in reading order."""
        entry = self.entry
        if entry is None:
            return False
        order = self._order(entry.game)
        at = order.index(entry.id) + step
        if not 0 <= at < len(order):
            self.message = "this is the last rule" if step > 0 else "this is the first rule"
            return False
        return self.show(order[at])

    def _order(self, game: str) -> list[str]:
        if game not in self._orders:
            self._orders[game] = [entry.id for entry in self.store.entries(game)]
        return self._orders[game]

    def up(self) -> bool:
        """Open what the entry stands under."""
        entry = self.entry
        return bool(entry and entry.parent and self.show(entry.parent))

    def contents(self) -> bool:
        """List what stands at the top of the game, and what stands under that."""
        game = self.memory.game or (self.entry.game if self.entry else next(iter(self.games), ""))
        page = [Paragraph(text=f"Contents: {self.games.get(game, game)}", style="title"), Paragraph(text="")]
        for top in self.store.tops(game):
            page.append(pages.one_line(top))
            page += [pages.one_line(child, indent=2) for child in self.store.children(top.id)]
        self.turn_to(View(title="contents", page=page))
        return True

    def history(self) -> bool:
        """List every wording that the entry had, the newest first."""
        return self._past("history", lambda entry: changes.history_page(self.store, entry))

    def diff(self) -> bool:
        """Tell what changed in the entry, and under it, between the newest two editions."""
        return self._past("diff", lambda entry: changes.diff_page(self.build, entry))

    def _past(self, title: str, made: Callable[[Entry], list[Paragraph]]) -> bool:
        entry = self.entry
        if entry is None:
            return False
        try:
            self.turn_to(View(title=title, page=made(entry)))
        except KbError as error:
            self.message = str(error)
            return False
        return True

    def citation(self) -> str:
        """The citation of what is open, as Markdown."""
        from kb.cite import Rules, cite

        entry = self.entry
        if entry is None:
            return ""
        with Rules(self.build) as rules:
            return cite(rules, [entry], to="markdown")

    def copy(self) -> None:
        """Put the citation on the clipboard, or show it where there is none."""
        from kb.reader.clipboard import copy

        made = self.citation()
        if made:
            self.message = f"copied: {made}" if copy(made) else made

    def bookmark(self) -> None:
        """Set or take away a bookmark on what is open."""
        if self.view.entry:
            self.message = (
                "bookmark set" if self.memory.toggle_bookmark(self.view.entry) else "bookmark taken away"
            )


class Search:
    """The search of the reader: opened in the thread that uses it, once for each build."""

    def __init__(self, build: Path) -> None:
        self._build = build
        self._identity = ""
        self._searcher: object = None

    def ask(self, text: str, game: str | None, limit: int = MOST_HITS) -> Answer:
        """What answers a question; raises KbError for a build that cannot be searched."""
        from kb.search import Searcher

        now = builds.identity(self._build)
        if self._searcher is None or now != self._identity:
            self.close()
            self._searcher, self._identity = Searcher(self._build), now
        assert isinstance(self._searcher, Searcher)
        return self._searcher.search(self._today(text, game), game=game, limit=limit)

    def _today(self, text: str, game: str | None) -> str:
        """A question; of a REF of an edition the id of what it is now."""
        if "@" not in text:
            return text
        from kb.past import of_edition

        with builds.open_store(self._build) as store:
            try:
                found = of_edition(store, text, game)
            except NotFoundError:
                return text
        return (found and found[0].revision.entry) or text

    def close(self) -> None:
        """Let go of the files."""
        from kb.search import Searcher

        if isinstance(self._searcher, Searcher):
            self._searcher.close()
        self._searcher = None


def leading(hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """Of each rule the part that was found first: the others stand beside it on its page."""
    firsts: dict[str, Hit] = {}
    for hit in hits:
        firsts.setdefault(hit.place, hit)
    return tuple(firsts.values())
