"""Which share of a text's characters is accounted for, and what was left out?"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

from kb.entries import Source
from kb.findings import LeftOut

NOT_UNDERSTOOD = "not understood"
"""The reason that is none: what nobody recognised."""


def percent(source: Source) -> str:
    """Rounded down, so that 100.00 means every single character."""
    share = source.accounted / source.characters if source.characters else 1.0
    return f"{math.floor(share * 10_000) / 100:.2f}"


def reasons(source: Source, left_out: Iterable[LeftOut]) -> dict[str, int]:
    """How many stretches of a text were left out for which reason, most frequent first."""
    inside = f"{source.file}/"  # of a source that is a folder
    found = Counter(
        stretch.reason
        for stretch in left_out
        if stretch.file == source.file or stretch.file.startswith(inside)
    )
    return dict(found.most_common())


def not_understood(left_out: Iterable[LeftOut]) -> list[LeftOut]:
    """The stretches that a person should look at."""
    return [stretch for stretch in left_out if stretch.reason == NOT_UNDERSTOOD]
