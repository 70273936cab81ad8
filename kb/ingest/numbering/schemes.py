"""Which of a text's labels number its rules? Those of a family that rise and nest as rules do."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from kb.ingest.document import typed_frozen
from kb.ingest.numbering.number_labels import Label, roman, value_of
from kb.ingest.thresholds import FEWEST, HALF, NEAR, SOME

# "15.02.2023 - First public version", "(2024-01-15) …": what stands before it is an edition in a list of changes;
# "and 10.3.", "to 4.5": it is cited in a sentence that was broken there
_NONE = re.compile(
    r"\W{0,3}(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}[./-]\d{1,2}|(?:\d{1,2}(?:st|nd|rd|th|\.)? )?"
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-zé]{0,6}\.? (?:\d{1,2},? )?(?:19|20)\d\d)\b"
    r"|(?-i:(?:and|or|to|through|und|oder|bis|et|ou|à|y|o|e|[,–-]) ?[(\[]?\d)",
    re.IGNORECASE,
)
# "Rule 5.2 Comment: …", "Rule 5.2(b)(1) and (2) Notes: …": what a text remarks on a rule
_REMARK = re.compile(
    r"(?:(?:and|or|to|through|,) \S{1,12} )*(?:comments?|notes?|rulings?|interpretations?|explanations?|examples?)\b"
    r"(?: \w{1,12})?\s?[:–—]",
    re.IGNORECASE,
)
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
        if not (_NONE.match(label.words) or (label.word and _REMARK.match(label.words)))
    ]
    bare = [(index, label) for index, label in found if not (label.sign or label.heads)]
    measured = {index for index, label in bare if _MEASURE.match(label.words)}
    small = {index for index, label in bare if label.words[:1].islower()}
    if len(small - measured) <= SOME * len(found):
        measured |= small - _following(found, small)
    return [each for each in found if each[0] not in measured]


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


_SURE = {".": 0.0, "-": 0.6, "a": 0.6}
"""How much of a family must rise and nest: `4-3` is a result and `2a` a house more often than `4.3` is no rule."""

Key = tuple[tuple[int, int], ...]


@typed_frozen(frozen=True, slots=True)
class Member:
    """A label that is a rule's number."""

    index: int
    """Which line or stretch it begins."""

    label: Label
    rank: tuple[str, ...]
    """The levels of its number, outermost first."""

    key: Key
    """What it sorts by."""


@dataclass(frozen=True, slots=True)
class Scheme:
    """One way of numbering, and how well it explains a text."""

    family: str
    members: tuple[Member, ...]
    rising: float
    """Share of the family's labels that are in order or have their parent before them."""

    nesting: float
    """Share of its members that begin a level or follow a sibling."""

    @property
    def confidence(self) -> float:
        """From 0 to 1."""
        return self.rising * self.nesting

    @property
    def is_sure(self) -> bool:
        """Whether it rises and nests as much as a family of its kind must."""
        return self.confidence >= _SURE[self.family[-1]] and self.nesting >= HALF


def schemes(found: Sequence[tuple[int, Label]]) -> list[Scheme]:
    """The schemes of a text, that of most labels first; `found` in reading order."""
    return [scheme for scheme in every_scheme(found) if scheme.is_sure and len(scheme.members) >= FEWEST]


def every_scheme(found: Sequence[tuple[int, Label]]) -> list[Scheme]:
    """Every family with numbers in order, those too that are too few or explain a text too badly to be taken."""
    families: dict[str, list[tuple[int, Label]]] = defaultdict(list)
    for index, label in found:
        families[label.family].append((index, label))
    kept = [scheme for family, labels in families.items() if (scheme := _scheme(family, labels))]
    return sorted(kept, key=lambda scheme: -len(scheme.members))


def _scheme(family: str, found: list[tuple[int, Label]]) -> Scheme | None:
    found = without_sentences(found)
    plain = _members([(index, label, label.parts) for index, label in found])
    nested = _members([(index, label, _digits(label.parts)) for index, label in found])
    by_digits = _run_length(nested) > _run_length(plain)  # 5.1, 5.11, 5.12, 5.2
    members = _zero_chapters(_in_order(nested if by_digits else plain))
    return Scheme(family, tuple(members), len(members) / len(found), _nesting(members)) if members else None


def _members(found: Sequence[tuple[int, Label, tuple[str, ...]]]) -> list[Member]:
    """Labels as members of a scheme with these ranks."""
    parts: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for _, _, rank in found:
        for depth, part in enumerate(rank):
            parts[rank[:depth]].add(part)
    romans = {above for above, below in parts.items() if below >= {"I", "II"} or below >= {"i", "ii"}}
    return [Member(index, label, rank, _key(rank, romans)) for index, label, rank in found]


