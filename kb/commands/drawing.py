"""How is output drawn where a person sees it? Wrapped, aligned, coloured and linked by rich.

Only `output` imports this, and only for a terminal: a pipe and `--json` get plain lines and never load rich.
"""

from __future__ import annotations

import io
import time
from collections.abc import Sequence
from itertools import zip_longest
from typing import Literal

from rich.console import Console, OverflowMethod, RenderableType
from rich.progress import Progress, SpinnerColumn, Task, TextColumn
from rich.style import Style
from rich.table import Table
from rich.text import Text

Fit = Literal["wrap", "cut", "line"]
"""What a row does that is too long: cells wrap, its end is cut away, or it stays one line."""

_UNLIMITED = 10_000

# Share of the time of a build that has passed when a step begins; measured on the rules of Magic, with --quick
_PASSED = {
    "Finding entries": 0.0,
    "Following references": 0.05,
    "Indexing": 0.09,
    "Storing entries": 0.18,
    "Rendering pages": 0.2,
}
"""Other steps say themselves how long they take."""


def text_lines(
    line: str, lead: int, room: int, marks: Sequence[tuple[int, int]], looks: Sequence[str]
) -> list[str]:
    """The lines of a wrapped line behind its first `lead` characters; `marks` look as `looks` say."""
    text = Text.from_ansi(line) if "\x1b" in line else Text(line)
    for (start, end), look in zip(marks, looks, strict=False):
        if start < len(text) and end > 0:
            text.stylize(look, max(start, 0), end)
    wrapped = text[lead:].wrap(Console(width=max(room, 1)), max(room, 1))
    for part in wrapped:
        part.rstrip()
    return [_printed(part, _UNLIMITED) for part in wrapped]


def rows(cells: Sequence[Sequence[str]], gap: int, room: int, fit: Fit) -> list[str]:
    """Rows as lines whose cells stand below each other; styled cells and links stay so."""
    overflow: OverflowMethod = "ellipsis" if fit == "cut" else "fold"
    grid = Table.grid(padding=(0, gap, 0, 0))
    texts = [[Text.from_ansi(cell) for cell in row] for row in cells]
    *first, _ = zip_longest(*texts, fillvalue=Text())
    left = _UNLIMITED if fit == "line" else room
    for column in first:  # a number or a name is whole where half of the room is enough
        widest = max(text.cell_len for text in column)
        column_width = widest if fit == "line" else min(widest, max(1, left // 2))
        grid.add_column(width=column_width, no_wrap=fit != "wrap", overflow=overflow)
        left -= column_width + gap
    grid.add_column(max_width=max(1, left), no_wrap=fit != "wrap", overflow=overflow)
    for row in texts:
        grid.add_row(*row)
    return [line.rstrip() for line in _printed(grid, _UNLIMITED if fit == "line" else room).splitlines()]


def linked(words: str, address: str) -> str:
    """Words that lead to an address in terminals that know links."""
    return _printed(Text(words, Style(link=address)), _UNLIMITED)


def _printed(what: RenderableType, room: int) -> str:
    console = Console(file=io.StringIO(), force_terminal=True, width=room, highlight=False, markup=False)
    with console.capture() as printed:
        console.print(what, end="", soft_wrap=isinstance(what, Text))
    return printed.get()


class Steps:
    """A line that names the step at work, with how long it will take, and is gone at the end."""

    def __init__(self) -> None:
        self._progress = Progress(
            SpinnerColumn(), _Told(), console=Console(stderr=True), transient=True, refresh_per_second=4
        )
        self._task = self._progress.add_task("")
        self._began: dict[str, float] = {}
        self._last: dict[str, tuple[str, float]] = {}

    def tell(self, step: str, share: float | None = None) -> None:
        """Show the step at work instead of the one before; `magic: Indexing` is one of a game."""
        game, colon, name = step.partition(": ")
        game, name = (game, name) if colon else ("", step)
        now = time.monotonic()
        last, since = self._last.get(game, (name, now))
        self._last[game] = (name, now)
        counts = share is not None or last in _PASSED
        began = self._began.get(game, now) + (0.0 if counts else now - since)
        self._began[game] = began
        share = _PASSED.get(name, 0.0) if share is None else share
        ends = now + (now - began) * (1 - share) / share if share else None
        self._progress.update(self._task, description=step, ends=ends)
        self._progress.start()

    def stop(self) -> None:
        """Take the line away."""
        self._progress.stop()


class _Told(TextColumn):
    def __init__(self) -> None:
        super().__init__("{task.description}", markup=False)

    def render(self, task: Task) -> Text:
        ends = task.fields.get("ends")
        left = ends - time.monotonic() if ends else 0.0
        return Text(f"{task.description} …{f' about {_duration(left)} left' if left >= 1 else ''}")


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"
