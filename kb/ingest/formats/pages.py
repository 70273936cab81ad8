"""What does the printed page add to a text? Page numbers, running headers and footers, and breaks within paragraphs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from kb.findings import LeftOut
from kb.ingest.layout import ENDED, MARK
from kb.ingest.lines import Line, Text

FORM_FEED = "\f"
_FEWEST = 3
"""So many pages must print a line at their edge before it counts as running."""
_BEFORE = 3
"""A part begins at most so many pages before the first running line that names it: its first pages print none."""
_MOST_TITLE_LINES = 3
# "95", "- 12 -", "Page 3 of 10"
_PAGE_NUMBER = re.compile(
    r"[-–—\s|]*(?:(?:page|p\.)\s*)?(\d{1,4})(?:\s*(?:/|of)\s*\d{1,4})?[-–—\s|]*", re.IGNORECASE
)
# "Hearthmoor | Chapter 2 | Climbing Walls 95": what a running line tells of the part that it stands under
_LABELLED = re.compile(
    r"\|\s*((?:Law|Chapter|Part|Section|Article|Appendix|Book) [A-Z0-9]{1,4})\s*[|:–—-]\s*(\S[^|]{2,80}?)\s*\d{0,4}$"
)
# "1.2 Zones", "100. General", "• Each": begins a paragraph whatever stands before it
_BEGINS = re.compile(r"\s*(?:\d{1,4}(?:\.\d+)*[a-z]?[.:]?\s|[•◦▪●*-]\s|[A-Z][a-z]+ \d+(?:[:.]| [–—-] ))")


def part_pages(text: Text) -> Text:
    """A text whose pages are parted by form feeds, as one: without what only the pages print."""
    if not any(FORM_FEED in line.raw for line in text.lines):
        return text
    pages: list[list[Line]] = [[]]
    for line in text.lines:
        for count, piece in enumerate(line.raw.split(FORM_FEED)):
            if count:
                pages.append([])
            pages[-1].append(Line(line.number, piece, piece))
    return join_pages(text, pages)


def join_pages(text: Text, pages: Sequence[Sequence[Line]]) -> Text:
    """The lines of all pages; a paragraph that a page break parts is whole again."""
    held = [_trimmed(page) for page in pages]
    furniture = _furniture(held)
    lines: list[Line] = []
    dropped: list[Line] = []
    titles = _running_titles(furniture, held)
    for line in (line for page in held for line in page if _folded(line.text) in titles):
        furniture.pop(id(line), None)
    for number, page in enumerate(held):
        kept = _trimmed([line for line in page if id(line) not in furniture])
        dropped += [line for line in page if id(line) in furniture]
        heading = _heading(kept, titles, number)
        if heading:
            title, parts = heading
            furniture.update((id(line), "title on several lines") for line in kept[1:parts])
            dropped += kept[1:parts]
            kept[:parts] = [kept[0].with_text(title), Line(kept[0].number, "", "")]
        if lines and kept and not _reads_on(lines[-1], kept[0]):
            lines.append(Line(kept[0].number, "", ""))
        lines += kept
    left_out = [
        LeftOut(file=text.file, line=line.number, reason=furniture[id(line)], text=line.raw.strip())
        for line in dropped
    ]
    lines += [line.with_text("") for line in dropped]  # at the end, where they part no paragraph
    return replace(text, lines=tuple(lines), left_out=(*text.left_out, *left_out))


def _trimmed(page: Sequence[Line]) -> list[Line]:
    start, end = 0, len(page)
    while start < end and page[start].is_blank:
        start += 1
    while end > start and page[end - 1].is_blank:
        end -= 1
    return list(page[start:end])


def _reads_on(above: Line, following: Line) -> bool:
    """Whether the first line of a page goes on with the last of the page before."""
    last, words = above.text.strip(), following.text.strip()
    return not (ENDED.search(last) or _BEGINS.match(words) or MARK.match(words))


def _furniture(pages: Sequence[Sequence[Line]]) -> dict[int, str]:
    """The lines at the edges of pages that count them or repeat, with the reason to leave them out."""
    edges = [
        (number, line)
        for number, page in enumerate(pages)
        for line in {id(each): each for each in (*page[:2], *page[-2:])}.values()
    ]
    numbered = Counter(
        int(match[1]) - number for number, line in edges if (match := _PAGE_NUMBER.fullmatch(line.text))
    )
    shift, pages_numbered = numbered.most_common(1)[0] if numbered else (0, 0)
    running = Counter(_pattern(line.text) for _, line in edges)
    found: dict[int, str] = {}
    for number, line in edges:
        match = _PAGE_NUMBER.fullmatch(line.text)
        if match and int(match[1]) - number == shift and pages_numbered >= _FEWEST:
            found[id(line)] = "page number"
        elif _is_running(line.text, running):
            found[id(line)] = "running header"
    return found


def _is_running(words: str, running: Counter[str]) -> bool:
    is_sentence = ENDED.search(words.strip()) or _BEGINS.match(words)
    return running[_pattern(words)] >= _FEWEST and len(words.split()) > 1 and not is_sentence


def _running_titles(
    furniture: Mapping[int, str], pages: Sequence[Sequence[Line]]
) -> dict[str, tuple[str, int]]:
    """What running lines call the parts of a text, by title: `field of play` → `Law 1 – Field of Play`, page 12.

    Where a page begins with that title, the part begins: its heading gets the label that only the running line has.
    """
    found: dict[str, tuple[str, int]] = {}
    for number, page in enumerate(pages):
        for line in page:
            if furniture.get(id(line)) == "running header" and (match := _LABELLED.search(line.text)):
                found.setdefault(_folded(match[2]), (f"{match[1]} – {match[2]}", number))
    return found


def _heading(lines: Sequence[Line], titles: dict[str, tuple[str, int]], page: int) -> tuple[str, int] | None:
    """The labelled title with which a page begins and how many lines it takes; each title heads one page."""
    for many in range(min(_MOST_TITLE_LINES, len(lines)), 0, -1):
        words = _folded(" ".join(line.text for line in lines[:many]))
        title, first_page = titles.get(words, ("", 0))
        if title and page >= first_page - _BEFORE:
            del titles[words]
            return title, many
    return None


def _folded(words: str) -> str:
    return " ".join(words.split()).casefold()


def _pattern(words: str) -> str:
    """A line with its numbers alike, up to its first stroke: what all pages of a text or of a chapter print."""
    named = words.partition("|")[0] if words.count("|") > 1 else words
    return re.sub(r"\d+", "0", " ".join(named.split()))
