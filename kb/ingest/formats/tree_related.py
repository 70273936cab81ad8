"""Which other records does a record name? `"see_also": ["haste"]` reads as "See also: Haste."."""

from __future__ import annotations

import re

from kb.ingest.formats.tree import Value
from kb.ingest.formats.tree_keys import Parts, label_of
from kb.ingest.layout import ENDED

# "see", "seeAlso", "related_terms", "crossReferences", "siehe auch"
_KEY = re.compile(
    r"(?:see|see[_ ]?also|related(?:[_ ]?(?:terms|entries|rules|keywords|to))?|cross[_ ]?ref(?:erence)?s"
    r"|rule|siehe(?:[_ ]?auch)?|voir(?:[_ ]?aussi)?)",
    re.IGNORECASE,
)
_POINTS = re.compile(r"see|related|siehe|voir", re.IGNORECASE)
_LONGEST = 80


class Related:
    """The records of a tree by what others call them: their ids, keys, names and numbers."""

    def __init__(self, root: Value, parts: Parts) -> None:
        self._called: dict[str, str] = {}
        for mapping in root.mappings():
            for key, part in mapping.pairs:
                if named := _named(part, parts):
                    self._called.setdefault(_folded(key), named)
            if named := _named(mapping, parts):
                for key, part in mapping.pairs:
                    if part.text and key in parts.ids | parts.titles | parts.terms:
                        self._called.setdefault(_folded(part.text), named)
            for key, part in mapping.pairs:
                if part.text and key in parts.numbers and (label := label_of(part.text)):
                    self._called.setdefault(_folded(part.text), f"rule {label}")

    def pointer(self, key: str, value: Value) -> Value | None:
        """A paragraph that points at all records that a value names; None if it does not name records only."""
        texts = [part.text or "" for part in value.items] or [value.text or ""]
        named = [self._called.get(_folded(words)) or _printed(key, words) for words in texts]
        if not _KEY.fullmatch(key) or not all(named):
            return None
        return Value(value.first, value.last, text=f"See also: {', '.join(named)}.")


def _named(mapping: Value, parts: Parts) -> str:
    """What a record is called."""
    keys = parts.titles | parts.terms
    return next((part.text.strip() for key, part in mapping.pairs if key in keys and part.text), "")


def _printed(key: str, words: str) -> str:
    """A name that no record has, where it is written as people write names: "Charge, Herd"."""
    is_name = words[:1].isupper() and len(words) <= _LONGEST and not ENDED.search(words)
    return words if is_name and _POINTS.match(key) else ""


def _folded(words: str) -> str:
    return re.sub(r"[\W_]+", " ", words).casefold().strip()
