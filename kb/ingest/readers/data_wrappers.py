"""What stands around the rules of a tree of data: facts about the file, and the wrappers of exports?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kb.ingest.editions import find_date
from kb.ingest.limits import LONGEST_REMARK
from kb.ingest.readers.collect import Collector
from kb.ingest.readers.data_keys import ID_KEY, NUMBER, SCHEMA, is_label, is_title_key, label_of
from kb.ingest.readers.data_tree import Value

_WRAPPERS = frozenset(
    [
        *("node", "nodes", "edge", "edges", "item", "items", "data", "result", "results"),
        *("entry", "entries", "records", "rows", "list"),
    ]
)
"""Keys that say nothing of what they hold."""


def unwrapped(root: Value, found: Collector) -> tuple[Value, bool]:
    """The tree inside its wrappers, under the last key that says what it is, and whether there was any wrapper."""
    value, names = root, list[tuple[str, Value]]()
    while (wrapped := _wrapped(value, outermost=not names)) is not None:
        _leave_out(value, wrapped[1], found)
        names.append(wrapped)
        value = wrapped[1]
    value.items = [_item(item, found) for item in value.items]
    told = next((key for key, _ in reversed(names) if key.lower() not in _WRAPPERS), "")
    if not names:
        return root, False
    if not told:
        return value, True
    return Value(root.first, root.last, pairs=[(told, value)]), True


def _wrapped(value: Value, outermost: bool) -> tuple[str, Value] | None:
    """The one pair of a mapping that holds all its rules; what stands beside it is said for programs."""
    deep = _holders(value)
    rest = [part for _, part in value.pairs if part.text is not None]
    if len(deep) != 1 or any(" " in (part.text or "").strip() for part in rest):
        return None
    key, part = deep[0]
    if not SCHEMA.fullmatch(key) or is_label(key):
        return None
    if part.items:
        return deep[0] if key.lower() in _WRAPPERS and not (outermost and rest) else None
    return deep[0] if not rest and _wrapped(part, outermost=False) is not None else None


def _holders(value: Value) -> list[tuple[str, Value]]:
    """The pairs of a mapping that hold something; without what only says which page of a list this is."""
    deep = [(key, part) for key, part in value.pairs if part.text is None and (part.pairs or part.items)]
    return [(key, part) for key, part in deep if part.items] if len(deep) > 1 and _pages(deep) else deep


def _pages(deep: Sequence[tuple[str, Value]]) -> bool:
    """Whether beside a list of records a mapping only says which page of them this is."""
    lists = [key for key, part in deep if part.items]
    told = [part for _, part in deep if not part.items]
    return len(lists) == 1 and all(
        inner.text is not None and " " not in inner.text for part in told for _, inner in part.pairs
    )


def _item(value: Value, found: Collector) -> Value:
    """A record without the mapping that only holds it."""
    deep = [(key, part) for key, part in value.pairs if part.pairs]
    if len(deep) != 1 or deep[0][0].lower() not in _WRAPPERS:
        return value
    _leave_out(value, deep[0][1], found)
    return deep[0][1]


def _leave_out(value: Value, kept: Value, found: Collector) -> None:
    for key, part in value.pairs:
        found.drop(part.key_line, "markup", key)
        if part is not kept:
            leave_out(part, found)


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
