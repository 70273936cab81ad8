"""What other programs did to a text: lines printed over each other and columns read across are told, and kept."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from kb.findings import Problem
from kb.ingest.document import Line
from kb.ingest.thresholds import FAR, FEW, FEWEST, HALF

# "A goat may climb a wall      It may rest there at"
_GAP = re.compile(r"\s*(\S(?:.{0,300}?\S)?) {3,200}(\S.{0,300})")
_WORD = re.compile(r"[^\W\d_]+")
# "tGoofat", "SETTing", but for the names "MacGowan", "BoardGameGeek"
_MIXED = re.compile(r"\b[^\W\d_]*?(?:[a-z][A-Z]|[A-Z]{2}[a-z]{2})[^\W\d_]*")
_NAME = re.compile(r"(?:[A-Z][a-z]+)+")


def overprinted(lines: Sequence[Line], file: str) -> list[Problem]:
    """One problem for lines of which another program printed two over each other: `tGoofat hides`.

    Words that stand once and have a capital among small letters tell them; `MacGowan` is a name.
    """
    seen = Counter(word for line in lines for word in _WORD.findall(line.text))
    found = [
        line
        for line in lines
        if any(seen[word] == 1 and not _NAME.fullmatch(word) for word in _MIXED.findall(line.text))
    ]
    if not FEWEST <= len(found) <= max(FAR, FEW * len(lines)):
        return []
    return [_problem("overprinted", "lines are printed over each other", found, file)]


def side_by_side(lines: Sequence[Line], file: str) -> list[Problem]:
    """One problem for columns of text that stand beside each other in the same lines, wide blanks between them."""
    wide = (line for line in lines if "   " in line.text)
    found = [line for line in wide if (gap := _GAP.fullmatch(line.text)) and _are_columns(gap[1], gap[2])]
    printed = sum(1 for line in lines if not line.is_blank)
    if len(found) < max(FAR, HALF * printed):
        return []
    return [_problem("side-by-side", "columns stand beside each other and are read across", found, file)]


def _are_columns(left: str, right: str) -> bool:
    """Whether both sides of a gap are running text: a table's cells or a title and its page are shorter."""
    return min(left.count(" "), right.count(" ")) >= FEWEST


def _problem(code: str, what: str, found: Sequence[Line], file: str) -> Problem:
    more = f" and in {len(found) - 1:,} lines more" if len(found) > 1 else ""
    return Problem(
        code=code,
        message=f"{what} here{more}; every word is kept as it is",
        file=file,
        line=found[0].number,
        excerpt=found[0].raw.strip()[:120],
        suggestion="add the PDF itself instead of the text that another program made of it",
    )
