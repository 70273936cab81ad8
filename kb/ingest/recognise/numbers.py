"""Numbered rules: `314.6. If a scheme card …`, with the chapters and parts above them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from kb.ingest.layout import ENDED
from kb.ingest.lines import Block, Stretch
from kb.ingest.recognise import bodies

_FEWEST = 3
_LONGEST_TITLE = 60
# "314.6. If a", "702.19b Trample", "119.1d. In a", "606.5 If the", "901.4.All plane", "8.1.1.1: The Event"
_DOTTED = re.compile(r"(\d{1,4}(?:\.\d{1,4})+)([a-z]{1,2}(?![a-z]))?(?:[.:](?=\D)|(?=\s))\s*(?=\S)")
_BARE = re.compile(r"(\d{1,4})\.")
# "3. Zones", "Chapter 3: Zones": the same in a heading that markup states
_BARE_HEADING = re.compile(r"(?:(?:Chapter|Part|Section)\s+)?(\d{1,4})(?:[.:]\s*|\s+[-–—]\s+)(?=\S)")


@dataclass(frozen=True, slots=True)
class _Found:
    """A number at a stretch's beginning."""

    index: int
    number: str
    words: str
    parts: tuple[int, ...]
    letter: str

    @property
    def key(self) -> tuple[object, ...]:
        """Sorts as the rules follow each other: 603.7 < 603.7a < 603.7z < 603.7aa < 603.8."""
        return (*self.parts, len(self.letter), self.letter)


def numbers(stretches: Sequence[Stretch], taken: Mapping[int, Block]) -> list[Block]:
    """Rules with dotted numbers in rising order, their chapters (`314.`) and the parts above those (`3.`)."""
    dotted = _in_order(
        [
            found
            for index in range(len(stretches))
            if index not in taken and (found := _dotted(stretches, index))
        ]
    )
    if len(dotted) < _FEWEST:
        return []
    used = set(taken) | {found.index for found in dotted}
    chapters, parts = _headings(stretches, dotted, used)
    blocks = [_part(found, stretches) for found in parts]
    part_of = _owner(parts)
    for found in chapters:
        above = part_of(found.index)
        blocks.append(_chapter(found, (above,) if above else ()))
    rank_of = {found.number: (*_above(part_of(found.index)), found.number) for found in chapters}
    return blocks + [_rule(found, rank_of, bool(stretches[found.index].heading)) for found in dotted]


def _above(part: str | None) -> tuple[str, ...]:
    return (part,) if part else ()


def _dotted(stretches: Sequence[Stretch], index: int) -> _Found | None:
    stretch = stretches[index]
    if stretch.role == "row" or (stretch.heading > 0 and not stretch.text):
        return None
    match = _DOTTED.match(stretch.text.strip("*"))
    if not match or (stretch.mark and stretch.mark[0].isalnum()):
        return None
    parts = tuple(int(part) for part in match[1].split("."))
    words = stretch.text.strip("*")[match.end() :]
    return _Found(index, match[1] + (match[2] or ""), words, parts, match[2] or "")


def _in_order(found: list[_Found]) -> list[_Found]:
    """The numbers that are rules': the longest run that never falls, and those out of order below a rule of that run.

    What else breaks the run is a number in running text: "1.4 is the version that changed this."
    """
    run = _longest_run(found)
    held = {each.number for each in run}
    chapters = Counter(each.parts[0] for each in run)
    inside = {each.index for each in run}
    strays = [
        each
        for each in found
        if each.index not in inside and each.number not in held and _has_parent(each, held, chapters)
    ]
    return sorted([*run, *strays], key=lambda each: each.index)


def _has_parent(each: _Found, held: set[str], chapters: Counter[int]) -> bool:
    """Whether the rule above a number is known; for the outermost: whether its chapter has several rules."""
    if each.letter:
        return each.number.removesuffix(each.letter) in held
    if len(each.parts) > 2:
        return ".".join(str(part) for part in each.parts[:-1]) in held
    return chapters[each.parts[0]] > 1


def _longest_run(found: list[_Found]) -> list[_Found]:
    """The longest run of numbers that never falls, by patience sorting."""
    ends: list[int] = []  # positions in `found` that end the best run of each length
    keys: list[tuple[object, ...]] = []
    previous: list[int] = []
    for position, each in enumerate(found):
        length = bisect_right(keys, each.key)
        previous.append(ends[length - 1] if length else -1)
        if length == len(ends):
            ends.append(position)
            keys.append(each.key)
        else:
            ends[length], keys[length] = position, each.key
    run, position = [], ends[-1] if ends else -1
    while position >= 0:
        run.append(found[position])
        position = previous[position]
    return run[::-1]


