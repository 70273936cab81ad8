"""What does a tree say about itself? `"_meta": {"name": …, "date": …}` is for programs, but names text and edition."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.ingest.editions import find_date
from kb.ingest.formats.collect import Collector
from kb.ingest.formats.tree import Value
from kb.ingest.formats.tree_keys import is_title_key
from kb.ingest.formats.tree_wrappers import leave_out

_EDITIONS = frozenset(("version", "edition", "date", "updated", "effective", "revision", "stand"))
# "EffectiveDate", "last_updated": where the next word of a key begins
_NEXT_WORD = re.compile(r"[_\W]+|(?<=[a-z])(?=[A-Z])")
_LONGEST = 200
_ABOUT = ("meta", "metadata", "info")
_SOURCE = ("source", "sources", "publication", "licence", "license")
"""What says where the rules come from, if it holds nothing but a few words each."""


def without_meta(root: Value, found: Collector) -> tuple[str, str | None]:
    """Take what is said for programs out of a tree; returns the title and edition that it tells."""
    title, edition = "", None
    for mapping in list(root.mappings()):
        about = [(key, part) for key, part in mapping.pairs if _is_about(key, part, mapping is root)]
        if len(about) == len(mapping.pairs):
            continue
        for key, part in about:
            found.drop(part.key_line, "markup", key)
            leave_out(part, found)
            for name, words in _texts(part):
                title = title or (words if is_title_key(name) and key.lower() not in _SOURCE else "")
                if says_edition(name):
                    edition = (
                        edition or find_date(words) or (words if "." in words and " " not in words else None)
                    )
            mapping.pairs.remove((key, part))
    return title, edition


def says_edition(key: str) -> bool:
    """Whether a key holds an edition: `version`, `EffectiveDate`."""
    return not _EDITIONS.isdisjoint(word.lower() for word in _NEXT_WORD.split(key))


def _is_about(key: str, value: Value, outermost: bool) -> bool:
    """Whether a pair is about the data: a key that begins as no word does, or `meta` beside the rules."""
    if key[:1] in ("_", "$") and len(key) > 1:
        return True
    if not outermost or not value.pairs:
        return False
    flat = all(part.text is not None and len(part.text) <= _LONGEST for _, part in value.pairs)
    return key.lower() in _ABOUT or (key.lower() in _SOURCE and flat)


def _texts(value: Value) -> Iterator[tuple[str, str]]:
    """The texts of a mapping, the outer ones first."""
    yield from ((key, " ".join(part.text.split())) for key, part in value.pairs if part.text)
    for _, part in value.pairs:
        yield from _texts(part)
