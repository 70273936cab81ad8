"""Marks of lists that plain texts print in ways of their own: hyphens glued to words, numbers in circles."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from kb.ingest.document import Line, Text

# "-can only be used on a goat", "@A run begins", "»Draw": a sign right before a word
_GLUED = re.compile(r"(\s*)([-@~»›])(?=[^\W\d_]|[\"“(])")
_FEWEST = 3
"""A sign that begins so many lines, hardly one elsewhere, is a bullet."""
# "① Place the board.", "❷Deal", "⑶ Draw"
_CIRCLED = re.compile(r"(\s*)([①-⑳⑴-⒇❶-❿➀-➉➊-➓])\s?(?=\S)")


def part_glued_bullets(text: Text) -> Text:
    """A sign that begins many lines is a bullet, though no blank parts it from its words."""
    if text.format != "text":
        return text
    signs = Counter(match[2] for line in text.lines if (match := _GLUED.match(line.text)))
    usual = {sign for sign, many in signs.items() if many >= _FEWEST}
    return _with_marks(text, lambda line: _bulleted(line, usual)) if usual else text


def _bulleted(line: Line, usual: set[str]) -> str | None:
    match = _GLUED.match(line.text)
    return f"{match[1]}- {line.text[match.end() :]}" if match and match[2] in usual else None


def count_circles(text: Text) -> Text:
    """`①` `②` `③` at the beginning of lines count a list as `1.` `2.` `3.` do, where they begin with the first."""
    if text.format != "text":
        return text
    values = [_value(match[2]) for line in text.lines if (match := _CIRCLED.match(line.text))]
    return _with_marks(text, _counted) if values[:2] == [1, 2] else text


def _counted(line: Line) -> str | None:
    match = _CIRCLED.match(line.text)
    return f"{match[1]}{_value(match[2])}. {line.text[match.end() :]}" if match else None


def _value(circle: str) -> int:
    return int(unicodedata.numeric(circle))


def _with_marks(text: Text, marked: Callable[[Line], str | None]) -> Text:
    return replace(
        text,
        lines=tuple(
            line if (words := marked(line)) is None else line.with_text(words) for line in text.lines
        ),
    )
