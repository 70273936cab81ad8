"""Pages that print no blank lines: paragraphs, headings, contents and pictures, told by words and line lengths."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from kb.ingest.document import Line
from kb.ingest.layout.features import ENDED, SMALL_WORDS
from kb.ingest.layout.headings import (
    CHAPTER,
    PART,
    Paragraph,
    could_be_title,
    is_label,
    is_part_page,
    state_headings,
)
from kb.ingest.layout.paragraphs import begins, reach, reads_on
from kb.ingest.layout.wrapping import named_lines
from kb.ingest.numbering.beginnings import beginnings
from kb.ingest.thresholds import BESIDE, FEWEST_NAMED, LONGEST_NAME, MOST_TITLE_LINES
from kb.ingest.titles import CONTENTS, caseless

_SAME_TITLE = "title printed again"
_PICTURE = "labels of a picture"
_SMALL_END = re.compile(r"(?:,|-|\b(?:" + "|".join(SMALL_WORDS) + r"))$")
# "Positioning, movement and teamwork 186"
_LISTED = re.compile(r"(?:\d{1,3}\s+)?(\S.{1,80}?)[\s.…]*\s(\d{1,4})")


def join_unspaced(
    pages: Sequence[Sequence[Line]], titles: Mapping[str, tuple[str, int]], room: int
) -> tuple[list[Line], list[tuple[Line, str]]]:
    """The lines of pages without blank ones between paragraphs, and those left out, each with its reason.

    `titles` is what running lines call the parts of the text, `room` how long a full line is.
    """
    bare, listed = _contents([[line for line in page if not line.is_blank] for page in pages])
    parts = _Parts(listed, titles, room, _beginnings(bare) | set(_below_gaps(pages)))
    for number, page in enumerate(bare):
        parts.page(page, number)
    left = [(line, _SAME_TITLE) for line in parts.again]
    paragraphs = parts.found
    state_headings(paragraphs, listed)
    lines: list[Line] = []
    for paragraph in paragraphs:
        if paragraph.picture:
            left += [(line, _PICTURE) for line in paragraph.lines]
        else:
            lines.append(Line(paragraph.lines[0].number, "", ""))
            lines += _printed(paragraph)
    return lines, left


def _printed(paragraph: Paragraph) -> list[Line]:
    """The lines of a paragraph; a heading's first line tells its level, and the label that only its page had."""
    lines = paragraph.lines
    if not paragraph.level:
        return lines
    words = paragraph.label + lines[0].text.strip()
    return [replace(lines[0], text=words, heading=paragraph.level), *lines[1:]]


def _contents(pages: Sequence[Sequence[Line]]) -> tuple[list[list[Line]], dict[str, int]]:
    """The pages with the lines of the contents as title and page, and the titles that they list."""
    listed: dict[str, int] = {}
    made: list[list[Line]] = []
    goes_on = False
    for page in pages:
        heading = next((at for at, line in enumerate(page[:3]) if caseless(line.text) in CONTENTS), None)
        entries = [_LISTED.fullmatch(line.text.strip()) for line in page]
        many = sum(1 for entry in entries if entry)
        goes_on = many >= FEWEST_NAMED and (heading is not None or (goes_on and many >= 0.8 * len(page)))
        if not goes_on:
            made.append(list(page))
            continue
        listed |= {caseless(entry[1]): int(entry[2]) for entry in entries if entry}
        made.append(
            [
                line.with_text(f"{entry[1]}\t{entry[2]}") if entry else line
                for line, entry in zip(page, entries, strict=True)
            ]
        )
    return made, listed


def _below_gaps(pages: Sequence[Sequence[Line]]) -> Iterator[int]:
    """The ids of the lines below a blank one, unless a sentence goes on there."""
    for page in pages:
        above: Line | None = None
        gap = False
        for line in page:
            if line.is_blank:
                gap = True
            else:
                words = above.text.strip() if above else ""
                if gap and (ENDED.search(words) or not line.text.strip()[:1].islower()):
                    yield id(line)
                above, gap = line, False


