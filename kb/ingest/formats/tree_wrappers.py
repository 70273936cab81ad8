"""What do programs wrap a tree in that they export? `{"data": {"rules": {"nodes": [{"node": {…}}]}}}` holds rules."""

from __future__ import annotations

from collections.abc import Sequence

from kb.ingest.formats.collect import Collector
from kb.ingest.formats.tree import Value
from kb.ingest.formats.tree_keys import SCHEMA, is_label

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
    deep = [(key, part) for key, part in value.pairs if part.text is None and (part.pairs or part.items)]
    rest = [part for key, part in value.pairs if part.text is not None]
    if len(deep) > 1:
        deep = [(key, part) for key, part in deep if part.items] if _pages(deep) else []
    if len(deep) != 1 or any(" " in (part.text or "").strip() for part in rest):
        return None
    key, part = deep[0]
    if not SCHEMA.fullmatch(key) or is_label(key):
        return None
    holds_list = bool(part.items) and key.lower() in _WRAPPERS and not (outermost and rest)
    holds_wrapper = bool(part.pairs) and not rest and _wrapped(part, outermost=False) is not None
    return deep[0] if holds_list or holds_wrapper else None


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


def leave_out(value: Value, found: Collector) -> None:
    """Leave out all that a value holds: none of it is printed."""
    if value.text:
        found.drop(value.first, "metadata", value.text)
    for key, part in value.pairs:
        found.drop(part.key_line, "markup", key)
        leave_out(part, found)
    for item in value.items:
        leave_out(item, found)
