"""Where do pages end in a text that lost its form feeds? At numbers that count on between lines and cut sentences.

Numbers of chapters, scenarios and list items count on as well, but none of them stands inside a sentence. So a chain
of numbers counts pages only where it parts sentences again and again, or where each line says that it is a page.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from kb.ingest.document import Line
from kb.ingest.formats.page_numbers import page_number, says_page
from kb.ingest.layout import ENDED, looks_like_heading

_FEWEST = 3
"""So many numbers that count on are a chain."""
_FEWEST_CUT = 2
_CUT_SHARE = 0.25
"""So many of its numbers, and so great a share of them, must stand inside a sentence."""
_SHORTEST_PAGE = 6
"""Lines."""
_SHORTEST_EVEN = 20
_VERY_EVEN = 0.85
"""Numbers so far apart, so evenly, and inside sentences at times, count pages: no chapters are that even."""
_MOST_MISSING = 2
"""So many pages in a row may print no number."""
_LONGEST = 80
_WIDEST = 400
"""With all the blanks between a running title and the number."""
_MOST_BESIDE = 3
"""So many lines may be printed beside a page's number: a running title, the name of a company."""
_FARTHEST = 40
"""Lines, most of them blank."""
_REPEATED = 3
_MOST_TITLES = 2
"""Lines at the top of a text may be its title."""
_EVEN = 0.6
"""So long, compared with the longest, is the shortest page but the last."""
_FEWEST_WORDS = 2
"""Of a running title."""
_FIRST = 2
"""The first page that a converter marks: 0, 1 or, below the title, 2."""
# "# Page 12", "{12}------": what converters to Markdown put above pages
_MARK = re.compile(r"# |\{")
# "Hearthmoor Rules          12", "12          Goats and Walls"
_APART = re.compile(r"^\d{1,4} {3}|(?<! ) {3,200}\d{1,4}$")


@dataclass(frozen=True, slots=True)
class _Count:
    """A line that may count a page, and the chain of such lines that it ends."""

    at: int
    number: int
    chain: int = 1
    before: _Count | None = None


def pages_by_count(lines: Sequence[Line]) -> list[list[Line]]:
    """The pages of a text whose page numbers stand between its lines; empty where none do."""
    marks = _said(lines) or _chain(lines)
    if len(marks) < _FEWEST or not _counts_pages(lines, marks):
        marks = _pair(lines)
    if not marks:
        return []
    words_above = sum(1 for line in lines[: marks[0]] if not line.is_blank)
    words_below = sum(1 for line in lines[marks[-1] + 1 :] if not line.is_blank)
    on_top = words_above <= _MOST_BESIDE < words_below
    cuts = [mark if on_top else mark + 1 for mark in marks]
    bounds = [0, *(cut for cut in cuts if 0 < cut < len(lines)), len(lines)]
    pages = [list(lines[start:end]) for start, end in pairwise(bounds)]
    return [page for page in pages if any(not line.is_blank for line in page)]


def marks_of_pages(lines: Sequence[Line]) -> list[int]:
    """The places of marks that count all pages from the first on; "Page 14" alone may head what is said of it."""
    marks = [at for at in _said(lines) if _MARK.match(lines[at].text)]
    first = page_number(lines[marks[0]].text.strip()) if len(marks) >= _FEWEST else None
    return marks if first is not None and first <= _FIRST else []


def _said(lines: Sequence[Line]) -> list[int]:
    """The lines that say of themselves that they count pages, if they do: the numbers that pages print stay inside."""
    found = {at: number for at, line in enumerate(lines) if (number := _told(line.text)) is not None}
    rises = all(0 < two - one <= 1 + _MOST_MISSING for one, two in pairwise(found.values()))
    return list(found) if len(found) >= _FEWEST and rises else []


def _told(content: str) -> int | None:
    words = content.strip()
    return page_number(words) if len(words) <= _LONGEST and says_page(words) else None


