"""What do the links of a MediaWiki text show? `[[Goat|goats]]`, `[[#Walls]]`, `[https://example.org rules]`, files."""

from __future__ import annotations

import re
from collections.abc import Collection
from html import escape

from kb.ingest.readers.collect import Collector

# "[[Goat|goats]]s", "[[#Walls]]", "[[Category:Goats]]"; and "[https://example.org the rules]"
_LINK = re.compile(r"\[\[([^\[\]|\n]{1,250})(?:\|([^\[\]\n]{0,500}))?\]\]([a-zà-ÿ]{0,30})")
_OUTER = re.compile(r"\[((?:https?:)?//[^\s\[\]]{1,500})(?:\s+([^\[\]\n]{1,500}))?\]")
_FILE = re.compile(r"\s*(?:file|image|media|datei|bild|fichier|archivo|imagen|immagine)\s*:", re.IGNORECASE)
_CATEGORY = re.compile(r"\s*(?:category|kategorie|catégorie|categoría|categoria)\s*:", re.IGNORECASE)
_LANGUAGE = re.compile(r"\s*[a-z]{2,3}\s*:\s*\S")
_PICTURE = ("thumb", "frame", "frameless", "border", "left", "right", "center", "none")


class Links:
    """The links of the pages of one source."""

    def __init__(self, found: Collector, linked: bool = False, pages: Collection[str] = ()) -> None:
        self._found = found
        self._linked = linked
        self._pages = {_folded(page): page for page in pages}

    def html(self, words: str, line: int) -> str:
        """A line with its links as HTML; those to pages that are not held are words, which may name a rule here."""
        if "[" not in words:
            return words
        made = _LINK.sub(lambda link: self._inner(link, line), words)
        return _OUTER.sub(lambda link: self._outer(link, line), made)

    def _inner(self, link: re.Match[str], line: int) -> str:
        target, shown, tail = link[1].strip(), link[2], link[3]
        if _CATEGORY.match(target):
            self._found.drop(line, "category", link[0])
            return ""
        if _FILE.match(target):
            return self._picture(link[0], shown, line)
        if _LANGUAGE.match(target) and shown is None and not target.startswith(":"):
            self._found.drop(line, "link to another language", link[0])
            return ""
        target = target.lstrip(":")
        page, _, anchor = target.partition("#")
        words = (
            shown if shown else anchor if not page and shown is None else target.replace("#", " § ")
        ) or page
        if not page.strip():
            return _linked(f"#{_named(anchor)}", words + tail)
        if self._linked or _folded(page) in self._pages:
            page = self._pages.get(_folded(page), page)
            return _linked(
                f"{_named(page)}/#{_named(anchor)}" if anchor else f"{_named(page)}/", words + tail
            )
        return words + tail

    def _picture(self, whole: str, shown: str | None, line: int) -> str:
        """A picture's caption stays, a picture in a sentence may be an icon."""
        told = [part.strip() for part in (shown or "").split("|")]
        caption = next((part for part in reversed(told) if part and not _is_layout(part)), "")
        if not any(part in ("thumb", "frame") for part in told):
            caption = ""
        self._found.drop(line, "image", whole.replace(caption, "", 1))
        return caption

    def _outer(self, link: re.Match[str], line: int) -> str:
        words = link[2] or ""
        self._found.drop(line, "link address", link[1] if words else link[0])
        return _linked(link[1], words) if words else ""


def _is_layout(part: str) -> bool:
    """Whether a part of a picture says how it is shown: `thumb`, `200px`, `link=`."""
    return part.lower() in _PICTURE or bool(
        re.fullmatch(r"(?:\d{0,4}x?\d{1,4}px|(?:link|alt|class)=.*)", part)
    )


def _linked(target: str, words: str) -> str:
    return f'<a href="{escape(target)}">{words}</a>'


def _named(words: str) -> str:
    return " ".join(words.replace("_", " ").split())


def _folded(page: str) -> str:
    return _named(page).casefold()
