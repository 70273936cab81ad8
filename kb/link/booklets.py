"""Is it another booklet that the words around a number name? Then no entry of ours is meant."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kb.analyse import name_key
from kb.link.patterns import Patterns

_TEXT = Patterns("text.booklets")

_REACH = 80
"""Characters; a booklet is named close to the number or not at all."""


def named_after(text: str, end: int, *, page: bool = False) -> str:
    """The booklet named right after a citation that ends at `end`; empty if it is none or this one."""
    match = _TEXT.after.match(text, end, end + _REACH) or (
        _TEXT.after_page.match(text, end, end + _REACH) if page else None
    )
    return "" if match is None or match[1] in ("this", "these") else match[2]


def named_before(text: str, start: int) -> str:
    """The booklet named right before a page number that begins at `start`."""
    match = _TEXT.before.search(text[max(0, start - _REACH) : start])
    return "" if match is None or match[1] else match[2]


def named_at(text: str, start: int) -> re.Match[str] | None:
    """The booklet whose name begins at `start`."""
    return _TEXT.here.match(text, start, start + _REACH)


def is_ours(booklet: str, titles: Iterable[str]) -> bool:
    """Whether a booklet is one of the sources we hold of this game, going by their names."""
    sought = set(name_key(booklet).split())
    known = [set(name_key(title).split()) for title in titles]
    if sought <= {"rulebook", "rule", "book"}:
        return any(words & {"rule", "rulebook"} for words in known)
    return any(sought <= words for words in known)
