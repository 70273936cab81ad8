"""In which order are entries read? Each with its text, parted where its children stand in it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from kb.entries import Entry


@dataclass(frozen=True, slots=True)
class Passage:
    """A part of an entry's text, which a page shows in one piece."""

    depth: int
    entry: Entry
    part: int
    """Which part of its text: 0 comes with its number and title."""

    cuts: tuple[int, ...]
    """The offsets at which its text is parted."""


class _Open(NamedTuple):
    depth: int
    entry: Entry
    cuts: tuple[int, ...]


def cuts(children: Iterable[Entry]) -> tuple[int, ...]:
    """The offsets at which an entry's text is parted for these children, in order."""
    return tuple(sorted({child.at for child in children if child.at is not None}))


def passages(rows: Iterable[tuple[int, Entry]]) -> Iterator[Passage]:
    """Entries in reading order, with their depths, and the rest of a text behind the children that stand in it.

    A text is parted for those of its children that are among them.
    """
    rows = list(rows)
    shown: dict[str, list[Entry]] = {}
    for _, entry in rows:
        shown.setdefault(entry.parent or "", []).append(entry)
    above: list[_Open] = []
    told: dict[str, int] = {}

    def go_on(one: _Open, until: int) -> Iterator[Passage]:
        while told[one.entry.id] < until:
            told[one.entry.id] += 1
            yield Passage(one.depth, one.entry, told[one.entry.id], one.cuts)

    for depth, entry in rows:
        while above and above[-1].depth >= depth:
            last = above.pop()
            yield from go_on(last, len(last.cuts))
        if above and (parent := above[-1]).entry.id == entry.parent:
            before = len(parent.cuts) if entry.at is None else bisect_left(parent.cuts, entry.at)
            yield from go_on(parent, before)
        told[entry.id] = 0
        parted = cuts(shown.get(entry.id, ()))
        yield Passage(depth, entry, 0, parted)
        above.append(_Open(depth, entry, parted))
    while above:
        last = above.pop()
        yield from go_on(last, len(last.cuts))
