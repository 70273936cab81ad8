"""What does a printed number look like, and which numbers mean the same place?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

# "702.19b", "1.5.2.C", "6-5-3-1", "10.2.d", "1e1a", "7e1a+", "359.3.e.12", "ST.6", "G.1.1", "A2", "12"
NUMBER = (
    r"(?:[A-Z]{1,2}\.?)?\d{1,4}"
    r"(?:[.\-]\d{1,4}(?!\d)|[.\-]?[A-Za-z](?![A-Za-z])\d{0,4}){0,9}"
    r"\+{0,3}"
    r"(?![^\W_]|\.[0-9]|-[^\W\d_]{2})"  # not the start of "5-player", "3rd", "704.5zz"
)
# "1.2.1", "103.2a", "6-5-3-1": hardly a price, a date or a count, if an entry has this number
DOTTED = (
    r"\d{1,4}(?:[.\-]\d{1,4}(?!\d)|[.\-]?[A-Za-z](?![A-Za-z])\d{0,4}){1,9}(?![^\W_]|\.[0-9]|-[^\W\d_]{2})"
)

_PARTS = re.compile(r"\d+|[A-Za-z]+|\++")
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}

Key = tuple[str, ...]


@lru_cache(maxsize=4096)
def key(number: str) -> Key:
    """The parts of a number, so that "10.2.d", "10-2-d" and "10.2d" are one: ("10", "2", "d")."""
    return tuple(
        part.lstrip("0") or "0" if part.isdigit() else part.lower() for part in _PARTS.findall(number)
    )


@lru_cache(maxsize=4096)
def shape(number: str) -> str:
    """How a number is built, digits of the first part counted: "702.19b" and "314.2a" are both "9.9a/3"."""
    first = re.search(r"\d+", number)
    return re.sub(r"\d+", "9", re.sub("[a-z]", "a", number)) + (f"/{len(first[0])}" if first else "")


def is_dotted(number: str) -> bool:
    """Whether a number has several parts: "702.19", "1-2"; a bare integer has one."""
    return len(key(number)) > 1


def roman(text: str) -> int:
    """The value of a Roman numeral up to the hundreds; 0 if it is none."""
    values = [_ROMAN.get(letter, 0) for letter in text.lower()]
    if not values or 0 in values:
        return 0
    return sum(
        -value if value < following else value
        for value, following in zip(values, [*values[1:], 0], strict=True)
    )


def one_digit_off(number: str) -> Iterator[str]:
    """The numbers that differ in one digit, the last one first: one of them may have been meant."""
    for place in range(len(number) - 1, -1, -1):
        digit = number[place]
        if digit in "0123456789":
            yield from (
                number[:place] + other + number[place + 1 :] for other in "0123456789" if other != digit
            )


def range_end(first: str, last: str) -> str:
    """The second number of a range written in full: "603.7d–f" ends at 603.7f, "12.1–4" at 12.4."""
    if last.isalpha() and len(last) == 1:
        return first[:-1] + last if first[-1:].isalpha() else first + last
    if last.isdigit() and is_dotted(first):
        cut = re.search(r"\d+[A-Za-z]?$", first)
        return first[: cut.start()] + last if cut else last
    return last
