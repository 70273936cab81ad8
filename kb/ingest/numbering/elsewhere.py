"""Numbers that do not stand before their words: in the cell beside them, behind a title in brackets."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from kb.ingest.document import Document, Stretch
from kb.ingest.numbering.number_labels import Label, compound
from kb.ingest.numbering.schemes import schemes

_SURE = 0.8
"""So much of the numbers must rise and nest: a column of values does not."""
_MOST = 2
"""Cells of a row that is a rule: its number and its words."""


def rules_in_cells(document: Document) -> Document:
    """A text with such rows as paragraphs, if those numbers count its rules."""
    paragraphs = _with_rules(document.paragraphs)
    return document if paragraphs is document.paragraphs else replace(document, paragraphs=paragraphs)


def _with_rules(stretches: Sequence[Stretch]) -> Sequence[Stretch]:
    found = {index: rule for index, each in enumerate(stretches) if (rule := _rule(each))}
    labels = [(index, label) for index, (_, label) in found.items()]
    members = [
        member.index for scheme in schemes(labels) if scheme.confidence >= _SURE for member in scheme.members
    ]
    return (
        _with_paragraphs(stretches, {index: found[index][0] for index in members}) if members else stretches
    )


def _rule(stretch: Stretch) -> tuple[Stretch, Label] | None:
    """A row of a number and words as the paragraph that it is: `1.2`, `Each race has a jury.`."""
    if stretch.role != "row":
        return None
    cells = [cell.strip() for cell in stretch.text.strip(" |").replace("|", "\t").split("\t") if cell.strip()]
    label = compound(cells[0]) if len(cells) == _MOST else None
    if label is None or label.words or not any(map(str.isalpha, cells[1])):
        return None
    words = f"{cells[0]} {cells[1]}"
    paragraph = replace(stretch, role="paragraph", text=words, lines=(words,))
    return paragraph, label


def _with_paragraphs(stretches: Sequence[Stretch], rules: Mapping[int, Stretch]) -> Sequence[Stretch]:
    return [rules.get(index, stretch) for index, stretch in enumerate(stretches)]


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
