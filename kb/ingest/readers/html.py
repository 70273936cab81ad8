"""Which paragraphs, headings, lists and tables are in this HTML?"""

from __future__ import annotations

import re
from itertools import islice

from lxml import etree

from kb.ingest.document import Line, Text
from kb.ingest.layout import stretches
from kb.ingest.readers.collect import Collector, asks_and_answers, literal
from kb.ingest.readers.html_words import BREAK, Words, parsed_tree
from kb.ingest.readers.own_marks import read_own_marks
from kb.ingest.readers.page_chrome import Furniture, markup, tag_of, texts_of
from kb.ingest.readers.pieces import Piece, heads_lines, pieces
from kb.ingest.readers.shapes import Shapes, icon_of
from kb.ingest.readers.styles import Marks, Styles, printed

_EMPHASIS = {"em": "*", "i": "*", "strong": "**", "b": "**"}
_INLINE = frozenset(
    [
        *("a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em"),
        *("font", "i", "img", "input", "ins", "kbd", "label", "mark", "q", "rp", "rt", "ruby", "s", "samp"),
        *("sc", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr"),
    ]
)
_LISTS = ("ul", "ol", "menu", "dir")
# "1.2 A goat": a number that the text itself prints
_OWN_NUMBER = re.compile(r"\*{0,2}\d{1,4}(?:\.\d{1,4})+[a-z]?[.:]?\*{0,2}\s")
# "4.", "(a)", "iv)": a number that can mark an item
_MARK = re.compile(r"\(?\w{1,5}[.)]")


def read_html(text: Text, name: str) -> Text:
    """The stretches of an HTML page."""
    content = "\n".join(line.text for line in text.lines)
    found = Collector(text)
    for line, tag in markup(content):
        found.drop(line, "markup", tag)
    reader = HtmlReader(found)
    reader.read(content, 1)
    reader.say_label()
    return found.finish(reader.title)


_PRINTED = {"br": BREAK, "q": "“"}
"""What elements print themselves."""
_CELLS = ("td", "th", "tr")


class HtmlReader:
    """One walk over the parser's tree."""

    def __init__(self, found: Collector, goes_on: bool = False) -> None:
        self.found = found
        self.goes_on = goes_on  # a piece of a page: what its summary opens goes on below it
        self.title = ""
        self.words = Words()
        self.row: list[str] | None = None
        self.quotes = 0
        self.open: list[
            tuple[str, int]
        ] = []  # marks of emphasis and addresses of links, and where they begin
        self.label = ""  # the last <dt> or <summary>: leads what stands below it
        self.defining = ""  # the role of the next paragraph of a <dd>
        self.labelled = 0  # the line on which it stands
        self.asked = False  # a <summary> asked: what comes next is the answer
        self.asks = False

    def read(self, content: str, first_line: int) -> None:
        """Add the stretches of a page or a piece of one that begins at a line of its source."""
        root = parsed_tree(content, self.found.text.file)
        if root is None:
            return
        self.asks = asks_and_answers([words.strip() for words in root.itertext(with_tail=True)])
        self.offset = first_line - 1
        styles = Styles.of_page(root)
        self.furniture, self.shapes = Furniture(root, styles), Shapes(root)
        self.printed, self.marks = printed(root, styles), Marks(styles)
        left: etree._Element | None = None
        for event, element in etree.iterwalk(root, events=("start", "end")):
            if left is None and event == "start":
                left = element if self._leave_out(element) else None
                if left is None:
                    self._start(element)
            elif left is None:
                self._end(element)
            elif left is element and event == "end":
                left = None
            if left is None and event == "end" and element.tail:
                self.words.say(element.tail, self._line(element), after=True)
        self._flush()

    def _line(self, element: etree._Element) -> int:
        return self.offset + (element.sourceline or 1)

    def _leave_out(self, element: etree._Element) -> bool:
        """Leave out what is no text of the rules, and read a listing as the lines that it is."""
        tag = tag_of(element)
        if tag == "head":
            self.title = " ".join((element.findtext(".//title") or "").split())
        reason = self.furniture.reason(element, bool(self.marks.depth))
        if not reason and not (tag == "pre" and self.shapes.is_text(element)):
            return False
        if tag not in _INLINE:
            self._flush()
        if not reason:
            self._listing(element)
            return True
        for words, line in texts_of(element):
            self.found.drop(self.offset + line, reason, words)
        return True

    def _listing(self, element: etree._Element) -> None:
        """A whole text in one `<pre>`: plain text."""
        words = literal("".join(map(str, element.itertext())))
        lines = [Line(number, raw, raw) for number, raw in enumerate(words.split("\n"), self._line(element))]
        for each in stretches(Text(file=self.found.text.file, lines=tuple(lines))):
            self.found.add(each.text, each.first, each.last, mark=each.mark, role=each.role, depth=each.depth)

    def _start(self, element: etree._Element) -> None:
        tag = tag_of(element)
        self._end_of_block(tag, " • " if tag == "li" else " ")
        for name in (element.get("id"), element.get("name") if tag == "a" else None):
            if name:
                self.found.anchor(literal(name))
        if level := self.shapes.heading(element):
            self.words.heading = level
        self._open_block(tag, element)
        self._open_words(tag, element)
        if element in self.printed.labels or element in self.printed.numbers:
            self._numbered(element)
        if element.text:
            self.words.say(element.text, self._line(element))

    def _open_block(self, tag: str, element: etree._Element) -> None:
        """A list, a quotation, a definition or a table begins."""
        if tag in _LISTS:
            self.marks.begin(element)
        elif tag == "li":
            self.words.mark = self.marks.next(element)
        elif tag == "blockquote":
            self.quotes += 1
        elif tag == "dd" and (self.label or self.asked):
            self.defining = "definition" if self.label else ""
        elif tag == "tr" and not self.shapes.is_layout(element):
            self.row = []
        elif tag in ("td", "th") and self.row is not None:
            self.row.append("")

    def _open_words(self, tag: str, element: etree._Element) -> None:
        """Emphasis, a link, a break, a quotation or a picture begins inside a paragraph."""
        if _is_marked(tag, element):
            opened = "^" if tag == "sup" else _EMPHASIS.get(tag) or literal(element.get("href") or "")
            self.open.append((opened, len(self.words.parts)))
        elif tag in _PRINTED:
            self.words.parts.append(_PRINTED[tag])
        elif tag == "img":
            self._picture(element)

    def _picture(self, element: etree._Element) -> None:
        """A picture in a sentence that is an icon reads as its name."""
        icon = icon_of(element)
        if icon:
            self.words.say(icon, self._line(element))
        else:
            self.found.drop(self._line(element), "image", element.get("alt") or "")

    def _numbered(self, element: etree._Element) -> None:
        """A number that the page's style prints: a rule's, the mark of an item, or the beginning of the words."""
        words = literal(self.printed.labels.get(element, ""))
        if number := self.printed.numbers.get(element):
            self.words.mark, self.words.number = "", number
        elif self.words.mark and _MARK.fullmatch(words):
            self.words.mark = words
        elif words:
            self.words.mark, self.words.lead = "", f"{words} "

    def _end(self, element: etree._Element) -> None:
        tag = tag_of(element)
        if _is_marked(tag, element) and self.open:
            self._close(tag)
        elif tag == "q":
            self.words.parts.append("”")
        elif tag in _CELLS and self.row is not None:
            self._close_cell(tag, element)
        elif tag in ("dt", "summary", "button") and not self.words.heading:
            self._labelled()
        else:
            self._end_of_block(tag, " ")
        self._close_block(tag)

    def _end_of_block(self, tag: str, between: str) -> None:
        """Where a block begins or ends, a paragraph ends; in a cell of a table its words stay apart."""
        if tag in _INLINE or tag == "br":
            return
        if self.row is None:
            self._flush()
        elif self.words.parts:
            self.words.parts.append(between)

    def _close_cell(self, tag: str, element: etree._Element) -> None:
        """A cell or a row of a table ends."""
        if tag != "tr" and self.row:
            self.row[-1] = self.words.line()
            self.words.parts = []
        elif tag == "tr" and self.row is not None:
            row, self.row = [*self.row, *filter(None, [self.words.line()])], None  # and what is in no cell
            first = self.words.first or self._line(element)
            self.found.add("\t".join(row), first, max(first, self.words.last), role="row")
            self.words = Words()

    def _close_block(self, tag: str) -> None:
        """A list, a quotation or definitions end."""
        if tag == "dl":
            self.defining = ""
        if tag == "dl" or (tag == "details" and not self.goes_on):
            self.say_label()
        if tag in _LISTS:
            self.marks.end()
        elif tag == "blockquote":
            self.quotes -= 1

    def _labelled(self) -> None:
        """A term leads its definition, a summary what it hides; two terms of one definition are two names."""
        words, self.words = self.words, Words()
        text = read_own_marks(words.line(), self.found)
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
            self.found.add(self.label, self.labelled, self.labelled)
        self.label, self.asked = "", False

    def _close(self, tag: str) -> None:
        """End emphasis or a link; a heading's link to its own place is none."""
        opened, at = self.open.pop()
        if not (tag == "a" and self.words.heading and opened.startswith("#")):
            self.words.close(opened, at, tag, self.found)

    def _flush(self) -> None:
        """End the open paragraph: two breaks part it, one break may."""
        words, self.words, self.open = self.words, Words(), []
        if not words.parts:
            self.words.mark, self.words.lead = words.mark, words.lead
            return
        said = False
        for lines in words.paragraphs():
            said |= self._paragraph(lines, words, not said)
        if not said:
            self.words.mark, self.words.lead = (
                words.mark,
                words.lead,
            )  # `<li><p>`: the mark waits for the words

    def _paragraph(self, lines: list[str], words: Words, is_first: bool) -> bool:
        lines = list(filter(None, lines))
        if not lines:
            return False
        if words.heading:
            self.say_label()
            lines = [" ".join(lines)]
        mark = self._mark_of(words, lines[0]) if is_first else self._mark_of(words, "")
        lead, number = (words.lead, words.number) if is_first else ("", None)
        first = words.first
        if self.label:
            lead, self.label, first = f"{self.label.rstrip(':')}: {lead}", "", min(self.labelled, words.first)
        whole = words.heading or lead or mark == "A."
        if not (whole or mark) and heads_lines(lines):
            self.found.add(lines.pop(0), first, words.last, number=number)
            number = None
        parted = [Piece(mark, 0, " ".join(lines), len(lines))] if whole else pieces(lines, mark, self.asks)
        for piece in parted:
            self.found.add(
                read_own_marks(f"{lead}{piece.words}", self.found),
                first,
                words.last,
                mark="" if words.heading else piece.mark,
                heading=words.heading,
                role=self._role(piece.mark),
                depth=max(0, self.marks.depth - 1),
                inside=self.marks.depth,
                number=number,
            )
            lead, number = "", None
        return True

    def _mark_of(self, words: Words, first: str) -> str:
        """The mark of a paragraph: that of its item, or of the answer to what a summary asked."""
        mark = words.mark if first and not _OWN_NUMBER.match(first) else ""
        if self.asked and not mark and not words.heading:
            self.asked = False
            return "A."
        return mark

    def _role(self, mark: str) -> str:
        """What the markup calls the next paragraph; what follows the first of a definition goes on with it."""
        if self.defining:
            role, self.defining = self.defining, "defined"
            return role
        return "quote" if self.quotes and not mark else "paragraph"


def _is_marked(tag: str, element: etree._Element) -> bool:
    """Whether an element marks words of a paragraph: emphasis, a link that leads elsewhere, a raised sign."""
    return (
        tag in _EMPHASIS or tag == "sup" or (tag == "a" and bool(element.get("href")) and not _own(element))
    )


def _own(link: etree._Element) -> bool:
    """Whether a link leads to where it stands: to itself or what holds it, as the numbers of rules often do."""
    around = (link, *islice(link.iterancestors(), 2))
    return (link.get("href") or "") in {
        f"#{name}" for each in around for name in (each.get("id"), each.get("name"))
    }
