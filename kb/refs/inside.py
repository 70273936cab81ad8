"""Which numbers does a question name? `does 702.19b apply to…`, `what is rule 12 about`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from kb.refs import cues

MOST = 3
"""Numbers of a question that are looked up."""

# "702.19b", "6-5-3-1", "G.1.1", "702.19(b)": parts by dots, or three and more by hyphens; "+1/+1" and "2-3" are none
_PARTED = (
    r"(?:[a-z]{1,2}\.)?[0-9]{1,4}"
    r"(?:(?:\.[0-9]{1,4})+(?:\.?[a-z](?![a-z]))?|(?:-[0-9]{1,4}){2,8})(?:\s?\([a-z0-9]\))?"
)
# "rule 12", "§ 7b", "CR 702"
_CUE = rf"(?:\b(?:{cues.WORDS})\b\.?|\bcr|[§¶])\s*(?:no\.?|number|[#:])?\s*"
_CUED = rf"{_CUE}[0-9]{{1,4}}[a-z]?"
_NUMBER = rf"(?<![\w.+/*-]){_PARTED}(?![\w/*%]|[.,][0-9])|{_CUED}(?![\w/*%]|[.,-][0-9])"
# "702.19zz", "rule 702.99", "CR 12a": a text that is nothing but a number, with what announces it
_ALONE = re.compile(
    rf"(?:{_CUE})?(?P<number>[0-9]{{1,4}}(?:[.-][0-9]{{1,4}}){{0,9}}\.?[a-z]{{0,2}})[.?!]*", re.IGNORECASE
)
_ANNOUNCES = re.compile(rf"{_CUE}$", re.IGNORECASE)
# "702", "19", "z": what the number "702.19z" is made of
_PART = re.compile(r"[0-9]+|[a-z](?![a-z])", re.IGNORECASE)


def numbers_in(text: str) -> list[str]:
    """The numbers of rules that a question names, in order, each once."""
    found = (match[0].strip() for match in re.finditer(_NUMBER, text, re.IGNORECASE))
    return [*dict.fromkeys(found)][:MOST]


def number_alone(text: str) -> str | None:
    """The number that a text is nothing but, told from an amount: `702.999`, `rule 99`, but not `99`."""
    found = _ALONE.fullmatch(text.strip())
    return found["number"] if found and ("." in found["number"] or found.start("number")) else None


def parents_called(number: str) -> Iterator[str]:
    """What a number may stand under that nothing has: `702.19`, then `702`, for `702.19z`."""
    ends = [part.end() for part in _PART.finditer(number)]
    return (number[:end] for end in reversed(ends) if end < len(number))


def nearest_above(text: str, is_held: Callable[[str], bool]) -> str | None:
    """A question with each number that nothing has made the nearest above it that something has: 314.6a, 314.6.

    None where there is no such number. A number inside a question stays one that is told from an amount:
    314 only behind "rule".
    """
    nearest, alone = text, _ALONE.fullmatch(text.strip())
    for number in [alone["number"]] if alone and not is_held(text.strip()) else numbers_in(text):
        if not is_held(number):
            is_told = bool(alone or _ANNOUNCES.search(text[: text.index(number)]))
            above = (
                one
                for one in parents_called(number)
                if (one[-1].isdigit() if is_told else numbers_in(one) == [one]) and is_held(one)
            )
            nearest = nearest.replace(number, next(above, number), 1)
    return nearest if nearest != text else None
