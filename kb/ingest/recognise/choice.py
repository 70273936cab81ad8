"""How does this text number its rules? Every way of numbering is measured; what explains the text best is taken.

A scheme explains a text as far as its numbers rise (order), begin a level or follow their sibling (nesting), and
head the text's words (coverage). "3.5 cm", "2-1" and "2024-06-07" are numbers too, but they do none of this.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from kb.errors import CorpusError
from kb.ingest import bodies
from kb.ingest.document import Document, Node, Stretch
from kb.ingest.numbering import NAMES, NO_SCHEME, NOTHING, Choice, Explained, name_of
from kb.ingest.numbering.beginnings import is_cited
from kb.ingest.numbering.number_labels import Label, compound, count_of, worded
from kb.ingest.numbering.schemes import Scheme, counts_on, every_scheme, longest_run
from kb.ingest.recognise.implied import are_rules
from kb.ingest.thresholds import FEWEST, HALF, LONGEST_HEADING, MOST

_FOLLOWING = 8
"""So many paragraphs after a number count as text that it heads."""


def choose_numbering(document: Document) -> Document:
    """Measure every scheme on what is left of a text; a person may want another one."""
    wanted = document.overrides.numbering
    return replace(document, numbering=_choose(document.paragraphs, document.claimed, wanted))


def _choose(stretches: Sequence[Stretch], taken: Mapping[int, Node], told: str) -> Choice:
    if told and told not in NAMES:
        raise CorpusError(f"there is no numbering {told!r}; there are {', '.join(NAMES)}")
    free = {index: stretch for index, stretch in enumerate(stretches) if index not in taken}
    sizes = [len(stretch.text) for stretch in stretches]
    labels = tuple(_labels(free))
    schemes = tuple(every_scheme(labels))
    ranked = sorted(_explained(free, sizes, schemes), key=lambda each: -each.score)
    best = _best(ranked, told)
    others = (each for each in ranked if each.name != best.name)
    likely = (each for each in others if each.score or (best is NO_SCHEME and each.coverage >= HALF))
    runner_up = next(likely, NO_SCHEME)
    return Choice(best=best, runner_up=runner_up, is_told=bool(told), labels=labels, schemes=schemes)


def _best(ranked: Sequence[Explained], told: str) -> Explained:
    """The scheme that a person wants, else the one that explains a text best, if it explains anything."""
    if told:
        return next((each for each in ranked if each.name == told), Explained(name=told))
    return ranked[0] if ranked and ranked[0].score > NOTHING else NO_SCHEME


def _labels(free: Mapping[int, Stretch]) -> Iterator[tuple[int, Label]]:
    before: Label | None = None
    for index, stretch in free.items():
        label = compound(bodies.head(stretch)) if stretch.role != "row" and stretch.text else None
        if label is None:
            continue
        above = free.get(index - 1)
        adjoins = above is not None and not stretch.gap and stretch.role == above.role
        if not (above and adjoins and is_cited(label, above.text, before)):
            before = replace(label, heads=stretch.heading > 0)
            yield index, before


def _explained(
    free: Mapping[int, Stretch], sizes: Sequence[int], schemes: Sequence[Scheme]
) -> Iterator[Explained]:
    """Every scheme with a few numbers."""
    for scheme in schemes:
        yield _of_scheme(scheme, sizes)
    yield from _single("words", dict(_worded(free)), sizes)
    chapters = {member.rank[0] for scheme in schemes for member in scheme.members}
    marks = {index: stretch.mark.strip("(.)") for index, stretch in free.items()}
    counted = {
        index: (int(digits), free[index].mark)  # "12." as the mark of a list's item
        for index, digits in marks.items()
        if digits.isdecimal() and digits not in chapters
    }
    yield from _single("counted", counted, sizes)
    numbered = [index for index, stretch in free.items() if stretch.number and stretch.heading != 1]
    yield from _unprinted("position", numbered, sizes, 1.0)
    if are_rules(tuple(free.values())):
        headings = [index for index, stretch in free.items() if stretch.heading]
        yield from _unprinted("headings", headings, sizes, MOST)


def _of_scheme(scheme: Scheme, sizes: Sequence[int]) -> Explained:
    """A scheme of several levels: three numbers are no chance, nor are two that count on and head most of a text."""
    coverage = _coverage([member.index for member in scheme.members], sizes)
    deepest = max((member.label for member in scheme.members[:20]), key=lambda each: len(each.parts))
    ranks = [member.rank for member in scheme.members]
    enough = len(ranks) >= FEWEST or (len(ranks) > 1 and counts_on(*ranks) and coverage >= HALF)
    return Explained(
        name=name_of(scheme),
        example=deepest.number,
        numbers=len(scheme.members),
        order=scheme.rising if enough else 0.0,
        nesting=scheme.nesting,
        coverage=coverage,
    )


def _single(name: str, found: Mapping[int, tuple[int, str]], sizes: Sequence[int]) -> Iterator[Explained]:
    """A scheme of one level: its numbers count on by one."""
    indexes = list(found)
    run = [indexes[position] for position in longest_run([((1, found[index][0]),) for index in indexes])]
    values = [found[index][0] for index in run]
    if len(set(values)) < FEWEST:
        return
    yield Explained(
        name=name,
        example=found[run[0]][1],
        numbers=len(set(values)),
        order=len(run) / len(found),
        nesting=sum(1 for one, two in pairwise(values) if two == one + 1) / (len(values) - 1),
        coverage=_coverage(run, sizes),
    )


def _worded(free: Mapping[int, Stretch]) -> Iterator[tuple[int, tuple[int, str]]]:
    """`Article 12: Walls`, as a heading."""
    for index, stretch in free.items():
        if len(stretch.text) > LONGEST_HEADING or stretch.role == "row":
            continue
        label = worded(bodies.head(stretch))
        if label and label.word and (value := count_of(label.number)):
            yield index, (value, f"{label.word} {label.number}")


def _unprinted(name: str, indexes: Sequence[int], sizes: Sequence[int], order: float) -> Iterator[Explained]:
    if len(indexes) >= FEWEST:
        yield Explained(
            name=name, numbers=len(indexes), order=order, nesting=1.0, coverage=_coverage(indexes, sizes)
        )


def _coverage(indexes: Sequence[int], sizes: Sequence[int]) -> float:
    """The share of a text's characters in numbered paragraphs and the few that follow each."""
    ends = [min(end, start + 1 + _FOLLOWING) for start, end in pairwise([*indexes, len(sizes)])]
    return sum(sum(sizes[start:end]) for start, end in zip(indexes, ends, strict=True)) / (sum(sizes) or 1)
