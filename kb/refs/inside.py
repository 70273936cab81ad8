"""Which numbers does a question name? `does 702.19b apply to…`, `what is rule 12 about`."""

from __future__ import annotations

import re

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


def numbers_in(text: str) -> list[str]:
    """The numbers of rules that a question names, in order, each once."""
    found = (match[0].strip() for match in re.finditer(_NUMBER, text, re.IGNORECASE))
    return [*dict.fromkeys(found)][:MOST]
