"""What stands around an entry? What it stands under, beside and above, for the tree at the side of its page."""

from __future__ import annotations

from collections.abc import Iterator

from kb.entries import Entry
from kb.site.addresses import href
from kb.site.page_context import PageContext
from kb.site.parts import Link, TreeLine
from kb.site.phrases import brief, name, within

MOST_LINES = 60
ABOVE = 8
"""Levels above an entry that are named, the nearest ones."""

WORDS = 32
"""Characters of a line."""

SAID_ABOVE = 280
"""Characters shown of what the rule above says."""


def tree(
    page_context: PageContext, folder: str, entry: Entry, *, with_children: bool
) -> tuple[TreeLine, ...]:
    """Lines from the outermost ancestor down: siblings in order, the entry among them, its children below it."""
    known = page_context.catalogue
    above = [one for one in known.ancestors(entry) if one.title or one.number][-ABOVE:]
    beside = known.siblings.get(entry.id, (entry,))
    below = known.below.get(entry.id, ()) if with_children else ()
    left = MOST_LINES - len(above) - len(beside)
    if len(beside) + len(below) < 2:
        return ()

    def lines() -> Iterator[TreeLine]:
        for depth, one in enumerate(above):
            yield _line(page_context, folder, one, depth)
        depth = len(above)
        for one in beside:
            yield _line(page_context, folder, one, depth, is_here=one.id == entry.id)
            if one.id == entry.id:
                yield from (_line(page_context, folder, child, depth + 1) for child in below[:left])

    return tuple(lines())


def _line(
    page_context: PageContext, folder: str, entry: Entry, depth: int, *, is_here: bool = False
) -> TreeLine:
    number = entry.number or ""
    title = within(page_context.games[entry.game].title, entry.title or entry.text)
    label = brief(title, WORDS) or ("" if number else name(entry))
    link = Link(
        href=href(folder, page_context.addresses.entries[entry.id]),
        label=label,
        note=brief(number, 20),
        current=is_here,
    )
    return TreeLine(link=link, depth=depth)


def rule_above(page_context: PageContext, folder: str, entry: Entry) -> Link | None:
    """The rule that an entry is a part of, with what that one says: its own words may take them for granted."""
    parent = page_context.catalogue.by_id.get(entry.parent or "")
    if parent is None or not parent.text or parent.kind == "section":
        return None
    return page_context.entry_link(folder, parent, note=brief(parent.text, SAID_ABOVE))
