"""Which records of a tree are terms? Told by what they say of themselves, by a key that defines, by their order."""

from __future__ import annotations

from kb.ingest.formats.tree import Value
from kb.ingest.formats.tree_keys import Parts
from kb.ingest.formats.tree_names import FEWEST, lists_of, rise
from kb.ingest.numbering.number_labels import bare, compound

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
