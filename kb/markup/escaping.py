"""How do words become markup that says just them?"""

from __future__ import annotations

import re

from kb.markup.walk import ICON_SIGN

# What CommonMark could read as markup anywhere in a line.
_SPECIAL = re.compile(r"([\\`*_\[\]<>&|~!#$])")
# What it could read as markup only where a line begins: "- item", "1. item", "+ item", "=== underline".
_LINE_START = re.compile(r"^([^\S\n]*)(?:([-+=:])|(\d{1,9})([.)]))(?=\s|$|[-=:])", re.MULTILINE)
# `**strong**` and `*soft*` around words, as extractors leave them; never across a blank line.
_EMPHASIS = re.compile(r"(?<![*\\])(\*\*|\*)(?=[^\s*])((?:(?!\n\n)[^*])*?[^\s*])\1(?!\*)")


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


def icon(glyph: str, name: str) -> str:
    """Markdown of an icon whose plain text is the glyph alone: `☠{harm}`, a mark between that no text has."""
    return f"{glyph}{ICON_SIGN}{{{name}}}"
