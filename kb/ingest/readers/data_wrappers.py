"""What stands around the rules of a tree of data: facts about the file, and its name?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.ingest.editions import find_date
from kb.ingest.limits import LONGEST_REMARK
from kb.ingest.readers.collect import Collector
from kb.ingest.readers.data_keys import ID_KEY, NUMBER, is_title_key, label_of
from kb.ingest.readers.data_tree import Value


def numbered_as_its_file(root: Value, stem: str, found: Collector) -> Value:
    """A named record alone in its file has the number that the file is called by: `id: 314` in `314.yaml`."""
    if label_of(stem) and any(is_title_key(key) and part.text for key, part in root.pairs):
        for place, (key, part) in enumerate(root.pairs):
            if ID_KEY.fullmatch(key) and part.text == stem:
                found.drop(part.key_line, "markup", key)
                root.pairs[place] = (NUMBER, part)
    return root


def leave_out(value: Value, found: Collector, reason: str = "metadata") -> None:
    """Leave out all that a value holds: none of it is printed."""
    if value.text:
        found.drop(value.first, reason, value.text)
    for key, part in value.pairs:
        found.drop(part.key_line, "markup", key)
        leave_out(part, found, reason)
    for item in value.items:
        leave_out(item, found, reason)


_EDITIONS = frozenset(("version", "edition", "date", "updated", "effective", "revision", "stand"))
# "EffectiveDate", "last_updated": where the next word of a key begins
_NEXT_WORD = re.compile(r"[_\W]+|(?<=[a-z])(?=[A-Z])")
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
    flat = all(part.text is not None and len(part.text) <= LONGEST_REMARK for _, part in value.pairs)
    return key.lower() in _ABOUT or (key.lower() in _SOURCE and flat)


def _texts(value: Value) -> Iterator[tuple[str, str]]:
    """The texts of a mapping, the outer ones first."""
    yield from ((key, " ".join(part.text.split())) for key, part in value.pairs if part.text)
    for _, part in value.pairs:
        yield from _texts(part)
