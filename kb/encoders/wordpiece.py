"""Which pieces is a text made of? BERT's uncased WordPiece, small enough to be written again in JavaScript.

Accents are stripped, letters lowered, every punctuation mark stands alone; each word is then cut, from the
left, into the longest pieces the list knows. Pieces inside a word start with `##`: `unblockable` is
`un ##block ##able`. A word that cannot be cut is one unknown.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

LONGEST_WORD = 100
"""Longer words are unknown, as in BERT; this also bounds the work a hostile text can ask for."""


class _Fold(dict[int, str]):
    """What each character becomes; filled as characters are met.

    Characters are decomposed one by one: since marks are dropped their order is of no interest, and
    decomposing a whole text takes quadratic time on a long run of marks.
    """

    def __missing__(self, code: int) -> str:
        self[code] = folded = "".join(map(_fold, unicodedata.normalize("NFD", chr(code))))
        return folded


def _fold(char: str) -> str:
    if char in "\t\n\r":
        return " "
    category = unicodedata.category(char)
    if category == "Mn" or category[0] == "C" or char == "\ufffd":
        return ""
    if category[0] == "Z":
        return " "
    if category[0] == "P" or (category[0] == "S" and char.isascii()) or _is_ideograph(ord(char)):
        return f" {char} "
    return char.lower()


def _is_ideograph(code: int) -> bool:
    """Chinese characters are words of their own."""
    return (
        0x3400 <= code <= 0x4DBF
        or 0x4E00 <= code <= 0x9FFF
        or 0xF900 <= code <= 0xFAFF
        or 0x20000 <= code <= 0x2CEAF
        or 0x2F800 <= code <= 0x2FA1F
    )


_FOLD = _Fold()


def words(text: str) -> list[str]:
    """The words and single punctuation marks of a text, before they are cut into pieces."""
    return text.translate(_FOLD).split()


class WordPiece:
    """Cuts texts into the numbered pieces of one list."""

    def __init__(self, pieces: Iterable[str]) -> None:
        self.numbers = {piece: number for number, piece in enumerate(pieces)}
        self._cut = lru_cache(maxsize=1 << 15)(self._cut_word)

    def split(self, text: str, unknown: str = "[UNK]") -> list[str]:
        """The pieces of a text, in order; `unknown` stands for each word that cannot be cut."""
        return [piece for word in words(text) for piece in self._cut(word) or (unknown,)]

    def ids(self, text: str, unknown: int | None = None) -> list[int]:
        """The same as numbers of pieces; words that cannot be cut are left out unless `unknown` is given."""
        instead = () if unknown is None else (unknown,)
        numbers = self.numbers
        found: list[int] = []
        for word in words(text):
            whole = numbers.get(word)
            if whole is not None and len(word) <= LONGEST_WORD:
                found.append(whole)
            else:
                found.extend([numbers[piece] for piece in self._cut(word)] or instead)
        return found

    def knows(self, word: str) -> bool:
        """Whether this word is a piece of its own: a common English word, so hardly a slip of the pen."""
        folded = words(word)
        return len(folded) == 1 and folded[0] in self.numbers

    def _cut_word(self, word: str) -> tuple[str, ...]:
        """The longest pieces from the left; nothing when the rest of a word starts with no known piece."""
        if len(word) > LONGEST_WORD:
            return ()
        pieces: list[str] = []
        start = 0
        while start < len(word):
            inside = "##" if start else ""
            for end in range(len(word), start, -1):
                if inside + word[start:end] in self.numbers:
                    break
            else:
                return ()
            pieces.append(inside + word[start:end])
            start = end
        return tuple(pieces)
