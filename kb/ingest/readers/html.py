"""Which paragraphs, headings, lists and tables are in this HTML?"""

from __future__ import annotations

import re

from lxml import etree

from kb.ingest.document import Line, Text
from kb.ingest.layout import stretches
from kb.ingest.layout.features import MARK
from kb.ingest.readers.collect import Collector, literal
from kb.ingest.readers.elements import INLINE, Elements, level_of_bold
from kb.ingest.readers.page_chrome import Furniture, parsed_tree, texts_of
from kb.ingest.readers.styles import Styles, printed
from kb.ingest.readers.words import EMPHASIS, HEADINGS
from kb.ingest.thresholds import FEWEST_NAMED, LONGEST_LINE

_ICON = re.compile(r"icon|symbol|glyph|emoji|sprite|smiley", re.IGNORECASE)
# "tap", "Action Icon", "[elder sign]"
_ICON_NAME = re.compile(r"[\[({:]?\s*([^\W_][\w -]{0,23}?)\s*(?:icon|symbol)?\s*[\])}:]?", re.IGNORECASE)


def read_html(text: Text, name: str) -> Text:
    """The stretches of an HTML page."""
    content = "\n".join(line.text for line in text.lines)
    found = Collector(text)
    return found.finish(add_html(content, found))


def add_html(content: str, found: Collector) -> str:
    """Add the stretches of a page; returns its title."""
    elements = Elements(found)
    page = Page(elements, content, 1)
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
            self._read(root)

    def _read(self, root: etree._Element) -> None:
        styles = Styles(root)
        self.furniture = Furniture(root, styles)
        self.layouts = {table for table in root.iter("table") if _is_layout(table)}
        self.printed = printed(root, styles)
        if self.elements.is_page:
            self.elements.bold_level = level_of_bold(str(each.tag) for each in root.iter(*HEADINGS))
        left: etree._Element | None = None
        walk = etree.iterwalk(root, events=("start", "end"))
        for event, element in walk:
            if event == "end":
                if element is not left:
                    self._end(element)
                self.elements.words.say(element.tail or "", self._line(element), after=True)
            elif self._leave_out(element):
                left = element
                walk.skip_subtree()
            else:
                self._begin(element)
        self.elements.flush()

    def _line(self, element: etree._Element) -> int:
        return self.offset + (element.sourceline or 1)

    def _leave_out(self, element: etree._Element) -> bool:
        """Leave out what is no text of the rules, and read a listing as the lines that it is."""
        tag = str(element.tag)
        if tag == "head":
            self.title = " ".join((element.findtext(".//title") or "").split())
        reason = self.furniture.reason(element)
        if not reason and not (tag == "pre" and _is_text(element)):
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
        tag, line = str(element.tag), self._line(element)
        is_layout = tag == "tr" and next(element.iterancestors("table"), None) in self.layouts
        mark = self.printed.marks.get(element, "")
        self.elements.begin("div" if is_layout else tag, HEADINGS.get(tag, 0), mark)
        for name in (element.get("id"), element.get("name") if tag == "a" else None):
            if name:
                self.found.anchor(literal(name))
        self._open_words(tag, element, line)
        self._numbered(element, line)
        self.elements.words.say(element.text or "", line)

    def _open_words(self, tag: str, element: etree._Element, line: int) -> None:
        """Emphasis, a link or a picture begins inside a paragraph."""
        words = self.elements.words
        if _is_marked(tag, element):
            words.open(tag, literal(element.get("href") or ""))
        elif tag == "img" and (icon := _icon_of(element)):
            words.say(icon, line)  # in a sentence
        elif tag == "img":
            self.found.drop(line, "image", element.get("alt") or "")

    def _numbered(self, element: etree._Element, line: int) -> None:
        """A number that the page's style prints: a rule's, the mark of an item, or the beginning of the words."""
        words, label = self.elements.words, literal(self.printed.labels.get(element, ""))
        if number := self.printed.numbers.get(element):
            words.mark, words.number = "", number
        elif words.mark and MARK.match(f"{label} ."):
            words.mark = label
        elif label:
            words.mark = ""
            words.say(f"{label} ", line)

    def _end(self, element: etree._Element) -> None:
        tag = str(element.tag)
        if _is_marked(tag, element):
            self.elements.words.close(tag, self.found)
        self.elements.end("div" if tag == "details" and self.goes_on else tag, self._line(element))


def _is_marked(tag: str, element: etree._Element) -> bool:
    """Whether an element marks words of a paragraph: emphasis, a link, a raised sign."""
    return tag in EMPHASIS or tag == "sup" or (tag == "a" and bool(element.get("href")))


def _is_text(listing: etree._Element) -> bool:
    """Whether a listing is a whole text and no sample of something."""
    words = "".join(map(str, listing.itertext())).strip()
    return words.count("\n") >= FEWEST_NAMED and next(listing.iter("code"), None) is None


def _icon_of(element: etree._Element) -> str:
    """The name of an icon in a sentence as this project writes icons: `{tap}`; empty for a picture."""
    name = _ICON_NAME.fullmatch(" ".join((element.get("alt") or "")[:LONGEST_LINE].split()))
    named = f"{element.get('class', '')} {element.get('src', '')[:300]}"
    if name is None or not _ICON.search(named):
        return ""
    return f"{{{'-'.join(name[1].lower().split())}}}"


def _is_layout(table: etree._Element) -> bool:
    """Whether a table holds other tables or headings, is a single cell, or says itself that it is none."""
    if table.get("role") in ("presentation", "none"):
        return True
    is_outer = any(each is not table for each in table.iter("table", *HEADINGS))
    return is_outer or sum(1 for _ in table.iter("td", "th")) == 1
