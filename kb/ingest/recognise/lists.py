"""Lists: steps of a procedure, numbered rules of a paragraph, bullets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kb.ingest.layout import ENDED
from kb.ingest.lines import Block, Stretch
from kb.ingest.recognise import bodies
from kb.ingest.recognise.labels import labelled

_BULLETS = frozenset("-*•–—·▪◦‣●○■□►➢✦")
# "1.", "2)", "(3)", "a.", "(b)"
_ORDINAL = re.compile(r"(\(?)(\d{1,2}|[a-z])([.)])")
# "Follow these steps in order:", "three main steps", "the following procedure"
_STEPS = re.compile(r"\b(?:steps?|procedure|in (?:this|the following) order|in order)\b", re.IGNORECASE)
# "For 3-4 players, …", "With 2 players …": an item that qualifies the one above it
_QUALIFIER = re.compile(r"((?:For|With|In|At|If|When|On)\b(?: an?| the)?) (\d+)\b", re.IGNORECASE)
_FRAGMENT = 4
"""An item of so few words without a sentence end is a name in a list, not a rule."""


@dataclass(slots=True)
class _List:
    """Items that follow each other, and what introduces them."""

    family: str
    intro: str
    section: int
    depth: int
    after_steps: bool
    items: list[int] = field(default_factory=list)

    @property
    def is_procedure(self) -> bool:
        """Whether its items are steps: its introduction says so, or (numbered) its section goes on with a procedure."""
        return bool(_STEPS.search(self.intro)) or (self.after_steps and self.family not in _BULLETS)


def lists(stretches: Sequence[Stretch], taken: Mapping[int, Block]) -> list[Block]:
    """A block an item; names in a list, and items below a numbered rule, stay text of what stands above."""
    blocks: list[Block] = []
    for number, each in enumerate(_lists(stretches, taken)):
        if each.is_procedure or not _is_body(stretches, taken, each):
            blocks += _blocks(stretches, taken, each, number)
    return blocks


def _lists(stretches: Sequence[Stretch], taken: Mapping[int, Block]) -> Iterator[_List]:
    """Part the marked stretches into lists: an ordinal goes on where it counts on, a bullet where it adjoins."""
    open_lists: list[_List] = []
    intro, section, steps_in_section = "", -1, False
    for index, stretch in enumerate(stretches):
        if index in taken:
            block = taken[index]
            if block.kind == "section":
                yield from open_lists
                open_lists, intro, section = [], block.title or "", index
                steps_in_section = steps_in_section and block.level > 1
            continue
        if not stretch.mark:
            intro = stretch.text
            continue
        if stretch.depth and stretch.mark in _BULLETS:
            continue  # an indented bullet belongs to the item above
        family, value = _family(stretch.mark)
        current = _going_on(open_lists, family, value, index, stretches)
        if current is None:
            if value > 1:
                continue  # "2." without a "1.": no list
            outer = open_lists[-1] if open_lists and _nests(family, open_lists[-1].family) else None
            while open_lists and open_lists[-1] is not outer:
                yield open_lists.pop()
            depth = outer.depth + 1 if outer and _adjoins(outer, index, stretches) else 0
            after = steps_in_section or (outer is not None and outer.is_procedure)
            current = _List(family, intro, section, depth, after)
            open_lists.append(current)
        else:
            while open_lists[-1] is not current:
                yield open_lists.pop()
        current.items.append(index)
        steps_in_section = steps_in_section or current.is_procedure
    yield from open_lists


def _family(mark: str) -> tuple[str, int]:
    """What counts a list, and the position that a mark gives: `(2)` → `("(1)", 2)`; a bullet has position 0."""
    ordinal = _ORDINAL.fullmatch(mark)
    if not ordinal:
        return mark, 0 if mark in _BULLETS else 99
    value = int(ordinal[2]) if ordinal[2].isdigit() else ord(ordinal[2]) - ord("a") + 1
    return f"{ordinal[1]}{'1' if ordinal[2].isdigit() else 'a'}{ordinal[3]}", value


def _going_on(
    open_lists: list[_List], family: str, value: int, index: int, stretches: Sequence[Stretch]
) -> _List | None:
    for each in reversed(open_lists):
        if each.family != family:
            continue
        if not value:
            return each if each is open_lists[-1] and _adjoins(each, index, stretches) else None
        return each if value == _family(stretches[each.items[-1]].mark)[1] + 1 else None
    return None


def _adjoins(each: _List, index: int, stretches: Sequence[Stretch]) -> bool:
    """Whether nothing but items stands between a list and this stretch."""
    return all(stretches[i].mark for i in range(each.items[-1] + 1, index))


def _nests(family: str, outer: str) -> bool:
    """Whether a new list stands inside the one before it: letters under numbers, bullets under either."""
    return family != outer and outer not in _BULLETS and (family in _BULLETS or "a" in family)


def _is_body(stretches: Sequence[Stretch], taken: Mapping[int, Block], each: _List) -> bool:
    """Whether the items are only text of what stands above: below a numbered rule or term, or mere names."""
    before = next((taken[i] for i in range(each.items[0] - 1, -1, -1) if i in taken), None)
    if before is not None and (before.rank or before.kind == "term"):
        return True
    names = sum(
        1
        for i in each.items
        if len(stretches[i].text.split()) <= _FRAGMENT
        or not (ENDED.search(stretches[i].text) or len(stretches[i].text) > 40)
    )
    return names > 0.5 * len(each.items)


def _blocks(
    stretches: Sequence[Stretch], taken: Mapping[int, Block], each: _List, number: int
) -> Iterator[Block]:
    loose = _is_loose(stretches, taken, each)
    qualifying = _qualifying(stretches, each)
    kind = "step" if each.is_procedure else "rule"
    for index in each.items:
        stretch = stretches[index]
        below = _indented_below(stretches, taken, index)
        ordinal = _ORDINAL.fullmatch(stretch.mark)
        named = labelled(index, stretch) if not ordinal and "*" in stretch.text[:2] else None
        rest = tuple(bodies.paragraph(stretches[i]) for i in below)
        words = bodies.body(stretch.text)
        title = bodies.title(stretch.text).rstrip(".") if loose and kind == "step" else None
        yield Block(
            kind=kind,
            stretches=(index, *below),
            number=ordinal[2] if ordinal else None,
            title=named.title if named else title,
            body=(*(named.body if named else () if title else (words,)), *_as_list(rest)),
            level=each.depth + (index in qualifying),
            loose=loose,
            group=number + 1,
        )


def _as_list(items: tuple[str, ...]) -> tuple[str, ...]:
    return ("\n".join(item.lstrip() for item in items),) if items else ()


def _indented_below(stretches: Sequence[Stretch], taken: Mapping[int, Block], index: int) -> list[int]:
    """Indented bullets right below an item: part of it."""
    below = []
    for i in range(index + 1, len(stretches)):
        if i in taken or not (stretches[i].depth and stretches[i].mark in _BULLETS):
            break
        below.append(i)
    return below


def _is_loose(stretches: Sequence[Stretch], taken: Mapping[int, Block], each: _List) -> bool:
    """Whether paragraphs stand between numbered items, so that each item heads those below it."""
    if each.family in _BULLETS or len(each.items) < 2:
        return False
    return any(
        i not in taken and not stretches[i].mark
        for one, two in zip(each.items, each.items[1:], strict=False)
        for i in range(one + 1, two)
    )


def _qualifying(stretches: Sequence[Stretch], each: _List) -> set[int]:
    """Bullets that part a case of the bullet above them: `For 1-2 players, …`, `For 3-4 players, …`."""
    if each.family not in _BULLETS:
        return set()
    matches = [_QUALIFIER.match(stretches[i].text) for i in each.items]
    qualifying: set[int] = set()
    for position in range(1, len(each.items) - 1):
        one, two, before = matches[position], matches[position + 1], matches[position - 1]
        starts = before is None or each.items[position - 1] in qualifying
        if one and two and starts and one[1] == two[1] and one[2] != two[2]:
            qualifying |= {each.items[position], each.items[position + 1]}
    return qualifying
