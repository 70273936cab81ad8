"""What is a tree of data? Mappings, lists and texts with their lines, whatever they were written in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from kb.errors import ReadError

# half of a pair that stands for one character; alone it is none
_HALF = re.compile("[\ud800-\udfff]")
_DEEPEST = 40
"""Levels; the deepest rule text known to us has 12."""


@dataclass(slots=True)
class Value:
    """A text, or a mapping or list of values."""

    first: int
    """The line on which it begins."""

    last: int
    key_line: int = 0
    """The line of its key; 0 for an item of a list."""

    text: str | None = None
    """Of a text; None for a mapping or a list."""

    pairs: list[tuple[str, Value]] = field(default_factory=list)
    """Of a mapping, in the order of the source."""

    items: list[Value] = field(default_factory=list)
    """Of a list."""

    by_line: bool = False
    """Whether a text stands line by line below its key, as it will be read: `text: |`."""

    def mappings(self) -> Iterator[Value]:
        """Itself and every mapping inside it."""
        if self.pairs:
            yield self
        for value in (*self.items, *(value for _, value in self.pairs)):
            yield from value.mappings()


@dataclass(slots=True)
class _Open:
    """A mapping or list that is not closed yet."""

    value: Value
    is_mapping: bool
    key: str | None = None
    """Of a mapping: the key whose value comes next."""

    key_line: int = 0


class TreeBuilder:
    """Puts a tree together from what a parser meets in the order of the text."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.root: Value | None = None
        self.repeated = 0  # characters of texts that were written once and named again
        self._open: list[_Open] = []

    def text(self, words: str, first: int, last: int, *, by_line: bool = False) -> None:
        """A key, where a mapping awaits one, or a text."""
        words = _HALF.sub("\ufffd", words)
        current = self._open[-1] if self._open else None
        if current and current.is_mapping and current.key is None:
            current.key, current.key_line = words, first
        else:
            self._put(Value(first, max(first, last), text=words, by_line=by_line))

    def begin(self, is_mapping: bool, first: int) -> None:
        """A mapping or a list opens."""
        current = self._open[-1] if self._open else None
        if current and current.is_mapping and current.key is None:
            raise ReadError(f"{self.file}:{first} has a key that is no text: write it as text")
        if len(self._open) >= _DEEPEST:
            raise ReadError(f"{self.file}:{first} nests its lists too deeply: more than {_DEEPEST} levels")
        value = Value(first, first)
        self._put(value)
        self._open.append(_Open(value, is_mapping))

    def end(self, last: int) -> None:
        """The innermost mapping or list closes."""
        closed = self._open.pop().value
        closed.last = max(closed.first, last)

    def _put(self, value: Value) -> None:
        if not self._open:
            self.root = self.root or value
            return
        current = self._open[-1]
        if current.is_mapping:
            value.key_line = current.key_line
            current.value.pairs.append((current.key or "", value))
            current.key = None
        else:
            current.value.items.append(value)


def row_of(value: Value) -> list[str]:
    """The cells of a row of a table: a mapping that has no text of its own, only a list of texts."""
    if len(value.pairs) != 1 or not value.pairs[0][1].items:
        return []
    cells = [
        item.text or next((part.text for _, part in reversed(item.pairs)), None)
        for item in value.pairs[0][1].items
    ]
    return [" ".join(cell.split()) for cell in cells if cell is not None]
