"""How much may one text hold? Far more than any rulebook does, and no more than is read within seconds."""

from __future__ import annotations

from kb.errors import ReadError

MOST_LINES = 200_000
"""Blank ones too; the longest rules known to us have 9,000."""

MOST_PARAGRAPHS = 100_000
"""The longest rules known to us have 6,000."""
_LINE_ENDS = "\n\r\f\x85\u2028\u2029"


def refuse_overlong(file: str, content: str) -> None:
    """Raise ReadError for more lines than a text may have, before each of them is looked at."""
    if sum(map(content.count, _LINE_ENDS)) - content.count("\r\n") > MOST_LINES:
        raise ReadError(f"{file} has more than {MOST_LINES:,} lines: split it into its chapters")


def refuse_overfull(file: str, paragraphs: int) -> None:
    """Raise ReadError for more paragraphs than a text may have."""
    if paragraphs > MOST_PARAGRAPHS:
        raise ReadError(f"{file} has more than {MOST_PARAGRAPHS:,} paragraphs: split it into its chapters")
