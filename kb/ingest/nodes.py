"""What is an entry before it has its id? A node of the tree that nest.py makes, with its text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


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

    anchors: list[str] = field(default_factory=list)
    letters: list[int] = field(default_factory=list)
    """Indexes of the stretches it holds: its share of the source's characters."""

    @property
    def is_root(self) -> bool:
        """Whether it is the text itself, not a part of it."""
        return self.kind == "section" and self.level == 0


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
