"""Which lines has a text in a tree of data, where does each stand, and how is it marked?"""

from __future__ import annotations

import re

from kb.ingest.document import Line
from kb.ingest.formats.tree import Value
from kb.ingest.layout import BULLET, ENDED, MARK, is_row
from kb.ingest.wrapping import wrapping

# "<p>", "</li>", "<br />": HTML that parts the paragraphs of a text
_BLOCK = re.compile(
    r"</?(?P<name>p|div|br|hr|ul|ol|li|h[1-6]|table|thead|tbody|tr|td|th|blockquote|section|dl|dt|dd)\b[^<>]{0,300}>",
    re.IGNORECASE,
)
# "1. ", "12) ": an item of a list that counts
_COUNTED = re.compile(r"((\d{1,2})[.)])\s+(?=\S)")
# "Guard — While …", "Guard: While …"
_NAMED = re.compile(r"[^\W\d_a-z][^.:!?\n]{0,40}?\s?(?::|[—–]|\s-)\s")


def lines_of(value: Value) -> list[tuple[str, int, int]]:
    """The lines of a text with where they stand: each on its own below a block's first line, else anywhere in it."""
    text = (value.text or "").strip("\n")
    if _BLOCK.search(text):
        text = _BLOCK.sub(_broken, text)
        return [(line, value.first, value.last) for line in text.split("\n")]
    lines = text.split("\n")
    if value.by_line and len(lines) == value.last - value.first:
        return _unwrapped([(line, number, number) for number, line in enumerate(lines, value.first + 1)])
    return _unwrapped([(line, value.first, value.last) for line in lines])


def _unwrapped(lines: list[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    """The lines, those joined that were broken for want of room."""
    wrapped = wrapping([Line(number, line, line) for number, (line, _, _) in enumerate(lines, 1)])
    if not wrapped.width:
        return lines
    joined: list[tuple[str, int, int]] = []
    above = ""
    for line, first, last in lines:
        here = line.strip()
        if joined and above and wrapped.is_full(above, here) and _goes_on(above, here):
            joined[-1] = (f"{joined[-1][0].rstrip()} {here}", joined[-1][1], last)
        else:
            joined.append((line, first, last))
        above = here
    return joined


def _goes_on(above: str, here: str) -> bool:
    """Whether a line goes on with a full one above it: no item, no row, no name after a sentence."""
    if not here or BULLET.match(here) or MARK.match(here) or is_row(here) or is_row(above):
        return False
    return not (ENDED.search(above) and _NAMED.match(here))


def marks_of(lines: list[str]) -> list[tuple[str, int, bool]]:
    """For each line its mark, where its words begin, and whether it is an item below the one above.

    Numbers are marks where they count on from 1; a bullet between them belongs to the number above it.
    """
    found: list[tuple[str, int, bool]] = []
    counted = [int(match[2]) for line in lines if (match := _COUNTED.match(line))]
    counts, in_item = counted[:2] == [1, 2], False
    for line in lines:
        bullet = BULLET.match(line)
        item = _COUNTED.match(line) if counts else None
        in_item = bool(item) or (in_item and bool(bullet))
        if bullet:
            found.append((bullet[2], bullet.end(), in_item or len(bullet[1]) > 1))
        else:
            found.append((item[1], item.end(), False) if item else ("", 0, False))
    return found


def _broken(tag: re.Match[str]) -> str:
    """What a tag of HTML between paragraphs does: it breaks the line, parts cells, begins an item."""
    name, closes = tag["name"].lower(), tag[0].startswith("</")
    if name in ("td", "th"):
        return "\t" if closes else ""
    return "\n- " if name == "li" and not closes else "\n"