def _digits(parts: tuple[str, ...]) -> tuple[str, ...]:
    """Every digit after the first number a level of its own: `5`, `12` → `5`, `1`, `2`."""
    start = 2 if parts[0].isalpha() else 1
    return (
        *parts[:start],
        *(digit for part in parts[start:] for digit in (part if part.isdigit() else [part])),
    )


def _zero_chapters(members: list[Member]) -> list[Member]:
    """`5.0` heads 5.1 and 5.2 as a chapter, unless it has rules of its own, 5.0.1."""
    parents = {member.rank[:-1] for member in members}
    return [
        replace(member, rank=member.rank[:-1], key=member.key[:-1])
        if len(member.rank) > 1 and set(member.rank[-1]) == {"0"} and member.rank not in parents
        else member
        for member in members
    ]


def _run_length(members: list[Member]) -> int:
    return len(longest_run([member.key for member in members]))


def _key(rank: tuple[str, ...], romans: set[tuple[str, ...]]) -> Key:
    """What a number sorts by; `romans` are the numbers below which Roman numerals count, with letters after them."""
    return tuple(
        value_of(part) if rank[:depth] not in romans or part.isdigit() else _roman_value(part)
        for depth, part in enumerate(rank)
    )


def _roman_value(part: str) -> tuple[int, int]:
    return (2, value) if (value := roman(part)) else (3, value_of(part)[1])


def _in_order(members: list[Member]) -> list[Member]:
    """The members of every book of a text; a book begins where the numbers begin again."""
    kept: list[Member] = []
    for book in _books(members):
        kept += _of_book(book)
    return kept


def _books(members: list[Member]) -> list[list[Member]]:
    """Parts of a text that each count from the beginning."""
    books: list[list[Member]] = [[]]
    for position, member in enumerate(members):
        book = books[-1]
        if len(book) > FEWEST and member.rank == book[0].rank and position + 1 < len(members):
            following = members[position + 1]
            if book[0].key < following.key <= book[1].key:
                books.append([])
        books[-1].append(member)
    return books


def _of_book(members: list[Member]) -> list[Member]:
    """The longest run that never falls, and those out of order below a member of that run or beside one.

    What else breaks the run is a number in running text: "1.4 is the version that changed this."
    """
    kept = _without_echoes([members[at] for at in longest_run([member.key for member in members])])
    held = {member.rank for member in kept}
    above = held | {rank[:-1] for rank in held}
    chapters = Counter(member.rank[0] for member in kept)
    strays = [
        member for member in members if member.rank not in held and _has_parent(member, above, chapters)
    ]
    return sorted([*kept, *strays], key=lambda member: member.index)


def _without_echoes(run: list[Member]) -> list[Member]:
    """Without numbers that come again written otherwise: `2.2: the loser decides.`, `Rule 2.2 Comment: …`."""
    printed: dict[tuple[str, ...], tuple[str, str]] = {}
    return [
        member
        for member in run
        if printed.setdefault(member.rank, (member.label.word, member.label.sign))
        == (member.label.word, member.label.sign)
    ]


def _has_parent(member: Member, above: set[tuple[str, ...]], chapters: Counter[str]) -> bool:
    """Whether the rule above a number is known, or one beside it; of the outermost: if its chapter has several."""
    if len(member.rank) > 2:
        return member.rank[:-1] in above
    return chapters[member.rank[0]] > 1


def _nesting(members: list[Member]) -> float:
    held: dict[tuple[str, ...], set[int]] = defaultdict(set)
    for member in members:
        held[member.rank[:-1]].add(member.key[-1][1])
    right = sum(1 for member in members if _follows(member, held[member.rank[:-1]]))
    return right / (len(members) or 1)


def _follows(member: Member, siblings: set[int]) -> bool:
    value = member.key[-1][1]
    return value <= 1 or any(value - step in siblings for step in range(1, NEAR + 1))


def longest_run(keys: Sequence[Any]) -> list[int]:
    """Positions of the longest run that never falls, by patience sorting."""
    ends: list[int] = []  # positions that end the best run of each length
    lowest: list[Any] = []
    previous: list[int] = []
    for position, key in enumerate(keys):
        length = bisect_right(lowest, key) if lowest and key < lowest[-1] else len(lowest)
        previous.append(ends[length - 1] if length else -1)
        ends[length : length + 1] = [position]
        lowest[length : length + 1] = [key]
    run, position = [], ends[-1] if ends else -1
    while position >= 0:
        run.append(position)
        position = previous[position]
    return run[::-1]
