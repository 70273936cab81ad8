"""Which entries say nothing themselves, and what do they stand for? Headings, and entries that only point.

What an entry stands for is told as runs of positions in reading order: a heading's own, or its target and
what stands under that.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from kb.analyse import sentences, stems
from kb.entries import Entry, Reference
from kb.index.topics import Topic

LEAST_DEFINITION, SHARE_OF_SECOND = 10, 0.75
"""A first entry under a heading with fewer words that count (beside those of its titles), and fewer than this share of
the second's, says only what kind of thing it is ("Reach is a static ability."): the second says what it does."""

MOST_UNDER = 60
"""Entries under a heading that it stands for at most: a chapter is no answer."""

LONGEST_POINTER = 45
"""Words of a glossary term that gives a hint and the number of its rule: 99 of 100 in Magic's have fewer."""

_SAYS = 2
"""Words that count beside its references, up to which an entry says nothing."""

# "See rule 702.19, “Trample.”": the last sentence of a term
_POINTS = re.compile(r"\W*see\b", re.IGNORECASE)

Runs = list[tuple[int, int]]


def stand_ins(entries: Sequence[Entry], references: Sequence[Reference]) -> dict[int, Runs]:
    """For each entry that only heads or points the entries it stands for, as first and last positions."""
    position = {entry.id: number for number, entry in enumerate(entries)}
    ends = _ends(entries, position)
    seen: dict[str, list[Reference]] = {}
    for reference in references:
        if reference.kind == "see" and reference.target in position:
            seen.setdefault(reference.origin, []).append(reference)
    found: dict[int, Runs] = {}
    for number, entry in enumerate(entries):
        runs = _runs(
            number,
            entry,
            entries,
            ends,
            [
                (reference.start, reference.end, position[reference.target or ""])
                for reference in seen.get(entry.id, ())
            ],
        )
        if runs:
            found[number] = runs
    return found


def definitions(
    entries: Sequence[Entry], topics: Sequence[Topic], stand_ins: Mapping[int, Runs]
) -> dict[int, int]:
    """For each entry that only heads or points the first that it stands for which says what it is about.

    A heading of too many to stand for them is told by the first right below it.
    """
    found = {
        number: number + 1
        for number, (entry, below) in enumerate(pairwise(entries))
        if not entry.text.strip() and below.parent == entry.id and below.text.strip()
    }
    for number, runs in stand_ins.items():
        held = (one for first, last in runs for one in range(first, last + 1) if one not in stand_ins)
        first, second = next(held, None), next(held, None)
        if first is None:
            continue
        said = _own_words(entries[first], topics[first])
        after = 0 if second is None else _own_words(entries[second], topics[second])
        is_little = said < LEAST_DEFINITION and said < SHARE_OF_SECOND * after
        found[number] = second if is_little and second is not None else first
    return found


def _own_words(entry: Entry, topic: Topic) -> int:
    """How many different words that count a text has beside those of its titles."""
    return len(set(stems(entry.text)) - {stem for stem, _ in topic})


def _runs(
    number: int,
    entry: Entry,
    entries: Sequence[Entry],
    ends: Sequence[int],
    seen: Sequence[tuple[int, int, int]],
) -> Runs:
    if not entry.text.strip():
        return [(number + 1, ends[number])] if 0 < ends[number] - number <= MOST_UNDER else []
    targets = _pointed_at(entry, entries, seen)
    return [
        (target, ends[target])
        for target in targets
        if target != number and ends[target] - target <= MOST_UNDER
    ]


def _pointed_at(entry: Entry, entries: Sequence[Entry], seen: Sequence[tuple[int, int, int]]) -> list[int]:
    """The positions an entry points at, if pointing is all it does or all but a hint."""
    if not seen:
        return []
    rest = entry.text
    for start, end, _ in sorted(seen, reverse=True):
        rest = rest[:start] + rest[end:]
    targets = list(dict.fromkeys(target for _, _, target in seen))
    if len(stems(rest)) <= _SAYS:
        return targets
    last = entry.text[slice(*sentences(entry.text)[-1])]
    is_hint = entry.kind == "term" and not entry.number and len(entry.text.split()) <= LONGEST_POINTER
    return targets[-1:] if is_hint and _POINTS.match(last) and entries[targets[-1]].number else []


def _ends(entries: Sequence[Entry], position: Mapping[str, int]) -> list[int]:
    """The last position of what stands under each entry; entries come in reading order."""
    ends = list(range(len(entries)))
    for number in range(len(entries) - 1, -1, -1):
        above = position.get(entries[number].parent or "")
        if above is not None and above < number:
            ends[above] = max(ends[above], ends[number])
    return ends