def _beginnings(pages: Sequence[Sequence[Line]]) -> set[int]:
    """The ids of the lines that begin a numbered rule or the definition of a name."""
    lines = [line for page in pages for line in page]
    numbered = (lines[index] for index in beginnings(lines).numbered)
    return {id(line) for line in (*numbered, *named_lines(lines))}


@dataclass(slots=True)
class _Parts:
    """The paragraphs of pages while they are read in order."""

    listed: Collection[str]
    labelled: Mapping[str, tuple[str, int]]
    room: int
    begun: Collection[int]
    found: list[Paragraph] = field(default_factory=list)
    again: list[Line] = field(default_factory=list)
    """Titles that were printed before, and labels that went into the title they belong to."""

    used: set[str] = field(default_factory=set)
    label: str = ""
    """That of the title to come, ` – ` behind it."""

    def page(self, lines: Sequence[Line], number: int) -> None:
        """The next page; `number` counts from 0."""
        if is_part_page(lines):
            self._part(lines)
            return
        many = self._titled(lines, number)
        above: Line | None = None
        for line, below in zip_longest(lines[many:], lines[many + 1 :]):
            anew = begins(above, line, self.room) if above else bool(many) or self._begins_page(line)
            anew = anew or id(line) in self.begun
            if anew or self._is_title(line, below):
                self.found.append(Paragraph([line], tops=above is None and not many))
            else:
                self.found[-1].lines.append(line)
            above = line

    def _part(self, lines: Sequence[Line]) -> None:
        """A page that is all title; one that is all label gives it to the title of the next page."""
        part = Paragraph(list(lines), tops=True, level=PART)
        if is_label(part.words):
            self.label = f"{part.words} – "
            self.again += lines
        elif (
            self.found
            and self.found[-1].level == PART
            and caseless(self.found[-1].words) == caseless(part.words)
        ):
            self.again += lines
        else:
            self.found.append(part)

    def _titled(self, lines: Sequence[Line], number: int) -> int:
        """Take the title at the top of a page; returns how many lines it has."""
        for many in range(min(MOST_TITLE_LINES, len(lines)), 0, -1):
            words = caseless(" ".join(line.text for line in lines[:many]))
            label, page = self.labelled.get(words, ("", 0))
            if words not in self.used and (
                page - BESIDE <= number <= page if label else words in self.listed
            ):
                return self._title(lines[:many], label)
        many = self._wrapped_title(lines)
        return self._title(lines[:many], "") if many > 1 else 0

    def _wrapped_title(self, lines: Sequence[Line]) -> int:
        """How many lines the title has that a page begins with, as far as its words tell: `The Start and Restart`."""
        many = 0
        while many < min(MOST_TITLE_LINES, len(lines)) and len(lines[many].text.strip()) <= LONGEST_NAME:
            words = lines[many].text.strip()
            goes_on = bool(many) and not ENDED.search(words) and (words[0].islower() or bool(self.label))
            if not (goes_on or (not many and could_be_title(Paragraph([lines[many]])))) or words[0].isdigit():
                break
            many += 1
        body = lines[many].text.strip() if many < len(lines) else ""
        return many if len(body) > LONGEST_NAME or body[:1].isdigit() else 0

    def _title(self, lines: Sequence[Line], label: str) -> int:
        title = Paragraph(list(lines), tops=True, level=CHAPTER, label=label or self.label)
        self.used.add(caseless(title.words))
        self.label = ""
        self.found.append(title)
        return len(lines)

    def _is_title(self, line: Line, below: Line | None) -> bool:
        """Whether a line under a full one is no more of it: short and from a capital on, and so is what follows."""
        if below is None or not could_be_title(Paragraph([line])) or reach(line, below) >= self.room:
            return False
        return below.text.strip()[:1].isupper() and not _SMALL_END.search(
            self.found[-1].lines[-1].text.rstrip()
        )

    def _begins_page(self, line: Line) -> bool:
        """Whether the first line of a page begins a paragraph."""
        if not self.found or self.found[-1].level:
            return True
        return not reads_on(self.found[-1].lines[-1], line, self.room)
