"""Which numbers are cited with no word before them? "(4.3.1)", "(1e1a, 1b)", "as told in 4.2"; not "2.5 metres"."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from kb.link.citations import cited, mention_of
from kb.link.mentions import Mention, Reading
from kb.link.patterns import Patterns
from kb.refs.numbers import shape

_TEXT = Patterns("text.bare_numbers")

_NEAR = 60
"""Characters in which the bracket is looked for that holds a number."""


def bare_numbers(reading: Reading) -> Iterator[Mention]:
    """Dotted numbers without any word before them, where this text numbers its entries like that."""
    text = reading.text
    for match in _TEXT.bare.finditer(text):
        before = text[max(0, match.start() - 12) : match.start()]
        if _TEXT.money_before.search(before) or _TEXT.unit_after.match(text, match.end()):
            continue
        number = match.group()
        if shape(number) not in reading.names.shapes:
            continue
        known = reading.names.numbered(number)
        if _TEXT.filled.search(number) and number not in {entry.number for entry in known}:
            continue
        among = bool(_TEXT.among_numbers.search(text, max(0, match.start() - _NEAR), match.start()))
        bracketed = _is_bracketed(reading, match.start(), _behind_brackets(reading, match.end()), among=among)
        if not _TEXT.parted.match(number) and not (known and bracketed and among):
            continue
        decimal = len(number) < 5 and number.replace(".", "").replace("-", "").isdigit()
        if known and (bracketed or not decimal or _is_led_to(text, match, before)):
            for item in itertools.islice(cited(reading, match.start()), 1):
                yield mention_of(item, certain=False)
        elif not known and bracketed:
            yield Mention(start=match.start(), end=match.end(), form="number", name=number)


def _is_bracketed(reading: Reading, start: int, end: int, *, among: bool) -> bool:
    """Whether brackets hold nothing but numbers around this one."""
    if among:
        return bool(_TEXT.pause.match(reading.text, end))
    inside = _TEXT.in_brackets.search(reading.text, max(0, start - _NEAR), start)
    return bool(inside) and reading.text[end : end + 1] in (")", "]", ",", ";", ".")


def _is_led_to(text: str, number: re.Match[str], before: str) -> bool:
    """Whether words lead to a number as to a rule's: "in 4.2", "and 4.3."; not "of 1.5 counts"."""
    may_count = _TEXT.may_count.search(before)
    return bool(_TEXT.leads_to_number.search(before)) and not (
        may_count and not _TEXT.pause.match(text, number.end())
    )


def _behind_brackets(reading: Reading, end: int) -> int:
    """Where a number ends with its brackets, in a text that numbers its rules so."""
    while reading.names.has_brackets and (brackets := _TEXT.behind.match(reading.text, end)):
        end = brackets.end()
    return end
