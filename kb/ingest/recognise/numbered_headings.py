"""Headings with a single number: `1. OBJECT`, `II. Setup`, `A. The Shuffle`, `3 The Turn`."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Mapping, Sequence

from kb.ingest import bodies
from kb.ingest.document import Document, Node, Rule, Section, Stretch
from kb.ingest.layout.features import ENDED, looks_like_heading
from kb.ingest.numbering import choice_of
from kb.ingest.numbering.number_labels import Label, bare, roman
from kb.ingest.thresholds import FEWEST, FEWEST_SURE, LONGEST_HEADING, MOST


def numbered_headings(document: Document) -> Document:
    """Sections that count from the first to the last of a text, with text between them."""
    if not choice_of(document).allows("counted"):
        return document
    return document.claim(_find(document.paragraphs, document.claimed))


def _find(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> list[Node]:
    found = {
        index: label
        for index, stretch in enumerate(stretches)
        if index not in taken and (label := _label(stretch))
    }
    best = _best_run(stretches, found, taken)
    above_rules = bool(best) and all(_is_above_rule(stretches, index, taken) for index in best)
    if len(best) < (FEWEST_SURE if above_rules else FEWEST):
        return []
    return [_block(index, stretches[index], found[index]) for index in best]


def _best_run(
    stretches: Sequence[Stretch], found: Mapping[int, Label], taken: Mapping[int, Node]
) -> list[int]:
    """The longest run of one style that heads text of its own and that no line introduces as a list."""
    runs = (_run(found, style) for style in ("I", "1", "A"))
    apart = [run for run in runs if run and _is_apart(run) and not _is_introduced(stretches, run[0], taken)]
    return max(apart, key=len, default=[])


def _is_introduced(stretches: Sequence[Stretch], first: int, taken: Mapping[int, Node]) -> bool:
    """Whether a line before the first of them says that a list follows, or is rule 3.1, which its items are in."""
    above = taken.get(first - 1)
    is_item = bool(stretches[first].mark) and not stretches[first].heading
    in_rule = is_item and isinstance(above, Rule) and len(above.rank) > 1
    return in_rule or (first > 0 and stretches[first - 1].text.endswith(":"))


def _is_above_rule(stretches: Sequence[Stretch], index: int, taken: Mapping[int, Node]) -> bool:
    """Whether a numbered rule begins right below a line: "II. Mutable Rules", then "201. Players take turns."."""
    below = taken.get(index + 1)
    return not stretches[index].heading and below is not None and bool(below.rank)


def _label(stretch: Stretch) -> Label | None:
    """The number of a stretch that reads as a heading."""
    if len(stretch.text) > LONGEST_HEADING or stretch.role == "row":
        return None
    label = bare(bodies.head(stretch))
    if label is None:
        return None
    words = label.words.strip("* ")
    if not words or ENDED.search(words) or not (stretch.heading or looks_like_heading(words)):
        return None
    return label if stretch.heading or label.sign or stretch.alone or words.isupper() else None


def _run(found: Mapping[int, Label], style: str) -> list[int]:
    """Stretches whose numbers count 1, 2, 3 … in one style; of several first ones the run that gets farthest."""
    waiting: dict[int, list[list[int]]] = defaultdict(list)  # next value → runs that wait for it
    longest: list[int] = []
    for index, label in found.items():
        value = _value(label.number, style)
        if not value:
            continue
        run = waiting[value].pop()[:] if waiting[value] else [] if value == 1 else None
        if run is None:
            continue
        run.append(index)
        waiting[value + 1].append(run)
        longest = max(longest, run, key=len)
    return longest


def _value(number: str, style: str) -> int:
    if style == "1":
        return int(number) if number.isdigit() else 0
    if number.isdigit():
        return 0
    return roman(number) if style == "I" else ord(number[0]) - ord("A") + 1 if len(number) == 1 else 0


def _is_apart(run: Sequence[int]) -> bool:
    """Whether these head text: the items of a list stand one below the other."""
    apart = sum(1 for one, two in itertools.pairwise(run) if two > one + 1)
    return apart >= MOST * (len(run) - 1)


def _block(index: int, stretch: Stretch, label: Label) -> Node:
    title, body = bodies.heading(label.words)
    return Section(
        stretches=(index,),
        number=label.number,
        title=title,
        body=body,
        level=stretch.heading or 1,
    )
