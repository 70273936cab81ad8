"""Which numbers at the beginning of a line belong to a sentence that was broken there? None of these is a rule's."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from kb.ingest.numbering.number_labels import Label, value_of

_SMALL = 0.3
"""From this share on, rules begin with a small letter in a text; else "4.2 above" goes on with a sentence."""

# "15.02.2023 - First public version", "(2024-01-15) …": what stands before it is an edition in a list of changes
_CHANGED = re.compile(
    r"\W{0,3}(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}[./-]\d{1,2}|(?:\d{1,2}(?:st|nd|rd|th|\.)? )?"
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-zé]{0,6}\.? (?:\d{1,2},? )?(?:19|20)\d\d)\b",
    re.IGNORECASE,
)
# "Rule 5.2 Comment: …", "Rule 5.2(b)(1) and (2) Notes: …": what a text remarks on a rule
_REMARK = re.compile(
    r"(?:(?:and|or|to|through|,) \S{1,12} )*(?:comments?|notes?|rulings?|interpretations?|explanations?|examples?)\b"
    r"(?: \w{1,12})?\s?[:–—]",
    re.IGNORECASE,
)
# "and 10.3.", "to 4.5": what stands before it is cited in a sentence that was broken there
_CITED = re.compile(r"(?:and|or|to|through|und|oder|bis|et|ou|à|y|o|e|[,–-]) ?[(\[]?\d")
# "kg of clay", "inches", "x 3.5", "p.m.": what stands before it is measured
_MEASURE = re.compile(
    r"(?:%|°|[x×] ?\d|(?:[cdkm]m|[km]g|m|g|km/h|inch(?:es)?|in|ft|feet|foot|yards?|met(?:er|re)s?|miles?|kilos?"
    r"|percent|seconds?|minutes?|hours?|years?|million|billion|euros?|dollars?|cents?|[ap]\.?m)\b)"
)


def without_sentences(found: list[tuple[int, Label]]) -> list[tuple[int, Label]]:
    """Without `4.2 above` and `2.5 inches`, unless rules of this text begin like that or this one is the next."""
    found = [
        (index, label)
        for index, label in found
        if not (_is_none(label.words) or (label.word and _REMARK.match(label.words)))
    ]
    bare = [(index, label) for index, label in found if not (label.sign or label.heads)]
    measured = {index for index, label in bare if _MEASURE.match(label.words)}
    small = {index for index, label in bare if label.words[:1].islower()}
    if len(small - measured) <= _SMALL * len(found):
        measured |= small - _following(found, small)
    return [each for each in found if each[0] not in measured]


def _is_none(words: str) -> bool:
    """Whether the words after a number show that it is no rule's."""
    return bool(_CHANGED.match(words) or _CITED.match(words))


def _following(found: Sequence[tuple[int, Label]], small: set[int]) -> set[int]:
    """Those that count on from the number before them and stand nowhere else: 2.3.1, 2.3.2 below 2.3."""
    printed = Counter(label.parts for _, label in found)
    return {
        index
        for (_, before), (index, label) in pairwise(found)
        if index in small and printed[label.parts] == 1 and counts_on(before.parts, label.parts)
    }


def counts_on(before: tuple[str, ...], parts: tuple[str, ...]) -> bool:
    """Whether a number is the first below another, or the next one beside it or beside what holds it."""
    depth = len(parts) - 1
    if parts[:-1] != before[:depth]:
        return False
    value = value_of(parts[-1])[1]
    return value == (value_of(before[depth])[1] + 1 if len(before) > depth else 1)
