"""What is an entry before it has its id? A node of the tree that nest.py makes, with its text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

# "- goat", "  * kid"
_ITEM = re.compile(r"( *)([-*])( .*)")


@dataclass(slots=True, eq=False)
class Node:
    """An entry in the making: a block with its place and all its text."""

    kind: str
    number: str | None
    title: str | None
    parent: Node | None
    lines: tuple[int, int]
    """First and last line of what is its own."""

    body: list[str]
    rank: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    level: int = 9
    """Sections: how deep; 0 the root."""

    at: int = 0
    """Blocks of its parent's body that stand before it."""

    anchors: list[str] = field(default_factory=list)
    letters: list[int] = field(default_factory=list)
    """Indexes of the stretches it holds: its share of the source's characters."""

    @property
    def is_root(self) -> bool:
        """Whether it is the text itself, not a part of it."""
        return self.kind == "section" and self.level == 0


def passages(body: Sequence[str], cuts: Sequence[int]) -> list[str]:
    """A body as Markdown, parted before some of its blocks; lists on both sides of a cut stay two lists."""
    bounds = [0, *cuts, len(body)]
    found: list[str] = []
    for start, end in pairwise(bounds):
        words = markdown(body[start:end])
        if found and (item := _ITEM.match(words)):
            after_list = _ITEM.match(found[-1].rsplit("\n", 1)[-1])
            words = _first_list_alone(words, item, bullet="*" if after_list and after_list[2] == "-" else "-")
        found.append(words)
    return found


def _first_list_alone(words: str, item: re.Match[str], bullet: str) -> str:
    """A body whose first list begins at the margin, with another bullet than the list before it."""
    first, *rest = words.split("\n\n", 1)
    margin = len(item[1])
    lines = (
        f"{found[1][margin:]}{bullet}{found[3]}" if (found := _ITEM.match(line)) else line
        for line in first.split("\n")
    )
    return "\n\n".join(["\n".join(lines), *rest])


def markdown(body: Sequence[str]) -> str:
    """A node's body: blocks parted by blank lines, but the items of one list kept together."""
    parts: list[str] = []
    in_list = False
    for block in body:
        if not block:
            continue
        joint = "\n" if in_list and _is_item(block) else "\n\n"
        parts += [joint, block] if parts else [block]
        in_list = _is_item(block.rsplit("\n", 1)[-1])
    return "".join(parts)


def _is_item(block: str) -> bool:
    return block.lstrip().startswith("- ")
