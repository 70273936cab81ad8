"""Which lines of Markdown begin with a number that a sentence ends with? To Markdown "1." begins a list anywhere."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.ingest.wrapping import counts_nothing

_FIRST = re.compile(r"1\. +(?=\S)")
_ROOM = 40
"""Characters; a shorter line was not broken for want of room."""
# "# Walls", "> ", "| Goat |", "- Goat", "```", "    code"
_MARKED = re.compile(r"\s{4}|\s*(?:[#>|`~]|[+*-]\s|\d+[.)]\s)")


def with_sentences(lines: Sequence[str]) -> list[str]:
    """The lines with such a number made literal: "… a bid of 0.5 counts as", "1. The bidder pays at once."."""
    return [
        line.replace("1.", "1\\.", 1) if index and _FIRST.match(line) and _goes_on(lines, index) else line
        for index, line in enumerate(lines)
    ]


def _goes_on(lines: Sequence[str], index: int) -> bool:
    above = lines[index - 1]
    return len(above) >= _ROOM and not _MARKED.match(above) and counts_nothing(lines, index)
