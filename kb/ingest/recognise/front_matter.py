"""What is no rule of a text but stands around them: its contents, attributions, credits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from kb.ingest.document import Node, Omitted, Stretch, claiming
from kb.ingest.layout.features import ENDED
from kb.ingest.limits import LONGEST_PARAGRAPH, LONGEST_REMARK
from kb.ingest.recognise.headings import heading_levels
from kb.ingest.thresholds import (
    FEWEST,
    FEWEST_DOUBTFUL,
    LONGEST_HEADING,
    NEARLY_ALL,
    SOME,
)
from kb.ingest.titles import CONTENTS, CREDITS, folded, is_called, is_index_letter

_SPREAD = 1.3
"""What they list takes up so many more stretches than the list itself."""
# "page 14", "p. 14", "14": the page of a line in a table of contents.
_PAGE = re.compile(r"(?:pages?|p\.|pg\.)?\s*(\d{1,4})", re.IGNORECASE)
# "1. Concepts 4": a page behind a title
_PAGED = re.compile(r"\s+\d{1,3}$")
_NO_LETTER = re.compile(r"[\W_]+")
# "Combat . . . . . . . . 12"
_MANY_DOTS = re.compile(r"(?: ?\.){5,}")
_LED = re.compile(r"\.{3}|(?:\. ){3}|…|_{3}")
# "Combat ........ 12", "Combat … 12"
_LEADERS = re.compile(r"(.*?\w.*?)\s*(?:\.{3,}|(?:\. ){3,}|…+|_{3,})\s*(?:page\s*)?(\d{1,4})\s*$")


@claiming
def contents(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> list[Node]:
    """The contents: lines with pages, or what is repeated further down, under a contents heading or near the top."""
    return [*_with_pages(stretches), *_repeated(stretches), *_unannounced(stretches)]


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
    """Under a heading such as "Contents": the lines that all stand again further down."""
    announcing = [index for index, stretch in enumerate(stretches) if is_called(stretch, CONTENTS)]
    if not announcing:
        return
    words = [folded(stretch) for stretch in stretches]
    last = {word: index for index, word in enumerate(words)}
    end = 0
    for index in announcing:
        if index < end:
            continue  # in the contents that were found already
        stretch, end = stretches[index], index + 1
        while (
            end < len(stretches)
            and last.get(_unpaged(words[end], last), end) > end
            and not _begins(stretches, words, index, end)
        ):
            end += 1
        if end - index > 1:
            yield Omitted(stretches=tuple(range(index, end)), reason="contents")
        elif end < len(stretches) and _is_leftover(stretch, stretches[end]):
            yield Omitted(stretches=(index,), reason="contents")  # an empty one


def _unpaged(words: str, known: Mapping[str, int]) -> str:
    """A line of contents without its page, `1. concepts 4`, where what is left stands in the text as well."""
    bare = _PAGED.sub("", words)
    return bare if bare in known else words


def _begins(stretches: Sequence[Stretch], words: Sequence[str], start: int, index: int) -> bool:
    """Whether the text itself begins, though all of it stands again further down: a file may hold a text twice."""
    if len(stretches[index].text) > LONGEST_REMARK:
        return True
    return index > start + 1 and words[index] == words[start + 1]


def _unannounced(stretches: Sequence[Stretch]) -> Iterator[Node]:
    """Without a heading: short lines near the top that all stand again further down, with text between them."""
    words = {
        index: _NO_LETTER.sub("", folded(stretch))
        for index, stretch in enumerate(stretches)
        if len(stretch.text) <= 2 * LONGEST_HEADING
    }
    last = {word: index for index, word in words.items()}
    start = 0
    while start < SOME * len(stretches):
        end = start
        while (
            end < len(stretches)
            and _is_listed(stretches, end)
            and last[words[end]] > (last[words[end - 1]] if end > start else end)
        ):
            end += 1
        spread = last[words[end - 1]] - last[words[start]] if end > start else 0
        if end - start >= FEWEST_DOUBTFUL and spread >= _SPREAD * (end - start) and last[words[start]] >= end:
            yield Omitted(stretches=tuple(range(start, end)), reason="contents")
            return
        start = max(end, start + 1)


def _is_listed(stretches: Sequence[Stretch], index: int) -> bool:
    stretch = stretches[index]
    return len(stretch.text) <= LONGEST_HEADING and not ENDED.search(stretch.text) and stretch.role != "row"


def _is_leftover(stretch: Stretch, below: Stretch) -> bool:
    """Whether a heading that lists nothing is a tool's leftover: "Contents" above text may list a box's."""
    if below.heading or (below.alone and is_index_letter(below.text)):
        return True
    return bool(stretch.heading) and "table" in folded(stretch)


# "100.1. These rules", "2.3 Movement"
_RULE = re.compile(r"\d{1,4}\.\d{1,3}[a-z]?\.?\s+(?=[^\W\d_])")


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
            later = (
                i for i in range(index + 1, end) if 0 < levels[i] <= levels[index] or _is_rule(stretches[i])
            )
            end = next(later, end)
        left = tuple(i for i in range(index, end) if i not in taken)
        return [Omitted(stretches=left, reason="credits")]
    return []


def _is_rule(stretch: Stretch) -> bool:
    """Whether a rule begins: no credits are numbered like that."""
    return bool(_RULE.match(stretch.text))


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
