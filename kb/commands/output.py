"""How do results and progress reach the reader? Results to standard output, all else to standard error."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Self, TypeVar

import click

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

_NARROWEST, _WIDEST = 40, 100  # columns; longer lines are hard to read, however wide the terminal
_ERASE = "\r\x1b[K"


def note(message: str) -> None:
    """Tell something that is no result."""
    click.echo(f"kb: {message}", err=True)


def json_line(document: object) -> str:
    """One line of JSON; escaped where the reader's encoding could not hold every character."""
    encoding = (getattr(sys.stdout, "encoding", None) or "utf-8").lower().replace("-", "")
    return json.dumps(document, ensure_ascii=not encoding.startswith("utf"))


def print_json(document: object) -> None:
    """Print the one JSON document of a `--json` run."""
    click.echo(json_line(document))


_WANTED = "kb.json"


def json_option(command: Decorated) -> Decorated:
    """`--json`: one document comes out, whatever happens."""

    def remember(_ctx: click.Context, _: click.Parameter, wanted: bool) -> bool:
        want_json(wanted)
        return wanted

    return click.option(
        "--json", "as_json", is_flag=True, is_eager=True, callback=remember, help="Print one JSON document."
    )(command)


def want_json(wanted: bool) -> None:
    """Remember whether a failure is to be told as a document."""
    click.get_current_context().meta[_WANTED] = wanted


def tell_failure(ctx: click.Context, message: str, suggestions: Sequence[str] = ()) -> None:
    """The one document of a `--json` run that failed; nothing where none is wanted."""
    if ctx.meta.get(_WANTED):
        print_json({"error": message, "suggestions": list(suggestions)})


def show_long(text: str) -> None:
    """Print results; on a terminal, more than fits on it goes through the reader's pager."""
    if sys.stdout.isatty() and text.count("\n") >= os.get_terminal_size().lines - 1:
        os.environ.setdefault("LESS", "-FRX")
        click.echo_via_pager(f"{text}\n")
    else:
        click.echo(text)


class Progress:
    """A line on the terminal that names the step at work and is gone at the end; nothing elsewhere."""

    def __init__(self, wanted: bool = True) -> None:
        self._on_terminal = wanted and sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def __call__(self, step: str) -> None:
        """Show the step at work instead of the one before."""
        if self._on_terminal:
            click.echo(f"{_ERASE}{step} …", err=True, nl=False)

    def note(self, message: str) -> None:
        """Tell something that stays, on a terminal or not."""
        self.clear()
        note(message)

    def clear(self) -> None:
        """Take the line away."""
        if self._on_terminal:
            click.echo(_ERASE, err=True, nl=False)


def width() -> int:
    """How many columns a line of text may take."""
    try:
        columns = int(os.environ.get("COLUMNS") or os.get_terminal_size().columns)
    except (OSError, ValueError):
        columns = 80
    return max(_NARROWEST, min(_WIDEST, columns))


MARKED: Mapping[str, Any] = {"bold": True, "fg": "yellow"}
"""How marked words look."""


def wrap(
    text: str,
    indent: str = "",
    marks: Sequence[tuple[int, int]] = (),
    looks: Sequence[Mapping[str, Any]] = (),
) -> str:
    """A text as it fits the terminal: list items hang, cells stand below each other, `marks` stand out.

    `looks` says how each mark does, where they differ.
    """
    lines: list[str] = []
    position = 0
    table: list[list[str]] = []
    for line in text.split("\n"):
        if "\t" in line:
            table.append(line.split("\t"))
        else:
            lines += [
                *_table(table),
                *_wrapped(line, [(a - position, b - position) for a, b in marks], indent, looks),
            ]
            table = []
        position += len(line) + 1
    lines += _table(table)
    return "\n".join((indent + line).rstrip() for line in lines)


def columns(rows: Sequence[Sequence[str]], gap: str = "  ") -> list[str]:
    """Rows as lines whose cells stand below each other."""
    longest = max(map(len, rows), default=0)
    square = [[*row, *[""] * (longest - len(row))] for row in rows]
    widths = [max(map(len, cells)) for cells in zip(*square, strict=True)]
    return [gap.join(map(str.ljust, row, widths)).rstrip() for row in square]


def _table(rows: list[list[str]]) -> list[str]:
    lines = columns(rows)
    if max(map(len, lines), default=0) <= width():
        return lines
    return [part for row in rows for part in _wrapped(" | ".join(row), (), "")]


_WORD = re.compile(r"\S+")
# "- ", "  - ", "12. " before the words of a list item
_ITEM = re.compile(r"\s*(?:-|\d{1,3}\.)\s+")


def _wrapped(
    line: str, marks: Sequence[tuple[int, int]], indent: str, looks: Sequence[Mapping[str, Any]] = ()
) -> Iterator[str]:
    item = _ITEM.match(line)
    lead = item[0] if item else ""
    for start, end in _spans(line, len(lead), width() - len(indent) - len(lead)):
        yield lead + _marked(line, start, end, marks, looks)
        lead = " " * len(lead)
    if not line:
        yield ""


def _spans(line: str, start: int, room: int) -> Iterator[tuple[int, int]]:
    """Where the lines of a wrapped line begin and end; a word longer than the room stands alone."""
    words = list(_WORD.finditer(line, start))
    for number, word in enumerate(words):
        if number and word.end() - start > room:
            yield start, words[number - 1].end()
            start = word.start()
    if words:
        yield start, words[-1].end()


def _marked(
    line: str,
    start: int,
    end: int,
    marks: Sequence[tuple[int, int]],
    looks: Sequence[Mapping[str, Any]],
) -> str:
    """A stretch of a line with the marked parts of it standing out."""
    parts = []
    for number, (first, last) in enumerate(marks):
        if first < end and last > start:
            parts += [
                line[start : max(first, start)],
                click.style(line[max(first, start) : min(last, end)], **(looks[number] if looks else MARKED)),
            ]
            start = min(last, end)
    return "".join([*parts, line[start:end]])
