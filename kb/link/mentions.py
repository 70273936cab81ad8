"""Which words of a text point at something? Finding only; what they point at is decided in `resolve`.

The finders run in order and the first one to claim a stretch of text keeps it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kb.entries import Entry
from kb.link.names import Names
from kb.link.stretches import merged
from kb.link.tokens import Word, read


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """Words in an entry's text that point at something, before anybody knows at what."""

    start: int
    end: int
    form: str
    """How they point: `number`, `name`, `those`, `page`, `page beside`, `anchor`, `address`."""

    name: str = ""
    """The number, name, page or anchor, without the words around it."""

    cue: str = ""
    """The kind of thing they announce: `rule`, `section`, `appendix`; empty for a bare number or name."""

    title: str = ""
    """The name printed beside a number: rule 508, “Declare Attackers Step.”"""

    to: str = ""
    """Where a range ends: the `f` of 603.7d–f."""

    between: tuple[int, int] = (0, 0)
    """Where the words for its first end stop and those for its last end begin."""

    booklet: str = ""
    """The other booklet it is said to be in: page 16 of the Walkthrough."""

    candidates: tuple[str, ...] = ()
    """Ids of the entries a name may mean, where finding it has told already."""

    certain: bool = True
    """Whether it surely points: then a target we do not hold is `missing`, else the words mean nothing."""


@dataclass(frozen=True, slots=True)
class Reading:
    """An entry's text as the finders see it."""

    entry: Entry
    words: list[Word]
    names: Names

    @property
    def text(self) -> str:
        """The plain text that all offsets count in."""
        return self.entry.text


Find = Callable[[Reading, "list[Mention]"], Iterable[Mention]]


def find(
    entry: Entry, names: Names, finders: Iterable[Find], words: list[Word] | None = None
) -> list[Mention]:
    """Every mention in an entry's text, in order, none overlapping another."""
    reading = Reading(entry, read(entry.text) if words is None else words, names)
    found: list[Mention] = []
    for finder in finders:
        found = merged(found, finder(reading, found))
    return found
