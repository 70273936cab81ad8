"""Credits and legal lines at a text's end: no rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kb.ingest.lines import Block, Stretch
from kb.ingest.recognise.headings import heading_levels
from kb.ingest.recognise.sections import CREDITS, is_called

_TAIL = 0.75
"""Credits that begin after this share of a text run to its end; earlier ones to the next heading."""


def credits(stretches: Sequence[Stretch], taken: Mapping[int, Block]) -> list[Block]:
    """Everything under a heading such as "Credits"."""
    if not any(is_called(stretch, CREDITS) for stretch in stretches):
        return []
    levels = heading_levels(stretches, taken)
    for index, stretch in enumerate(stretches):
        if index in taken or not is_called(stretch, CREDITS) or not levels[index]:
            continue
        end = len(stretches)
        if index < _TAIL * len(stretches):
            later = (i for i in range(index + 1, end) if 0 < levels[i] <= levels[index])
            end = next(later, end)
        left = tuple(i for i in range(index, end) if i not in taken)
        return [Block(kind="left out", stretches=left, reason="credits")]
    return []
