"""Which format is a text in whose name does not say? Told by marks that no plain text has so often."""

from __future__ import annotations

import re

_SAMPLE = 200_000
_PAGE = re.compile(r"\s*(?:<!--.{0,500}?-->\s*)?(?:<!doctype html|<html[\s>])", re.IGNORECASE | re.DOTALL)
_EXPORT = re.compile(r"\s*(?:<\?xml[^>]{0,200}\?>\s*)?<mediawiki[\s>]", re.IGNORECASE)
_REDIRECT = re.compile(r"#REDIRECT\s*\[\[", re.IGNORECASE)
# "== Walls =="
_WIKI_HEADING = re.compile(r"^={2,6} ?[^=\n]{1,100}[^=\s] ?={2,6}[ \t]*$", re.MULTILINE)
_WIKI_MARKS = (
    re.compile(r"\[\[[^\[\]\n]{1,200}\]\]"),  # "[[Goat|goats]]"
    re.compile(r"'''[^'\n]{1,200}'''"),  # "'''Goat'''"
    re.compile(r"^\{\|", re.MULTILINE),  # a table
    re.compile(r"\{\{[^{}\n]{1,200}\}\}"),  # "{{Main|Goats}}"
    re.compile(r"^[*#:;]+ ?\S", re.MULTILINE),  # an item
)
_FEWEST = 2


def guess(content: str) -> str:
    """`html`, `wiki`, `wiki export` or, for anything else, `text`."""
    start = content[:_SAMPLE]
    if _PAGE.match(start):
        return "html"
    if _EXPORT.match(start):
        return "wiki export"
    kinds = sum(1 for mark in _WIKI_MARKS if mark.search(start))
    headings = len(_WIKI_HEADING.findall(start))
    return "wiki" if (headings >= _FEWEST and kinds) or _REDIRECT.match(start) else "text"
