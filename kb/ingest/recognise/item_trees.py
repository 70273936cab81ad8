"""Which items stand in a numbered rule or article, one below the other: `(a)`, in it `(1)`, in `(b)` another `(1)`?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from kb.ingest.document import Example, Node, Omitted, Rule, Section, Stretch, Table
from kb.ingest.numbering.number_labels import worded
from kb.ingest.recognise.items import ORDINAL, readings
from kb.ingest.titles import OUTERMOST

_INSIDE = (Example, Table, Omitted)
"""What ends no rule."""
# "A. Swaps", "(a) If", "**II. Reverse Swap.** A", "**B.** Swaps": what readers of markup leave in the words
_MARK = re.compile(
    r"(?P<stars>\*{0,3})(?P<mark>\(?(?:\d{1,2}|[A-Za-z]|[IVX]{2,5}|[ivx]{2,5})(?:\.\)|[.)]))"
    r"(?P<closed>(?P=stars))?\s+(?=\S)"
)


@dataclass(frozen=True, slots=True)
class TreeItem:
    """An item and those it stands in."""

    index: int
    path: tuple[str, ...]
    """Numbers and letters as printed, outermost first: `b`, `3`."""

    words: str
    """What it says, without its mark."""

    heads: bool = False
    """Whether text or items of its own stand right below it."""


@dataclass(frozen=True, slots=True)
class Tree:
    """A rule or article with its items."""

    number: str
    rank: tuple[str, ...]
    is_article: bool
    begins: bool
    """Whether nothing stands between the number and the first item."""

    items: tuple[TreeItem, ...]


@dataclass(slots=True)
class _Level:
    """A list that is open: how it counts, how far, and how deep it is set."""

    family: str
    value: int
    depth: int
    printed: str


def item_trees(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> Iterator[Tree]:
    """Every numbered rule of several levels, and every article, with the items that it holds."""
    places = sorted(index for index, node in taken.items() if not isinstance(node, _INSIDE))
    for index, end in pairwise([*places, len(stretches)]):
        node = taken[index]
        is_rule = isinstance(node, Rule) and len(node.rank) > 1
        number = (node.number if is_rule else None if node.rank else article_of(node)) or ""
        if node.stretches[-1] != index or not (is_rule or number):
            continue
        if items := _items(stretches, taken, range(index + 1, end)):
            depths = {each.index: len(each.path) for each in items}
            held = tuple(replace(each, heads=_heads(each, stretches, taken, depths, end)) for each in items)
            yield Tree(number, node.rank or (number,), not is_rule, items[0].index - 1 in taken, held)


def _heads(
    item: TreeItem,
    stretches: Sequence[Stretch],
    taken: Mapping[int, Node],
    depths: Mapping[int, int],
    end: int,
) -> bool:
    """Whether what stands right below an item is a paragraph or an item in it."""
    below = item.index + 1
    if below >= end or below in taken:
        return False
    if _marked(stretches[below]) is None:
        return not stretches[below].mark
    return depths.get(below, 0) > len(item.path)


def article_of(block: Node) -> str:
    """The number of the article or numbered section that a section is, or the letter of the appendix."""
    if not isinstance(block, Section):
        return ""
    label = worded(block.title or "")
    if label is None and (block.number or "").isdigit():
        return block.number or ""
    is_lettered = label is not None and label.family in OUTERMOST and len(label.number) == 1
    return label.number if label and (label.number.isdigit() or is_lettered) else ""


def _items(stretches: Sequence[Stretch], taken: Mapping[int, Node], inside: range) -> list[TreeItem]:
    """Items in order; a list that begins again, where it was open, is another one and ends what can be cited."""
    levels: list[_Level] = []
    items: list[TreeItem] = []
    for index in inside:
        marked = None if index in taken else _marked(stretches[index])
        if marked is None:
            continue
        ordinal, words = _ordinal(marked[0]), marked[1]
        depth = stretches[index].depth
        if _begins_again(levels, ordinal[1], depth):
            return items
        counted = _counted_on(levels, ordinal, depth)
        if counted is None:
            continue  # "2." without a "1."
        levels = counted
        path = tuple(level.printed for level in levels)
        items.append(TreeItem(index, path, words))
        if (first := _MARK.match(words)) and (below := _first(_ordinal(first["mark"]), levels, depth)):
            levels = [*levels, below]  # "1. (a) If": its text begins with the first item in it
    return items


def _first_family(found: Sequence[tuple[str, int]]) -> str | None:
    """What counts a list that begins with an item."""
    return next((family for family, value in found if value == 1), None)


def _begins_again(levels: Sequence[_Level], found: Sequence[tuple[str, int]], depth: int) -> bool:
    """Whether an item begins a list like one that is open."""
    family = _first_family(found)
    again = any(level.family == family and level.depth >= depth for level in levels)
    return family is not None and again and _going_on(levels, found, depth) is None


def _counted_on(
    levels: Sequence[_Level], ordinal: tuple[str, list[tuple[str, int]]], depth: int
) -> list[_Level] | None:
    """The open lists with another item; None where it neither goes on with one nor begins one."""
    printed, found = ordinal
    if (going_on := _going_on(levels, found, depth)) is not None:
        at, value = going_on
        levels[at].value, levels[at].printed = value, printed
        return [*levels[: at + 1]]
    family = _first_family(found)
    if family is None:
        return None
    return [*(level for level in levels if level.depth <= depth), _Level(family, 1, depth, printed)]


def _marked(stretch: Stretch) -> tuple[str, str] | None:
    """The mark and the words of an item."""
    if stretch.mark:
        return (stretch.mark, stretch.text) if ORDINAL.fullmatch(stretch.mark) else None
    match = _MARK.match(stretch.text) if stretch.role == "paragraph" and not stretch.heading else None
    if not match:
        return None
    stars = "" if match["closed"] is not None else match["stars"]
    return match["mark"], stars + stretch.text[match.end() :]


def _ordinal(mark: str) -> tuple[str, list[tuple[str, int]]]:
    """What a mark prints, `b`, and what it may count."""
    match = ORDINAL.fullmatch(mark)
    return (match[2] if match else mark), readings(mark)


def _first(ordinal: tuple[str, list[tuple[str, int]]], levels: Sequence[_Level], depth: int) -> _Level | None:
    """The list that a first item opens below the open ones."""
    family = next((family for family, value in ordinal[1] if value == 1), None)
    known = family is None or any(level.family == family for level in levels)
    return None if known or family is None else _Level(family, 1, depth, ordinal[0])


def _going_on(
    levels: Sequence[_Level], found: Sequence[tuple[str, int]], depth: int
) -> tuple[int, int] | None:
    """The innermost list that an item goes on with, one that counts on before one with a gap, and its value."""
    open_ones = [at for at in reversed(range(len(levels))) if levels[at].depth <= depth]
    for at in open_ones:
        for family, value in found:
            if family == levels[at].family and value == levels[at].value + 1:
                return at, value
    if any(value == 1 for _, value in found):
        return None  # "I." after "B.": Roman numerals begin
    for at in open_ones:
        for family, value in found:
            if family == levels[at].family and value > levels[at].value:
                return at, value
    return None
