"""What is no rule of a text but stands around them: its contents, attributions, credits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from kb.ingest.document import Node, Omitted, Stretch, claiming
from kb.ingest.layout.features import ENDED
from kb.ingest.limits import LONGEST_PARAGRAPH, LONGEST_REMARK
from kb.ingest.recognise.headings import heading_levels
from kb.ingest.thresholds import FEWEST, FEWEST_DOUBTFUL, FEWEST_SURE, NEARLY_ALL
from kb.ingest.titles import CONTENTS, CREDITS, folded, is_called, is_index_letter

# "page 14", "p. 14", "14": the page of a line in a table of contents.
_PAGE = re.compile(r"(?:pages?|p\.|pg\.)?\s*(\d{1,4})", re.IGNORECASE)
# "1. Concepts 4": a page behind a title
_PAGED = re.compile(r"\s+\d{1,3}$")
# "Combat . . . . . . . . 12"
_MANY_DOTS = re.compile(r"(?: ?\.){5,}")
_LED = re.compile(r"\.{3}|(?:\. ){3}|…|_{3}")
# "Combat ........ 12", "Combat … 12"
_LEADERS = re.compile(r"(.*?\w.*?)\s*(?:\.{3,}|(?:\. ){3,}|…+|_{3,})\s*(?:page\s*)?(\d{1,4})\s*$")


@claiming
def contents(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> list[Node]:
    """The contents: lines with pages, or what is repeated further down, under a contents heading or near the top."""
    return [*_with_pages(stretches), *_repeated(stretches)]


def _with_pages(stretches: Sequence[Stretch]) -> Iterator[Node]:
    index = 0
    while index < len(stretches):
        run: list[tuple[tuple[str, int], ...]] = []
        while index + len(run) < len(stretches) and (pages := _pages(stretches[index + len(run)])):
            run.append(pages)
        if len(run) >= FEWEST:
            start = index - 1 if index and is_called(stretches[index - 1], CONTENTS) else index
            yield Omitted(
                stretches=tuple(range(start, index + len(run))),
                reason="contents",
                pages=tuple(page for pages in run for page in pages),
            )
        index += len(run) or 1


def _pages(stretch: Stretch) -> tuple[tuple[str, int], ...]:
    """Title and page of each entry in a line of contents; empty for any other line."""
    if not stretch.text[-1:].isdigit() or len(stretch.text) > LONGEST_PARAGRAPH:
        return ()
    words = _MANY_DOTS.sub(" ....", stretch.text)
    if len(words) > LONGEST_REMARK:
        return ()
    if _LED.search(words) and (leaders := _LEADERS.match(words)):
        return ((f"{stretch.mark} {leaders[1]}".strip(), int(leaders[2])),)
    return _in_cells([cell.strip() for cell in stretch.text.split("\t") if cell.strip()])


def _in_cells(cells: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """Titles and pages that stand in turns."""
    pages = [_PAGE.fullmatch(cell) for cell in cells[1::2]]
    if len(cells) % 2 or not pages or any(cell.isdigit() for cell in cells[0::2]):
        return ()
    found = tuple((title, int(page[1])) for title, page in zip(cells[0::2], pages, strict=True) if page)
    return found if len(found) == len(pages) else ()


def _repeated(stretches: Sequence[Stretch]) -> Iterator[Node]:
    """Lines that all stand again further down: under headings such as "Contents", and once numbered ones without."""
    words = [folded(stretch) for stretch in stretches]
    last = {word: index for index, word in enumerate(words)}
    end, has_unannounced = 0, False
    for index, stretch in enumerate(stretches):
        is_announced = is_called(stretch, CONTENTS)
        if index < end or (has_unannounced and not is_announced):
            continue
        end = _list_end(stretches, words, last, index, is_announced)
        if end - index >= (FEWEST_SURE if is_announced else FEWEST_DOUBTFUL):
            yield Omitted(stretches=tuple(range(index, end)), reason="contents")
            has_unannounced = has_unannounced or not is_announced
        elif is_announced and end < len(stretches) and _is_leftover(stretch, stretches[end]):
            yield Omitted(stretches=(index,), reason="contents")  # an empty one


def _list_end(
    stretches: Sequence[Stretch],
    words: Sequence[str],
    last: Mapping[str, int],
    index: int,
    is_announced: bool,
) -> int:
    """Where lines that stand again further down end, or where the first of them does: a file may hold a text twice."""
    first = end = index + is_announced
    while (
        end < len(stretches)
        and _may_be_listed(stretches[end], words[end], is_announced)
        and last.get(_unpaged(words[end], last), end) > end
        and (end == first or words[end] != words[first])
    ):
        end += 1
    return end


def _may_be_listed(stretch: Stretch, words: str, is_announced: bool) -> bool:
    """Whether a line is as short as those of contents, and without a heading above them a numbered title."""
    is_title = words[:1].isdigit() and stretch.role != "row" and not ENDED.search(stretch.text)
    return len(stretch.text) <= LONGEST_REMARK and (is_announced or is_title)


def _unpaged(words: str, known: Mapping[str, int]) -> str:
    """A line of contents without its page, `1. concepts 4`, where what is left stands in the text as well."""
    bare = _PAGED.sub("", words)
    return bare if bare in known else words


def _is_leftover(stretch: Stretch, below: Stretch) -> bool:
    """Whether a heading that lists nothing is a tool's leftover: "Contents" above text may list a box's."""
    if below.heading or (below.alone and is_index_letter(below.text)):
        return True
    return bool(stretch.heading) and "table" in folded(stretch)


@claiming
def credits(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> list[Node]:
    """Everything under a heading such as "Credits"."""
    if not any(is_called(stretch, CREDITS) for stretch in stretches):
        return []
    levels = heading_levels(stretches, taken)
    for index, stretch in enumerate(stretches):
        if index in taken or not is_called(stretch, CREDITS) or not levels[index]:
            continue
        end = len(stretches)
        if index < NEARLY_ALL * len(stretches):
            later = (i for i in range(index + 1, end) if 0 < levels[i] <= levels[index])
            end = next(later, end)
        left = tuple(i for i in range(index, end) if i not in taken)
        return [Omitted(stretches=left, reason="credits")]
    return []


# "From the glossary of the Comprehensive Rules (June 7, 2024—Modern Horizons 3)"
ATTRIBUTION = re.compile(
    r"(?:Quoted |Taken |Excerpt(?:ed)? |Adapted )?[Ff]rom (?:the )?[^.?!]{3,120}\([^()]{4,80}\)\W*$"
    r"|Source: \S.{2,120}[^.]$"
)


@claiming
def attributions(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> list[Node]:
    """Lines that say where the text is from."""
    return [
        Omitted(stretches=(index,), reason="attribution", title=stretch.text)
        for index, stretch in enumerate(stretches)
        if not stretch.mark and len(stretch.text) < 200 and ATTRIBUTION.match(stretch.text)
    ]
