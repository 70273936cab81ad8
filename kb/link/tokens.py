"""Where do the words of a text stand, and how are they written there?

Names are compared word by word, so everything that looks for names reads a text through `read`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from kb.link.patterns import Patterns

_TOKENS = Patterns("tokens")

# Marks that may stand inside a name: "Push/Pull", "non-Aura", "Attack–Block"
_SOFT = frozenset("-/‐‑&*†‡®™")
_QUOTES = frozenset('"“”„‘’«»')
_SENTENCE_ENDS = frozenset(".!?:;•·")


class Word(NamedTuple):
    """A word of a text, or a comma (names may hold commas), or "" for a mark that ends any name."""

    key: str
    """Lower case, apostrophes straight, without a possessive ending."""

    start: int
    end: int
    initial: bool = False
    """Whether its capital would mean nothing: it begins a sentence, a paragraph or a list item."""

    capital: bool = False
    glued: bool = False
    """Whether it hangs on the word before with a hyphen: "Aura" in "non-Aura"."""


def read(text: str) -> list[Word]:
    """The words of a text in order, with commas and the marks that end a name."""
    found: list[Word] = []
    initial, glued, position = True, False, 0
    for match in _TOKENS.token.finditer(text):
        start, end = match.span()
        if start > position:
            glued = False
            if "\n" in text[position:start]:
                found.append(Word("", start, start))
                initial = True
        position = end
        if match.lastgroup == "word":
            key, length, capital = _form(match.group())
            found.append(Word(key, start, start + length, initial, capital, glued))
            initial = initial and match.group().isdigit()  # "1. Choose a target": the number of an item
            glued = False
        elif match.lastgroup == "mark":
            mark = match.group()
            glued = mark in "-‐‑" and bool(found) and found[-1].end == start
            if mark in _SENTENCE_ENDS:
                initial = True
            if mark not in _SOFT:
                found.append(Word("," if mark == "," else "", start, end))
        else:
            glued = False
    return found


@lru_cache(maxsize=20_000)
def _form(written: str) -> tuple[str, int, bool]:
    """The key of a word, its length without a possessive ending, and whether it begins with a capital."""
    bare = _TOKENS.possessive.sub("", written) if written[-1] in "s'’" else written
    return bare.lower().replace("’", "'").rstrip("."), len(bare), written[0].isupper()


@lru_cache(maxsize=20_000)
def keys(name: str) -> tuple[str, ...]:
    """The words of a name as `read` gives them, commas included, other marks passed over."""
    found = [word.key for word in read(name) if word.key]
    while found and found[-1] == ",":
        found.pop()
    return tuple(found)


def quoted_keys(name: str) -> tuple[str, ...]:
    """The same with "" for each quotation mark inside the name, as `read` gives it: `Intervening "If" Clause`."""
    found = [word.key for word in read(name) if word.key or name[word.start] in _QUOTES]
    inside = [at for at, key in enumerate(found) if key not in ("", ",")]
    return tuple(found[inside[0] : inside[-1] + 1]) if inside else ()
