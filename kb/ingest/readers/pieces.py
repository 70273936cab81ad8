"""Which lines of one paragraph are paragraphs of their own? Rules, items and questions printed line below line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from kb.ingest.layout.features import ENDED
from kb.ingest.numbering.beginnings import is_cited
from kb.ingest.numbering.number_labels import compound
from kb.ingest.readers.words import Row
from kb.ingest.thresholds import FEWEST

_WAYS = re.compile(
    # "4.2a A goat …", "**4.2.** A goat …", "1-2-1-1. A goat …", "103.1.b.4. A goat …"
    r"(?P<number>(?=\*{0,2}\d{1,4}(?:[.-](?:\d{1,4}|[A-Za-z](?![A-Za-z])))+[a-z]?\.?:?\*{0,2}\s+\S))"
    # "a. climb", "(iv) rest", "ii) rest", "2) rest"
    r"|(?:(?P<letter>[a-z][.)])|(?P<bracket>\([a-z\d]{1,4}\))|(?P<roman>[ivx]{2,5}[.)])|(?P<count>\d{1,2}[.)])"
    # "• climb", "- climb" set too deep for a list
    r"|(?P<bullet>[•◦‣▪●○■□►➢✦·])|(?P<hyphen>[-*+]))\s+(?=\S)"
    # "Goat: A piece …", each line of the paragraph; "**Goat:** climbs", "*Goat.* climbs"
    r"|(?P<name>(?=[^\W\d_a-z][\w'’/(), -]{0,40}:\s+\S))"
    r"|(?P<label>(?=\*{1,2}[^*]{1,60}[:.]\*{1,2}\s+\S|\*{2}[^*]{1,60}\*{2}\s?[:—–]\s*\S))"
)
"""How a piece begins; the lines of a paragraph are parted where two or more, the first of them first, begin alike."""
# "… climbs. **4.2.1** It rests …": a number in bold that runs into its paragraph
_INSIDE = re.compile(
    r"(?<=[.!?:;)”\"]) +(?=\*\*\d{1,4}(?:[.-]\d{1,4})+[a-z]?[.:]?(?:\*\*| [^*]{1,60}\*\*)\s)"
)
# "Q. ", "**Q: ", "A1) ", "**A:** "
_QUESTION_OR_ANSWER = re.compile(r"(?P<strong>\*{0,2})(?P<mark>[QA]\d{0,3}[.:)])(?P<closed>\*{0,2})\s+(?=\S)")
_ALONE = ("letter", "bracket", "roman")
"""What marks a paragraph of a single piece too."""


def pieces(rows: Sequence[Row], mark: str = "") -> list[tuple[str, list[Row]]]:
    """The pieces of a paragraph that was printed with a mark, each with its own mark and lines."""
    rows = [row._replace(text=part) for row in rows for part in _INSIDE.split(row.text)]
    lines = [row.text for row in rows]
    ways = _usual(lines) | _counted_on(lines, mark)
    made: list[tuple[str, list[Row]]] = []
    for row in rows:
        begun = _begun(row.text, ways)
        if begun and (made or not mark or not begun[0]):
            made.append((begun[0] or (mark if not made else ""), [row._replace(text=begun[1])]))
        elif made:
            made[-1][1].append(row)
        else:
            made.append((mark, [row]))
    return made


def _way(line: str) -> str:
    """How a line begins as pieces do; empty for any other."""
    match = _WAYS.match(line)
    return (match.lastgroup or "") if match else ""


def _usual(lines: Sequence[str]) -> frozenset[str]:
    """The ways in which pieces begin here."""
    if len(lines) == 1:
        return frozenset(_ALONE)
    ways = list(map(_way, lines))
    first = {way for way in ways[:2] if way and ways.count(way) > 1}
    if len(lines) < FEWEST or set(ways) != {"name"}:
        first.discard("name")
    asked = {each[0][0] for line in lines if (each := _asked(line))}
    return frozenset(first | {"asked"} if asked == {"Q", "A"} else first)


def _counted_on(lines: Sequence[str], mark: str) -> frozenset[str]:
    """Whether lines further down go on with the item's own number: "103.1." in what is printed with "103."."""
    own = mark.strip("().:")
    if not own.isdecimal():
        return frozenset()
    found = set()
    for above, line in pairwise(lines):
        way, label = _way(line), compound(line)
        if way == "number" and label and label.parts[0] == own and not is_cited(label, above, None):
            found.add(way)
        if way in ("letter", "bracket") and line.lstrip("(")[:2] in ("a.", "a)") and ENDED.search(above):
            found.add(way)
    return frozenset(found)


def _begun(line: str, ways: frozenset[str]) -> tuple[str, str] | None:
    """Mark and words of a line that begins a piece."""
    if "asked" in ways and (asked := _asked(line)):
        return asked
    match = _WAYS.match(line)
    return (match[match.lastgroup], line[match.end() :]) if match and match.lastgroup in ways else None


def _asked(line: str) -> tuple[str, str] | None:
    """Mark and words of a line that begins a question or an answer, without the emphasis around them."""
    match = _QUESTION_OR_ANSWER.match(line)
    if match is None:
        return None
    return match["mark"], line[match.end() :].removesuffix("" if match["closed"] else match["strong"])
