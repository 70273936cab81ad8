"""What stands at the edges of printed pages and is no part of the text? Page numbers, running headers and footers."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from kb.ingest.layout import ENDED
from kb.ingest.lines import Line

PAGE_NUMBER = "page number"
RUNNING = "running header"
_FEWEST = 3
"""So many pages must print a line at their edge before it counts as running."""
_FEWEST_INSIDE = 4
_MOST_RUNNING = 0.5
"""Pages that seem to print more than this share of running lines print something else."""
_NEAR = 4
"""A page number counts on from that of a page so near, whatever pages are missing elsewhere."""
BEFORE = 3
"""A part begins at most so many pages before the first running line that names it: its first pages print none."""
_MOST_NUMBERED = 0.8
"""Where so many pages print their number, it is one wherever on its page it stands."""
# "95", "- 12 -", "Page 3 of 10"
_NUMBER = re.compile(
    r"[-–—\s|#]*(?:(?:page|p\.)\s*)?(\d{1,4})(?:\s*(?:/|of)\s*\d{1,4})?[-–—\s|]*", re.IGNORECASE
)
# "4433": 43, its digits printed twice
_TWICE = re.compile(r"(?:(\d)\1)+")
# "Hearthmoor | Chapter 2 | Climbing Walls 95": what a running line tells of the part that it stands under
_LABELLED = re.compile(
    r"\|\s*((?:Law|Chapter|Part|Section|Article|Appendix|Book) [A-Z0-9]{1,4})\s*[|:–—-]\s*(\S[^|]{2,80}?)\s*\d{0,4}$"
)
# "12   Climbing Walls": the page number before a running title
_NUMBER_FIRST = re.compile(r"\s*\d{1,4}\s+[^\W\d]")
# "1.2 Zones", "100. General", "• Each": begins a paragraph whatever stands before it
BEGINS = re.compile(r"\s*(?:\d{1,4}(?:\.\d+)*[a-z]?[.:]?\s|[•◦▪●*-]\s|[A-Z][a-z]+ \d+(?:[:.]| [–—-] ))")


def furniture(pages: Sequence[Sequence[Line]]) -> dict[int, str]:
    """The lines of pages that count them or repeat at their edges: `id(line)` → the reason to leave it out."""
    edges = [
        (number, line)
        for number, page in enumerate(pages)
        for line in {id(each): each for each in (*page[:2], *page[-2:])}.values()
    ]
    numbers = _page_numbers(pages, edges)
    running = _running(pages, edges, numbers)
    every = sum(1 for page in pages for line in page if not line.is_blank)
    return numbers if len(running) > _MOST_RUNNING * every else numbers | running


def _running(
    pages: Sequence[Sequence[Line]], edges: Sequence[tuple[int, Line]], numbers: Mapping[int, str]
) -> dict[int, str]:
    """Lines that stand at the edges of several pages, also where a picture moved them away from there."""
    patterns = {(number, _pattern(line.text)) for number, line in edges}
    printed = Counter(pattern for _, pattern in patterns)
    usual = {pattern for pattern, many in printed.items() if many >= _FEWEST}
    if not usual:
        return {}
    inside = (line for page in pages for line in page[2:-2] if len(line.text.split()) >= _FEWEST_INSIDE)
    return {
        id(line): RUNNING
        for line in (*(line for _, line in edges), *inside)
        if id(line) not in numbers and _may_run(line.text) and _pattern(line.text) in usual
    }


def _page_numbers(pages: Sequence[Sequence[Line]], edges: Sequence[tuple[int, Line]]) -> dict[int, str]:
    """Lines that are numbers counting on from page to page; a missing page only shifts the count."""
    shifts: dict[int, set[int]] = defaultdict(set)
    for number, line in edges:
        for printed in [*_printed(line.text), *_beside(line.text)]:
            shifts[printed - number].add(number)
    steady = {
        (number, shift)
        for shift, numbers in shifts.items()
        if len(numbers) >= _FEWEST
        for number in numbers
        if any(number + step in numbers or number - step in numbers for step in range(1, _NEAR + 1))
    }
    found = {
        id(line): PAGE_NUMBER
        for number, line in edges
        if any((number, printed - number) in steady for printed in _printed(line.text))
    }
    if len({number for number, _ in steady}) >= _MOST_NUMBERED * len(pages):
        found |= _inside(pages, steady)
    return found


def _printed(words: str) -> list[int]:
    """The page that a line may be the number of."""
    match = _NUMBER.fullmatch(words)
    if not match:
        return []
    return [int(match[1]), *([int(match[1][::2])] if _TWICE.fullmatch(match[1]) else [])]


def _beside(words: str) -> list[int]:
    """The page that a running line may tell before or behind its words."""
    parts = words.split()
    ends = (parts[0], parts[-1]) if len(parts) > 1 else ()
    return [int(end) for end in ends if end.isdecimal() and len(end) < 5]


def _inside(pages: Sequence[Sequence[Line]], steady: set[tuple[int, int]]) -> dict[int, str]:
    """Page numbers that a picture on the page has moved away from its edge."""
    expected: dict[int, set[int]] = defaultdict(set)
    for number, shift in steady:
        for near in range(number - _NEAR, number + _NEAR + 1):
            expected[near].add(shift)
    return {
        id(line): PAGE_NUMBER
        for number, page in enumerate(pages)
        for line in page
        if line.text.strip().isdigit()
        and len(line.text.strip()) > 1
        and any(printed - number in expected[number] for printed in _printed(line.text))
    }


def _may_run(words: str) -> bool:
    """Whether a line can be a running one: no sentence, and more than a word."""
    is_sentence = ENDED.search(words.strip()) or (BEGINS.match(words) and not _NUMBER_FIRST.match(words))
    return not is_sentence and len(words.split()) > 1


def _pattern(words: str) -> str:
    """A line with its numbers alike, up to its first stroke: what all pages of a text or of a chapter print."""
    named = words.partition("|")[0].strip() or words
    return re.sub(r"\d+", "0", " ".join(named.split()))


def running_titles(found: Mapping[int, str], pages: Sequence[Sequence[Line]]) -> dict[str, tuple[str, int]]:
    """What running lines call the parts of a text, by title: `field of play` → `Law 1 – Field of Play`, page 12.

    Where a page begins with that title, the part begins: its heading gets the label that only the running line has.
    """
    titles: dict[str, tuple[str, int]] = {}
    for number, page in enumerate(pages):
        for line in page:
            if found.get(id(line)) == RUNNING and (match := _LABELLED.search(line.text)):
                titles.setdefault(folded(match[2]), (f"{match[1]} – {match[2]}", number))
    return titles


def folded(words: str) -> str:
    """Words for comparison."""
    return " ".join(words.split()).casefold()
