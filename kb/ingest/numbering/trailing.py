"""Numbers that stand after their titles: `Layout of the moor (1.1)`, `MOVEMENT [4.2]`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from kb.ingest.document import Stretch
from kb.ingest.numbering.number_labels import compound
from kb.ingest.numbering.schemes import schemes

# "Gates (1.2)", "THE MOOR (1)", "Stacking [5.2]"
_TRAILING = re.compile(
    r"(?P<title>[^\W\d_][^.!?:]{1,70}?)\s*[\[(](?P<number>\d{1,3}(?:[.-]\d{1,3}){0,5}[a-z]?)[\])]\s*"
)
_CLOSED = (")", "]")


def numbers_first(stretches: Sequence[Stretch]) -> Sequence[Stretch]:
    """The stretches with such numbers before their titles, if they count a text that prints no others."""
    turned = {
        index: replace(stretch, text=f"{match['number']} {match['title']}")
        for index, stretch in enumerate(stretches)
        if stretch.text.endswith(_CLOSED)
        and not stretch.mark
        and (match := _TRAILING.fullmatch(stretch.text))
    }
    if not turned:
        return stretches
    behind = schemes([(index, label) for index, each in turned.items() if (label := compound(each.text))])
    if not behind:
        return stretches
    before = schemes([(i, label) for i, stretch in enumerate(stretches) if (label := compound(stretch.text))])
    if before and len(before[0].members) >= len(behind[0].members):
        return stretches
    return [turned.get(index, stretch) for index, stretch in enumerate(stretches)]
