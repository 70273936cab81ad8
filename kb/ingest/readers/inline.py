"""What is inside a paragraph of Markdown? Emphasis kept, links marked, addresses and pictures left out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from mdit_py_plugins.deflist import deflist_plugin

from kb.ingest.limits import DEEPEST, MOST_OPEN
from kb.ingest.readers.collect import Collector, literal
from kb.ingest.readers.words import EMPHASIS, LINE, Words

# "<a id='x'>", "<b>", "</i>", "<br/>"
_TAG = re.compile(
    r"<(/?)([a-zA-Z][a-zA-Z0-9]*)(?:\s[^<>]*?\b(?:id|name)=[\"']([^\"'<>]{1,100})[\"'])?[^<>]*>"
)
_BRACKET = re.compile(r"[\[\]]")


@lru_cache(maxsize=1)
def parser() -> MarkdownIt:
    """The one parser of Markdown for all that is read."""
    made = MarkdownIt("commonmark", {"maxNesting": DEEPEST}).enable(["table", "strikethrough"])
    made.core.ruler.before("inline", "brackets", _escape_brackets)
    return made.use(deflist_plugin)


def _escape_brackets(state: StateCore) -> None:
    """Words in more brackets than links have hold no link."""
    for token in state.tokens:
        if token.type == "inline" and _is_bracketed(token.content):
            token.content = token.content.replace("[", "\\[")


def _is_bracketed(words: str) -> bool:
    """Whether more brackets are open at once than links have: the parser looks for the end of each in all others."""
    if words.count("[") <= MOST_OPEN:
        return False
    deeper = accumulate(1 if bracket == "[" else -1 for bracket in _BRACKET.findall(words))
    return max(deeper) > MOST_OPEN


def read_inline(words: str, found: Collector, line: int) -> str:
    """Words of a text that may be marked up, on one line."""
    tokens = parser().parseInline(words)
    said = Words()
    say_inline(tokens[0].children or [] if tokens else [], said, found, line)
    return said.line()


def say_inline(tokens: Sequence[Token], words: Words, found: Collector, line: int) -> None:
    """Add what is inside a paragraph of Markdown that begins on a line of its source."""
    struck = 0
    words.start = line
    for token in tokens:
        if token.type in ("s_open", "s_close"):
            struck += token.nesting
        elif token.type in ("softbreak", "hardbreak"):
            words.parts.append(LINE)
            line += 1
        elif struck:
            found.drop(line, "struck out", token.content)
        elif token.nesting < 0:
            words.close(token.tag, found)
        elif token.nesting > 0:
            address = literal(str(token.attrGet("href") or ""))
            found.drop(line, "link address", address)
            words.open(token.tag, address)
        elif token.type == "image":
            found.drop(line, "image", token.content)
            found.drop(line, "image", str(token.attrGet("src") or ""))
        elif token.type == "html_inline":
            found.drop(line, "markup", token.content)
            _say_tag(token.content, words, found)
        else:
            words.say(token.content, line)


def _say_tag(tag: str, words: Words, found: Collector) -> None:
    """What a tag between words stands for: emphasis, a gap, or nothing but an anchor."""
    match = _TAG.match(tag)
    if match is None:
        return
    name = match[2].lower()
    if match[3]:
        found.anchor(literal(match[3]))
    if name == "br":
        words.parts.append(" ")
    elif name in EMPHASIS and match[1]:
        words.close(name, found)
    elif name in EMPHASIS:
        words.open(name)
