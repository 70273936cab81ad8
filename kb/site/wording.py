"""What did a newer edition change in a wording? Word by word, for people."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import chain

LONGEST = 1_500
"""Words that are compared; beyond it the two wordings are told as they are."""

LEAST_ALIKE = 0.3
"""Likeness below which two wordings side by side read better than one mended into the other."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Some words and what became of them: `same`, `old` (taken out), `new` (put in)."""

    kind: str
    words: str


def changed(old: str, new: str) -> tuple[Piece, ...]:
    """One text with what changed marked; nothing where only its layout did, or where hardly a word stayed."""
    before, after = old.split(), new.split()
    if before == after or max(len(before), len(after)) > LONGEST:
        return ()
    matcher = SequenceMatcher(None, before, after)  # which skips frequent words of long texts: never slow
    if matcher.ratio() < LEAST_ALIKE:
        return ()
    steps = (
        _pieces(step, before[first:last], after[start:end])
        for step, first, last, start, end in matcher.get_opcodes()
    )
    return tuple(piece for piece in chain.from_iterable(steps) if piece.words)


def _pieces(step: str, before: list[str], after: list[str]) -> tuple[Piece, ...]:
    if step == "equal":
        return (Piece("same", " ".join(before)),)
    return Piece("old", " ".join(before)), Piece("new", " ".join(after))
