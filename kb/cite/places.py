"""How does each place write links and quotations? Markdown, Reddit, Discord, phpBB, BoardGameGeek, HTML, plain."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from html import escape as escape_html

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

    name: str
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


def _discord_escape(text: str) -> str:
    return _markdown_escape(text).replace("@", f"@{_JOINER}")  # a quoted text calls nobody


def _bbcode_escape(text: str) -> str:
    return _BBCODE_TAG.sub(f"[{_JOINER}", text)


def _html_escape(text: str) -> str:
    return escape_html(text)


def _markdown_quote(text: str, _: str, origin: str) -> str:
    lines = [*text.split("\n"), "", f"— {origin}"]
    return "\n".join(f"> {line}".rstrip() for line in lines)


def _bbcode_quote(text: str, name: str, origin: str) -> str:
    return f'[quote="{_attribute(name)}"]{text}[/quote]\n— {origin}'


def _bgg_quote(text: str, name: str, origin: str) -> str:
    return f'[q="{_attribute(name)}"]{text}[/q]\n— {origin}'


def _attribute(text: str) -> str:
    """Words inside the quotation marks of a tag, where nothing can be escaped."""
    return text.replace('"', "”").replace("[", "(").replace("]", ")").replace(_JOINER, "")


def _html_quote(text: str, _: str, origin: str) -> str:
    paragraphs = "".join(f"<p>{part.replace(chr(10), '<br>')}</p>" for part in text.split("\n\n"))
    return f"<blockquote>{paragraphs}</blockquote>\n<p>— {origin}</p>"


_MARKDOWN_PLACE = Place(
    name="markdown",
    link=lambda text, url: f"[{text}]({url})",
    escape=_markdown_escape,
    quote=_markdown_quote,
)
PLACES = {
    place.name: place
    for place in (
        _MARKDOWN_PLACE,
        Place(
            name="bbcode",
            link=lambda text, url: f"[url={url}]{text}[/url]",
            escape=_bbcode_escape,
            quote=_bbcode_quote,
        ),
        Place(
            name="bgg",
            link=lambda text, url: f"[url={url}]{text}[/url]",
            escape=_bbcode_escape,
            quote=_bgg_quote,
        ),
        Place(
            name="reddit",
            link=_MARKDOWN_PLACE.link,
            escape=_markdown_escape,
            quote=_markdown_quote,
            most=10_000,
        ),
        Place(
            name="discord",
            link=lambda text, url: f"[{text}](<{url}>)",  # the angles keep previews away
            escape=_discord_escape,
            quote=_markdown_quote,
            most=2_000,
        ),
        Place(
            name="html",
            link=lambda text, url: f'<a href="{escape_html(url)}">{text}</a>',
            escape=_html_escape,
            quote=_html_quote,
        ),
        Place(
            name="plain",
            link=lambda text, url: f"{text} <{url}>",
            escape=str,
            quote=lambda text, _, origin: f"“{text}”\n— {origin}",
        ),
    )
}
"""Every place by the name that `--as` gives it."""


def recognise(post: str) -> str:
    """The name of the place that a post seems to be written for: its own tags tell."""
    start = post[:50_000]
    if _TAGS.bgg.search(start):
        return "bgg"
    if _TAGS.bbcode.search(start):
        return "bbcode"
    if _TAGS.html.search(start):
        return "html"
    return "markdown"
