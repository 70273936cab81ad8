"""How do results and progress reach the reader? Results to standard output, all else to standard error."""

from __future__ import annotations

import json
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, Self, TypeVar

import click

if TYPE_CHECKING:
    from kb.commands.drawing import Fit, Steps

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

_NARROWEST, _WIDEST = 40, 100  # columns; longer lines are hard to read, however wide the terminal
_PATIENCE = 0.7  # seconds after which a step that is at work is named


def note(message: str) -> None:
    """Tell something that is no result."""
    click.echo(f"kb: {message}", err=True)


def tell_waiting(what: str) -> None:
    """Say that something is read from the keyboard, where a person sits at it."""
    if sys.stdin.isatty():
        note(f"type or paste {what}; Ctrl-D at the beginning of a line ends it")


def json_line(document: object) -> str:
    """One line of JSON; escaped where the reader's encoding could not hold every character."""
    encoding = (getattr(sys.stdout, "encoding", None) or "utf-8").lower().replace("-", "")
    return json.dumps(document, ensure_ascii=not encoding.startswith("utf"))


def print_json(document: object) -> None:
    """Print the one JSON document of a `--json` run."""
    click.echo(json_line(document))


_WANTED = "kb.json"
# "\x1b]8;id=1;https://rules.example/magic/314.6/\x1b\\", "\x1b]8;;\x1b\\": where a link begins and ends in a terminal
_LINK = re.compile(r"\x1b\]8;[^\x1b]*\x1b\\")


def json_option(command: Decorated) -> Decorated:
    """`--json`: one document comes out, even of what is not there."""

    def remember(_ctx: click.Context, _: click.Parameter, wanted: bool) -> bool:
        want_json(wanted)
        return wanted

    return click.option(
        "--json", "as_json", is_flag=True, is_eager=True, callback=remember, help="Print one JSON document."
    )(command)


def want_json(wanted: bool) -> None:
    """Remember whether what is not there is to be told as a document."""
    click.get_current_context().meta[_WANTED] = wanted


def tell_missing(ctx: click.Context, message: str, suggestions: Sequence[str]) -> None:
    """The one document of a `--json` run that found nothing; nothing where none is wanted."""
    if ctx.meta.get(_WANTED):
        print_json({"error": message, "suggestions": list(suggestions)})


def show_long(text: str) -> None:
    """Print results; on a terminal, more than fits on it goes through the reader's pager."""
    if sys.stdout.isatty() and text.count("\n") >= os.get_terminal_size().lines - 1:
        os.environ.setdefault("LESS", "-FRX")
        if "less" not in os.environ.get("PAGER", "less"):
            text = _LINK.sub("", text)  # others show what they are made of
        click.echo_via_pager(f"{text}\n")
    else:
        click.echo(text)


class Progress:
    """A line on the terminal that names the step at work and is gone at the end; nothing elsewhere."""

    def __init__(self, wanted: bool = True, step: str = "") -> None:
        """With `step`, that one is named if it takes longer than a person waits without asking."""
        self._on_terminal = wanted and sys.stderr.isatty()
        self._drawn: Steps | None = None
        self._timer = threading.Timer(_PATIENCE, self, [step]) if step and self._on_terminal else None

    def __enter__(self) -> Self:
        if self._timer:
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._timer:
            self._timer.cancel()
        self.clear()
        self._on_terminal = False

    def __call__(self, step: str, share: float | None = None) -> None:
        """Show the step at work instead of the one before; `share` of the whole is done, where that is known."""
        if self._on_terminal:
            from kb.commands.drawing import Steps

            self._drawn = self._drawn or Steps()
            self._drawn.tell(step, share)

    def note(self, message: str) -> None:
        """Tell something that stays, on a terminal or not."""
        self.clear()
        note(message)

    def clear(self) -> None:
        """Take the line away."""
        if self._drawn:
            self._drawn.stop()


def width() -> int:
    """How many columns a line of text may take."""
    try:
        columns = int(os.environ.get("COLUMNS") or os.get_terminal_size().columns)
    except (OSError, ValueError):
        columns = 80
    return max(_NARROWEST, min(_WIDEST, columns))


MARKED = "bold yellow"
"""How marked words look."""


def on_terminal() -> bool:
    """Whether a person sees the results, who is served by rich; a pipe gets plain lines."""
    return sys.stdout.isatty()


def wrap(
    text: str, indent: str = "", marks: Sequence[tuple[int, int]] = (), looks: Sequence[str] = ()
) -> str:
    """A text as it fits the terminal: list items hang, cells stand below each other, `marks` stand out there.

    `looks` says how each mark does, where they differ.
    """
    lines: list[str] = []
    position = 0
    for is_table, group in groupby(text.split("\n"), lambda line: "\t" in line):
        held = list(group)
        if is_table:
            lines += _table([line.split("\t") for line in held], len(indent))
        for line in held:
            if not is_table:
                moved = [(start - position, end - position) for start, end in marks]
                lines += _wrapped(line, moved, indent, looks)
            position += len(line) + 1
    return "\n".join((indent + line).rstrip() for line in lines)


def columns(rows: Sequence[Sequence[str]], gap: str = "  ", indent: str = "", fit: Fit = "wrap") -> list[str]:
    """Rows as lines whose cells stand below each other; `fit` says what a terminal makes of a row that is too long."""
    if rows and on_terminal():
        from kb.commands import drawing

        return [indent + line for line in drawing.rows(rows, len(gap), width() - len(indent), fit)]
    longest = max(map(len, rows), default=0)
    square = [[*row, *[""] * (longest - len(row))] for row in rows]
    widths = [max(map(len, cells)) for cells in zip(*square, strict=True)]
    return [indent + gap.join(map(str.ljust, row, widths)).rstrip() for row in square]


def linked(words: str, address: str) -> str:
    """Words that lead to an address, on a terminal that shows colours."""
    context = click.get_current_context(silent=True)
    if not address or not on_terminal() or (context and context.color is False):
        return words
    from kb.commands import drawing

    return drawing.linked(words, address)


def _table(rows: list[list[str]], indent: int) -> list[str]:
    if on_terminal():
        from kb.commands import drawing

        return drawing.rows(rows, 2, width() - indent, "wrap")
    lines = columns(rows)
    if max(map(len, lines), default=0) <= width():
        return lines
    return [part for row in rows for part in _wrapped(" | ".join(row), (), "", ())]


_WORD = re.compile(r"\S+")
# "- ", "  - ", "12. " before the words of a list item
_ITEM = re.compile(r"\s*(?:-|\d{1,3}\.)\s+")


def _wrapped(line: str, marks: Sequence[tuple[int, int]], indent: str, looks: Sequence[str]) -> Iterator[str]:
    if not line:
        yield ""
        return
    item = _ITEM.match(line)
    lead = item[0] if item else ""
    room = width() - len(indent) - len(lead)
    if on_terminal():
        from kb.commands import drawing

        parts = drawing.text_lines(line, len(lead), room, marks, looks or [MARKED] * len(marks))
    else:
        parts = [line[start:end] for start, end in _spans(line, len(lead), room)]
    for part in parts:
        yield lead + part
        lead = " " * len(lead)


def _spans(line: str, start: int, room: int) -> Iterator[tuple[int, int]]:
    """Where the lines of a wrapped line begin and end; a word longer than the room stands alone."""
    words = list(_WORD.finditer(line, start))
    for number, word in enumerate(words):
        if number and word.end() - start > room:
            yield start, words[number - 1].end()
            start = word.start()
    if words:
        yield start, words[-1].end()
