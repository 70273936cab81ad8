"""Is a bare number a rule's or an amount? What stands beside it in a post speaks for it or against it."""

from __future__ import annotations

from functools import lru_cache
from string import ascii_letters, ascii_lowercase

from kb.link.patterns import Patterns, table

BEHIND_NAME = -3
"""What a number weighs behind a name, "Blender 3.6.2"; one that weighs less is never a rule's."""

ENOUGH = 4
"""What a number and its post have to weigh together for a link."""

ON_TOPIC = 2
"""What it weighs that the post speaks of what a number's rule is about."""

_NEAR = 28
"""Characters beside a number that are looked at."""

_BESIDE = Patterns("weighing")


def weigh(post: str, start: int, end: int) -> int:
    """What the words around a number say: 0 nothing, less that it is an amount or another thing's."""
    number = post[start:end]  # no amount has a letter or two points
    is_none = number.count(".") > 1 or (any(map(str.isalpha, number)) and not is_short(number))
    before = _BESIDE.called.sub("", post[max(0, start - _NEAR) : start])
    weight = _told("before", before, is_none=is_none)
    behind = _told("after", post[end : end + _NEAR], is_none=is_none)
    return weight + (behind if weight > BEHIND_NAME else min(behind, 0))


@lru_cache(maxsize=4096)
def _told(side: str, words: str, *, is_none: bool) -> int:
    """The weight of what stands on a side of a number, which may be no amount: that of the first row that fits."""
    for weight, name, also_none in table("tables")[side]:
        pattern = getattr(_BESIDE, name)
        if (also_none or not is_none) and (pattern.match if side == "after" else pattern.search)(words):
            return int(weight)
    return 0


def is_short(number: str) -> bool:
    """Whether it is like 7b, which is a rule's only where a game prints it and a post is about that game."""
    return number[:-1].isdecimal() and number[-1:].isalpha()


def stem(number: str) -> str:
    """A number without the letter at its end."""
    return number.rstrip(ascii_lowercase)


def is_amount(number: str) -> bool:
    """Whether it is like 3.5, with which anything is measured."""
    whole, _, rest = number.partition(".")
    return whole.isdecimal() and len(whole) < 3 and rest.isdecimal()


def letter_inside(number: str) -> bool:
    """Whether a number is of a shape that amounts and other books never have: 9f9, A3c."""
    return _BESIDE.letter_inside.search(number) is not None


def shape_weight(number: str) -> int:
    """How much a number looks like a rule's by itself: 702.19b more than 1.2.3, and that more than 7.2."""
    if is_short(number):
        return 1
    if letter_inside(number):
        return 3
    parts = number.rstrip(ascii_letters).split(".")
    lettered = number[-1:].isalpha()
    if len(parts[0]) > 2:
        return 4 if lettered else 2
    return 3 if lettered or len(parts) > 2 else 1
