"""Which numbers does a question name? `does 702.19b apply to…`, `what is rule 12 about`."""

from __future__ import annotations

import re
from collections.abc import Callable

from kb.refs import cues

MOST = 3
"""Numbers of a question that are looked up."""

# "702.19b", "6-5-3-1", "G.1.1", "702.19(b)": parts by dots, or three and more by hyphens; "+1/+1" and "2-3" are none
_PARTED = (
    r"(?:[a-z]{1,2}\.)?[0-9]{1,4}"
    r"(?:(?:\.[0-9]{1,4})+(?:\.?[a-z](?![a-z]))?|(?:-[0-9]{1,4}){2,8})(?:\s?\([a-z0-9]\))?"
)
# "rule 12", "§ 7b", "CR 702"
_CUED = rf"(?:\b(?:{cues.WORDS})\b\.?|\bcr|[§¶])\s*(?:no\.?|number|[#:])?\s*[0-9]{{1,4}}[a-z]?"
_NUMBER = rf"(?<![\w.+/*-]){_PARTED}(?![\w/*%]|[.,][0-9])|{_CUED}(?![\w/*%]|[.,-][0-9])"
_LAST_PART = re.compile(r"(?:[.-]?[0-9]+|\.?[a-z]|\s?\([a-z0-9]\))$", re.IGNORECASE)


def numbers_in(text: str) -> list[str]:
    """The numbers of rules that a question names, in order, each once."""
    found = (match[0].strip() for match in re.finditer(_NUMBER, text, re.IGNORECASE))
    return [*dict.fromkeys(found)][:MOST]


def nearest_above(text: str, is_held: Callable[[str], bool]) -> str | None:
    """A question with each number that nothing has made the nearest above it that something has: 314.6a, 314.6.

    None where there is no such number. A number inside a question stays one that is told from an amount: no 314.
    """
    nearest = text
    for number in numbers_in(text):
        above, is_alone = number, number == text.strip()
        while above and not is_held(above):
            above = _LAST_PART.sub("", above)
            is_number = above[-1:].isdigit() if is_alone else numbers_in(above)
            above = above if is_number else ""
        nearest = nearest.replace(number, above or number, 1)
    return nearest if nearest != text else None
