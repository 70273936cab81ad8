"""Which paragraphs, headings, lists and tables are in this HTML? Navigation, scripts and styles are left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePath

from lxml import etree

from kb.errors import ReadError
from kb.ingest.formats.collect import Collector, asks_and_answers, literal, question_or_answer
from kb.ingest.formats.own_marks import read_own_marks
from kb.ingest.lines import Text

_LEFT_OUT = {
    "nav": "navigation",
    "script": "script",
    "style": "style",
    "template": "script",
    "noscript": "script",
    "iframe": "script",
    "object": "script",
    "svg": "image",
    "math": "image",
    "button": "navigation",
    "select": "navigation",
    "form": "navigation",
    "textarea": "navigation",
    "footer": "page footer",
    "head": "document head",
}
_HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
_EMPHASIS = {"em": "*", "i": "*", "strong": "**", "b": "**"}
_INLINE = frozenset(
    [
        "a",
        "abbr",
        "acronym",
        "b",
        "bdi",
        "bdo",
        "big",
        "cite",
        "code",
        "data",
        "del",
        "dfn",
        "em",
        "font",
        "i",
        "img",
        "input",
        "ins",
        "kbd",
        "label",
        "mark",
        "q",
        "ruby",
        "s",
        "samp",
        "small",
        "span",
        "strike",
        "strong",
        "sub",
        "sup",
        "time",
        "tt",
        "u",
        "var",
        "wbr",
        "sc",
    ]
)
_LISTS = ("ul", "ol", "menu", "dir")
_FEWEST_CONTENTS = 3
# "01_game_concepts", "3. Zones"
_CHAPTER = re.compile(r"0*([1-9]\d?)(?=[_\-. ])")


def chapter_of(name: str) -> str:
    """The chapter number with which a file's name begins; empty without one."""
    chapter = _CHAPTER.match(PurePath(name).name)
    return chapter[1] if chapter else ""


def read_html(text: Text, name: str) -> Text:
    """The stretches of an HTML page."""
    content = "\n".join(line.text for line in text.lines)
    found = Collector(text)
    for line, tag in markup(content):
        found.drop(line, "markup", tag)
    reader = HtmlReader(found)
    reader.read(content, 1)
    return found.finish(reader.title)


def markup(content: str) -> Iterator[tuple[int, str]]:
    """Every tag and comment with its line; one over several lines is parted by line."""
    position, line, at = 0, 1, 0
    while (start := content.find("<", position)) >= 0:
        comment = content.startswith("<!--", start)
        end = content.find("-->" if comment else ">", start)
        if end < 0:
            return
        position = end + (3 if comment else 1)
        line += content.count("\n", at, start)
        for number, part in enumerate(content[start:position].split("\n")):
            yield line + number, part
        line, at = line + content.count("\n", start, position), position


@dataclass(slots=True)
class _List:
    """An open list."""

    ordered: bool
    next: int = 1


@dataclass(slots=True)
class _Words:
    """A paragraph as far as it was read."""

    parts: list[str] = field(default_factory=list)
    first: int = 0
    last: int = 0
    mark: str = ""
    heading: int = 0


