"""Damage to single characters: invisible ones, UTF-8 read as something else, quotation marks that change by page."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from kb.findings import LeftOut
from kb.ingest.document import Text

# Zero-width spaces and joiners, soft hyphens, marks of direction, byte-order marks inside a text,
# control characters, the marks of linkmarks.py.
INVISIBLE = re.compile(
    "[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufff9-\ufffb\ue100-\ue102\x00-\x08\x0e-\x1f\x7f-\x9f]"
)
# "donâ€™t", "CafÃ©": UTF-8 read as Windows-1252 or Latin-1.
_MOJIBAKE = re.compile("â€|Ã[\u0080-\u00bf\u201a-\u2122]|Â[\u00a0-\u00bf]")
# marks that move a printer down, left inside a line: blanks
_DOWN = str.maketrans("\x0b\x0c", "  ")
# "Harm  effect": but the indent at a line's start stays, and tabs that part columns
_RUN = re.compile(r"(?<=\S)[^\S\t\r\n]{2,}")
_CURLY = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u201a": "'", "\u201e": '"'}
)
_MIXED = 0.05
"""From this share of the rarer style on (and ten marks), a text counts as switching between curly and straight."""


def drop_invisible(text: Text) -> Text:
    """Characters that print nothing but break words apart for every search."""
    lines, removed = [], []
    for line in text.lines:
        hidden = "" if line.text.isprintable() else "".join(INVISIBLE.findall(line.text))
        if hidden:
            removed.append(
                LeftOut(file=text.file, line=line.number, reason="invisible characters", text=hidden)
            )
            line = line.with_text(INVISIBLE.sub("", line.text))
        lines.append(line)
    return replace(text, lines=tuple(lines), left_out=(*text.left_out, *removed))


def mend_mojibake(text: Text) -> Text:
    """`donâ€™t` becomes `don’t`; only lines that show the pattern are touched."""
    if not any(_MOJIBAKE.search(line.text) for line in text.lines):
        return text
    from ftfy import fix_encoding

    return _mapped(text, lambda content: fix_encoding(content) if _MOJIBAKE.search(content) else content)


def even_quotes(text: Text) -> Text:
    """One style of quotation marks where the extractor switched between two; a text with one style keeps it."""
    content = "".join(line.text for line in text.lines)
    curly = sum(content.count(mark) for mark in "\u2018\u2019\u201c\u201d")
    straight = content.count("'") + content.count('"')
    if min(curly, straight) < max(10, _MIXED * (curly + straight)):
        return text
    return _mapped(text, lambda content: content.translate(_CURLY))


def tidy_spaces(text: Text) -> Text:
    """Runs of spaces become one; tabs (columns) and the indent at a line's start stay."""
    return _mapped(text, _tidied)


def _tidied(content: str) -> str:
    if content.isprintable() and content.isascii() and "  " not in content:
        return content
    return _RUN.sub(" ", content.replace("\u00a0", " ").translate(_DOWN))


def _mapped(text: Text, change: Callable[[str], str]) -> Text:
    return replace(text, lines=tuple(line.with_text(change(line.text)) for line in text.lines))
