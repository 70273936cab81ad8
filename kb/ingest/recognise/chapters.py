"""What heads numbered rules: chapters (`314.` above 314.1, `Article 3` above 3.1) and the parts above (`3.`)."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.ingest import bodies
from kb.ingest.document import Stretch
from kb.ingest.layout.features import ENDED, looks_like_heading
from kb.ingest.numbering.number_labels import Label, bare, value_of, worded
from kb.ingest.numbering.schemes import Member
from kb.ingest.thresholds import BESIDE, HUNDREDS, LONGEST_TITLE

# "002. Card text supersedes …": a chapter that is a rule of its own
_WIDE = re.compile(r"\d{3,4}\.\s")


@dataclass(frozen=True, slots=True)
class Chapter:
    """A single number that heads others."""

    index: int
    label: Label

    @property
    def value(self) -> tuple[int, int]:
        """What it sorts by."""
        return value_of(self.label.parts[0])

    @property
    def shape(self) -> tuple[str, bool, int]:
        """How it is printed."""
        return (self.label.family, bool(self.label.sign), len(self.label.number))


@dataclass(frozen=True, slots=True)
class Chapters:
    """All that head the rules of a text."""

    chapters: tuple[Chapter, ...]
    parts: tuple[Chapter, ...]

    def part_of(self, index: int) -> tuple[str, ...]:
        """The number of the part that a stretch stands in; nothing where there are no parts."""
        at = bisect_right([part.index for part in self.parts], index)
        return (self.parts[at - 1].label.number,) if at else ()


def chapters_of(stretches: Sequence[Stretch], members: Sequence[Member], used: set[int]) -> Chapters:
    """Single numbers that lead to the rules below them."""
    in_headings = any(stretches[member.index].heading for member in members)
    found = [
        Chapter(index, label)
        for index, stretch in enumerate(stretches)
        if index not in used and (label := _label(stretch, in_headings))
    ]
    leading = list(_of_one_kind(list(_leading(found, members))))
    fewest = 1 if in_headings else 2
    chapters = [*leading, *_childless(found, leading, fewest)]
    chapters = sorted(
        [*chapters, *_childless(found, chapters, fewest)], key=lambda each: each.index
    )  # between those, too
    return Chapters(tuple(chapters), tuple(_parts(found, chapters)))


def _label(stretch: Stretch, in_headings: bool) -> Label | None:
    """The single number of a stretch that can head others: short, and a heading where others are."""
    if stretch.role == "row":
        return None
    words = bodies.head(stretch)
    if len(words) > 2 * LONGEST_TITLE and not _WIDE.match(words):
        return None
    if label := worded(words):
        return label
    label = bare(words)
    if label is None or (in_headings and not stretch.heading):
        return None
    return (
        label
        if in_headings or label.sign or looks_like_heading(label.words) or _stands_apart(stretch, label.words)
        else None
    )


def _stands_apart(stretch: Stretch, words: str) -> bool:
    """Whether a short line below a blank one is no sentence: "2 The play"."""
    return stretch.gap > 0 and len(words) <= LONGEST_TITLE and words[:1].isupper() and not ENDED.search(words)


def _leading(found: Sequence[Chapter], members: Sequence[Member]) -> Iterator[list[Chapter]]:
    """Those that stand right before the first rule whose number begins with theirs, place by place."""
    own = {member.rank[0] for member in members if len(member.rank) == 1}
    places = [each.index for each in found]
    before, part = -1, ""
    for member in members:
        if member.rank[0] != part and member.rank[0] not in own:
            part = member.rank[0]
            between = found[bisect_right(places, before) : bisect_right(places, member.index)]
            yield [each for each in between if each.label.parts[0] == part]
        before = member.index


def _of_one_kind(leading: Sequence[Sequence[Chapter]]) -> Iterator[Chapter]:
    """`RULE 1` and not `SECTION 1` below it: of what leads to the same rules, the kind that leads to most of them."""
    kinds = Counter((each.label.family, each.value[0]) for place in leading for each in place)
    usual = {sort: family for (family, sort), _ in reversed(kinds.most_common())}
    for place in leading:
        yield from {each.value: each for each in place if usual[each.value[0]] == each.label.family}.values()


def _childless(found: Sequence[Chapter], chapters: Sequence[Chapter], fewest: int) -> Iterator[Chapter]:
    """Chapters without rules of their own: printed like the others and in order among them (`600. General`)."""
    if len(chapters) < fewest:
        return
    known = {each.index for each in chapters}
    shapes = {each.shape for each in chapters}
    shapes |= {(*each.shape[:2], 2) for each in chapters if each.label.number == "9"}  # 10 counts on
    places = sorted((each.index, each.value) for each in chapters)
    for each in found:
        if each.index in known or each.shape not in shapes:
            continue
        at = bisect_right(places, (each.index, (9, 0)))
        lowest = places[at - 1][1] if at else None
        highest = places[at][1] if at < len(places) else None
        if _fits_between(each, lowest, highest):
            yield each


def _fits_between(each: Chapter, lowest: tuple[int, int] | None, highest: tuple[int, int] | None) -> bool:
    """Whether a number is in order between its neighbours; with only one of them it must be near and a title."""
    if (lowest and each.value <= lowest) or (highest and highest <= each.value):
        return False
    if (lowest and highest) or len(each.label.number) >= HUNDREDS:
        return True
    return _is_near(each.value, lowest or highest) and looks_like_heading(each.label.words)


def _is_near(value: tuple[int, int], other: tuple[int, int] | None) -> bool:
    return other is not None and value[0] == other[0] and 0 < abs(value[1] - other[1]) <= BESIDE


def _parts(found: Sequence[Chapter], chapters: Sequence[Chapter]) -> Iterator[Chapter]:
    """`3.` leads to chapters 300 to 399: its number begins that of the next chapter, not that of the one before.

    Of several before one chapter the last is it: the others are items of a list in the part before.
    """
    known = {each.index for each in chapters}
    places = [each.index for each in chapters]
    leading: dict[int, Chapter] = {}
    for each in found:
        at = bisect_right(places, each.index)
        if each.index in known or at == len(chapters) or not _may_be_title(each.label.words):
            continue
        part, chapter = each.label.number, chapters[at].label.number
        before = chapters[at - 1].label.number if at else ""
        if len(part) < len(chapter) and chapter.startswith(part) and not before.startswith(part):
            leading[at] = each
    yield from leading.values()


def _may_be_title(words: str) -> bool:
    return not ENDED.search(words) or looks_like_heading(words.rstrip("."))