class HtmlReader:
    """One walk over the parser's tree."""

    def __init__(self, found: Collector) -> None:
        self.found = found
        self.title = ""
        self.words = _Words()
        self.lists: list[_List] = []
        self.row: list[str] | None = None
        self.quotes = 0
        self.open: list[
            tuple[str, int]
        ] = []  # marks of emphasis and addresses of links, and where they begin
        self.label = ""  # the last <dt>: leads the <dd> below it
        self.asks = False

    def read(self, content: str, first_line: int) -> None:
        """Add the stretches of a page or a piece of one that begins at a line of its source."""
        root = _parsed(content, self.found.text.file)
        if root is None:
            return
        self.asks = asks_and_answers([words.strip() for words in root.itertext(with_tail=True)])
        self.offset = first_line - 1
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
                self._say(element.tail, self._line(element), after=True)
        self._flush()

    def _line(self, element: etree._Element) -> int:
        return self.offset + (element.sourceline or 1)

    def _leave_out(self, element: etree._Element) -> bool:
        """Leave out what is no text of the rules, and lists that only link to headings."""
        tag = _tag(element)
        reason = _LEFT_OUT.get(tag, "")
        if tag == "head":
            self.title = " ".join((element.findtext(".//title") or "").split())
        elif tag in _LISTS and not self.lists and _is_contents(element):
            reason = "contents"
        elif tag == "" or element.get("hidden") is not None:
            reason = "hidden"
        if not reason:
            return False
        self._flush()
        for words, line in _texts(element):
            self.found.drop(self.offset + line, reason, words)
        return True

    def _start(self, element: etree._Element) -> None:
        tag = _tag(element)
        if tag not in _INLINE and tag != "br" and self.row is None:
            self._flush()
        for name in (element.get("id"), element.get("name") if tag == "a" else None):
            if name:
                self.found.anchor(literal(name))
        if tag in _HEADINGS:
            self.words.heading = _HEADINGS[tag]
        elif tag in _LISTS:
            self.lists.append(_List(tag == "ol", _number(element.get("start"), 1)))
        elif tag == "li":
            self.words.mark = self._next_mark(element)
        elif tag == "blockquote":
            self.quotes += 1
        elif tag == "tr":
            self.row = []
        elif tag in ("td", "th") and self.row is not None:
            self.row.append("")
        elif tag in _EMPHASIS or (tag == "a" and element.get("href")):
            opened = _EMPHASIS.get(tag) or literal(element.get("href") or "")
            self.open.append((opened, len(self.words.parts)))
        elif tag == "br":
            self.words.parts.append(" ")
        if tag == "img":
            self.found.drop(self._line(element), "image", element.get("alt") or "")
        if element.text:
            self._say(element.text, self._line(element))

    def _end(self, element: etree._Element) -> None:
        tag = _tag(element)
        if (tag in _EMPHASIS or (tag == "a" and element.get("href"))) and self.open:
            self._close(*self.open.pop(), is_link=tag == "a")
        elif tag in ("td", "th") and self.row:
            self.row[-1] = " ".join("".join(self.words.parts).split())
            self.words.parts = []
        elif tag == "tr" and self.row is not None:
            row, self.row = self.row, None
            first = self.words.first or self._line(element)
            self.found.add("\t".join(row), first, max(first, self.words.last), role="row")
            self.words = _Words()
        elif tag == "dt":
            self.label, self.words = "".join(self.words.parts).strip(), _Words()
        elif tag not in _INLINE and tag != "br" and self.row is None:
            self._flush()
        if tag in _LISTS and self.lists:
            self.lists.pop()
        elif tag == "blockquote":
            self.quotes -= 1

    def _next_mark(self, element: etree._Element) -> str:
        """The bullet or number of a list item."""
        current = self.lists[-1] if self.lists else _List(False)
        if not current.ordered:
            return "-"
        number = _number(element.get("value"), current.next)
        current.next = number + 1
        return f"{number}."

    def _say(self, words: str, line: int, after: bool = False) -> None:
        """Words of the open paragraph; they begin where the element's tag ends, or after it."""
        if words.isspace() and not self.words.parts:
            return
        lead = words[: len(words) - len(words.lstrip())].count("\n")
        self.words.first = self.words.first or (line + lead if not after else max(line, self.words.last))
        self.words.last = max(self.words.last, line + words.rstrip().count("\n"))
        self.words.parts.append(literal(words))

    def _close(self, opened: str, at: int, is_link: bool) -> None:
        """Mark the words of a link or of emphasis, without the blanks beside them: `<b> Evade. </b>`."""
        inside = " ".join("".join(self.words.parts[at:]).split())
        if not inside:
            return
        whole = "".join(self.words.parts[at:])
        lead, tail = whole[:1].isspace(), whole[-1:].isspace()
        marked = self.found.link(opened, inside) if is_link else f"{opened}{inside}{opened}"
        self.words.parts[at:] = [" " if lead else "", marked, " " if tail else ""]

    def _flush(self) -> None:
        """End the open paragraph."""
        words, self.words, self.open = self.words, _Words(), []
        text = read_own_marks(" ".join("".join(words.parts).split()), self.found)
        if not text:
            self.words.mark = words.mark  # `<li><p>`: the mark waits for the words
            return
        if self.label:
            text, self.label = f"{self.label.rstrip(':')}: {text}", ""
        mark = words.mark
        asked = question_or_answer(text) if self.asks and not words.heading else None
        if asked:
            mark, text = asked
        self.found.add(
            text,
            words.first,
            words.last,
            mark=mark,
            heading=words.heading,
            role="quote" if self.quotes and not mark else "paragraph",
            depth=max(0, len(self.lists) - 1),
        )


def _parsed(content: str, file: str) -> etree._Element | None:
    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True)
    try:
        root = etree.fromstring(content.encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError:
        return None
    if any("depth" in entry.message.lower() for entry in parser.error_log):
        raise ReadError(f"{file} nests its elements too deeply: save it as plain text (.txt) or Markdown")
    return root


def _tag(element: etree._Element) -> str:
    return element.tag.lower() if isinstance(element.tag, str) else ""


def _texts(element: etree._Element) -> Iterator[tuple[str, int]]:
    """The words inside an element, each with the line at which their element begins."""
    for each in element.iter():
        if each.text:
            yield each.text, each.sourceline or 1
        if each.tail and each is not element:
            yield each.tail, each.sourceline or 1


def _is_contents(element: etree._Element) -> bool:
    """Whether all words of a list are links into the same page."""
    links = [link for link in element.iter("a") if (link.get("href") or "").startswith("#")]
    linked = sum(_size("".join(map(str, link.itertext()))) for link in links)
    return len(links) >= _FEWEST_CONTENTS and linked == _size("".join(map(str, element.itertext())))


def _size(words: str) -> int:
    return sum(map(len, words.split()))


def _number(told: str | None, default: int) -> int:
    return int(told) if told and re.fullmatch(r"\d{1,6}", told.strip()) else default
