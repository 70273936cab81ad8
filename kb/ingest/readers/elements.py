"""What do the elements of a page or of Markdown say? Paragraphs, headings, items, definitions, quotations, tables."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kb.ingest.bodies import is_links, without_marks
from kb.ingest.layout.features import ENDED
from kb.ingest.readers.collect import Collector
from kb.ingest.readers.own_marks import read_own_marks
from kb.ingest.readers.pieces import pieces
from kb.ingest.readers.words import BREAK, HEADINGS, LISTS, Row, Words
from kb.ingest.thresholds import FEWEST, FEWEST_DOUBTFUL, MOST_TITLE_WORDS
from kb.ingest.titles import EDITION

INLINE = frozenset(
    [
        *("a", "abbr", "acronym", "b", "bdi", "bdo", "big", "br", "cite", "code", "data", "del", "dfn", "em"),
        *("font", "i", "img", "input", "ins", "kbd", "label", "mark", "q", "rp", "rt", "ruby", "s", "samp"),
        *("sc", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr"),
    ]
)
"""Elements inside a paragraph; all others end it."""
_CELLS = ("td", "th", "tr")
_PRINTED = {"br": BREAK, "q": "“"}
"""What elements print themselves."""
# "**Catch**"
_STRONG = re.compile(r"\*\*[^*]+\*\*")


class Elements:
    """Gathers the stretches of a text whose elements begin and end one after the other."""

    is_page = True
    """Whether it is a web page: the marks of its items do not stand in the source."""

    def __init__(self, found: Collector) -> None:
        self.found = found
        self.words = Words()
        self.depth = 0  # of open lists
        self.before = 0, 0  # stretches and links before the outermost of them, or before a paragraph
        self.row: list[str] | None = None
        self.quotes = 0
        self.label = ""  # the last <dt> or <summary>: leads what stands below it
        self.labelled = 0  # the line on which it stands
        self.defining = ""  # the role of the next paragraph of a <dd>
        self.asked = False  # a <summary> asked: what comes next is the answer
        self.bold_level = 0  # of paragraphs that are strong as a whole, where they head the text

    def begin(self, tag: str, heading: int = 0, mark: str = "") -> None:
        """An element begins; an item with its mark."""
        self.end_of_block(tag, " • " if tag == "li" else " ")
        if heading:
            self.words.heading = heading
        if tag in (*LISTS, "p") and not self.depth:
            self.before = len(self.found.stretches), len(self.found.targets)
        self.depth += tag in LISTS
        if tag == "li":
            self.words.mark = mark
        elif tag == "blockquote":
            self.quotes += 1
        elif tag == "dd" and (self.label or self.asked):
            self.defining = "definition" if self.label else ""
        elif tag == "tr":
            self.row = []
        elif tag in _CELLS and self.row is not None:
            self.row.append("")
        elif tag in _PRINTED:
            self.words.parts.append(_PRINTED[tag])

    def end(self, tag: str, line: int) -> None:
        """An element ends."""
        if tag == "q":
            self.words.parts.append("”")
        elif tag in _CELLS and self.row is not None:
            self._close_cell(tag, line)
        elif tag in ("dt", "summary", "button") and not self.words.heading:
            self._labelled()
        else:
            self.end_of_block(tag, " ")
        self._close(tag)

    def _close(self, tag: str) -> None:
        """What an element held for those inside it goes."""
        if tag == "dl":
            self.defining = ""
        if tag in ("dl", "details", "blockquote"):
            self.say_label()
        self.depth -= tag in LISTS
        if tag in (*LISTS, "p") and not self.depth:
            self._leave_out_contents()
        if tag == "li":
            self.words.mark = ""
        elif tag == "blockquote":
            self.quotes -= 1

    def _leave_out_contents(self) -> None:
        """Leave out a list or paragraph of links alone: to places of the same text, or from a page to others."""
        stretches, links = self.before
        said, targets = self.found.stretches[stretches:], self.found.targets[links:]
        inner = all(target.startswith("#") for target in targets)
        fewest = FEWEST if inner else FEWEST_DOUBTFUL
        if self._waits() or not said or len(targets) < fewest or not (inner or self.is_page):
            return
        if not all(is_links(each.text) for each in said):
            return
        for each in said:
            words = without_marks(each.text) if self.is_page else self.found.text.lines[each.first - 1].text
            for word in words.split():
                self.found.drop(each.first, "contents" if inner else "navigation", word)
        del self.found.stretches[stretches:], self.found.targets[links:]

    def _waits(self) -> bool:
        """Whether words with their links are not said yet: of a row, of a label, of an open paragraph."""
        return self.row is not None or bool(self.label or self.words.parts)

    def end_of_block(self, tag: str, between: str) -> None:
        """Where a block begins or ends, a paragraph ends; in a cell of a table its words stay apart."""
        if tag in INLINE:
            return
        if self.row is None:
            self.flush()
        elif self.words.parts:
            self.words.parts.append(between)

    def _close_cell(self, tag: str, line: int) -> None:
        """A cell or a row of a table ends."""
        if tag != "tr" and self.row:
            self.row[-1] = self.words.line()
            self.words.parts = []
        elif tag == "tr" and self.row is not None:
            row, self.row = [*self.row, *filter(None, [self.words.line()])], None  # and what is in no cell
            first = self.words.first or line
            self.found.add("\t".join(row), first, max(first, self.words.last), role="row")
            self.words = Words()

    def _labelled(self) -> None:
        """A term leads its definition, a summary what it hides; two terms of one definition are two names."""
        words, self.words = self.words, Words()
        text = read_own_marks(words.line(), self.found, words.first)
        if not text:
            return
        if text.rstrip("*_ ").endswith("?"):
            self.say_label()
            self.found.add(text, words.first, words.last, mark="Q.")
            self.asked = True
            return
        self.labelled = self.labelled if self.label else words.first
        self.label = f"{self.label}, {text}" if self.label else text

    def say_label(self) -> None:
        """Add a term without a definition."""
        if self.label:
            self.found.add(self.label.rstrip(), self.labelled, self.labelled)
        self.label, self.asked = "", False

    def flush(self) -> None:
        """End the open paragraph: two breaks part it, one break may."""
        words, self.words = self.words, Words()
        paragraphs = words.paragraphs()
        for rows in paragraphs:
            if heading := words.heading or self._bold_level(rows):
                self._heading(rows, words, heading)
            else:
                self._paragraph(_with_colon(rows), words)
        if not paragraphs:  # `<li><p>`: the mark waits for the words
            self.words.mark = words.mark

    def number_of(self, title: str, words: Words) -> str | None:
        """The number of a heading that does not stand in it."""
        return words.number

    def _bold_level(self, rows: list[Row]) -> int:
        """The level of a paragraph that is strong as a whole and reads as a title; 0 of any other."""
        outside = self.depth or self.quotes or self.label or self.asked or self.row is not None
        title = "" if outside or len(rows) > 1 else _title_of(rows[0])
        return self.bold_level if title and not EDITION.match(title) else 0

    def _heading(self, rows: list[Row], words: Words, heading: int) -> None:
        self.say_label()
        title = read_own_marks(" ".join(row.text for row in rows), self.found, words.first)
        self.found.add(
            title,
            words.first,
            words.last,
            heading=heading,
            role=self._role(""),
            depth=max(0, self.depth - 1),
            inside=self.depth,
            number=self.number_of(title, words),
        )

    def _paragraph(self, rows: list[Row], words: Words) -> None:
        """Add a paragraph: a label leads it, and lines of it may be paragraphs of their own."""
        is_answer = self.asked and not words.mark
        mark, number = "A." if is_answer else words.mark, words.number
        self.asked = self.asked and not is_answer
        words.mark, words.number = "", None
        is_whole = bool(self.label or mark == "A.")
        lead, first, self.label = f"{self.label.rstrip(':')}: " if self.label else "", self.labelled, ""
        for at, (own, lines) in enumerate([(mark, rows)] if is_whole else pieces(rows, mark)):
            text = f"{lead}{' '.join(row.text for row in lines)}"
            self.found.add(
                read_own_marks(text, self.found, lines[0].first),
                min(first, lines[0].first) if lead else lines[0].first,
                lines[-1].last,
                mark=own,
                role=self._role(own),
                depth=max(0, self.depth - 1) + bool(at and (mark or self.depth)),
                inside=self.depth,
                number=number,
            )
            lead, number = "", None

    def _role(self, mark: str) -> str:
        """What the markup calls the next paragraph; what follows the first of a definition goes on with it."""
        if self.defining:
            role, self.defining = self.defining, "defined"
            return role
        return "quote" if self.quotes and not mark else "paragraph"


def level_of_bold(tags: Iterable[str]) -> int:
    """The level of headings in bold: below the only one that has a tag of its own; 0 where several have."""
    levels = [HEADINGS[tag] for tag in tags]
    return 0 if len(levels) > 1 else min(6, 1 + sum(levels))


def _title_of(row: Row) -> str:
    """The words of a line that is strong as a whole and reads as a title; empty for any other."""
    title = row.text.strip("*_ ") if _STRONG.fullmatch(row.text) else ""
    is_short = not title[:1].islower() and len(title.split()) <= MOST_TITLE_WORDS
    return title if is_short and not ENDED.search(title) else ""


def _with_colon(rows: list[Row]) -> list[Row]:
    """A paragraph whose first line is nothing but a name in bold, with the colon that parts both on one line."""
    if len(rows) < 2 or not _title_of(rows[0]) or rows[1].text.lstrip("*_ ")[:1].islower():
        return rows
    return [rows[0]._replace(text=f"{rows[0].text}:"), *rows[1:]]
