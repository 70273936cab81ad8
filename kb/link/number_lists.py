"""Which numbers does a list name? "702.19b–d", "1-1-3 and 1-2-2", "704.5f, g": in rule texts and in posts alike."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from kb.link.patterns import Patterns, words
from kb.refs.numbers import is_dotted, key, range_end

LISTS = Patterns("citations")

_BRACKET_NEAR = 80
"""Characters in which the bracket is looked for that a list of numbers may stand in."""

_LONGEST_LIST = 200
"""Numbers; a longer list is not one that people wrote."""


class Item(NamedTuple):
    """A number of a list, perhaps the first of a range."""

    number: str
    start: int
    end: int
    title: str = ""
    to: str = ""
    between: tuple[int, int] = (0, 0)


def numbers_at(
    text: str, position: int, pattern: re.Pattern[str] = LISTS.item, until: re.Pattern[str] = LISTS.range
) -> Iterator[Item]:
    """The numbers of a list that begins at `position`, ranges and names beside them included; it goes on only as
    nobody writes by accident."""
    first = previous = ""
    end, goes_on = position, 0
    for _ in range(_LONGEST_LIST):
        match = pattern.match(text, position)
        if match is None:
            if not (previous[-1:].isalpha() and is_dotted(previous)):
                return
            match = LISTS.small_letter.match(text, position)
            if match is None or not (goes_on or _closes_letter(text, end, match)):
                return
            number = range_end(previous, match.group())
        else:
            number = match.group()
            if first and not _goes_on(text, first, match):
                return
        item = with_range(text, number, match.start(), match.end(), until)
        yield item
        first, previous, end = first or number, number, item.end
        goes_on = _next_letter(text, end, number)
        if goes_on:
            position = goes_on
            continue
        separator = LISTS.separator.match(text, item.end)
        if separator is None or "\n" in separator.group():
            return
        position = separator.end()


def _next_letter(text: str, end: int, previous: str) -> int:
    """Where the letter stands that comes next in the alphabet and goes on a list, whatever follows it; else 0."""
    match = LISTS.next_letter.match(text, end)
    is_next = match and previous[-1].isalpha() and ord(match["letter"]) == ord(previous[-1]) + 1
    return match.start("letter") if match and is_next else 0


def _closes_letter(text: str, end: int, letter: re.Match[str]) -> bool:
    """Whether a letter behind a number goes on with it: "704.5f, g", "702.19b–d"; not "704.5f, a creature"."""
    between = text[end : letter.start()]
    is_tight = not any(map(str.isspace, between))
    if letter.group() in words("letters") and not is_tight:
        return False
    if is_tight and letter.group() not in words("letters"):
        return True
    if text.startswith(")", letter.end()):  # a list letter unless the bracket was opened before the number
        before = text[max(0, end - _BRACKET_NEAR) : end]
        return before.rfind("(") > before.rfind(")")
    return LISTS.closing.match(text, letter.end()) is not None


def _goes_on(text: str, first: str, other: re.Match[str]) -> bool:
    """Whether a number goes on a list: built alike, and nothing is counted with it."""
    number = other.group()
    if "-" in number and "." not in number and "-" not in first:  # "2h40, 3-1 for the heroes"
        return False
    is_plain = not (LISTS.lettered.fullmatch(first) and LISTS.lettered.fullmatch(number))
    if (is_plain and len(key(first)[0]) != len(key(number)[0])) or not _alike(first, number):
        return False
    return (
        is_dotted(number)
        or LISTS.closing.match(text, other.end()) is not None
        or text.startswith(")", other.end())
    )


def with_range(text: str, number: str, start: int, end: int, until: re.Pattern[str]) -> Item:
    """A number at a place, with the end of the range that it begins, or the name beside it."""
    last = until.match(text, end)
    if last and _reads_as_range(text, number, end, last) and _ends_range(number, last["last"]):
        return Item(number, start, last.end(), "", range_end(number, last["last"]), (end, last.start("last")))
    title = LISTS.title.match(text, end)
    if title:
        return Item(number, start, title.end(), title["title"].strip(" .,;"))
    return Item(number, start, end)


def _reads_as_range(text: str, number: str, end: int, last: re.Match[str]) -> bool:
    """Whether a dash and what follows are a range: "702.19b–d", not "704.5f – a creature", "104.3 - 2 of them".

    Nor "9f3 – 15 or more": one whose parts are letters goes on so only without blanks.
    """
    letter = LISTS.small_letter.match(text, last.start("last"))
    if letter and letter.end() == last.end("last"):
        return LISTS.to_letter.match(text, end) is not None or _closes_letter(text, end, letter)
    return (
        text[end] not in " \n"
        or is_dotted(last["last"])
        or (not any(map(str.isalpha, number)) and LISTS.closing.match(text, last.end()) is not None)
    )


def _ends_range(first: str, last: str) -> bool:
    """Whether the second number can end a range that the first begins: in "rule 5 to 2 players" not."""
    if last.isalpha():
        return is_dotted(first)
    whole = range_end(first, last)
    if len(key(whole)) != len(key(first)):
        return len(key(whole)) == len(key(first)) + 1
    return key(whole)[-1].zfill(6) > key(first)[-1].zfill(6) or key(whole)[:-1] != key(first)[:-1]


def _alike(first: str, other: str) -> bool:
    """Whether two numbers can stand in one list: both dotted, or both whole and about as long."""
    if is_dotted(first) != is_dotted(other):
        return len(key(first)[0]) >= 3
    return is_dotted(first) or abs(len(first) - len(other)) <= 1
