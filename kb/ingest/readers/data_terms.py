"""Which lists of a tree define terms, and which of its keys are names in alphabetical order?"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from kb.ingest.numbering.number_labels import bare, compound
from kb.ingest.readers.data_tree import Value

if TYPE_CHECKING:
    from kb.ingest.readers.data_keys import Parts

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


_KINDS = ("type", "kind", "category", "class")
_TERM_KINDS = frozenset(
    [
        *("term", "keyword", "glossary", "definition", "glossary term", "game term"),
        *("condition", "status", "status effect", "trait"),
    ]
)
_DEFINING = frozenset(
    [
        *("definition", "definitions", "def", "meaning", "reminder", "remindertext"),
        *("bedeutung", "begriffserklärung", "définition", "signification", "definición", "significado"),
        *("definizione", "significato"),
    ]
)
"""Keys whose texts say what the name beside them means."""


def is_called_term(mapping: Value) -> bool:
    """Whether a record says of itself that it is a term: `"type": "keyword"`, `"entity_type": "CONDITION"`."""
    return any(
        key.lower().replace("-", "_").rpartition("_")[2] in _KINDS
        and (part.text or "").strip().lower().replace("_", " ") in _TERM_KINDS
        for key, part in mapping.pairs
    )


def defines(mapping: Value) -> bool:
    """Whether a record has a key that says what something means: `"definition"`."""
    return any(_folded(key) in _DEFINING and _holds_words(part) for key, part in mapping.pairs)


def terms_of(root: Value, parts: Parts) -> frozenset[int]:
    """The records, by their identity, whose title is a term."""
    found = {id(each) for each in root.mappings() if is_called_term(each) or defines(each)}
    for items in lists_of(root):
        names = [_named(item, parts) for item in items]
        if len(names) >= FEWEST and all(names) and all(map(_is_flat, items)) and rise(names):
            found |= {id(item) for item in items}
    return frozenset(found)


def _named(item: Value, parts: Parts) -> str:
    """The name of a record; one that begins with a number, "ST.1 Draw", stands in no alphabetical order."""
    name = next((part.text for key, part in item.pairs if key in parts.titles and part.text), "").strip()
    return "" if compound(name) or (bare(name) and name[0].isdecimal()) else name.casefold()


def _is_flat(item: Value) -> bool:
    """Whether a record holds a text, and no records with texts of their own."""
    said = any(_holds_words(part) for _, part in item.pairs)
    return said and not any(inner.pairs for _, part in item.pairs for inner in part.items)


def _holds_words(value: Value) -> bool:
    return any(" " in (each.text or "").strip() for each in (value, *value.items))


def _folded(key: str) -> str:
    return key.lower().replace("_", "").replace("-", "")
