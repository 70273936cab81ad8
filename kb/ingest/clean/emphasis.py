"""Emphasis marks that lost their partner."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from kb.findings import LeftOut
from kb.ingest.document import Line, Text

_MARKS = re.compile(r"\*+")
# "**Ranged {range}** Attack", "*Example: ...*": opened before a word or icon, closed after one.
_PAIR = re.compile(r"(?<![\w*])(\*\*|\*)(?=[^\s*])([^*]*[^\s*])\1(?![\w*])")
_USUAL = 6
"""A text with fewer pairs than this does not use asterisks for emphasis: they stay as printed."""


def drop_broken_emphasis(text: Text) -> Text:
    """In a text that marks emphasis with asterisks, an asterisk without a partner is a leftover: drop it."""
    if text.format != "text" or _pairs(text.lines) < _USUAL:
        return text
    lines, removed = [], []
    for line in text.lines:
        mended, dropped = _mended(line)
        lines.append(mended)
        if dropped:
            removed.append(
                LeftOut(file=text.file, line=line.number, reason="stray emphasis marks", text=dropped)
            )
    return replace(text, lines=tuple(lines), left_out=(*text.left_out, *removed))


def _pairs(lines: Sequence[Line]) -> int:
    return sum(len(_PAIR.findall(line.text)) for line in lines if "*" in line.text)


def _mended(line: Line) -> tuple[Line, str]:
    """The line with its paired marks only, and the marks that were dropped."""
    if "*" not in line.text:
        return line, ""
    # "* item": a bullet is no emphasis.
    indent = re.match(r"\s*(?:\*\s+)?", line.text)
    start = indent.end() if indent else 0
    kept, position, dropped = [line.text[:start]], start, []
    for pair in _PAIR.finditer(line.text, start):
        between = line.text[position : pair.start()]
        dropped += _MARKS.findall(between)
        kept += [_MARKS.sub("", between), pair[0]]
        position = pair.end()
    rest = line.text[position:]
    dropped += _MARKS.findall(rest)
    kept.append(_MARKS.sub("", rest))
    return line.with_text("".join(kept)), "".join(dropped)
