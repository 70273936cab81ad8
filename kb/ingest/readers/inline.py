"""What is inside a paragraph of Markdown? Emphasis kept, links marked, addresses and pictures left out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from mdit_py_plugins.admon import admon_plugin
from mdit_py_plugins.container import container_plugin
from mdit_py_plugins.deflist import deflist_plugin

from kb.ingest.limits import DEEPEST, MOST_OPEN
from kb.ingest.readers.collect import Collector, literal

# "<a id='x'>", "<b>", "</i>", "<br/>"
_TAG = re.compile(
    r"<(/?)([a-zA-Z][a-zA-Z0-9]*)(?:\s[^<>]*?\b(?:id|name)=[\"']([^\"'<>]{1,100})[\"'])?[^<>]*>"
)
# What a line of Markdown can mark anything with; and the line's end
_MARK = re.compile(r"[\n\\`~*_\[\]!<&]")
# "**Goat**: a piece", "**Q: May a goat climb?**": nothing else in the line can mark anything
_UNMARKED = r"[^\n\\`~*_\[\]!<&]"
_STRONG_FIRST = re.compile(
    rf"\*\*(?P<strong>(?=[^\s]){_UNMARKED}+(?<=[^\s]))\*\*(?P<rest>(?:(?=[ :.,;)–—-]){_UNMARKED}*)?)"
)
_BRACKET = re.compile(r"[\[\]]")
_EMPHASIS = {"em": "*", "i": "*", "strong": "**", "b": "**"}


@lru_cache(maxsize=1)
def parser() -> MarkdownIt:
    """The one parser of Markdown for all that is read."""
    made = MarkdownIt("commonmark", {"maxNesting": DEEPEST}).enable(["table", "strikethrough"])
    made.use(deflist_plugin).use(admon_plugin)
    made.core.ruler.at("inline", _read_marks)
    return made.use(container_plugin, "callout", validate=lambda *_: True)


def _read_marks(state: StateCore) -> None:
    """The parser's own rule for what is inside a paragraph, but for words that nothing marks."""
    for token in state.tokens:
        if token.type != "inline":
            continue
        token.children = []
        if strong := _STRONG_FIRST.fullmatch(token.content):
            token.children = _begun_strongly(strong["strong"], strong["rest"])
            continue
        if _MARK.search(token.content) and not _is_bracketed(token.content):
            state.md.inline.parse(token.content, state.md, state.env, token.children)
            continue
        for number, line in enumerate(token.content.split("\n")):
            token.children += [Token("softbreak", "br", 0)] if number else []
            token.children += [Token("text", "", 0, content=line)] if line else []


def _begun_strongly(strong: str, rest: str) -> list[Token]:
    """What the parser gives for a line that begins in bold and has no other marks, as terms and questions do."""
    opened, closed = Token("strong_open", "strong", 1), Token("strong_close", "strong", -1)
    words = Token("text", "", 0, content=strong)
    return [opened, words, closed, *([Token("text", "", 0, content=rest)] if rest else [])]


def _is_bracketed(words: str) -> bool:
    """Whether more brackets are open at once than links have: the parser looks for the end of each in all others."""
    if words.count("[") <= MOST_OPEN:
        return False
    deeper = accumulate(1 if bracket == "[" else -1 for bracket in _BRACKET.findall(words))
    return max(deeper) > MOST_OPEN


def parsed(content: str) -> list[Token]:
    """The blocks of a text; ended by a line's end, for the readers of `:::` and `!!!` look one character too far."""
    return parser().parse(content if content.endswith("\n") else f"{content}\n")


def read_inline(words: str, found: Collector, line: int) -> str:
    """Words of a text that may be marked up, on one line."""
    tokens = parser().parseInline(words)
    return " ".join(inline_lines(tokens[0].children or [], found, line)) if tokens else ""


def inline_lines(tokens: Sequence[Token], found: Collector, first: int) -> list[str]:
    """The lines of a paragraph that begins on a line of its source."""
    lines: list[list[str]] = [[]]
    links: list[tuple[str, int, int]] = []  # address, and line and piece at which it begins
    struck = 0
    for token in tokens:
        line = first + len(lines) - 1
        if token.type in ("s_open", "s_close"):
            struck += token.nesting
        elif struck and token.type not in ("softbreak", "hardbreak"):
            found.drop(line, "struck out", token.content)
        elif token.type in ("text", "text_special", "code_inline"):
            lines[-1].append(literal(token.content))
        elif token.type in ("softbreak", "hardbreak"):
            lines.append([])
        elif token.tag in _EMPHASIS:
            lines[-1].append(_EMPHASIS[token.tag])
        elif token.type == "link_open":
            links.append((literal(str(token.attrGet("href") or "")), len(lines) - 1, len(lines[-1])))
        elif token.type == "link_close" and links:
            found.drop(line, "link address", links[-1][0])
            _close_link(lines, links.pop(), found)
        else:
            lines[-1].append(_shown(token, found, line))
    return ["".join(line).strip() for line in lines]


def _shown(token: Token, found: Collector, line: int) -> str:
    """What a tag or a picture inside a sentence reads as."""
    if token.type == "html_inline":
        found.drop(line, "markup", token.content)
        return _tag(token.content, found)
    if token.type == "image":
        found.drop(line, "image", token.content)
        found.drop(line, "image", str(token.attrGet("src") or ""))
    return ""


def _close_link(lines: list[list[str]], opened: tuple[str, int, int], found: Collector) -> None:
    """Put the marks around a link's words; those of a link over several lines all come to its first."""
    address, row, piece = opened
    inside = ["".join(lines[row][piece:]), *("".join(line) for line in lines[row + 1 :])]
    del lines[row][piece:]
    for line in lines[row + 1 :]:
        line.clear()
    if words := " ".join(" ".join(inside).split()):  # else it was a picture that links
        lines[row].append(found.link(address, words))


def _tag(tag: str, found: Collector) -> str:
    """What a tag between words stands for: emphasis, a gap, or nothing but an anchor."""
    match = _TAG.match(tag)
    if match is None:
        return ""
    if match[3]:
        found.anchor(literal(match[3]))
    return _EMPHASIS.get(match[2].lower(), " " if match[2].lower() == "br" else "")
