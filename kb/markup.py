"""How is a body marked up, what is its plain text, and how does it look in HTML?

One walk over markdown-it's tokens gives both the plain text and the HTML, so character offsets into the plain
text (which references use) are exact in the HTML too. Only paragraphs, lists, tables, quotations and emphasis
are read as markup: a rule text can never bring a link, an image or HTML of its own past this module.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape as escape_html
from itertools import accumulate

from markdown_it import MarkdownIt
from markdown_it.token import Token

_BLOCK_RULES = ("paragraph", "list", "table", "blockquote")
_INLINE_RULES = ("text", "escape", "emphasis", "newline")
_INLINE_REPAIRS = ("balance_pairs", "emphasis", "fragments_join")

# What CommonMark could read as markup anywhere in a line.
_SPECIAL = re.compile(r"([\\`*_\[\]<>&|~!#$])")
# What it could read as markup only where a line begins: "- item", "1. item", "+ item", "=== underline".
_LINE_START = re.compile(r"^(\s*)(?:([-+=:])|(\d{1,9})([.)]))(?=\s|$|[-=:])", re.MULTILINE)
# `**strong**` and `*soft*` around words, as extractors leave them; never across a blank line.
_EMPHASIS = re.compile(r"(?<![*\\])(\*\*|\*)(?=[^\s*])((?:(?!\n\n)[^*])*?[^\s*])\1(?!\*)")
# Paragraphs of one line without any markup but escapes, as most bodies are: "A wall stops a goat\\!"
_LINE = r"(?![>|+-]|\d{1,9}[.)])(?=\S)[^\\*_\n\r\0]*(?:\\[!-/:-@\[-`{-~][^\\*_\n\r\0]*)*(?<!\s)"
_UNMARKED = re.compile(rf"{_LINE}(?:\n\n{_LINE})*")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
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


def escape(text: str) -> str:
    """Markdown whose plain text is `text`: every character that could be markup is made literal."""
    literal = _SPECIAL.sub(r"\\\1", text)
    if "\n" not in literal and not _LINE_START.match(literal):
        return literal
    return _LINE_START.sub(lambda m: f"{m[1]}\\{m[2]}" if m[2] else f"{m[1]}{m[3]}\\{m[4]}", literal)


def escape_keeping_emphasis(text: str) -> str:
    """Like `escape`, but `*soft*` and `**strong**` around words stay emphasis."""
    if "*" not in text:
        return escape(text)
    parts, position = [], 0
    for match in _EMPHASIS.finditer(text):
        before, after = text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
        if before.isalnum() or after.isalnum():
            continue  # CommonMark would not read "2*3*4" as we would have to
        parts += [escape(text[position : match.start()]), match[1], _SPECIAL.sub(r"\\\1", match[2]), match[1]]
        position = match.end()
    return "".join(parts) + escape(text[position:]) if parts else escape(text)


def plain(markdown: str) -> str:
    """The plain text of a body: paragraphs parted by a blank line, list items on lines of their own, cells by tabs."""
    if _UNMARKED.fullmatch(markdown):  # the walk would give the same, at fifty times the cost
        return _unescaped(markdown)
    return _walked(markdown)


def _unescaped(markdown: str) -> str:
    return _ESCAPE.sub(r"\1", markdown) if "\\" in markdown else markdown


def render(markdown: str, anchors: Iterable[Anchor] = ()) -> str:
    """The body as safe HTML, with `anchors` (offsets into `plain(markdown)`) as links, none inside another."""
    pieces = list(_paragraphs(markdown) if _UNMARKED.fullmatch(markdown) else _pieces(markdown))
    return "".join(_linked(pieces, _apart(anchors)))


def _walked(markdown: str) -> str:
    return _tidy("".join(piece.text for piece in _pieces(markdown)))


@dataclass(frozen=True, slots=True)
class _Piece:
    """A step of the walk: markup (`html` with the `text` it stands for) or literal text (`html` empty)."""

    html: str
    text: str
    change: int = 0
    """+1 opens an inline element, -1 closes one."""

    block: bool = False


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    parser = MarkdownIt("zero", {"maxNesting": 20})
    parser.block.ruler.enableOnly([*_BLOCK_RULES])
    parser.inline.ruler.enableOnly([*_INLINE_RULES])
    parser.inline.ruler2.enableOnly([*_INLINE_REPAIRS])
    return parser


def _paragraphs(markdown: str) -> Iterator[_Piece]:
    """What the walk gives for paragraphs without any markup."""
    separator = ""
    for paragraph in markdown.split("\n\n"):
        yield _Piece("<p>", separator, block=True)
        yield _Piece("", _unescaped(paragraph))
        yield _Piece("</p>", "", block=True)
        separator = "\n\n"


def _pieces(markdown: str) -> Iterator[_Piece]:
    """Walk a body: every character of its plain text comes out once, in order."""
    lists: list[int | None] = []
    first = True  # of its container: nothing to part it from yet
    for token in _without_empty_heads(_parser().parse(markdown)):
        if token.type == "inline":
            yield from _inline(token.children or [])
            first = False
            continue
        separator = ""
        if token.type == "paragraph_open" and not first:
            separator = "\n" if lists else "\n\n"
        elif token.type in ("bullet_list_open", "ordered_list_open"):
            separator = "" if first else "\n" if lists else "\n\n"
            lists.append(int(token.attrGet("start") or 1) if token.type[0] == "o" else None)
            first = True
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            lists.pop()
            first = False
        elif token.type == "list_item_open":
            separator = ("" if first else "\n") + _marker(lists)
            first = True
        elif token.type in ("blockquote_open", "table_open"):
            separator = "" if first else "\n\n"
            first = True
        elif token.type == "tr_open":
            separator = "" if first else "\n"
            first = True
        elif token.type in ("th_open", "td_open"):
            separator = "" if first else "\t"
            first = True
        elif token.type in ("th_close", "td_close"):
            first = False
        yield _Piece(_block_html(token), separator, block=True)


def _without_empty_heads(tokens: list[Token]) -> Iterator[Token]:
    """A table whose head has no words has no head: Markdown demands one, the text printed none."""
    start = 0
    while start < len(tokens):
        if tokens[start].type == "thead_open":
            end = next(i for i in range(start, len(tokens)) if tokens[i].type == "thead_close")
            if not any(token.content for token in tokens[start:end]):
                start = end + 1
        yield tokens[start]
        start += 1


def _marker(lists: list[int | None]) -> str:
    """The mark of the next item of the innermost list; counts it."""
    indent, number = "  " * (len(lists) - 1), lists[-1]
    if number is None:
        return f"{indent}- "
    lists[-1] = number + 1
    return f"{indent}{number}. "


def _block_html(token: Token) -> str:
    if token.hidden or not token.tag:
        return ""
    if token.nesting < 0:
        return f"</{token.tag}>"
    start = token.attrGet("start") if token.type == "ordered_list_open" else None
    return f'<{token.tag} start="{int(start)}">' if start else f"<{token.tag}>"


def _inline(tokens: Sequence[Token]) -> Iterator[_Piece]:
    for token in tokens:
        if token.type in ("text", "text_special"):
            yield _Piece("", token.content)
        elif token.type == "hardbreak":
            yield _Piece("<br>", "\n")
        elif token.type == "softbreak":
            yield _Piece("", " ")
        elif token.tag in ("em", "strong"):
            yield _Piece(f"<{'/' if token.nesting < 0 else ''}{token.tag}>", "", change=token.nesting)
        else:
            yield _Piece("", token.content)


def _tidy(text: str) -> str:
    return text.strip("\n")


def _apart(anchors: Iterable[Anchor]) -> list[Anchor]:
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


def _linked(pieces: list[_Piece], anchors: list[Anchor]) -> Iterator[str]:
    """The HTML of all pieces; a link is one `<a>` where its markup is balanced, else one for each piece of text."""
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
        yield before.get(number, "")
        yield _cut(piece, cuts[number]) if number in cuts else piece.html or _text_html(piece.text)
        yield after.get(number, "")


def _segments(pieces: list[_Piece], offsets: list[int], anchor: Anchor) -> list[_Segment]:
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


def _reach(pieces: list[_Piece], first: _Segment, last: _Segment) -> tuple[int, int] | None:
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


def _cut(piece: _Piece, cuts: list[tuple[_Segment, str, str]]) -> str:
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