def _headings(
    stretches: Sequence[Stretch], dotted: list[_Found], used: set[int]
) -> tuple[list[_Found], list[_Found]]:
    """Bare numbers that head the dotted ones: chapters (`314.` above 314.1) and parts (`3.` above 314)."""
    in_headings = any(stretches[found.index].heading for found in dotted)
    bare = [
        _Found(
            index,
            match[1],
            stretch.text[match.end() :] if in_headings else stretch.text,
            (int(match[1]),),
            "",
        )
        for index, stretch in enumerate(stretches)
        if index not in used
        and bool(stretch.heading) == in_headings
        and (
            match := _BARE.fullmatch(stretch.mark) or _BARE_HEADING.match(stretch.text if in_headings else "")
        )
        and len(stretch.text) <= 2 * _LONGEST_TITLE
    ]
    following = {found.index: found for found in dotted}
    chapters: list[_Found] = []
    parts: list[_Found] = []
    next_rule: _Found | None = None
    next_chapter: _Found | None = None
    by_index = {found.index: found for found in bare}
    for index in range(len(stretches) - 1, -1, -1):
        next_rule = following.get(index, next_rule)
        found = by_index.get(index)
        if found is None or next_rule is None:
            continue
        if found.parts[0] == next_rule.parts[0] and _is_first(next_chapter, found):
            chapters.append(found)
            next_chapter = found
        elif next_chapter and _leads(found.number, next_chapter.number):
            parts.append(found)
    chapters += _childless(bare, chapters, parts)
    return sorted(chapters, key=lambda found: found.index), parts[::-1]


def _childless(bare: list[_Found], chapters: list[_Found], parts: list[_Found]) -> list[_Found]:
    """Chapters without rules of their own: numbered like the others and in order between them (`600. General`)."""
    known = {found.index for found in (*chapters, *parts)}
    digits = {len(found.number) for found in chapters}
    if len(chapters) < 2 or len(digits) != 1:
        return []
    places = sorted((found.index, found.parts[0]) for found in chapters)
    found_more = []
    for found in bare:
        at = bisect_right(places, (found.index, 0))
        inside = 0 < at < len(places) and places[at - 1][1] < found.parts[0] < places[at][1]
        if found.index not in known and len(found.number) in digits and inside:
            found_more.append(found)
    return found_more


def _is_first(next_chapter: _Found | None, found: _Found) -> bool:
    return next_chapter is None or next_chapter.parts[0] > found.parts[0]


def _leads(part: str, chapter: str) -> bool:
    """Whether a part's number begins its chapters' numbers: `3.` leads 300 to 399."""
    return len(part) < len(chapter) and chapter.startswith(part)


def _owner(parts: list[_Found]) -> Callable[[int], str | None]:
    """Which part a stretch stands in."""
    positions = [found.index for found in parts]

    def owner(index: int) -> str | None:
        at = bisect_right(positions, index)
        return parts[at - 1].number if at else None

    return owner


def _part(found: _Found, stretches: Sequence[Stretch]) -> Block:
    return Block(
        kind="section",
        stretches=(found.index,),
        number=found.number,
        title=bodies.title(found.words),
        rank=(found.number,),
    )


def _chapter(found: _Found, above: tuple[str, ...]) -> Block:
    rank = (*above, found.number)
    if len(found.words) > _LONGEST_TITLE or ENDED.search(found.words):
        return Block(
            kind="rule",
            stretches=(found.index,),
            number=found.number,
            body=(bodies.body(found.words),),
            rank=rank,
        )
    return Block(
        kind="rule", stretches=(found.index,), number=found.number, title=bodies.title(found.words), rank=rank
    )


def _rule(found: _Found, rank_of: Mapping[str, tuple[str, ...]], is_heading: bool) -> Block:
    chapter = str(found.parts[0])
    levels = [
        ".".join(str(part) for part in found.parts[: depth + 1]) for depth in range(1, len(found.parts))
    ]
    rank = (*rank_of.get(chapter, (chapter,)), *levels, *([found.number] if found.letter else []))
    is_title = len(found.words) < _LONGEST_TITLE and (is_heading or not ENDED.search(found.words))
    return Block(
        kind="rule",
        stretches=(found.index,),
        number=found.number,
        title=bodies.title(found.words) if is_title else None,
        body=() if is_title else (bodies.body(found.words),),
        rank=rank,
    )
