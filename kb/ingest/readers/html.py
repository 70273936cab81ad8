"""Which paragraphs, headings, lists and tables are in this HTML?"""

from __future__ import annotations

from itertools import islice

from lxml import etree

from kb.ingest.document import Line, Text
from kb.ingest.layout import stretches
from kb.ingest.readers.collect import Collector, asks_and_answers, literal
from kb.ingest.readers.elements import INLINE, Elements
from kb.ingest.readers.page_chrome import Furniture, parsed_tree, texts_of
from kb.ingest.readers.shapes import Shapes, icon_of, is_big
from kb.ingest.readers.styles import Styles, is_mark, printed
from kb.ingest.readers.words import EMPHASIS


def read_html(text: Text, name: str) -> Text:
    """The stretches of an HTML page."""
    content = "\n".join(line.text for line in text.lines)
    found = Collector(text)
    return found.finish(add_html(content, found))


def add_html(content: str, found: Collector, first_line: int = 1) -> str:
    """Add the stretches of a page that begins on a line of its source; returns its title."""
    elements = Elements(found)
    page = Page(elements, content, first_line)
    elements.say_label()
    return page.title


class Page:
    """One walk over the parser's tree of a page, or of a piece of one, that begins on a line of its source."""

    def __init__(self, elements: Elements, content: str, first_line: int) -> None:
        self.elements, self.found = elements, elements.found
        self.title = ""
        self.offset = first_line - 1
        self.goes_on = "</details" not in content.lower()  # what a summary opens goes on below the piece
        root = parsed_tree(content, self.found.text.file)
        if root is not None:
            outside, elements.asks = (
                elements.asks,
                asks_and_answers([words.strip() for words in root.itertext(with_tail=True)]),
            )
            self._read(root)
            elements.asks = outside

    def _read(self, root: etree._Element) -> None:
        styles = Styles(root)
        self.furniture, self.shapes = Furniture(root, styles), Shapes(root)
        self.printed = printed(root, styles)
        if self.elements.is_page:
            self.elements.bold_level = self.shapes.bold_level
        left: etree._Element | None = None
        for event, element in etree.iterwalk(root, events=("start", "end")):
            if left is None and event == "start":
                left = element if self._leave_out(element) else None
                if left is None:
                    self._begin(element)
            elif left is None:
                self._end(element)
            elif left is element and event == "end":
                left = None
            if left is None and event == "end" and element.tail:
                self.elements.words.say(element.tail, self._line(element), after=True)
        self.elements.flush()

    def _line(self, element: etree._Element) -> int:
        return self.offset + (element.sourceline or 1)

    def _leave_out(self, element: etree._Element) -> bool:
        """Leave out what is no text of the rules, and read a listing as the lines that it is."""
        tag = str(element.tag)
        if tag == "head":
            self.title = " ".join((element.findtext(".//title") or "").split())
        reason = self.furniture.reason(element)
        if not reason and not (tag == "pre" and self.shapes.is_text(element)):
            return False
        if tag not in INLINE:
            self.elements.flush()
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

    def _begin(self, element: etree._Element) -> None:
        tag, line, heading = str(element.tag), self._line(element), self.shapes.heading(element)
        is_layout = tag == "tr" and self.shapes.is_layout(element)
        self.elements.begin("div" if is_layout else tag, heading, self.printed.marks.get(element, ""))
        for name in (element.get("id"), element.get("name") if tag == "a" else None):
            if name:
                self.found.anchor(literal(name))
        self._open_words(tag, element, line)
        if element in self.printed.labels or element in self.printed.numbers:
            self._numbered(element)
        if element.text:
            self.elements.words.say(element.text, line)

    def _open_words(self, tag: str, element: etree._Element, line: int) -> None:
        """Emphasis, a link or a picture begins inside a paragraph."""
        words = self.elements.words
        if tag in ("big", "font"):
            words.is_big |= is_big(element)
        if _is_marked(tag, element):
            words.open(tag, literal(element.get("href") or ""))
        elif tag == "img" and (icon := icon_of(element)):
            words.say(icon, line)  # in a sentence
        elif tag == "img":
            self.found.drop(line, "image", element.get("alt") or "")

    def _numbered(self, element: etree._Element) -> None:
        """A number that the page's style prints: a rule's, the mark of an item, or the beginning of the words."""
        words, label = self.elements.words, literal(self.printed.labels.get(element, ""))
        if number := self.printed.numbers.get(element):
            words.mark, words.number = "", number
        elif words.mark and is_mark(label):
            words.mark = label
        elif label:
            words.mark, words.lead = "", f"{label} "

    def _end(self, element: etree._Element) -> None:
        tag = str(element.tag)
        if _is_marked(tag, element):
            self.elements.words.close(tag, self.found)
        self.elements.end("div" if tag == "details" and self.goes_on else tag, self._line(element))


def _is_marked(tag: str, element: etree._Element) -> bool:
    """Whether an element marks words of a paragraph: emphasis, a link that leads elsewhere, a raised sign."""
    return tag in EMPHASIS or tag == "sup" or (tag == "a" and bool(element.get("href")) and not _own(element))


def _own(link: etree._Element) -> bool:
    """Whether a link leads to where it stands: to itself or what holds it, as the numbers of rules often do."""
    around = (link, *islice(link.iterancestors(), 2))
    return (link.get("href") or "") in {
        f"#{name}" for each in around for name in (each.get("id"), each.get("name"))
    }
