"""What stands at the edges of printed pages and is no part of the text? Page numbers, running headers and footers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import dropwhile, islice

from kb.ingest.document import Line
from kb.ingest.layout.features import ENDED
from kb.ingest.layout.page_numbers import (
    FEWEST,
    counted,
    counted_beside,
    numbers_of,
    page_names,
    says_page,
)

PAGE_NUMBER = "page number"
RUNNING = "running header"
_FEWEST_INSIDE = 4
_MOST_ON_PAGE = 2
"""A running line stands above a page, below it or in both places."""
_MOST_COUNTED = 0.6
"""Where so many pages are counted, a title that counts on with them is a running one though it is printed once."""
_MOST_RUNNING = 0.5
"""Pages that seem to print more than this share of running lines print something else."""
BEFORE = 3
"""A part begins at most so many pages before the first running line that names it: its first pages print none."""
# "Hearthmoor | Chapter 2 | Climbing Walls 95": what a running line tells of the part that it stands under
_LABELLED = re.compile(
    r"\|\s*((?:Law|Chapter|Part|Section|Article|Appendix|Book) [A-Z0-9]{1,4})\s*[|:–—-]\s*(\S[^|]{2,80}?)\s*\d{0,4}$"
)
# "11/21/26, 11:47 AM      Goat Passes" and, below the page, "https://example.org/goats      3/12": a browser's
_DATED = re.compile(r"\s*\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}:\d{2}(?: ?[AP]M)?(?:\s+|$)")
_ADDRESS = re.compile(r"\s*(?:https?|file)://\S+(?:\s+\d{1,4}/\d{1,4})?\s*")
_ONE_OF = re.compile(r"\s*\d{1,4}/\d{1,4}\s*")
# "12   Climbing Walls": the page number before a running title
_NUMBER_FIRST = re.compile(r"\s*\d{1,4}\s+[^\W\d]")
# "1.2 Zones", "100. General", "• Each": begins a paragraph whatever stands before it
BEGINS = re.compile(r"\s*(?:\d{1,4}(?:\.\d+)*[a-z]?[.:]?\s|[•◦▪●*-]\s|[A-Z][a-z]+ \d+(?:[:.]| [–—-] ))")


def furniture(pages: Sequence[Sequence[Line]]) -> dict[int, str]:
    """The lines of pages that count them or repeat at their edges: `id(line)` → the reason to leave it out."""
    bare = _without_marks(pages)
    marks = {
        id(page[0]): PAGE_NUMBER for page, rest in zip(pages, bare, strict=True) if len(rest) < len(page)
    }
    return marks | _furniture(bare)


def _without_marks(pages: Sequence[Sequence[Line]]) -> list[Sequence[Line]]:
    """The pages without the line that a converter put above each: `# Page 12`, `{12}------`; below it is an edge."""
    marked = sum(1 for page in pages if page and says_page(page[0].text))
    if marked < _MOST_COUNTED * len(pages):
        return list(pages)
    return [
        list(dropwhile(lambda line: line.is_blank, page[1:])) if page and says_page(page[0].text) else page
        for page in pages
    ]


def _furniture(pages: Sequence[Sequence[Line]]) -> dict[int, str]:
    edges = _edges(pages)
    counts = counted(edges)
    numbers = {id(line): PAGE_NUMBER for line in numbers_of(pages, edges, counts)}
    running = _running(pages, edges, numbers)
    running |= _on_both(pages, numbers)
    if len(counts) >= _MOST_COUNTED * len(pages):
        alone = {number for number, line in edges if id(line) in numbers}
        beside = counted_beside([(number, line) for number, line in edges if number not in alone], counts)
        running |= {id(line): RUNNING for line in beside if _may_run(line.text)}
    every = sum(1 for page in pages for line in page if not line.is_blank)
    return numbers | _of_browser(edges) | (running if len(running) <= _MOST_RUNNING * every else {})


def names_of_pages(pages: Sequence[Sequence[Line]], labels: Sequence[str] = ()) -> list[str]:
    """What each page is called, by the numbers at the edges of all; `labels` are those that their file has."""
    counts = counted(_edges(_without_marks(pages))) or counted(_edges(pages))
    return page_names(counts, len(pages), labels)


def _edges(pages: Sequence[Sequence[Line]]) -> list[tuple[int, Line]]:
    """The first and last lines of each page, with its place."""
    made: list[tuple[int, Line]] = []
    for number, page in enumerate(pages):
        top, foot = _first(page), _first(page[::-1])
        made += [(number, line) for line in {id(each): each for each in (*top, *foot[::-1])}.values()]
    return made


def _first(page: Sequence[Line]) -> list[Line]:
    """The first two lines of a page, blank ones aside."""
    return list(islice((line for line in page if not line.is_blank), 2))


def _running(
    pages: Sequence[Sequence[Line]], edges: Sequence[tuple[int, Line]], numbers: Mapping[int, str]
) -> dict[int, str]:
    """Lines that stand at the edges of several pages, also where a picture moved them away from there."""
    going_on = _going_on(pages, edges)
    edges = [(number, line) for number, line in edges if id(line) not in going_on]
    printed = _on_pages(edges)
    usual = {pattern for pattern, many in printed.items() if many >= FEWEST} - _often(pages)
    if not usual:
        return {}
    inside = (line for page in pages for line in page[2:-2] if len(line.text.split()) >= _FEWEST_INSIDE)
    return {
        id(line): RUNNING
        for line in (*(line for _, line in edges), *inside)
        if id(line) not in numbers and _may_run(line.text) and _pattern(line.text) in usual
    }


def _on_pages(edges: Sequence[tuple[int, Line]]) -> Counter[str]:
    """On how many pages each line stands at an edge."""
    return Counter(pattern for _, pattern in {(number, _pattern(line.text)) for number, line in edges})


def _going_on(pages: Sequence[Sequence[Line]], edges: Sequence[tuple[int, Line]]) -> set[int]:
    """The ids of second lines that go on with a title above them: "of the Goats" below "Laws"."""
    many = Counter(_pattern(line.text) for _, line in edges)
    return {
        id(lines[1])
        for lines in map(_first, pages)
        if len(lines) > 1
        and lines[1].text.strip()[:1].islower()
        and not (_may_run(lines[0].text) and many[_pattern(lines[0].text)] >= FEWEST)
    }


def _of_browser(edges: Sequence[tuple[int, Line]]) -> dict[int, str]:
    """What a browser prints around pages: the time above, the address below and the page of how many."""
    dated = {number for number, line in edges if _DATED.match(line.text)}
    printed = dated & {number for number, line in edges if _ADDRESS.fullmatch(line.text)}
    signs = (_DATED.match, _ADDRESS.fullmatch, _ONE_OF.fullmatch)
    found: dict[int, str] = {}
    for at, (number, line) in enumerate(edges):
        titled = at and edges[at - 1][0] == number and _DATED.fullmatch(edges[at - 1][1].text)
        if number in printed and (titled or any(sign(line.text) for sign in signs)):
            found[id(line)] = RUNNING  # the title stands beside the time
    return found


def _often(pages: Sequence[Sequence[Line]]) -> set[str]:
    """What single pages print again and again: words of the text."""
    counts = (Counter(_pattern(line.text) for line in page) for page in pages)
    return {pattern for page in counts for pattern, many in page.items() if many > _MOST_ON_PAGE}


def _on_both(pages: Sequence[Sequence[Line]], numbers: Mapping[int, str]) -> dict[int, str]:
    """The lines at the edges of a text of two pages that both print alike, word for word."""
    if len(pages) != 2:
        return {}
    first, second = ([line for _, line in _edges([page]) if id(line) not in numbers] for page in pages)
    both = {folded(line.text) for line in first} & {folded(line.text) for line in second}
    return {
        id(line): RUNNING
        for line in (*first, *second)
        if not line.is_blank and folded(line.text) in both and _may_run(line.text)
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