def _pair(lines: Sequence[Line]) -> list[int]:
    """The numbers of a text of two pages: the last line, and the one before that parts a sentence or ends a page.

    A page ends where the line is printed again with which the text begins.
    """
    printed = [at for at, line in enumerate(lines) if not line.is_blank]
    if titled := _titled_pair(lines, printed):
        return titled
    last = page_number(lines[printed[-1]].text.strip()) if printed else None
    if last is None:
        return []
    numbers = [at for at in printed[:-1] if page_number(lines[at].text.strip()) is not None]
    if not numbers or page_number(lines[numbers[-1]].text.strip()) != last - 1:
        return []
    mark = numbers[-1]
    top = lines[printed[0]].text.strip()
    again = top in (lines[at].text.strip() for at in printed if mark < at <= mark + 2 * _MOST_BESIDE)
    return [mark, printed[-1]] if again or _is_cut(lines, mark, set()) else []


def _titled_pair(lines: Sequence[Line], printed: Sequence[int]) -> list[int]:
    """The running lines of two pages, alike but for the numbers behind them: "Hearthmoor Rules 1" and, last, "… 2"."""
    words = lines[printed[-1]].text.split() if printed else []
    if len(words) <= _FEWEST_WORDS or words[-1] != "2":
        return []
    first = [at for at in printed[:-1] if lines[at].text.split() == [*words[:-1], "1"]]
    return [first[0], printed[-1]] if len(first) == 1 else []


def _chain(lines: Sequence[Line]) -> list[int]:
    """The places of the longest run of numbers that count on from page to page."""
    ends: dict[int, _Count] = {}
    longest: _Count | None = None
    printed = Counter(_pattern(line.text) for line in lines if _may_count(line.text.strip()))
    for at, line in enumerate(lines):
        for number in _numbers(line.text, printed):
            below = [
                ends[number - step]
                for step in range(1, _MOST_MISSING + 2)
                if number - step in ends and at - ends[number - step].at >= _SHORTEST_PAGE
            ]
            before = max(below, key=lambda count: (count.chain, count.at), default=None)
            count = _Count(at, number, before.chain + 1 if before else 1, before)
            if number not in ends or ends[number].chain <= count.chain:
                ends[number] = count
            if longest is None or count.chain > longest.chain:
                longest = count
    marks: list[int] = []
    while longest is not None:
        marks.append(longest.at)
        longest = longest.before
    return marks[::-1]


def _numbers(content: str, printed: Mapping[str, int]) -> list[int]:
    """The pages that a line may count: alone, or before or behind a running title; no sentence is one."""
    words = content.strip()
    if len(words) > _LONGEST and "   " in words and len(words) < _WIDEST:
        words = " ".join(words.split())
    alone = page_number(words) if 0 < len(words) <= _LONGEST else None
    if alone is not None:
        return [alone]
    parts = words.split() if _may_count(words) else []
    if len(parts) < 2 or ENDED.search(words) or not (printed[_pattern(words)] > 1 or _is_title(words)):
        return []
    return [int(part) for part in (parts[0], parts[-1]) if part.isdecimal() and len(part) < 5]


def _may_count(words: str) -> bool:
    """Whether a line is short and shows a number at its beginning or end; few lines are to be asked more."""
    if not 0 < len(words) <= _LONGEST:
        return False
    return words[0].isdigit() or words[-1].isdigit() or "age" in words


def _counts_pages(lines: Sequence[Line], marks: Sequence[int]) -> bool:
    """Whether numbers stand where pages end: each says so, enough of them stand inside sentences, or all are titled."""
    if all(says_page(lines[mark].text) for mark in marks) or _are_titled(lines, marks):
        return True
    beside = Counter(
        (step, _pattern(lines[mark + step].text))
        for mark in marks
        for step in range(-_MOST_BESIDE, _MOST_BESIDE + 1)
        if 0 <= mark + step < len(lines) and _is_title(lines[mark + step].text)
    )
    usual = {pattern for (_, pattern), many in beside.items() if many >= _REPEATED}
    cut = sum(1 for mark in marks if _is_cut(lines, mark, usual))
    return cut >= max(_FEWEST_CUT, 0 if _are_even(marks) else _CUT_SHARE * len(marks))


