"""Where do links go in the HTML of a walk? Offsets into its plain text, none inside another."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape as escape_html
from itertools import accumulate

from kb.markup.walk import Piece

# An icon or gap in plain text: "{leap}", "{2/U}", "{?}".
ICON = re.compile(r"\{([^{}\s]{1,24})\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """A stretch of plain text that becomes a link; the renderer's only source of links."""

    start: int
    end: int
    href: str
    kind: str = ""
    """CSS class of the link: the reference's kind."""

    title: str = ""


def apart(anchors: Iterable[Anchor]) -> list[Anchor]:
    """In order, and none overlapping an earlier one: links never nest."""
    kept: list[Anchor] = []
    for anchor in sorted(anchors, key=lambda a: (a.start, -a.end)):
        if anchor.start < anchor.end and (not kept or anchor.start >= kept[-1].end):
            kept.append(anchor)
    return kept


@dataclass(frozen=True, slots=True)
class _Segment:
    """The part of one literal piece that a link covers."""

    piece: int
    start: int
    end: int


def linked(pieces: list[Piece], anchors: list[Anchor]) -> Iterator[str]:
    """The HTML of each piece; a link is one `<a>` where its markup is balanced, else one for each piece of text."""
    before: dict[int, str] = {}
    after: dict[int, str] = {}
    cuts: dict[int, list[tuple[_Segment, str, str]]] = {}
    offsets = list(accumulate((len(piece.text) for piece in pieces), initial=0))
    for anchor in anchors:
        segments = _segments(pieces, offsets, anchor)
        if not segments:
            continue
        first, last, opening = segments[0], segments[-1], _anchor_html(anchor)
        reach = _reach(pieces, first, last)
        if reach is None:
            for segment in segments:
                cuts.setdefault(segment.piece, []).append((segment, opening, "</a>"))
            continue
        if reach[0] < first.piece:
            before[reach[0]] = opening
        if reach[1] > last.piece:
            after[reach[1]] = "</a>"
        for segment in dict.fromkeys((first, last)):
            opens = opening if segment is first and reach[0] == first.piece else ""
            closes = "</a>" if segment is last and reach[1] == last.piece else ""
            cuts.setdefault(segment.piece, []).append((segment, opens, closes))
    for number, piece in enumerate(pieces):
        html = _cut(piece, cuts[number]) if number in cuts else piece.html or _text_html(piece.text)
        yield f"{before.get(number, '')}{html}{after.get(number, '')}"


def _segments(pieces: list[Piece], offsets: list[int], anchor: Anchor) -> list[_Segment]:
    """What a link covers of each literal piece; blanks at its ends are no part of a link."""
    segments: list[_Segment] = []
    number = max(0, bisect_right(offsets, anchor.start) - 1)
    while number < len(pieces) and offsets[number] < anchor.end:
        piece, offset = pieces[number], offsets[number]
        start, end = max(anchor.start - offset, 0), min(anchor.end - offset, len(piece.text))
        covered = "" if piece.html else piece.text[start : max(start, end)]
        if covered.strip() or (covered and segments):
            segments.append(_Segment(number, start, end))
        number += 1
    while segments and not pieces[segments[-1].piece].text[segments[-1].start : segments[-1].end].strip():
        segments.pop()
    return segments


def _reach(pieces: list[Piece], first: _Segment, last: _Segment) -> tuple[int, int] | None:
    """The pieces that one `<a>` can hold: from the first segment to the last, with the marks right outside that
    balance the marks between; None if they cannot be balanced."""
    between = pieces[first.piece + 1 : last.piece]
    if any(piece.block for piece in between):
        return None
    depth = lowest = 0
    for piece in between:
        depth += piece.change
        lowest = min(lowest, depth)
    start, end = first.piece + lowest, last.piece + depth - lowest
    if start < first.piece and (first.start or start < 0):
        return None
    if end > last.piece and (last.end < len(pieces[last.piece].text) or end >= len(pieces)):
        return None
    opened = all(piece.change == 1 for piece in pieces[start : first.piece])
    closed = all(piece.change == -1 for piece in pieces[last.piece + 1 : end + 1])
    return (start, end) if opened and closed else None


def _cut(piece: Piece, cuts: list[tuple[_Segment, str, str]]) -> str:
    """A literal piece with the beginnings and ends of links in it."""
    parts, position = [], 0
    for segment, opens, closes in cuts:
        parts += [_text_html(piece.text[position : segment.start]), opens]
        parts += [_text_html(piece.text[segment.start : segment.end]), closes]
        position = segment.end
    return "".join(parts) + _text_html(piece.text[position:])


def _anchor_html(anchor: Anchor) -> str:
    kind = f' class="{escape_html(anchor.kind)}"' if anchor.kind else ""
    title = f' title="{escape_html(anchor.title)}"' if anchor.title else ""
    return f'<a href="{escape_html(anchor.href)}"{kind}{title}>'


def _text_html(text: str) -> str:
    """Literal text, with icons as chips that read as words."""
    parts, position = [], 0
    for match in ICON.finditer(text):
        parts += [escape_html(text[position : match.start()], quote=False), _icon_html(match[1])]
        position = match.end()
    return "".join(parts) + escape_html(text[position:], quote=False)


def _icon_html(name: str) -> str:
    if name == "?":
        return '<span class="gap" title="A value was lost in this text">{?}</span>'
    return f'<span class="icon">{{{escape_html(name)}}}</span>'
