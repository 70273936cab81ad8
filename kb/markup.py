"""How is a body marked up, what is its plain text, and how does it look in HTML?

One walk over markdown-it's tokens gives both the plain text and the HTML, so character offsets into the plain
text (which references use) are exact in the HTML too. Only paragraphs, lists, tables, quotations and emphasis
are read as markup: a rule text can never bring a link, an image or HTML of its own past this module.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape as escape_html

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
    return _LINE_START.sub(lambda m: f"{m[1]}\\{m[2]}" if m[2] else f"{m[1]}{m[3]}\\{m[4]}", literal)


def escape_keeping_emphasis(text: str) -> str:
    """Like `escape`, but `*soft*` and `**strong**` around words stay emphasis."""
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
    return _tidy("".join(piece.text for piece in _pieces(markdown)))


def render(markdown: str, anchors: Iterable[Anchor] = ()) -> str:
    """The body as safe HTML, with `anchors` (offsets into `plain(markdown)`) as links, none inside another."""
    pieces = list(_pieces(markdown))
    return "".join(_linked(pieces, _apart(anchors)))


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
            yield _Piece("\n", " ")
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


def _linked(pieces: list[_Piece], anchors: list[Anchor]) -> Iterator[str]:
    offsets, position = [], 0
    for piece in pieces:
        offsets.append(position)
        position += len(piece.text)
    whole = {id(a) for a in anchors if _is_balanced(pieces, offsets, a)}
    waiting, number, open_anchor = iter([*anchors, None]), 0, None
    anchor = next(waiting)
    while number < len(pieces):
        piece, start = pieces[number], offsets[number]
        number += 1
        if piece.html or not piece.text:
            yield piece.html
            continue
        here = start
        end = start + len(piece.text)
        while here < end:
            while anchor and anchor.end <= here:
                anchor = next(waiting)
            if anchor is None or anchor.start >= end:
                yield _text_html(piece.text[here - start :])
                break
            if anchor.start > here:
                yield _text_html(piece.text[here - start : anchor.start - start])
                here = anchor.start
            if open_anchor is not anchor:
                yield _anchor_html(anchor)
                open_anchor = anchor
            stop = min(anchor.end, end)
            yield _text_html(piece.text[here - start : stop - start])
            here = stop
            if stop == anchor.end or id(anchor) not in whole:
                yield "</a>"
                open_anchor = None


def _is_balanced(pieces: list[_Piece], offsets: list[int], anchor: Anchor) -> bool:
    """Whether the markup inside an anchor opens and closes there, so that one `<a>` can hold it all."""
    depth = 0
    for piece, offset in zip(pieces, offsets, strict=True):
        inside = anchor.start < offset < anchor.end or (
            offset == anchor.start and piece.text and not piece.html
        )
        if offset >= anchor.end:
            break
        if not inside or not piece.html:
            continue
        depth += piece.change
        if piece.block or depth < 0:
            return False
    return depth == 0


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
