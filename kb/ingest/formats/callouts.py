"""What does a callout print before its words? `> [!NOTE]` reads "Note: ", `!!! example "Goats"` "Example: Goats. "."""

from __future__ import annotations

import re

_KINDS = frozenset(
    [
        *("note", "tip", "hint", "info", "important", "warning", "caution", "danger", "attention"),
        *("example", "question", "reminder", "exception", "definition", "clarification", "errata", "faq"),
        *("abstract", "summary", "variant", "optional", "designer"),
    ]
)
# "[!NOTE]", "[!tip]- Climbing"
_QUOTED = re.compile(r"\[!(\w{2,20})\][+-]?\s*(.{0,200})$")
# "warning Look out", "note[Look out]", '{.callout-note title="Look out"}', "details Answer"
_CONTAINER = re.compile(r"\s*\{?\s*\.?(?:callout-)?(?P<kind>[\w-]{2,30})\}?\s*(?P<title>.{0,200})$")
_TITLE = re.compile(r"\[([^\[\]]*)\]|title\s*=\s*\"([^\"]*)\"|([^{}=\[\]]+)$")


def callout(kind: str, title: str) -> str:
    """What leads a callout's first paragraph: `Note: `, `Example: Goats. `; of a kind that says nothing its title."""
    named = kind.lower() if kind.lower() in _KINDS else ""
    words = title.strip().rstrip(".:")
    if words.lower() == kind.lower():
        words = ""
    if not named:
        return f"{words}: " if words else ""
    return f"{named.capitalize()}: {words}. " if words else f"{named.capitalize()}: "


def quoted(line: str) -> str | None:
    """What leads a quotation whose first line makes it a callout; None if it is none."""
    match = _QUOTED.fullmatch(line.strip())
    return callout(match[1], match[2]) if match else None


def container(told: str) -> str:
    """What leads what stands between two lines of `:::`."""
    match = _CONTAINER.fullmatch(told.strip())
    if match is None:
        return ""
    title = _TITLE.search(match["title"])
    return callout(match["kind"], next(filter(None, title.groups()), "") if title else "")
