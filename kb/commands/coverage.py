"""Which share of a text's characters is accounted for, and what was left out?"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator

from kb.entries import Source
from kb.findings import NOT_UNDERSTOOD, LeftOut

"""The reason that is none: what nobody recognised."""


def percent(source: Source) -> str:
    """Rounded down, so that 100.00 means every single character."""
    share = source.accounted / source.characters if source.characters else 1.0
    return f"{math.floor(share * 10_000) / 100:.2f}"


def reasons(source: Source, left_out: Iterable[LeftOut]) -> dict[str, int]:
    """How many stretches of a text were left out for which reason, most frequent first."""
    return dict(Counter(stretch.reason for stretch in _of(source, left_out)).most_common())


def first_of_each(source: Source, left_out: Iterable[LeftOut]) -> dict[str, tuple[str, int]]:
    """Reason → file and line of the first stretch that was left out for it."""
    found: dict[str, tuple[str, int]] = {}
    for stretch in sorted(_of(source, left_out), key=lambda each: (each.file, each.line)):
        found.setdefault(stretch.reason, (stretch.file, stretch.line))
    return found


def _of(source: Source, left_out: Iterable[LeftOut]) -> Iterator[LeftOut]:
    inside = f"{source.file}/"  # of a source that is a folder
    return (each for each in left_out if each.file == source.file or each.file.startswith(inside))


def not_understood(left_out: Iterable[LeftOut]) -> list[LeftOut]:
    """The stretches that a person should look at."""
    return [stretch for stretch in left_out if stretch.reason == NOT_UNDERSTOOD]
