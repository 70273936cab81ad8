"""The reader line by line: for screen readers, simple terminals and who prefers it. The same session, no drawing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import click

from kb.errors import KbError
from kb.reader import opening
from kb.reader.pages import Paragraph
from kb.reader.session import Search, Session, leading

_SHOWN = 10
_COMMANDS = """\
words, a question, a number or a name: search; a number of the list: open it
b back, f forward, n next rule, p previous rule, u what it stands under, l its links
c contents, h history, d what changed, y copy the citation, o open the page, m bookmark, mm bookmarks, r recent
g the next game, ? this help, q leave"""


class Plain:
    """One conversation: each line that is typed gets an answer of whole lines."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.search = Search(session.build)
        self.numbered: list[str] = []
        self._commands: dict[str, Callable[[], Iterable[str]]] = {
            "b": lambda: self._page(session.back()),
            "f": lambda: self._page(session.forward()),
            "n": lambda: self._page(session.neighbour(1)),
            "p": lambda: self._page(session.neighbour(-1)),
            "u": lambda: self._page(session.up()),
            "l": self._links,
            "c": lambda: self._page(session.contents()),
            "h": lambda: self._page(session.history()),
            "d": lambda: self._page(session.diff()),
            "y": lambda: self._told(session.copy),
            "o": self._open,
            "m": lambda: self._told(session.bookmark),
            "mm": lambda: self._page(session.show_list("Bookmarks", session.memory.bookmarks)),
            "r": lambda: self._page(session.show_list("Recent", session.memory.recent)),
            "g": self._next_game,
            "?": _COMMANDS.splitlines,
        }

    def answer(self, line: str) -> Iterable[str]:
        """What to print for one line that was typed."""
        line = line.strip()
        if line in self._commands:
            return self._commands[line]()
        if line.isascii() and line.isdigit() and 0 < int(line) <= len(self.numbered):
            return self._page(self.session.show(self.numbered[int(line) - 1]))
        return self._found(line) if line else ()

    def _found(self, text: str) -> Iterator[str]:
        self.session.refresh()
        found = self.search.ask(text, self.session.memory.game, _SHOWN)
        self.session.memory.query = text
        if found.did_you_mean:
            yield f"Showing results for {found.did_you_mean}."
        hits = leading(found.results)
        self.numbered = [hit.id for hit in hits]
        for number, hit in enumerate(hits, 1):
            yield f"{number}. {self.session.name(hit)}: {' '.join(hit.excerpt.split())}"
        if not found.results:
            yield "Nothing found."

    def _page(self, is_open: bool) -> Iterator[str]:
        if not is_open:
            yield self.session.message or "There is nothing."
            return
        self.numbered = []
        for paragraph in self.session.view.page:
            yield self._line(paragraph)
        if self.session.message:
            yield self.session.message

    def _line(self, paragraph: Paragraph) -> str:
        """A paragraph with the number of each link behind its words."""
        parts, at = [], 0
        for link in paragraph.links:
            self.numbered.append(link.target)
            parts += [paragraph.text[at : link.end], f" [{len(self.numbered)}]"]
            at = link.end
        return " " * paragraph.indent + "".join([*parts, paragraph.text[at:]]).replace("\t", " | ")

    def _links(self) -> Iterator[str]:
        for number, id in enumerate(self.numbered, 1):
            yield f"{number}. {id}"

    def _told(self, act: Callable[[], object]) -> list[str]:
        act()
        return [self.session.message] if self.session.message else []

    def _open(self) -> list[str]:
        entry = self.session.entry
        if entry is None:
            return ["Open a rule first."]
        place = opening.address(self.session.build, self.session.store, entry)
        opening.open_page(place)
        return [place]

    def _next_game(self) -> list[str]:
        self.session.next_game()
        return [f"Searching {self.session.game_title}."]


def run(build: Path) -> None:
    """Answer what is typed, line by line, until `q` or the end of the input."""
    session = Session(build)
    reader = Plain(session)
    click.echo(f"Rules of {session.game_title}. Type what you look for; ? for help, q to leave.")
    try:
        while True:
            line = click.prompt("", prompt_suffix="> ", default="", show_default=False)
            if line.strip() == "q":
                return
            try:
                for told in reader.answer(line):
                    click.echo(told)
            except KbError as error:
                click.echo(f"kb: {error}", err=True)
            session.message = ""
    except (click.Abort, EOFError):
        click.echo()
    finally:
        reader.search.close()
        session.close()
