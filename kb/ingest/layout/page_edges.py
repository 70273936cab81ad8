"""What stands at the edges of printed pages? Their numbers, which count on from page to page, and running titles."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import islice

from kb.ingest.document import Line
from kb.ingest.layout.features import ENDED
from kb.ingest.thresholds import FEWEST, FEWEST_DOUBTFUL, HALF, MOST, NEAR

# "95", "- 12 -", "Page 3 of 10", "Seite 4 von 9", "[12]", "{12}------", "=== Page 3 ===", "<!-- page 3 -->"
_NUMBER = re.compile(
    r"[-–—\s|#\[{<!=]*(?:(?:page|p\.|pg\.?|seite|s\.|página|pág\.|pagina|стр\.)\s*)?(\d{1,4})"
    r"(?:\s*(?:/|of|von|de|di|sur|из)\s*\d{1,4})?[-–—\s|\]}>=]*",
    re.IGNORECASE,
)
# "Page 12", "=== Page 3 of 10 ===", "{12}------": a line that says of itself that it counts pages
_SAID = re.compile(r"[-–—\s|\[#<!=]*(?:(?:page|seite|página|pagina)\b|\{\d{1,4}\}-{3})", re.IGNORECASE)

Counts = Mapping[int, int]
"""How far the printed number is ahead of the page's place from 0, for the pages that print theirs."""


def page_number(words: str) -> int | None:
    """The page that a line is nothing but the number of."""
    match = _NUMBER.fullmatch(words)
    return int(match[1]) if match else None


def says_page(words: str) -> bool:
    """Whether a line says of itself that it counts a page."""
    return bool(_SAID.match(words))


def counted(edges: Sequence[tuple[int, Line]]) -> Counts:
    """How pages count, told by the lines at their edges; a missing page only shifts the count."""
    ahead: dict[int, set[int]] = defaultdict(set)
    for page, line in edges:
        for number in (page_number(line.text), *numbers_beside(line.text)):
            if number is not None:
                ahead[number - page].add(page)
    least = 2 if {page for page, _ in edges} == {0, 1} else FEWEST
    usual = sorted((by for by, pages in ahead.items() if len(pages) >= least), key=lambda by: len(ahead[by]))
    near = [step for step in range(-NEAR, NEAR + 1) if step]
    return {page: by for by in usual for page in ahead[by] if any(page + step in ahead[by] for step in near)}


def _tells(found: Sequence[int | None], page: int, counts: Counts) -> bool:
    """Whether one of the numbers found in a line is that of its page."""
    return page in counts and page + counts[page] in found


def _named(counts: Counts, known: Sequence[int], page: int) -> str:
    """A page without a number counts with the next that has one: chapters begin on pages without a number."""
    next_known = known[min(bisect_left(known, page), len(known) - 1)]
    number = page + counts[next_known]
    return str(number) if number >= 1 else f"[{page + 1}]"


def numbers_beside(words: str) -> list[int]:
    """The pages that a running line may tell before or behind its words."""
    parts = words.split()
    ends = (parts[0], parts[-1]) if len(parts) > 1 else ()
    return [int(end) for end in ends if end.isdecimal() and len(end) < 5]


PAGE_NUMBER = "page number"
RUNNING = "running header"
_MOST_ON_PAGE = 2
"""A running line stands above a page, below it or in both places; what stands there more often is its text."""
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
    if marked < MOST * len(pages):
        return list(pages)
    return [page[1:] if page and says_page(page[0].text) else page for page in pages]


def _furniture(pages: Sequence[Sequence[Line]]) -> dict[int, str]:
    edges = _edges(pages)
    counts = counted(edges)
    numbers = {
        id(line): PAGE_NUMBER for page, line in edges if _tells([page_number(line.text)], page, counts)
    }
    running = _running(pages, edges, numbers)
    if len(counts) >= MOST * len(pages):
        alone = {number for number, line in edges if id(line) in numbers}
        rest = ((page, line) for page, line in edges if page not in alone and _may_run(line.text))
        running |= {
            id(line): RUNNING for page, line in rest if _tells(numbers_beside(line.text), page, counts)
        }
    every = sum(1 for page in pages for line in page if not line.is_blank)
    return numbers | (running if len(running) <= HALF * every else {})


def names_of_pages(pages: Sequence[Sequence[Line]], labels: Sequence[str] = ()) -> list[str]:
    """What each page is called: as printed at its edges, else as its file labels it, else by its place.

    A page without a number between or before those that have one counts with them; `[2]` is the second page of a
    text whose count begins later.
    """
    if counts := counted(_edges(_without_marks(pages))) or counted(_edges(pages)):
        known = sorted(counts)
        return [_named(counts, known, number) for number in range(len(pages))]
    told = [label.strip() if label.isprintable() else "" for label in labels]
    if len(told) == len(pages) and all(told):
        return told
    return [str(number) for number in range(1, len(pages) + 1)]


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
    usual = _usual(pages, edges)
    inside = (line for page in pages for line in page[2:-2] if len(line.text.split()) >= FEWEST_DOUBTFUL)
    return {
        id(line): RUNNING
        for line in (*(line for _, line in edges), *(inside if usual else ()))
        if id(line) not in numbers and _may_run(line.text) and pattern(line.text) in usual
    }


def _usual(pages: Sequence[Sequence[Line]], edges: Sequence[tuple[int, Line]]) -> set[str]:
    """What stands at the edges of several pages; what single pages print again and again are words of the text."""
    printed = Counter(words for _, words in {(page, pattern(line.text)) for page, line in edges})
    counts = (Counter(pattern(line.text) for line in page) for page in pages)
    text = {words for page in counts for words, many in page.items() if many > _MOST_ON_PAGE}
    return {words for words, many in printed.items() if many >= FEWEST} - text


def _may_run(words: str) -> bool:
    """Whether a line can be a running one: no sentence, no second line, more than a word unless it is an address."""
    is_sentence = ENDED.search(words.strip()) or (BEGINS.match(words) and not _NUMBER_FIRST.match(words))
    goes_on = words.strip()[:1].islower() and "." not in words
    return not (is_sentence or goes_on) and (len(words.split()) > 1 or "://" in words)


def pattern(words: str) -> str:
    """A line with its numbers alike, up to its first stroke: what all pages of a text or of a chapter print."""
    named = words.partition("|")[0].strip() or words
    return re.sub(r"\d+", "0", " ".join(named.split()))
