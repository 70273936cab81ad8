"""Which lines of pages that print no blank ones are one paragraph, and which paragraphs are headings?

A program that wraps text puts a word on the line while it fits. So a line that had room for the first word of the
next one ended a paragraph, a heading or an item.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile, zip_longest

from kb.ingest.document import Line
from kb.ingest.layout.features import BULLET, ENDED, MARK, breaks_off, is_bullet
from kb.ingest.layout.page_edges import BEGINS
from kb.ingest.layout.wrapping import NARROWEST, named_lines, reach, surely_broken
from kb.ingest.numbering.beginnings import beginnings
from kb.ingest.thresholds import (
    FAR,
    FEW,
    FEWEST_DOUBTFUL,
    FEWEST_NAMED,
    LONGEST_NAME,
    LONGEST_ON_TWO_LINES,
    LONGEST_TITLE,
    MANY_LINES,
    MOST_TITLE_LINES,
    NEARLY_ALL,
)
from kb.ingest.titles import CONTENTS, LABELLED, caseless

_PART, _CHAPTER, _SECTION, _NUMBERED, _INNER = 1, 2, 3, 4, 5
"""Levels: a title on a page of its own; in the contents; `Law 3`; `2. Markings`; any other."""
_MOST_PART_LINES = 6
# "Positioning, movement and teamwork 186"
_LISTED = re.compile(r"(?:\d{1,3}\s+)?(\S.{1,80}?)[\s.…]*\s(\d{1,4})")
# "1. Field surface", "12. Commercial advertising"
_COUNTED = re.compile(r"\d{1,3}[.)]\s+(?=[^\W\d_]|[‘“'\"(])")
# "See ‘Climbing’": the whole of an entry that only points at another
_POINTS = re.compile(r"See (?:also )?[‘“\"(A-Z]")
# "Goal kick 12", "goal,": a heading's line ends in neither, a line of contents or of a sentence does
_NO_END = re.compile(r"\s\d{1,4}$|[,/|-]$")


def margin(pages: Sequence[Sequence[Line]]) -> int:
    """How long a line would be that has no room for one more word; 0 where blank lines part the paragraphs."""
    lines = [line for page in pages for line in page]
    blank = sum(1 for line in lines if line.is_blank)
    reaches, _ = surely_broken(lines)
    is_told = len(lines) >= MANY_LINES and len(reaches) >= FAR and blank <= FEW * len(lines)
    return reaches[int(NARROWEST * len(reaches))] if is_told else 0


def reads_on(above: Line, line: Line, room: int = 0) -> bool:
    """Whether the first line of a page goes on with the last of the page before, which had no `room` left."""
    last, words = above.text.strip(), line.text.strip()
    if ENDED.search(last) or BEGINS.match(words) or MARK.match(words):
        return False
    return words[:1].islower() or reach(above, line) >= room


@dataclass(slots=True)
class _Paragraph:
    """Lines that belong together."""

    lines: list[Line]
    level: int = 0
    """That of a heading."""

    tops: bool = False
    """Whether it begins a page."""

    @property
    def words(self) -> str:
        """Its lines as one."""
        return _words(self.lines)


def _words(lines: Sequence[Line]) -> str:
    return " ".join(line.text.strip() for line in lines)


def join_unspaced(pages: Sequence[Sequence[Line]], room: int) -> Iterator[Line]:
    """The lines of pages with a blank one above each paragraph; headings tell their level."""
    bare, listed = _contents(pages)
    paragraphs = _parted(bare, listed, room)
    _state_headings(paragraphs, listed)
    for paragraph in paragraphs:
        first, *rest = paragraph.lines
        yield Line(first.number, "", "")
        yield replace(first, heading=paragraph.level)
        yield from rest


def _contents(pages: Sequence[Sequence[Line]]) -> tuple[list[list[Line]], set[str]]:
    """The pages with the lines of the contents as title and page, and the titles that they list."""
    listed: set[str] = set()
    made: list[list[Line]] = []
    goes_on = False
    for page in pages:
        begins = any(caseless(line.text) in CONTENTS for line in page[:3])
        entries = [_LISTED.fullmatch(line.text.strip()) for line in page]
        many = sum(1 for entry in entries if entry)
        goes_on = many >= FEWEST_NAMED and (begins or (goes_on and many >= NEARLY_ALL * len(page)))
        if goes_on:
            listed |= {entry[1] for entry in entries if entry}
            page = [
                line.with_text(f"{entry[1]}\t{entry[2]}") if entry else line
                for line, entry in zip(page, entries, strict=True)
            ]
        made.append(list(page))
    return made, listed


def _parted(pages: Sequence[Sequence[Line]], listed: set[str], room: int) -> list[_Paragraph]:
    """The paragraphs of pages; titles on a page of their own and those above a page have their level."""
    lines = [line for page in pages for line in page if not line.is_blank]
    begun = {id(lines[index]) for index in beginnings(lines).numbered | named_lines(lines)}
    found: list[_Paragraph] = []
    for page in pages:
        if _is_part_page(page):
            found.append(_Paragraph([line for line in page if not line.is_blank], _PART, tops=True))
            continue
        labelled = bool(found) and _is_label(found[-1])
        many = _title_lines(page, listed, labelled)
        if many:
            label = found.pop().lines if labelled else []
            label[-1:] = [line.with_text(f"{line.text} –") for line in label[-1:]]
            found.append(_Paragraph([*label, *page[:many]], _CHAPTER, tops=True))
            listed.discard(_words(page[:many]))
        _read(page, many, found, begun, room)
    return found


def _read(
    page: Sequence[Line], start: int, found: list[_Paragraph], begun: Collection[int], room: int
) -> None:
    """The paragraphs of a page from a line on; its first may go on with the last one found."""
    gap = True
    for line, below in zip_longest(page[start:], page[start + 1 :], fillvalue=Line(0, "", "")):
        if not line.is_blank:
            anew = not found or found[-1].level or id(line) in begun
            if anew or _parts(found[-1].lines[-1], line, below, gap, room):
                found.append(_Paragraph([line], tops=line is page[0]))
            else:
                found[-1].lines.append(line)
        gap = line.is_blank


def _parts(above: Line, line: Line, below: Line, gap: bool, room: int) -> bool:
    """Whether a paragraph begins with a line, below another one or a gap, as far as its words tell.

    A line under a full one is no more of it if it is a title with room left above a sentence's beginning.
    """
    anew = not reads_on(above, line, room) if gap else _begins(above, line, room)
    is_short = reach(line, below) < room and _could_be_title(_Paragraph([line]))
    return anew or (is_short and below.text.strip()[:1].isupper() and not breaks_off(above.text))


def _is_label(paragraph: _Paragraph) -> bool:
    """Whether a page of its own held but the label of the title to come: "Law 3"."""
    label = LABELLED.match(paragraph.words) if paragraph.level == _PART else None
    return bool(label and not label[2])


def _begins(above: Line, below: Line, room: int) -> bool:
    """Whether a paragraph begins with the second of two lines."""
    # "2. A goat", but not "(see below)" and not "a. m.", that a line begins with by chance
    mark, ended = MARK.match(below.text), ENDED.search(above.text.strip())
    marked = BULLET.match(below.text) or is_bullet(below.text) or (mark and mark[1][0].isdigit())
    if marked or "\t" in below.text + above.text:
        return True
    goes_on = below.text.strip()[:1].islower() and not ended
    return not goes_on and reach(above, below) < room


def _is_part_page(page: Sequence[Line]) -> bool:
    """Whether a page holds nothing but the title of what follows."""
    words = [line.text.strip() for line in page if not line.is_blank]
    named = [word for line in words for word in line.casefold().split()]
    return (
        0 < len(words) <= _MOST_PART_LINES
        and len(set(named)) > 0.7 * len(named)  # "Goal", "No goal", "Goal": labels of a picture
        and sum(character.isalpha() for word in named for character in word) > 2
        and words[0][0].isupper()
        and all(len(line) <= LONGEST_NAME and not ENDED.search(line) for line in words)
    )


def _title_lines(page: Sequence[Line], listed: Collection[str], labelled: bool) -> int:
    """How many lines the title has with which a page begins: one of the contents, or one whose label came before."""
    for many in range(min(MOST_TITLE_LINES, len(page)), 0, -1):
        if _words(page[:many]) in listed:
            return many
    short = takewhile(lambda line: _could_be_title(_Paragraph([line])), page if labelled else ())
    return sum(1 for line in short if not line.text.strip()[0].isdigit())


def _state_headings(paragraphs: Sequence[_Paragraph], listed: Collection[str]) -> None:
    """The first and the last of few short paragraphs in a row are headings; many are the cells of a table.

    The last one is none where no text follows that it could head.
    """
    for run, following in _runs(paragraphs):
        heads = not following.level and (not _could_be_title(following) or _is_counted(following))
        ends = (run[0], run[-1]) if heads else run[: len(run) > 1]
        for paragraph in ends if len(run) < FEWEST_DOUBTFUL else ():
            paragraph.level = _level(paragraph, listed)


def _runs(paragraphs: Sequence[_Paragraph]) -> Iterator[tuple[list[_Paragraph], _Paragraph]]:
    """Paragraphs in a row that could each be a title, and what follows them; letters of an index are titles."""
    run: list[_Paragraph] = []
    for paragraph in [*paragraphs, _Paragraph([])]:
        if len(paragraph.words) == 1 and paragraph.words.isupper():
            paragraph.level = _INNER
        short = not paragraph.level and _could_be_title(paragraph)
        if run and (not short or paragraph.tops or _is_counted(paragraph)):
            yield run, paragraph
            run = []
        if short:
            run.append(paragraph)


def _is_counted(paragraph: _Paragraph) -> bool:
    return bool(_COUNTED.match(paragraph.words))


def _could_be_title(paragraph: _Paragraph) -> bool:
    """Whether a paragraph reads as a heading: short, from a capital on, no sentence, no line of contents."""
    words = paragraph.words
    rest = _COUNTED.sub("", words, count=1)
    longest = LONGEST_TITLE if len(paragraph.lines) == 1 else LONGEST_ON_TWO_LINES
    if (
        len(paragraph.lines) > MOST_TITLE_LINES
        or not 3 <= len(rest) <= longest
        or ";" in words
        or "\t" in words
    ):
        return False
    if not (rest[0].isupper() or (rest[0] in "‘“'\"" and rest[1].isupper())):
        return False
    return not (ENDED.search(words) or _POINTS.match(words) or _NO_END.search(words))


def _level(paragraph: _Paragraph, listed: Collection[str]) -> int:
    if paragraph.words in listed:
        return _CHAPTER
    if LABELLED.match(paragraph.words):
        return _SECTION
    return _NUMBERED if _is_counted(paragraph) else _INNER
