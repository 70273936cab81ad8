"""The reader on a whole screen: a line to type in, what was found, the rule. Drawn by prompt_toolkit."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

from prompt_toolkit.application import Application, get_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.data_structures import Point
from prompt_toolkit.filters import has_focus
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import (
    BufferControl,
    DynamicContainer,
    FormattedTextControl,
    HSplit,
    Layout,
    VSplit,
    Window,
)
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType
from prompt_toolkit.styles import Style

from kb.errors import KbError, one_line
from kb.reader import opening
from kb.reader.layout import Laid, lay_out
from kb.reader.pages import Paragraph
from kb.reader.session import HELP, Search, Session, View, leading

if TYPE_CHECKING:
    from kb.search import Answer, Hit

ONE_COLUMN = 76
"""A narrower screen shows the list or the rule, not both."""

_LIST_SHARE, _WIDEST_LIST = 0.4, 48
_WIDEST_PAGE = 100
_NARROWEST_TOLD = 16
_FRAME = 3
"""Rows that are none of the page: the line to type in, the stroke below it, the keys."""

_STYLE = Style.from_dict(
    {
        "title": "bold",
        "heading": "bold",
        "place": "fg:ansibrightblack",
        "removed": "strike fg:ansired",
        "added": "underline fg:ansigreen",
        "link": "underline fg:ansicyan",
        "link.marked": "reverse",
        "hit.marked": "reverse",
        "number": "bold",
        "bar": "reverse",
        "prompt": "bold fg:ansigreen",
    }
)


class Screen:
    """The application: what is drawn of a session, and what each key does."""

    def __init__(self, session: Session, *, color: bool = True) -> None:
        self.session = session
        self.hits: tuple[Hit, ...] = ()
        self.names: list[str] = []
        self.marked = 0
        self.top = 0
        self.link: int | None = None
        self._mended = ""
        self._is_reading = False
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="search")
        self._search = Search(session.build)
        self._asked = self._answered = 0
        self._opens_first = False
        self._laid: tuple[object, int, Laid] | None = None
        self.input = Buffer(multiline=False, on_text_changed=lambda _: self.ask())
        self.app: Application[None] = Application(
            layout=self._layout(),
            key_bindings=self._keys(),
            style=_STYLE if color else None,
            full_screen=True,
            mouse_support=True,
        )

    def run(self) -> None:
        """Show the reader until it is left."""
        memory = self.session.memory
        if memory.entry:
            self.session.show(memory.entry)
        self.input.text = memory.query
        self.input.cursor_position = len(memory.query)
        try:
            self.app.run(pre_run=self.ask)
        finally:
            self._asked += 1
            self._worker.submit(self._search.close)
            self._worker.shutdown()

    # What is drawn

    def _layout(self) -> Layout:
        prompt = BufferControl(self.input, input_processors=[BeforeInput(self._prompt)])
        self.input_window = Window(prompt, height=1)
        self.list_window = Window(
            FormattedTextControl(
                self._list,
                focusable=True,
                show_cursor=False,
                get_cursor_position=lambda: Point(0, 2 * self.marked),
            ),
            width=self._list_width,
        )
        self.page_window = Window(
            FormattedTextControl(
                self._page, focusable=True, show_cursor=False, get_cursor_position=lambda: Point(0, self.top)
            ),
            get_vertical_scroll=lambda _: self.top,
        )
        both = VSplit([self.list_window, Window(width=1, char="│", style="class:place"), self.page_window])
        body = DynamicContainer(lambda: both if self._is_wide() else self._single())
        status = Window(FormattedTextControl(self._status), height=1, style="class:bar")
        return Layout(
            HSplit([self.input_window, Window(height=1, char="─", style="class:place"), body, status])
        )

    def _single(self) -> Window:
        """What a narrow screen shows: the page while one reads it, else the list."""
        return self.page_window if self._is_reading else self.list_window

    def _columns(self) -> int:
        return get_app().output.get_size().columns

    def _is_wide(self) -> bool:
        return self._columns() >= ONE_COLUMN

    def _list_width(self) -> int:
        return min(_WIDEST_LIST, int(self._columns() * _LIST_SHARE)) if self._is_wide() else self._columns()

    def _page_width(self) -> int:
        room = self._columns() - (self._list_width() + 1 if self._is_wide() else 0)
        return max(10, min(_WIDEST_PAGE, room - 1))

    def _prompt(self) -> StyleAndTextTuples:
        return [("class:prompt", f"{self.session.game_title} > ")]

    def _list(self) -> StyleAndTextTuples:
        """Two lines a hit: its name, and the sentence that answers."""
        width = self._list_width()
        shown: StyleAndTextTuples = []
        for number, hit in enumerate(self.hits):
            style = "class:hit.marked" if number == self.marked else ""
            name = self.names[number]
            click = self._opener(number)
            shown.append((f"{style} class:number", _cut(name, width).ljust(width) + "\n", click))
            shown.append(
                (style, _cut(f"  {' '.join(hit.excerpt.split())}", width).ljust(width) + "\n", click)
            )
        if not self.hits:
            told = "nothing found" if self.input.text.strip() else "type a question or a number"
            told = "" if self.session.message else told
            shown.append(("class:place", told))
        return shown

    def _opener(self, number: int) -> Callable[[MouseEvent], object]:
        def handle(event: MouseEvent) -> object:
            if event.event_type is MouseEventType.MOUSE_UP:
                self.marked = number
                self._open_marked()
                return None
            return self._wheel(event, lambda step: self._mark(self.marked + step))

        return handle

    def _wheel(self, event: MouseEvent, move: Callable[[int], None]) -> object:
        steps = {MouseEventType.SCROLL_DOWN: 1, MouseEventType.SCROLL_UP: -1}
        if event.event_type not in steps:
            return NotImplemented
        move(steps[event.event_type])
        return None

    def laid(self) -> Laid:
        """The page that is open, as lines."""
        page, width = self.session.view.page, self._page_width()
        if self._laid is None or self._laid[0] is not page or self._laid[1] != width:
            self._laid = (page, width, lay_out(page, width))
        return self._laid[2]

    def _page(self) -> StyleAndTextTuples:
        shown: StyleAndTextTuples = []
        for line in self.laid().lines:
            shown.append(("", " "))
            for style, words, link in line:
                shown.append(self._fragment(style, words, link))
            shown.append(("", "\n"))
        return shown or [("", "")]

    def _fragment(
        self, style: str, words: str, link: int | None
    ) -> tuple[str, str, Callable[[MouseEvent], object]]:
        named = f"class:{style}" if style else ""
        if link is not None:
            named += " class:link" + (" class:link.marked" if link == self.link else "")

        def handle(event: MouseEvent) -> object:
            if event.event_type is MouseEventType.MOUSE_UP and link is not None:
                self._follow(link)
                return None
            return self._wheel(event, lambda step: self._scroll(3 * step))

        return named, words, handle

    def _status(self) -> StyleAndTextTuples:
        told = self.session.message or (f"searched for “{self._mended}”" if self._mended else "")
        keys = "Enter open · Tab links · / search · c contents · y copy · g game · ? help · q quit"
        return [("", _cut(f" {one_line(told) if told else keys}", self._columns()))]

    # Searching

    def ask(self) -> None:
        """Search for what is typed, beside the drawing; only the newest question is answered."""
        self._asked += 1
        number, text, game = self._asked, self.input.text, self.session.memory.game
        self.session.memory.query = text
        self._worker.submit(self._answer, number, text, game)

    def _answer(self, number: int, text: str, game: str | None) -> None:
        if number != self._asked:
            return
        try:
            found = self._search.ask(text, game) if text.strip() else None
            error = ""
        except (KbError, OSError) as failure:
            found, error = None, str(failure)
        loop = self.app.loop
        if loop is not None and number == self._asked:
            loop.call_soon_threadsafe(self._show_hits, number, found, error)

    def _show_hits(self, number: int, found: Answer | None, error: str) -> None:
        if number != self._asked:
            return
        self._answered = number
        self.session.refresh()
        self.session.message = error
        self.hits = leading(found.results) if found else ()
        self.names = [self.session.name(hit) for hit in self.hits]
        self._mended = (found.did_you_mean or "") if found else ""
        self.marked = 0
        opens, self._opens_first = self._opens_first, False
        if opens:
            self._focus(self.input_window)()
        if self.hits and opens:
            self._open_marked()
        elif self.hits and self.app.layout.has_focus(self.input_window):
            self._preview()
        self.app.invalidate()

    # What keys do

    def _preview(self) -> None:
        self.session.preview(self.hits[self.marked].id)
        self.top, self.link = 0, None

    def _mark(self, number: int) -> None:
        if self.hits:
            self.marked = max(0, min(len(self.hits) - 1, number))
            self._preview()

    def _open_marked(self) -> None:
        """Open the hit that is marked; where the answer is still on its way, the first when it comes."""
        self._opens_first = self._answered != self._asked
        if self._opens_first:
            self._focus(self.page_window)()  # whoever types on means the rule, not the question
        elif self.hits:
            self._opened(self.session.show(self.hits[self.marked].id))

    def _opened(self, is_new: bool) -> None:
        if is_new:
            self.top, self.link = 0, None
            self._focus(self.page_window)()

    def _follow(self, link: int) -> None:
        targets = self.laid().targets
        if 0 <= link < len(targets):
            self._opened(self.session.show(targets[link]))

    def _height(self) -> int:
        return max(1, get_app().output.get_size().rows - _FRAME)

    def _scroll(self, lines: int) -> None:
        self.top = max(0, min(self.top + lines, len(self.laid().lines) - self._height()))

    def _next_link(self, step: int) -> None:
        laid = self.laid()
        if not laid.targets:
            return
        start = -1 if self.link is None and step > 0 else (self.link or 0)
        self.link = (start + step) % len(laid.targets)
        line = laid.places[self.link]
        if not self.top <= line < self.top + self._height():
            self.top = max(0, line - self._height() // 3)

    def _show_help(self) -> None:
        longest = max(len(keys) for keys, _ in HELP)
        page = [Paragraph(text="Keys", style="title"), Paragraph(text="")]
        room = max(_NARROWEST_TOLD, self._page_width() - longest - 2)
        for keys, told in HELP:
            first, *more = wrap(told, room)
            page.append(Paragraph(text=f"{keys.ljust(longest)}  {first}"))
            page += [Paragraph(text=line, indent=longest + 2) for line in more]
        self.session.turn_to(View(title="help", page=page))
        self._opened(True)

    def _open_site(self) -> None:
        entry = self.session.entry
        if entry:
            place = opening.address(self.session.build, self.session.store, entry)
            self.session.message = (
                place if opening.open_page(place) else f"no browser here; the page is {place}"
            )

    def _next_game(self) -> None:
        self.session.next_game()
        self.ask()

    def _listed(self, title: str, ids: list[str]) -> None:
        self.session.show_list(title, ids)
        self._opened(True)

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        typing, listing, reading = (
            has_focus(self.input_window),
            has_focus(self.list_window),
            has_focus(self.page_window),
        )
        session = self.session

        def on(*names: str, when: object = None) -> Callable[[Callable[[], object]], None]:
            def bind(act: Callable[[], object]) -> None:
                def handle(event: KeyPressEvent) -> None:
                    if names[0] not in ("y", "o", "b"):
                        session.message = ""
                    act()

                for name in names:
                    keys.add(name, filter=when if when is not None else True)(handle)  # type: ignore[arg-type]

            return bind

        focus = self._focus
        for name in ("c-c", "c-d", "c-q"):
            on(name)(lambda: self.app.exit())
        on("q", when=~typing)(lambda: self.app.exit())
        on("escape", when=~typing)(focus(self.input_window))
        on("/", when=~typing)(self._ask_anew)
        on("escape", when=typing)(self._clear)
        on("enter", when=typing | listing)(self._open_marked)
        on("down", "tab", when=typing)(focus(self.list_window))
        on("down", "j", when=listing)(lambda: self._mark(self.marked + 1))
        on("up", "k", when=listing)(
            lambda: self._mark(self.marked - 1) if self.marked else focus(self.input_window)()
        )
        on("tab", "right", when=listing)(focus(self.page_window))
        on("s-tab", when=listing)(focus(self.input_window))
        on("tab", when=reading)(lambda: self._next_link(1))
        on("s-tab", when=reading)(lambda: self._next_link(-1))
        on("enter", when=reading)(lambda: self._follow(self.link) if self.link is not None else None)
        on("down", "j", when=reading)(lambda: self._scroll(1))
        on("up", "k", when=reading)(lambda: self._scroll(-1))
        on("pagedown", "space", when=reading)(lambda: self._scroll(self._height() - 1))
        on("pageup", when=reading)(lambda: self._scroll(1 - self._height()))
        on("home", when=reading)(lambda: self._scroll(-(10**9)))
        on("end", when=reading)(lambda: self._scroll(10**9))
        on("backspace", "left", when=reading)(
            lambda: self._opened(session.back()) if session.way_back else focus(self.list_window)()
        )
        on("right", "f", when=reading)(lambda: self._opened(session.forward()))
        commands: dict[str, Callable[[], object]] = {
            "n": lambda: self._opened(session.neighbour(1)),
            "p": lambda: self._opened(session.neighbour(-1)),
            "u": lambda: self._opened(session.up()),
            "c": lambda: self._opened(session.contents()),
            "h": lambda: self._opened(session.history()),
            "d": lambda: self._opened(session.diff()),
            "y": session.copy,
            "o": self._open_site,
            "b": session.bookmark,
            "B": lambda: self._listed("Bookmarks", session.memory.bookmarks),
            "r": lambda: self._listed("Recent", session.memory.recent),
            "g": self._next_game,
            "?": self._show_help,
        }
        for name, act in commands.items():
            on(name, when=~typing)(act)
        on("c-g", when=typing)(self._next_game)
        return keys

    def _focus(self, window: Window) -> Callable[[], None]:
        """What moves the keyboard to a part of the screen."""

        def move() -> None:
            self._is_reading = window is self.page_window  # which a narrow screen shows alone
            self.app.layout.focus(window)

        return move

    def _clear(self) -> None:
        self.input.text = ""

    def _ask_anew(self) -> None:
        self._clear()
        self._focus(self.input_window)()


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: max(0, width - 2)]} …"


def run(build: Path, *, color: bool = True) -> None:
    """Open the reader on a build and stay until the person leaves."""
    session = Session(build)
    try:
        Screen(session, color=color).run()
    finally:
        session.close()
