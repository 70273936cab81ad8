"""A rule with everything below it, in reading order: numbers aligned, references as footnotes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import click

from kb import records
from kb.commands.lookup import named
from kb.commands.output import wrap
from kb.entries import Entry, label
from kb.store import Library

DEEPEST = 24
"""Columns of indent from which deeper levels stand below each other."""


class Whole:
    """An entry and all that stands under it, as lines; footnotes are numbered as they come."""

    def __init__(self, store: Library) -> None:
        self._store = store
        self._notes: dict[str, int] = {}

    def lines(self, entry: Entry, game: str) -> Iterator[str]:
        """Name, place, everything, then what the footnotes lead to."""
        yield click.style(label(entry.number, entry.title, entry.text, kind=entry.kind), bold=True)
        yield click.style(" › ".join((game, *entry.path)), dim=True)
        yield from self._inside(entry, "")
        if self._notes:
            yield ""
        for target, number in self._notes.items():
            yield click.style(wrap(f"[{number}] {named(self._store, target)}"), dim=True)

    def _inside(self, entry: Entry, indent: str, head: str = "") -> Iterator[str]:
        """An entry's text with its children where they stand in it; `head` stands before its first words."""
        text, moved = self._noted(entry)
        children = self._store.children(entry.id)
        widest = max((len(child.number or "") for child in children), default=0)
        start = 0
        for at, group in groupby(children, lambda child: records.place(entry, child)):
            yield from self._part(text[start : moved(at)], indent, head)
            start, head = moved(at), ""
            for child in group:
                yield from self._child(child, widest, indent)
        yield from self._part(text[start:], indent, head)

    def _part(self, text: str, indent: str, head: str) -> Iterator[str]:
        if text.strip():
            made = wrap(text.strip("\n"), indent)
            yield f"\n{made[: len(indent) - len(head)]}{click.style(head, bold=True)}{made[len(indent) :]}"
        elif head.strip():
            yield f"\n{indent[: len(indent) - len(head)]}{click.style(head.rstrip(), bold=True)}"

    def _child(self, child: Entry, widest: int, indent: str) -> Iterator[str]:
        """A child: its number in a column of its own, beside its title or its first words."""
        head = f"{(child.number or '').ljust(widest)}  " if widest else ""
        if child.title:
            yield f"\n{indent}{click.style(f'{head}{child.title}'.rstrip(), bold=True)}"
            head = ""
        deeper = indent if len(indent) > DEEPEST else indent + " " * (widest + 2 if widest else 2)
        yield from self._inside(child, deeper, head if len(head) <= len(deeper) else "")

    def _noted(self, entry: Entry) -> tuple[str, _Moved]:
        """The text with footnotes behind what it refers to, and where its places are now."""
        parts, at, moves = [], 0, []
        for each in self._store.references_from(entry.id):
            if each.target and at <= each.start < each.end and each.kind == "see":
                note = f" [{self._notes.setdefault(each.target, len(self._notes) + 1)}]"
                parts += [entry.text[at : each.end], note]
                moves.append((each.end, len(note)))
                at = each.end
        return "".join([*parts, entry.text[at:]]), _Moved(moves)


class _Moved:
    """Where a place of a text is after footnotes were put into it."""

    def __init__(self, moves: list[tuple[int, int]]) -> None:
        self._moves = moves

    def __call__(self, at: int) -> int:
        return at + sum(by for place, by in self._moves if place <= at)
