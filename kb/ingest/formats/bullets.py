"""Bullets that a program read apart from the words they stand before: on a line of their own, or a line too early."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from kb.ingest.document import Line
from kb.ingest.layout import BULLETS

_LONE = re.compile(rf"\s*[{BULLETS}]\s*")
_ITEM = re.compile(rf"\s*[{BULLETS}]")
# "t•he player", "• A• player": the bullet of the next line, set among the letters of this one
_INSIDE = re.compile(rf"(?<=[^\W_])[{BULLETS}](?=[\w ,‘’'])")
_FEWEST = 3
"""So many bullets inside words show that bullets came a line too early."""


def with_bullets(
    pages: Sequence[Sequence[Line]], aside: Container[int]
) -> tuple[list[list[Line]], list[Line]]:
    """The pages with every bullet before its words, and the lines that held nothing else.

    Lines whose ids `aside` holds get none.
    """
    early = sum(1 for page in pages for line in page if _INSIDE.search(line.text)) >= _FEWEST
    moved = [line for page in pages for line in page if _LONE.fullmatch(line.text)]
    return [(_lowered if early else _joined)(page, aside) for page in pages], moved


def _lowered(page: Sequence[Line], aside: Container[int]) -> list[Line]:
    """Every bullet inside a word or on its own moves to the line below the one that it disturbed."""
    lines: list[Line] = []
    due: set[int] = set()  # the lines that get a bullet, counted without lone bullets
    printed = 0
    for line in page:
        if id(line) in aside:
            lines.append(line)
            continue
        if _LONE.fullmatch(line.text):
            due.add(printed + 1)
            continue
        words = _INSIDE.sub("", line.text)
        due |= {printed + 1} if words != line.text else set()
        is_due = printed in due and not _ITEM.match(words)
        lines.append(line.with_text(f"  • {words}" if is_due else words))
        printed += 1
    return lines


def _joined(page: Sequence[Line], aside: Container[int]) -> list[Line]:
    """A bullet on a line of its own stands before the next line."""
    lines: list[Line] = []
    bullet = ""
    for line in page:
        words = line.text.strip()
        if _LONE.fullmatch(line.text):
            bullet = words
        elif bullet and words and id(line) not in aside:
            lines.append(line if _ITEM.match(words) else line.with_text(f"{bullet} {words}"))
            bullet = ""
        else:
            lines.append(line)
    return lines
