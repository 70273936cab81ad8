"""Which stretch of a text keeps what several claim?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar


class Stretch(Protocol):
    """Words of a text, from and to."""

    @property
    def start(self) -> int:
        """Where they begin."""

    @property
    def end(self) -> int:
        """Where they end."""


Found = TypeVar("Found", bound=Stretch)


def merged(kept: list[Found], new: Iterable[Found]) -> list[Found]:
    """Both in order; what overlaps something found earlier is dropped."""
    result: list[Found] = []
    number = 0
    for one in sorted(new, key=lambda each: (each.start, -each.end)):
        while number < len(kept) and kept[number].start < one.end:
            result.append(kept[number])
            number += 1
        if not result or result[-1].end <= one.start:
            result.append(one)
    return result + kept[number:]
