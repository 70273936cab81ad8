"""Which marked stretches follow each other as the items of one list?"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kb.ingest.document import BULLETS, Item, Node, Section, Stretch
from kb.ingest.numbering.number_labels import roman

# "1.", "2)", "(3)", "a.", "(b)", "C.", "iv)", "II.", "1.)"
ORDINAL = re.compile(r"(\(?)(\d{1,3}|[a-z]|[A-Z]|[ivxl]{2,6}|[IVXL]{2,6})(\.\)|[.):])")
_ROMANS = frozenset("IVXLivxl")
# "Follow these steps in order:", "three main steps", "the following procedure"
_STEPS = re.compile(r"\b(?:steps?|procedure|in (?:this|the following) order|in order)\b", re.IGNORECASE)
# "SETUP", "Setting Up", "Preparation": a heading whose numbered items are done one after the other
_SETUP = re.compile(
    r"(?:\w+ )?(?:set-?up|setting up|preparations?|aufbau|spielaufbau|(?:spiel)?vorbereitung|mise en place|préparation"
    r"|preparación|preparazione)(?: \w+){0,3}",
    re.IGNORECASE,
)


@dataclass(slots=True, eq=False)
class ItemList:
    """Items that follow each other, and what introduces them."""

    family: str
    intro: str
    depth: int
    indent: int
    """How deep its items are set."""

    after_steps: bool
    items: list[int] = field(default_factory=list)
    last: int = 0
    """Position of its last item."""

    @property
    def is_procedure(self) -> bool:
        """Whether its items are steps: its introduction says so, or (numbered) its section goes on with a procedure."""
        if self.family in BULLETS:
            return bool(_STEPS.search(self.intro))
        prepares = not self.depth and "1" in self.family and _SETUP.fullmatch(self.intro)
        return self.after_steps or bool(_STEPS.search(self.intro) or prepares)


def item_lists(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> list[ItemList]:
    """Part the marked stretches into lists: an ordinal goes on where it counts on, a bullet where it adjoins."""
    reading = _ListReading(stretches)
    for index, stretch in enumerate(stretches):
        if index in taken:
            reading.pass_node(taken[index])
        elif not stretch.mark:
            reading.intro = stretch.text
        elif not (stretch.depth and stretch.mark in BULLETS):  # an indented bullet belongs to the item above
            reading.read_item(index)
    return reading.found


class _ListReading:
    """The lists that were found while a text is read, and those of them that are open."""

    def __init__(self, stretches: Sequence[Stretch]) -> None:
        self.stretches = stretches
        self.found: list[ItemList] = []
        self.open_lists: list[ItemList] = []
        self.counted: dict[str, int] = {}
        """How far the outermost lists of a family counted, over headings too."""

        self.intro, self.steps_in_section = "", False

    def pass_node(self, node: Node) -> None:
        """A heading, or an item with text of its own, ends all lists."""
        if isinstance(node, Section) or (isinstance(node, Item) and node.loose):
            self.open_lists, self.intro = [], node.title or ""
            self.steps_in_section = self.steps_in_section and node.level > 1

    def read_item(self, index: int) -> None:
        """An item goes on with an open list, which ends those inside it, or begins one."""
        current, family, value = _going_on(self.open_lists, index, self.stretches)
        if current is None:
            if value > 1 and self.counted.get(family) != value - 1:
                return  # "2." without a "1.": no list
            current = self.begin(family, index)
        del self.open_lists[self.open_lists.index(current) + 1 :]
        current.items.append(index)
        current.last = value
        if not current.depth:
            self.counted[family] = value
        self.steps_in_section = self.steps_in_section or current.is_procedure

    def begin(self, family: str, index: int) -> ItemList:
        """A new list, inside the open one that it is set in."""
        indent = self.stretches[index].depth
        outer = _outer(self.open_lists, family, indent)
        is_below = outer is not None and _adjoins(self.open_lists[-1], index, self.stretches)
        depth = outer.depth + 1 if outer and is_below else 0
        after = self.steps_in_section or (outer is not None and outer.is_procedure)
        begun = ItemList(family, self.intro, depth, indent, after)
        self.open_lists = [*self.open_lists[: self.open_lists.index(outer) + 1 if outer else 0], begun]
        self.found.append(begun)
        return begun


def readings(mark: str) -> list[tuple[str, int]]:
    """What may count a list, and the position that a mark gives: `(2)` → `("(1)", 2)`; a bullet has position 0.

    `i.` is the first Roman numeral or the ninth letter.
    """
    ordinal = ORDINAL.fullmatch(mark)
    if not ordinal:
        return [(mark, 0 if mark in BULLETS else 999)]
    opening, value, closing = ordinal.groups()
    if value.isdigit():
        return [(f"{opening}1{closing}", int(value))]
    style = "I" if value.isupper() else "i"
    found = (
        [(f"{opening}{style}{closing}", roman(value))] if _ROMANS.issuperset(value) and roman(value) else []
    )
    if len(value) == 1:
        letter = "A" if value.isupper() else "a"
        found.append((f"{opening}{letter}{closing}", ord(value.lower()) - ord("a") + 1))
    return found or [(mark, 999)]


def _going_on(
    open_lists: list[ItemList], index: int, stretches: Sequence[Stretch]
) -> tuple[ItemList | None, str, int]:
    """The open list that an item goes on with, one set as deep first, then the innermost; else how it begins one."""
    depth, found = stretches[index].depth, readings(stretches[index].mark)
    nearest = sorted((abs(each.indent - depth), -at) for at, each in enumerate(open_lists))
    for each in (open_lists[-at] for _, at in nearest):
        for family, value in found:
            if each.family != family:
                continue
            if not value:
                adjoins = each is open_lists[-1] and _adjoins(each, index, stretches)
                return (each if adjoins else None), family, value
            if value == each.last + 1:
                return each, family, value
    return None, *min(found, key=lambda reading: reading[1])


def _outer(open_lists: list[ItemList], family: str, depth: int) -> ItemList | None:
    """The open list inside which a new one begins, counted in another way or set less deep; it may go on after it."""
    again = (at for at, each in enumerate(open_lists) if each.family == family and each.indent >= depth)
    before = next(again, len(open_lists))  # counted so already: it begins again
    outer = open_lists[before - 1] if before else None
    return None if outer is None or outer.family in BULLETS else outer


def _adjoins(each: ItemList, index: int, stretches: Sequence[Stretch]) -> bool:
    """Whether nothing but items stands between a list and this stretch."""
    return all(stretches[i].mark for i in range(each.items[-1] + 1, index))


def inside_item(stretches: Sequence[Stretch], taken: Mapping[int, Node], index: int) -> list[int]:
    """What stands inside an item: indented bullets and lines, and paragraphs that its list goes on around."""
    own, below = stretches[index].inside, list[int]()
    for i in range(index + 1, len(stretches)):
        stretch = stretches[i]
        hangs = not (stretch.gap or own) and stretch.indent > stretches[index].indent
        goes_on = not stretch.mark and stretch.role == "paragraph" and (hangs or 0 < own <= stretch.inside)
        if i in taken or not (goes_on or (stretch.depth and stretch.mark in BULLETS)):
            break
        below.append(i)
    return below
