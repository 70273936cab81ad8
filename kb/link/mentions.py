"""Which words of a text point at something? Finding only; what they point at is decided in `resolve`."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from kb.entries import Entry, Reference
from kb.link.names import Names
from kb.link.tokens import Word


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

    text: str
    """The plain text that all offsets count in."""

    words: list[Word]
    names: Names

    def word_at(self, position: int) -> int | None:
        """The index of the word that begins here."""
        at = bisect_left(self.words, position, key=lambda word: word.start)
        return at if at < len(self.words) and self.words[at].start == position else None


def reference(
    entry: Entry,
    start: int,
    end: int,
    *,
    kind: str = "see",
    target: str | None = None,
    status: str = "resolved",
    candidates: tuple[str, ...] = (),
) -> Reference:
    """A reference by the words of an entry from `start` to `end`."""
    return Reference(
        origin=entry.id,
        kind=kind,
        text=entry.text[start:end],
        start=start,
        end=end,
        target=target,
        status=status,
        candidates=candidates,
    )
