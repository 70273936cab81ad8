"""Which keys name the records of a list? Those whose texts are short and stand in alphabetical order."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from kb.ingest.formats.tree import Value

FEWEST = 8
"""So many records whose names rise through the alphabet are a glossary's."""
_MOST = 0.9
_LONGEST = 60
"""Characters of a name."""


def alphabetical_keys(root: Value, unnamed: Collection[str]) -> set[str]:
    """Those of some keys, none of which says that it names anything, that do: `"keyText": "Ability Word"`."""
    found: set[str] = set()
    for items in lists_of(root):
        if len(items) < FEWEST:
            continue
        texts = {key: _texts(items, key) for key, part in items[0].pairs if key in unnamed and part.text}
        naming = [key for key, names in texts.items() if _are_names(names)]
        found |= set(sorted(naming, key=lambda key: _written(texts[key]), reverse=True)[:1])
    return found


def _texts(items: Sequence[Value], key: str) -> list[str]:
    return [next((part.text or "" for name, part in item.pairs if name == key), "").strip() for item in items]


def _are_names(texts: Sequence[str]) -> bool:
    """Whether texts are other short names, each of them, in alphabetical order, and not all names for programs."""
    short = sum(1 for text in texts if len(text) <= _LONGEST and not text.endswith((".", "?", ":")))
    return (
        all(texts)
        and short >= _MOST * len(texts)
        and len(set(texts)) == len(texts)
        and _written(texts) > 0
        and rise([text.casefold() for text in texts])
    )


def _written(texts: Sequence[str]) -> int:
    """How many names are written for people: in several words."""
    return sum(1 for text in texts if " " in text)


def lists_of(value: Value) -> Iterator[list[Value]]:
    """All lists in a tree, whatever they are in."""
    if value.items:
        yield value.items
    for inner in (*value.items, *(part for _, part in value.pairs)):
        yield from lists_of(inner)


def rise(names: Sequence[str]) -> bool:
    """Whether hardly a name stands before the one above it in the alphabet."""
    ordered = sum(1 for one, two in pairwise(names) if one <= two)
    return ordered >= _MOST * (len(names) - 1)
