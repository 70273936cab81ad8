"""How does each place write links and quotations? Markdown, Reddit, Discord, phpBB, BoardGameGeek, HTML, plain."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from html import escape

from kb.link.patterns import Patterns

_TAGS = Patterns("places")

# What CommonMark could read as markup inside a line.
_MARKDOWN = re.compile(r"([\\`*_\[\]<>&~|])")
# What it could read as markup only where a line begins: "# head", "> quote", "- item", "1. item".
_LINE_START = re.compile(r"^([^\S\n]*)(?:([#>+=-])|(\d{1,9})([.)])(?=\s|$))", re.MULTILINE)
# "[b]", "[/url]", "[quote=x]", "[*]": what a BBCode parser could take for a tag
_BBCODE_TAG = re.compile(r"\[(?=/?[a-zA-Z*])")
_JOINER = "\u2060"
"""Invisible and without width: parts what would else be read as a tag, in places that know no escaping."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One way to write posts."""

    link: Callable[[str, str], str]
    """From text that is escaped already, and an address."""

    escape: Callable[[str], str]
    quote: Callable[[str, str, str], str]
    """From escaped text, the escaped name of who is quoted, and the line that says where it is from."""

    most: int | None = None
    """Characters that one post may have."""


def _markdown_escape(text: str) -> str:
    literal = _MARKDOWN.sub(r"\\\1", text)
    return _LINE_START.sub(lambda m: f"{m[1]}\\{m[2]}" if m[2] else f"{m[1]}{m[3]}\\{m[4]}", literal)


def _markdown_quote(text: str, _: str, origin: str) -> str:
    lines = [*text.split("\n"), "", f"— {origin}"]
    return "\n".join(f"> {line}".rstrip() for line in lines)


def _tagged_quote(tag: str, text: str, name: str, origin: str) -> str:
    """Between BBCode's tags; inside the quotation marks of a tag nothing can be escaped."""
    who = name.replace('"', "”").replace("[", "(").replace("]", ")").replace(_JOINER, "")
    return f'[{tag}="{who}"]{text}[/{tag}]\n— {origin}'


def _html_quote(text: str, _: str, origin: str) -> str:
    paragraphs = "".join(f"<p>{part.replace(chr(10), '<br>')}</p>" for part in text.split("\n\n"))
    return f"<blockquote>{paragraphs}</blockquote>\n<p>— {origin}</p>"


_MARKDOWN_PLACE = Place(
    link=lambda text, url: f"[{text}]({url})", escape=_markdown_escape, quote=_markdown_quote
)
_BBCODE_PLACE = Place(
    link=lambda text, url: f"[url={url}]{text}[/url]",
    escape=lambda text: _BBCODE_TAG.sub(f"[{_JOINER}", text),
    quote=partial(_tagged_quote, "quote"),
)
PLACES = {
    "markdown": _MARKDOWN_PLACE,
    "bbcode": _BBCODE_PLACE,
    "bgg": replace(_BBCODE_PLACE, quote=partial(_tagged_quote, "q")),
    "reddit": replace(_MARKDOWN_PLACE, most=10_000),
    "discord": replace(
        _MARKDOWN_PLACE,
        link=lambda text, url: f"[{text}](<{url}>)",  # the angles keep previews away
        escape=lambda text: _markdown_escape(text).replace("@", f"@{_JOINER}"),  # a quoted text calls nobody
        most=2_000,
    ),
    "html": Place(
        link=lambda text, url: f'<a href="{escape(url)}">{text}</a>', escape=escape, quote=_html_quote
    ),
    "plain": Place(
        link=lambda text, url: f"{text} <{url}>",
        escape=str,
        quote=lambda text, _, origin: f"“{text}”\n— {origin}",
    ),
}
"""Every place by the name that `--as` gives it."""


def recognise(post: str) -> str:
    """The name of the place that a post seems to be written for: its own tags tell."""
    start = post[:50_000]
    told = {"bgg": _TAGS.bgg, "bbcode": _TAGS.bbcode, "html": _TAGS.html}
    return next((name for name, tags in told.items() if tags.search(start)), "markdown")
