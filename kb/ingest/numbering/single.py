"""Numbers of three digits that go by themselves: `101.`, `**101**`, `104:`."""

from __future__ import annotations

import re

from kb.ingest.document import Stretch
from kb.ingest.words import bodies

# "101.", "**101**", "**101.**", "**101. Veto.** Any", "#101:", "104:"
_NUMBER = re.compile(
    r"(?P<stars>\*{0,3})#?(?P<number>[1-9]\d\d)(?P<sign>[.:)]{0,2})(?:(?P<closed>(?P=stars))(?P<after>[.:)]{0,2}))?"
    r"\s+(?=\S)"
)


def three_digits(stretch: Stretch) -> tuple[str, str] | None:
    """The number and the words of a stretch that begins with a number of three digits, set apart from its words."""
    words = bodies.head(stretch)
    match = _NUMBER.match(words) if stretch.role != "row" else None
    if not match or not (match["stars"] or match["sign"] or match["after"] or stretch.heading):
        return None
    open_stars = match["stars"] if match["closed"] is None else ""
    return match["number"], open_stars + words[match.end() :]
