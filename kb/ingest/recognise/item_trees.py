"""Which items stand in a numbered rule or article, one below the other: `(a)`, in it `(1)`, in `(b)` another `(1)`?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

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


class Tree(NamedTuple):
    """A rule or article with its items."""

    number: str
    rank: tuple[str, ...]
    is_article: bool
    begins: bool
    """Whether nothing stands between the number and the first item."""

    items: tuple[TreeItem, ...]


class _Level(NamedTuple):
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
            yield Tree(number, node.rank or (number,), not is_rule, items[0].index - 1 in taken, tuple(items))


def heads(
    stretches: Sequence[Stretch], taken: Mapping[int, Node], item: TreeItem, following: TreeItem | None
) -> bool:
    """Whether what stands right below an item is a paragraph or an item in it."""
    below = item.index + 1
    if below == len(stretches) or below in taken:
        return False
    if _marked(stretches[below]) is None:
        return not stretches[below].mark
    return following is not None and following.index == below and len(following.path) > len(item.path)


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
        (mark, words), depth = marked, stretches[index].depth
        first = _first(mark, depth)
        if going_on := _going_on(levels, mark, depth):
            levels = going_on
        elif first is None:
            continue  # "2." without a "1."
        elif any(level.family == first.family and level.depth >= depth for level in levels):
            return items
        else:
            levels = [*(level for level in levels if level.depth <= depth), first]
        items.append(TreeItem(index, tuple(level.printed for level in levels), words))
        levels = _with_inner(levels, words, depth)
    return items


def _with_inner(levels: list[_Level], words: str, depth: int) -> list[_Level]:
    """The open lists with the one whose first item begins the words of another: "1. (a) If"."""
    inner = _MARK.match(words)
    first = _first(inner["mark"], depth) if inner else None
    return [*levels, first] if first and all(level.family != first.family for level in levels) else levels


def _marked(stretch: Stretch) -> tuple[str, str] | None:
    """The mark and the words of an item."""
    if stretch.mark:
        return (stretch.mark, stretch.text) if ORDINAL.fullmatch(stretch.mark) else None
    match = _MARK.match(stretch.text) if stretch.role == "paragraph" and not stretch.heading else None
    if not match:
        return None
    stars = "" if match["closed"] is not None else match["stars"]
    return match["mark"], stars + stretch.text[match.end() :]


def _printed(mark: str) -> str:
    """What a mark prints: `b` of `(b)`."""
    match = ORDINAL.fullmatch(mark)
    return match[2] if match else mark


def _first(mark: str, depth: int) -> _Level | None:
    """The list that a mark begins."""
    family = next((family for family, value in readings(mark) if value == 1), None)
    return _Level(family, 1, depth, _printed(mark)) if family else None


def _going_on(levels: Sequence[_Level], mark: str, depth: int) -> list[_Level]:
    """The open lists up to the innermost that an item goes on with, one that counts on before one with a gap."""
    steps = [
        (at, value, value - levels[at].value)
        for at in reversed(range(len(levels)))
        for family, value in readings(mark)
        if levels[at].depth <= depth and family == levels[at].family
    ]
    begins = any(value == 1 for _, value in readings(mark))  # "I." after "B.": Roman numerals begin
    found = [each for each in steps if each[2] == 1] or [each for each in steps if each[2] > 0 and not begins]
    if not found:
        return []
    at, value, _ = found[0]
    return [*levels[:at], levels[at]._replace(value=value, printed=_printed(mark))]
