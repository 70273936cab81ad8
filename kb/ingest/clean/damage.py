"""What another program did to a text: lines printed over each other are told, and kept."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from kb.findings import Problem
from kb.ingest.document import Line
from kb.ingest.thresholds import FAR, FEW, FEWEST

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
    return [
        Problem(
            code="overprinted",
            message=f"lines are printed over each other here and in {len(found) - 1:,} lines more; all words are kept",
            file=file,
            line=found[0].number,
            excerpt=found[0].raw.strip()[:120],
            suggestion="add the PDF itself instead of the text that another program made of it",
        )
    ]
