"""What stands where on a printed page? Pieces of lines: words in one row, in one size, without a gap between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

_SAME_ROW = 0.35
"""Baselines so near to each other, in letter sizes, are those of one row."""
_GAP = 1.1
"""So wide a gap, in letter sizes, parts pieces of a row: words stand closer even in justified lines."""
_RAISED = 0.8
"""Letters so much smaller than those before them and higher up are set above the line."""
_HIGHEST = 0.6
_CLOSE = 0.18
_INITIAL = 1.8
"""So much larger than the words beside it is an initial."""
_MOST_INITIALS = 20
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True, slots=True)
class Piece:
    """Words that stand together in one row; distances in points from the lower left corner."""

    text: str
    left: float
    right: float
    base: float
    """Height of its baseline."""

    size: float
    bold: bool = False
    leads: bool = False
    """Whether its first word is set in bold, as names are at a paragraph's beginning."""

    @property
    def width(self) -> float:
        """From its first letter to its last."""
        return self.right - self.left


def pieces_of(words: Iterable[Piece]) -> list[Piece]:
    """Words in the order of a document's text, joined where they stand in one row without a gap."""
    pieces: list[Piece] = []
    for word in words:
        joined = _join(pieces[-1], word) if pieces else None
        if joined:
            pieces[-1] = joined
        else:
            pieces.append(word)
    return pieces


def _join(before: Piece, word: Piece) -> Piece | None:
    """A piece and the word after it as one; None where they stand apart."""
    gap = word.left - before.right
    if not -before.size < gap < _GAP * max(before.size, word.size):
        return None
    rise = word.base - before.base
    if (
        word.size < _RAISED * before.size
        and 0 <= rise < _HIGHEST * before.size
        and gap < _CLOSE * before.size + 1
    ):
        return replace(before, text=before.text + _raised(before.text, word.text), right=word.right)
    if abs(rise) > _SAME_ROW * max(before.size, word.size):
        return None
    return Piece(
        text=f"{before.text} {word.text}",
        left=before.left,
        right=max(before.right, word.right),
        base=before.base,
        size=before.size if len(before.text) >= len(word.text) else word.size,
        bold=before.bold and word.bold,
        leads=before.leads,
    )


def _raised(before: str, word: str) -> str:
    """What was printed above the line: an ending (`138th`), an exponent (`cm²`), the mark of a note."""
    if word.isdigit() and before[-1:].isalpha() and len(before.rsplit(" ", 1)[-1]) <= 3:
        return word.translate(_SUPERSCRIPTS)
    return word if word.isalpha() and before[-1:].isdigit() else f" {word}"


def rows_of(pieces: Iterable[Piece]) -> Iterator[list[Piece]]:
    """Pieces from top to bottom, those of one row together, from left to right."""
    row: list[Piece] = []
    for piece in sorted(pieces, key=lambda each: (-each.base, each.left)):
        if row and row[0].base - piece.base > _SAME_ROW * max(row[0].size, piece.size):
            yield sorted(row, key=lambda each: each.left)
            row = []
        row.append(piece)
    if row:
        yield sorted(row, key=lambda each: each.left)


def with_initials(pieces: Sequence[Piece]) -> list[Piece]:
    """Pieces with a large initial over several rows put before the topmost of the words beside it."""
    held = list(pieces)
    single = [piece for piece in pieces if len(piece.text) == 1 and piece.text.isupper()]
    for initial in single[:_MOST_INITIALS]:
        beside = [
            piece
            for piece in held
            if 0 < piece.left - initial.right + initial.size * _CLOSE < initial.size
            and initial.size > _INITIAL * piece.size
            and 0 <= piece.base - initial.base < initial.size
        ]
        if beside:
            first = max(beside, key=lambda piece: piece.base)
            held[held.index(first)] = replace(first, text=initial.text + first.text)
            held.remove(initial)
    return held
