"""Which paragraphs, lists, tables and emphasis are in a body? Every character of its text comes out once, in order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape

from markdown_it import MarkdownIt
from markdown_it.token import Token

_BLOCK_RULES = ("paragraph", "list", "table", "blockquote")
_INLINE_RULES = ("text", "escape", "emphasis", "newline")
_INLINE_REPAIRS = ("balance_pairs", "emphasis", "fragments_join")

# Paragraphs of one line without any markup but escapes, as most bodies are: "A wall stops a goat\\!"
_LINE = r"(?![>|+-]|\d{1,9}[.)])(?=\S)[^\\*_\n\r\0]*(?:\\[!-/:-@\[-`{-~][^\\*_\n\r\0]*)*(?<!\s)"
_UNMARKED = re.compile(rf"{_LINE}(?:\n\n{_LINE})*")
# Bullets of such lines, one below the other, alone or between paragraphs: "Take:\n\n- a goat\n- a wall"
_LIST = rf"- {_LINE}(?:\n- {_LINE})*+"
_LISTED = re.compile(rf"(?:{_LIST}|(?:{_LIST}\n\n)?{_LINE}(?:\n\n(?:{_LIST}\n\n)?{_LINE})*+(?:\n\n{_LIST})?)")
ICON_SIGN = "\u2060"
"""Parts the glyph of an icon from its name: a character that no text brings here."""
_NAMED_ICON = re.compile(rf"(?P<glyph>[^\s{ICON_SIGN}]{{1,8}}?){ICON_SIGN}\{{(?P<name>[^{{}}\s]{{1,24}})\}}")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")


def is_unmarked(markdown: str) -> bool:
    """Whether a body is only paragraphs of one line each, so that walking it would cost fifty times what it tells."""
    return ICON_SIGN not in markdown and _UNMARKED.fullmatch(markdown) is not None


def reads_as_printed(markdown: str) -> bool:
    """Whether the plain text of a body is the body itself, but for its escapes: bullets stay where they are."""
    if ICON_SIGN in markdown:
        return False
    return is_unmarked(markdown) or _LISTED.fullmatch(markdown) is not None


def literal(markdown: str) -> str:
    """The plain text of a body without any markup but escapes."""
    return _ESCAPE.sub(r"\1", markdown) if "\\" in markdown else markdown


@dataclass(frozen=True, slots=True)
class Piece:
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


def paragraphs(markdown: str) -> Iterator[Piece]:
    """What the walk gives for paragraphs without any markup."""
    separator = ""
    for paragraph in markdown.split("\n\n"):
        yield Piece("<p>", separator, block=True)
        yield Piece("", literal(paragraph))
        yield Piece("</p>", "", block=True)
        separator = "\n\n"


def pieces(markdown: str) -> Iterator[Piece]:
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
        yield Piece(_block_html(token), separator, block=True)


def begin_at(walked: Sequence[Piece], offsets: Sequence[int]) -> list[int]:
    """For each of some ascending offsets into the text the first block of no other block that begins there or later."""
    found: list[int] = []
    position = depth = 0
    for number, piece in enumerate(walked):
        position += len(piece.text)
        if not piece.block or not piece.html:
            continue
        closes = piece.html.startswith("</")
        while len(found) < len(offsets) and not (depth or closes) and position >= offsets[len(found)]:
            found.append(number)
        depth += -1 if closes else 1
    return found + [len(walked)] * (len(offsets) - len(found))


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


def _inline(tokens: Sequence[Token]) -> Iterator[Piece]:
    for token in tokens:
        if token.type in ("text", "text_special"):
            yield from _words(token.content)
        elif token.type == "hardbreak":
            yield Piece("<br>", "\n")
        elif token.type == "softbreak":
            yield Piece("", " ")
        elif token.tag in ("em", "strong"):
            yield Piece(f"<{'/' if token.nesting < 0 else ''}{token.tag}>", "", change=token.nesting)
        else:
            yield Piece("", token.content)


def _words(content: str) -> Iterator[Piece]:
    """Literal text; an icon is its glyph in the plain text, and its name to who does not see it."""
    position = 0
    if ICON_SIGN in content:
        for icon in _NAMED_ICON.finditer(content):
            if icon.start() > position:
                yield Piece("", content[position : icon.start()])
            label, glyph = escape(icon["name"]), escape(icon["glyph"])
            yield Piece(
                f'<span class="icon" role="img" aria-label="{label}" title="{label}">{glyph}</span>',
                icon["glyph"],
            )
            position = icon.end()
    if position < len(content):
        yield Piece("", content[position:])
