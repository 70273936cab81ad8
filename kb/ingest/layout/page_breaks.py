"""Where do pages end in a text that lost its form feeds? At numbers alone on a line that count on and cut sentences.

Numbers of chapters and list items count on as well, but none of them stands inside a sentence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from kb.ingest.document import Line
from kb.ingest.layout.features import ENDED
from kb.ingest.layout.page_edges import numbers_beside, page_number, pattern, says_page
from kb.ingest.limits import LONGEST_REMARK
from kb.ingest.thresholds import BESIDE, FEWEST, LONGEST_NOTE, NEARLY_ALL

_CUT_SHARE = 0.25
"""So great a share of the numbers, and two at least, must stand inside a sentence."""
_SHORTEST_PAGE = 6
"""Lines."""
_SHORTEST_EVEN = 20
_MOST_MISSING = 2
"""So many pages in a row may print no number."""
_FIRST = 2
"""The first page that a converter marks: 0, 1 or, below the title, 2."""
# "# Page 12", "{12}------": what converters to Markdown put above pages
_MARK = re.compile(r"# |\{")


class _Chain(NamedTuple):
    """Numbers that count on, by the line of the last."""

    at: int
    length: int
    before: _Chain | None


def pages_by_count(lines: Sequence[Line]) -> list[list[Line]]:
    """The pages of a text whose page numbers stand between its lines; empty where none do."""
    said = _said(lines)
    marks = said or _chain(lines)
    if len(marks) < FEWEST or not (said or _cut_sentences(lines, marks)):
        return []
    on_top = _printed(lines[: marks[0]]) <= BESIDE < _printed(lines[marks[-1] + 1 :])
    cuts = [mark if on_top else mark + 1 for mark in marks]
    bounds = [0, *(cut for cut in cuts if 0 < cut < len(lines)), len(lines)]
    pages = [list(lines[start:end]) for start, end in pairwise(bounds)]
    return [page for page in pages if _printed(page)]


def _printed(lines: Sequence[Line]) -> int:
    return sum(1 for line in lines if not line.is_blank)


def marks_of_pages(lines: Sequence[Line]) -> list[int]:
    """The places of marks that count all pages from the first on; "Page 14" alone may head what is said of it."""
    marks = [at for at in _said(lines) if _MARK.match(lines[at].text)]
    first = page_number(lines[marks[0]].text.strip()) if len(marks) >= FEWEST else None
    return marks if first is not None and first <= _FIRST else []


def _said(lines: Sequence[Line]) -> list[int]:
    """The lines that say of themselves that they count pages, if they do: the numbers that pages print stay inside."""
    found = {at: number for at, line in enumerate(lines) if (number := _alone(line, said=True)) is not None}
    rises = all(0 < two - one <= 1 + _MOST_MISSING for one, two in pairwise(found.values()))
    return list(found) if len(found) >= FEWEST and rises else []


def _alone(line: Line, said: bool = False) -> int | None:
    """The page that a line is nothing but the number of."""
    words = line.text.strip()
    return page_number(words) if 0 < len(words) <= LONGEST_NOTE and (not said or says_page(words)) else None


def _chain(lines: Sequence[Line]) -> list[int]:
    """The places of the longest run of numbers that count on from page to page, alone or in a line that is repeated."""
    printed = Counter(pattern(line.text) for line in lines if len(line.text) <= LONGEST_REMARK)
    ends: dict[int, _Chain] = {}
    for at, line in enumerate(lines):
        for number in _counted(line, printed):
            steps = (ends.get(number - step) for step in range(1, _MOST_MISSING + 2))
            below = (chain for chain in steps if chain and at - chain.at >= _SHORTEST_PAGE)
            before = max(below, key=lambda chain: chain.length, default=None)
            length = before.length + 1 if before else 1
            if number not in ends or length >= ends[number].length:
                ends[number] = _Chain(at, length, before)
    chain = max(ends.values(), key=lambda each: each.length, default=None)
    marks: list[int] = []
    while chain:
        marks.append(chain.at)
        chain = chain.before
    return marks[::-1]


def _counted(line: Line, printed: Counter[str]) -> list[int]:
    """The pages that a line may count: alone, or before or behind words that other lines repeat."""
    alone = _alone(line)
    if alone is not None:
        return [alone]
    words = line.text.strip()
    if len(words) > LONGEST_REMARK or printed[pattern(words)] < FEWEST or ENDED.search(words):
        return []
    return numbers_beside(words)


def _cut_sentences(lines: Sequence[Line], marks: Sequence[int]) -> bool:
    """Whether the words above enough of the numbers go on below them; running titles beside them are no words."""
    beside = Counter(
        (step, pattern(lines[mark + step].text))
        for mark in marks
        for step in range(-BESIDE, BESIDE + 1)
        if 0 <= mark + step < len(lines) and not ENDED.search(lines[mark + step].text.strip())
    )
    usual = {words for (_, words), many in beside.items() if many >= FEWEST}
    cut = 0
    for mark in marks:
        above, below = (_beside(lines, mark, step, usual) for step in (-1, 1))
        cut += bool(above and not ENDED.search(above) and below[:1].islower())
    lengths = [two - one for one, two in pairwise(marks)][:-1]  # the last page may be short
    is_even = min(lengths) >= max(_SHORTEST_EVEN, NEARLY_ALL * max(lengths))
    return cut >= (2 if is_even else max(2, _CUT_SHARE * len(marks)))


def _beside(lines: Sequence[Line], mark: int, step: int, usual: set[str]) -> str:
    """The nearest words of the text above or below a number."""
    at, passed = mark + step, 0
    while 0 <= at < len(lines) and passed <= BESIDE:
        words = lines[at].text.strip()
        if words and pattern(words) not in usual:
            return words
        passed += bool(words)
        at += step
    return ""
