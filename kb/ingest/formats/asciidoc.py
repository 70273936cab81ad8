"""Which paragraphs, headings, lists and tables are in this AsciiDoc? Made HTML line by line, and read as such.

Our own: the parsers that there are run Ruby or JavaScript, and keep no lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from kb.ingest.document import Text
from kb.ingest.formats.asciidoc_inline import Inline
from kb.ingest.formats.collect import Collector
from kb.ingest.formats.html import HtmlReader

# "== Walls", "=== Gates ==="
_HEADING = re.compile(r"(={1,6})\s+(\S.{0,500}?)(?:\s{1,3}\1)?\s*$")
# ":toc: left", ":!sectnums:"
_ATTRIBUTE = re.compile(r":(!?[\w-]{1,60}!?):(?:\s+(.*))?$")
# "[[walls]]", "[#walls]", "[glossary]", "[cols=\"1,2\"]"
_BLOCK_LINE = re.compile(r"\[(\[?)([^\[\]]{0,300})\]\]?\s*$")
_ID = re.compile(r"#([\w-]{1,100})|(?<=\[)([\w:.-]{1,100})(?:,.*)?")
# "Goat:: A piece", "Kid::: small", "Barn;;"
_TERM = re.compile(r"\s*(?P<term>\S.{0,300}?)(?P<mark>:{2,4}|;;)(?:\s+(?P<meaning>\S.*))?$")
# "* climb", ".. rest", "- swim", "1. run"
_ITEM = re.compile(r"\s*(?P<mark>\*{1,5}|\.{1,5}|-|\d{1,3}\.)\s+(?P<words>\S.*)$")
_FENCE = re.compile(r"(?:={4,}|\*{4,}|_{4,}|-{4,}|\.{4,}|\+{4,}|--|`{3,})\s*$")
_HIDDEN = re.compile(r"/{4,}\s*$")
_RULER = re.compile(r"(?:'{3,}|<{3,}|-{3}|\*{3})\s*$")
_DIRECTIVE = re.compile(r"(?:include|ifdef|ifndef|ifeval|endif|toc|image|video)::")
# "|===", "!==="; "2+^.>s|": how a cell is set
_TABLE = re.compile(r"[|,:!]={3,}\s*$")
_CELL = re.compile(r"(?:(?<=\s)|^)(?:\d{1,3}(?:\.\d{1,3})?[+*])?[<^>]?(?:\.[<^>])?[adehlmsv]?\|")
_COLUMNS = re.compile(r"cols\s*=\s*\"?([^\"\]]{1,200})")
_QUESTIONS = ("qanda",)


def read_asciidoc(text: Text, name: str) -> Text:
    """The stretches of an AsciiDoc text."""
    found = Collector(text)
    page = _Page(found)
    reader = HtmlReader(found)
    reader.read("\n".join(page.html([line.text for line in text.lines])), 1)
    reader.say_label()
    return found.finish(page.attributes.get("title", ""), page.attributes.get("revnumber"))


class _Page:
    """One text on its way to HTML, each line staying on its line."""

    def __init__(self, found: Collector) -> None:
        self.found = found
        self.attributes: dict[str, str] = {}
        self.inline = Inline(found, self.attributes)
        self.open: list[str] = []  # what closes the lists that are open, the outermost first
        self.marks: list[str] = []
        self.in_paragraph = False
        self.hidden = ""  # the fence that ends a comment
        self.columns = 0  # of the table that is open, once its first row tells
        self.cells = 0
        self.in_table = False
        self.asks = False
        self.number = 0

    def html(self, lines: list[str]) -> Iterator[str]:
        """The lines of the page."""
        for self.number, line in enumerate(lines, 1):
            yield self._line(line.rstrip())
        yield self._ended()

    def _line(self, line: str) -> str:
        bare = line.strip()
        if self.hidden or _HIDDEN.match(bare):
            self.hidden = "" if self.hidden and _HIDDEN.match(bare) else self.hidden or bare
            return self._left("comment", line)
        if bare.startswith("//"):
            return self._left("comment", line)
        if _TABLE.match(bare):
            return self._table_edge(bare)
        if self.in_table:
            return self._row(bare)
        if not bare:
            return self._closed() if self.in_paragraph else ""
        return self._marked(line, bare)

    def _marked(self, line: str, bare: str) -> str:
        """A line by the mark that it begins with."""
        if heading := _HEADING.match(line):
            level = len(heading[1])
            return f"{self._ended()}<h{level}>{self.inline.html(heading[2], self.number)}</h{level}>"
        if attribute := _ATTRIBUTE.match(line):
            self.attributes[attribute[1]] = attribute[2] or ""
            return self._left("front matter", line)
        if block := _BLOCK_LINE.match(line):
            return self._block_line(line, block)
        if _FENCE.match(bare) or _RULER.match(bare) or bare == "+":
            closing = "" if bare == "+" or self.open else self._ended()
            return (
                closing + self._left("markup", line)
                if bare != "+"
                else self._left("markup", line) + self._closed()
            )
        if _DIRECTIVE.match(bare):
            return self._ended() + self._left("template", line)
        if bare[0] == "." and bare[1:2] not in (" ", ".", ""):
            return f"{self._ended()}<p>{self.inline.html(bare[1:], self.number)}</p>"
        if item := _ITEM.match(line):
            return self._item(item["mark"], self.inline.html(item["words"], self.number))
        if (self.open or not self.in_paragraph) and (term := _TERM.match(line)):
            return self._term(term)
        start = "" if self.in_paragraph else "<p>"
        self.in_paragraph = True
        return f"{start}{self.inline.html(bare, self.number)}"

    def _block_line(self, line: str, block: re.Match[str]) -> str:
        """`[[walls]]` names what follows, `[qanda]` and `[cols=…]` say how it is to be read."""
        self.asks = block[2].strip() in _QUESTIONS
        if columns := _COLUMNS.search(block[2]):
            self.columns = sum(int(part) if part.isdigit() else 1 for part in _repeats(columns[1]))
        named = _ID.search(line)
        name = (named[1] or named[2]) if named and (block[1] or named[1]) else ""
        return self._ended() + (f'<a id="{escape(name)}"></a>' if name else "") + self._left("markup", line)

    def _term(self, term: re.Match[str]) -> str:
        named, meaning = self.inline.html(term["term"], self.number), term["meaning"]
        made = (
            self._opened(term["mark"], "<dl>", "</dl>")
            + f"<dt>{named}{'?' if self._asked(term) else ''}</dt>"
        )
        if meaning:
            self.in_paragraph = True
            return f"{made}<dd><p>{self.inline.html(meaning, self.number)}"
        return f"{made}<dd>"

    def _asked(self, term: re.Match[str]) -> bool:
        return self.asks and not term["term"].endswith("?")

    def _item(self, mark: str, words: str) -> str:
        kind = "ol" if mark[0] == "." or mark[0].isdigit() else "ul"
        made = self._opened("1." if mark[0].isdigit() else mark, f"<{kind}>", f"</{kind}>")
        self.in_paragraph = True
        return f"{made}<li><p>{words}"

    def _opened(self, mark: str, opening: str, closing: str) -> str:
        """What closes the lists inside the one with this mark, or opens it."""
        made = self._closed()
        if mark in self.marks:
            at = self.marks.index(mark) + 1
            made += "".join(reversed(self.open[at:]))
            del self.open[at:], self.marks[at:]
            return made
        self.open.append(closing)
        self.marks.append(mark)
        return made + opening

    def _closed(self) -> str:
        """What closes the open paragraph; its list stays open."""
        closing, self.in_paragraph = "</p>" if self.in_paragraph else "", False
        return closing

    def _ended(self) -> str:
        """What closes the open paragraph and all lists."""
        closing = self._closed() + "".join(reversed(self.open))
        self.open, self.marks = [], []
        return closing

    def _table_edge(self, bare: str) -> str:
        self.in_table = not self.in_table
        self._left("markup", bare)
        if self.in_table:
            self.cells = 0
            return f"{self._ended()}<table><tr>"
        self.columns = 0
        return "</tr></table>"

    def _row(self, bare: str) -> str:
        """The cells of a line; a row is full when it has as many as the first line, or as the table says."""
        if not _CELL.search(bare):
            return self.inline.html(bare, self.number) + " "
        before, *cells = _CELL.split(bare)
        made = [self.inline.html(before, self.number)] if before.strip() else []
        self.columns = self.columns or len(cells)
        for cell in cells:
            if self.cells and self.cells % self.columns == 0:
                made.append("</tr><tr>")
            self.cells += 1
            made.append(f"<td>{self.inline.html(cell.strip(), self.number)}")
        return "".join(made)

    def _left(self, reason: str, line: str) -> str:
        self.found.drop(self.number, reason, line)
        return ""


def _repeats(columns: str) -> Iterator[str]:
    """`1,2` has two columns, `3*` three."""
    for part in columns.split(","):
        times, star, _ = part.strip().partition("*")
        yield times[:2] if star and times.isdigit() else part
