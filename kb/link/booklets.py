"""Is it another booklet that the words around a number name? Then no entry of ours is meant."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kb.analyse import name_key

# what booklets are called; in small letters only words that can mean nothing else
_BOOK = (
    r"(?:[Rr]ule\s?[Bb]ook|[Bb]ooklet|Rules|Guide|Manual|Book|Handbook|Walkthrough|Leaflet|Reference|Companion"
    r"|Compendium|Document|FAQ)"
)
# "Learn to Play ", "Tournament "
_CAPITALS = r"(?:[A-Z][\w’':&-]*\s+(?:(?:to|of|and|the|for|&)\s+){0,2}){0,6}"
# "page 16 of the Walkthrough", "rule 5 of the Tournament Rules", "pages 14 & 15 in this rulebook"
_AFTER = re.compile(rf"\s+(?:of|in|from)\s+(the|your|our|this|these)\s+[“\"]?({_CAPITALS}{_BOOK})\b")
# "page 3 of the Vault Scroll": only a capital tells
_AFTER_PAGE = re.compile(
    r"\s+(?:of|in|from)\s+(the|your)\s+[“\"]?((?:[A-Z][\w’'&-]*)(?:\s+[A-Z][\w’'&-]*){0,5})"
)
# "(Core Rules, page 11)", "Rulebook p27", "in the rulebook on pages 15–16"
_BEFORE = re.compile(rf"(?:\b(this|these)\s+)?\b({_CAPITALS}{_BOOK}),?\s*(?:on\s+)?(?:\(\s*)?$")
# "See the Unstable FAQ", "see the Learn to Play guide"
_HERE = re.compile(rf"(?=[A-Z]){_CAPITALS}{_BOOK}\b")
_REACH = 80
"""Characters; a booklet is named close to the number or not at all."""


def named_after(text: str, end: int, *, page: bool = False) -> str:
    """The booklet named right after a citation that ends at `end`; empty if it is none or this one."""
    match = _AFTER.match(text, end, end + _REACH) or (
        _AFTER_PAGE.match(text, end, end + _REACH) if page else None
    )
    return "" if match is None or match[1] in ("this", "these") else match[2]


def named_before(text: str, start: int) -> str:
    """The booklet named right before a page number that begins at `start`."""
    match = _BEFORE.search(text[max(0, start - _REACH) : start])
    return "" if match is None or match[1] else match[2]


def named_at(text: str, start: int) -> re.Match[str] | None:
    """The booklet whose name begins at `start`."""
    return _HERE.match(text, start, start + _REACH)


def is_ours(booklet: str, titles: Iterable[str]) -> bool:
    """Whether a booklet is one of the sources we hold of this game, going by their names."""
    sought = set(name_key(booklet).split())
    known = [set(name_key(title).split()) for title in titles]
    if sought <= {"rulebook", "rule", "book"}:
        return any(words & {"rule", "rulebook"} for words in known)
    return any(sought <= words for words in known)
