"""What is an element of a page by its looks? Headings without a heading's tag, tables that only lay out, icons."""

from __future__ import annotations

import re

from lxml import etree

from kb.ingest.limits import LONGEST_PARAGRAPH
from kb.ingest.readers.page_chrome import HEADINGS, words_of
from kb.ingest.thresholds import FEWEST_NAMED, LONGEST_LINE

# "h2", "heading-3", "MsoHeading1", "Heading_2": a class that is a heading's, below that of a title
_CLASS = re.compile(r"(?:mso)?[-_]?(?:h|head(?:ing|er)?|title)[-_]?([1-6])", re.IGNORECASE)
_CLASSES = {"title": 1, "msotitle": 1, "chapter-title": 2, "section-title": 3, "subtitle": 3, "subheading": 4}
_BLOCKS = ("p", "div", "center", "td")
_ICON = re.compile(r"icon|symbol|glyph|emoji|sprite|smiley", re.IGNORECASE)
# "tap", "Action Icon", "[elder sign]"
_ICON_NAME = re.compile(r"[\[({:]?\s*([^\W_][\w -]{0,23}?)\s*(?:icon|symbol)?\s*[\])}:]?", re.IGNORECASE)


class Shapes:
    """What the elements of one page look like."""

    def __init__(self, root: etree._Element) -> None:
        stated = [HEADINGS[tag] for element in root.iter() if (tag := element.tag) in HEADINGS]
        self.bold_level = 2 + sum(stated) if len(stated) < 2 else 0  # below a title that alone is a heading
        self._below_title = stated.count(1) > 1 and any(map(_is_title, root.iter("h1", *_BLOCKS)))
        self._layouts: dict[etree._Element, bool] = {}

    def heading(self, element: etree._Element) -> int:
        """The level of a heading; 0 for any other element."""
        tag = str(element.tag)
        if tag in HEADINGS:
            return min(6, HEADINGS[tag] + (self._below_title and not _is_title(element)))
        if tag not in _BLOCKS:
            return 0
        names = element.get("class", "").lower().split()
        if not names or not _is_short(element):
            return 0
        for name in names:
            if match := _CLASS.fullmatch(name):
                return min(6, int(match[1]) + 1)
            if name in _CLASSES:
                return _CLASSES[name]
        return 0

    def is_layout(self, row: etree._Element) -> bool:
        """Whether the table of a row only puts parts of a page beside each other."""
        table = next((each for each in row.iterancestors("table")), None)
        if table is None:
            return False
        if table not in self._layouts:
            self._layouts[table] = _is_layout(table)
        return self._layouts[table]

    def is_text(self, element: etree._Element) -> bool:
        """Whether a listing is a whole text and no sample of something."""
        words = "".join(map(str, element.itertext())).strip()
        return words.count("\n") >= FEWEST_NAMED and next(element.iter("code"), None) is None


def is_big(element: etree._Element) -> bool:
    """Whether an element prints its words larger than those around it."""
    return element.tag == "big" or element.get("size", "").lstrip("+") in ("2", "3", "5", "6", "7")


def icon_of(element: etree._Element) -> str:
    """The name of an icon in a sentence as this project writes icons: `{tap}`; empty for a picture."""
    name = _ICON_NAME.fullmatch(" ".join((element.get("alt") or "")[:LONGEST_LINE].split()))
    named = f"{element.get('class', '')} {element.get('src', '')[:300]}"
    if name is None or not _ICON.search(named):
        return ""
    return f"{{{'-'.join(name[1].lower().split())}}}"


def _is_title(element: etree._Element) -> bool:
    """Whether an element's class says that it is the page's title."""
    return any(_CLASSES.get(name) == 1 for name in element.get("class", "").lower().split())


def _is_short(element: etree._Element) -> bool:
    """Whether an element has few words and no block inside."""
    if len(element) > 8 or any(each.tag in (*_BLOCKS, "ul", "ol", "table") for each in element):
        return False
    return 0 < len(words_of(element)) <= LONGEST_LINE


def _is_layout(table: etree._Element) -> bool:
    """Whether a table holds other tables, headings or long texts, or is a single cell."""
    if table.get("role") in ("presentation", "none"):
        return True
    cells, is_long = 0, False
    for element in table.iter():
        tag = str(element.tag)
        if (tag == "table" and element is not table) or tag in HEADINGS:
            return True
        if tag in ("td", "th"):
            cells += 1
            length = len(words_of(element))
            is_long |= length > LONGEST_PARAGRAPH and len(element) > 2
    return cells == 1 or (is_long and next(table.iter("th"), None) is None)
