"""What is an entry before it has its id? A node of the tree with its parent and its text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from kb.ingest.document import Node, Section

# "- goat", "  * kid"
_ITEM = re.compile(r"( *)([-*])( .*)")


@dataclass(slots=True, eq=False)
class Draft:
    """An entry in the making."""

    kind: str
    number: str | None
    title: str | None
    parent: Draft | None
    lines: tuple[int, int]
    """First and last line of what is its own."""

    body: list[str]
    rank: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    is_root: bool = False
    """Whether it is the text itself, not a part of it."""

    depth: int = 0
    at: int = 0
    """Blocks of its parent's body that stand before it."""

    cuts: tuple[int, ...] = ()
    """The blocks of its body before which others stand that are in it."""

    offsets: dict[int, int] = field(default_factory=dict)
    """Where in its text these blocks begin."""

    anchors: tuple[str, ...] = ()
    slug: str = ""
    """Its name among the entries of its game, once it is given."""

    letters: tuple[int, ...] = ()
    """Indexes of the stretches it holds: its share of the source's characters."""


def drafts(tree: Iterable[Node]) -> tuple[Draft, ...]:
    """Every node of a tree in reading order, each with its parent."""
    found: list[Draft] = []
    waiting: list[tuple[Node, Draft | None, int]] = [(node, None, 0) for node in tree]
    while waiting:
        node, parent, at = waiting.pop()
        draft = _draft(node, parent, at)
        found.append(draft)
        before = 0
        for part in node.body:
            if isinstance(part, str):
                before += 1
            else:
                waiting.append((part, draft, before))
                if before not in draft.cuts and any(draft.body[before:]):
                    draft.cuts += (before,)
    return tuple(sorted(found, key=lambda each: each.letters[0]))  # a number may stand out of its order


def _draft(node: Node, parent: Draft | None, at: int) -> Draft:
    return Draft(
        kind=node.kind,
        number=node.number,
        title=node.title or None,
        parent=parent,
        lines=node.span,
        body=list(node.words),
        rank=node.rank,
        aliases=node.aliases,
        is_root=isinstance(node, Section) and node.is_root,
        depth=parent.depth + 1 if parent else 0,
        at=at,
        anchors=node.anchors,
        letters=node.stretches,
    )


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