def _are_even(marks: Sequence[int]) -> bool:
    """Whether a program parted a text into pages of so many lines; the last may be short."""
    lengths = [two - one for one, two in pairwise(marks)][:-1]
    return bool(lengths) and min(lengths) >= max(_SHORTEST_EVEN, _VERY_EVEN * max(lengths))


def _are_titled(lines: Sequence[Line], marks: Sequence[int]) -> bool:
    """Whether numbers stand as far apart as pages are long, each in or beside a line that all of them repeat."""
    lengths = [two - one for one, two in pairwise(marks)]
    if len(marks) < _FEWEST or min(lengths[:-1]) < _EVEN * max(lengths):  # the last page may be short
        return False
    own = {_pattern(lines[mark].text) for mark in marks}
    if len(own) == 1 and (words := sum(map(str.isalpha, own.pop().split()))):
        return words >= _FEWEST_WORDS and _names_text(lines, marks)
    return any(
        _repeat(lines, [each for mark in marks if (each := _nth(lines, mark, step, nth)) is not None], marks)
        for step in (-1, 1)
        for nth in range(1, _MOST_BESIDE + 1)
    )


def _names_text(lines: Sequence[Line], marks: Sequence[int]) -> bool:
    """Whether lines tell the text's own title, or stand apart from their number: "Training Day 3" heads a part."""
    if all(_APART.search(lines[mark].text.strip()) for mark in marks):
        return True
    printed = (
        line.text.strip() for at, line in enumerate(lines) if at not in marks[:1] and not line.is_blank
    )
    return any(
        len(title.split()) > 1 and title in lines[marks[1]].text for title in islice(printed, _MOST_TITLES)
    )


def _repeat(lines: Sequence[Line], places: Sequence[int], marks: Sequence[int]) -> bool:
    """Whether lines beside the numbers are one running title; beside the first or last number there may be none."""
    if len(places) < max(len(marks) - 1, _FEWEST - 1) or len({_pattern(lines[at].text) for at in places}) > 1:
        return False
    words = lines[places[0]].text.strip()
    return len(words.split()) >= _FEWEST_WORDS and _is_title(words)


def _nth(lines: Sequence[Line], mark: int, step: int, nth: int) -> int | None:
    """The place of the nth line above or below a number that is not blank."""
    at = mark
    for _ in range(nth):
        at += step
        while 0 <= at < len(lines) and lines[at].is_blank and abs(at - mark) <= _FARTHEST:
            at += step
        if not 0 <= at < len(lines) or lines[at].is_blank:
            return None
    return at


def _is_cut(lines: Sequence[Line], mark: int, usual: set[str]) -> bool:
    """Whether the words above a number go on below it; running titles beside it are no words of the text."""
    above = _beside(lines, mark, -1, usual)
    below = _beside(lines, mark, 1, usual)
    return bool(above and not ENDED.search(above) and below[:1].islower())


def _beside(lines: Sequence[Line], mark: int, step: int, usual: set[str]) -> str:
    """The nearest words of the text above or below a number."""
    at, passed = mark + step, 0
    while 0 <= at < len(lines) and passed <= _MOST_BESIDE:
        words = lines[at].text.strip()
        if words and _pattern(words) not in usual:
            return words
        passed += bool(words)
        at += step
    return ""


def _is_title(words: str) -> bool:
    """Whether a line can be one that pages repeat: a title, or whose text it is."""
    return looks_like_heading(words) or "©" in words


def _pattern(words: str) -> str:
    return re.sub(r"\d+", "0", " ".join(words.split()))
