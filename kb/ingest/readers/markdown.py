"""Which paragraphs, headings, lists and tables are in this Markdown?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from markdown_it.token import Token

from kb.ingest.document import Text
from kb.ingest.readers.collect import Collector, asks_and_answers, chapter_of, literal
from kb.ingest.readers.html import HtmlReader
from kb.ingest.readers.inline import inline_lines, parsed
from kb.ingest.readers.markdown_forms import (
    attributes,
    bold_level,
    callout,
    container,
    is_bold_title,
    quoted,
    read_front_matter,
    slug_of,
    with_colon,
    without_contents,
    without_templates,
)
from kb.ingest.readers.own_marks import read_own_marks
from kb.ingest.readers.page_chrome import markup
from kb.ingest.readers.pieces import Piece, pieces

# "[rule]: https://example.org": where a link of the same name leads
_DEFINITION = re.compile(r" {0,3}\[[^\[\]^][^\[\]]{0,200}\]:\s*\S")
# "(#golden-rule)": some link points at a heading
_TO_HEADING = re.compile(r"\]\(<?[^()\s]{0,200}#[^()\s]")
# "[ ] ", "[x] ": a box to tick
_BOX = re.compile(r"\[[ xX]\]\s+(?=\S)")
_WHOLE = ("inline", "fence", "code_block", "html_block", "hr", "heading_open", "admonition_title_open")


def read_markdown(text: Text, name: str) -> Text:
    """The stretches of a Markdown text; `name` is its file's, which may begin with its chapter's number."""
    lines = [line.text for line in text.lines]
    front = read_front_matter(lines)
    found = Collector(text)
    for number, line in enumerate(lines[: front.lines], 1):
        found.drop(number, "front matter", line)
    lines[: front.lines] = [""] * front.lines
    lines = [without_templates(line, number, found) for number, line in enumerate(lines, 1)]
    content = "\n".join(lines)
    slugs = text.linked or bool(_TO_HEADING.search(content))
    reader = _Reader(found, lines, front.chapter or chapter_of(name), slugs)
    reader.read(parsed(content))
    return found.finish(front.title, front.edition)


class _Reader:
    """One walk over the parser's blocks."""

    def __init__(self, found: Collector, lines: Sequence[str], chapter: str, slugs: bool) -> None:
        self.found = found
        self.lines = lines
        self.chapter = chapter
        self.bold_level = 0  # of paragraphs that are strong as a whole, where they head the text
        self.slugs: Counter[str] | None = Counter() if slugs else None
        self.asks = asks_and_answers(lines)
        self.lists: list[int | None] = []  # of each open list the number of its next item; None: bullets
        self.mark = ""
        self.quotes = 0
        self.heading = 0
        self.headed = (1, 1)
        self.row: list[str] | None = None
        self.in_table = False
        self.place = (1, 1)
        self.lead = ""  # leads the next paragraph: "Note: ", "Goat: ", "[1] "
        self.led = 0  # the line on which it stands
        self.answers = False  # a summary asked: the next paragraph is the answer
        self.terms: list[str] | None = None  # of a list of definitions, until one is defined
        self.defining = ""  # the role of the next paragraph of a definition
        self.kind: str | None = None  # of the callout whose title comes next

    def read(self, tokens: Sequence[Token]) -> None:
        """Add the stretches of all blocks."""
        covered: set[int] = set()
        self.bold_level = bold_level(tokens)
        for token in without_contents(tokens, self.lines, self.found, covered):
            if token.map:
                self.place = (token.map[0] + 1, max(token.map[0] + 1, token.map[1]))
            if token.type in _WHOLE:
                covered.update(range(self.place[0], self.place[1] + 1))
            self._block(token)
        self._add_unread(covered)

    def _add_unread(self, covered: set[int]) -> None:
        """What the parser kept to itself: addresses of links, empty items."""
        self.quotes, self.lists, self.mark = 0, [], ""
        for number, line in enumerate(self.lines, 1):
            if number in covered or not line.strip():
                continue
            if _DEFINITION.match(line):
                self.found.drop(number, "link address", line)
            elif not any(character.isalnum() for character in line) or line.lstrip().startswith(":::"):
                self.found.drop(number, "markup", line)
            else:
                self.found.add(literal(line), number, number)

    def _block(self, token: Token) -> None:
        kind = token.type
        if kind == "inline":
            self._inline(token)
        elif "list_" in kind:
            self._list(token)
        elif kind in ("blockquote_open", "blockquote_close"):
            self.quotes += token.nesting
            self._end_callout(token)
        elif kind in ("heading_open", "heading_close"):
            self.heading = int(token.tag[1]) if token.nesting > 0 else 0
            self.headed = self.place
        elif kind in ("fence", "code_block"):
            self.found.add(literal(token.content), *self.place, role="code")
        elif kind == "html_block":
            for line, tag in markup(token.content):
                self.found.drop(self.place[0] + line - 1, "markup", tag)
            self._html(token.content)
        elif kind == "hr":
            self.found.drop(self.place[0], "ruler", self.lines[self.place[0] - 1])
        elif kind[:2] in ("ta", "tr"):
            self._table(token)
        elif kind[:2] in ("dl", "dt", "dd"):
            self._definition(token)
        elif kind.startswith(("admonition", "container_callout")):
            self._callout(token)

    def _list(self, token: Token) -> None:
        """A list or an item of it begins or ends."""
        if token.type.startswith("list_item"):
            self.mark = self._next_mark(token) if token.nesting > 0 else ""
        elif token.nesting > 0:
            is_ordered = token.type.startswith("ordered")
            self.lists.append(int(token.attrGet("start") or 1) if is_ordered else None)
        else:
            self.lists = self.lists[:-1]

    def _html(self, content: str) -> None:
        """A piece of HTML; what a summary asks or names may be told in Markdown below it."""
        reader = HtmlReader(self.found, goes_on="</details" not in content.lower())
        reader.read(content, self.place[0])
        self.answers = self.answers or reader.asked
        if reader.label:
            self.lead, self.led = f"{reader.label.rstrip(':')}: ", reader.labelled

    def _table(self, token: Token) -> None:
        if token.type in ("table_open", "table_close"):
            self.in_table = token.nesting > 0
        if token.type == "table_open":
            self.found.drop(self.place[0] + 1, "ruler", self.lines[self.place[0]])
        elif token.type == "tr_open":
            self.row = []
        elif token.type == "tr_close":
            self.found.add("\t".join(self.row or []), *self.place, role="row")
            self.row = None

    def _definition(self, token: Token) -> None:
        """A term leads its first definition; two terms of one definition are two names."""
        if token.type == "dt_open":
            self.led = self.led if self.terms else self.place[0]
            self.terms = [*(self.terms or []), ""]
        elif token.type == "dd_open" and self.terms:
            self.lead, self.terms = f"{', '.join(self.terms)}: ", None
            self.defining = "definition"
        elif token.type == "dl_close":
            self.defining = ""
            if self.terms:
                self.found.add(", ".join(self.terms), *self.place)
                self.terms = None

    def _callout(self, token: Token) -> None:
        if token.type == "admonition_open":
            self.kind = str(token.meta.get("tag", ""))
        elif token.type == "admonition_title_close":
            self.kind = None
        elif token.type == "container_callout_open":
            self.lead, self.led = container(token.info), self.place[0]
            self.found.drop(self.place[1], "markup", self.lines[self.place[1] - 1])
        if token.nesting < 0:
            self._end_callout(token)

    def _end_callout(self, token: Token) -> None:
        """A callout without words of its own: its title is all there is."""
        if token.nesting < 0 and self.lead and not token.type.startswith("admonition_title"):
            self.found.add(self.lead.rstrip(": "), *self.place)
            self.lead = ""

    def _next_mark(self, token: Token) -> str:
        """The mark of the next item: what is printed where it leaves numbers out, else counted (`1.` `1.` `1.`)."""
        counted = self.lists[-1]
        if counted is None:
            return token.markup
        printed = token.info if token.info.isdecimal() and int(token.info) >= counted else f"{counted}"
        self.lists[-1] = int(printed) + 1
        return f"{printed}{token.markup}"  # "052." with its zero

    def _inline(self, token: Token) -> None:
        children = token.children or []
        lines = inline_lines(children, self.found, self.place[0])
        if self.row is not None:
            self.row.append(" ".join(" ".join(lines).split()))
        elif self.heading:
            self._headed(" ".join(lines))
        elif self.kind is not None:
            self.lead, self.led, self.kind = callout(self.kind, " ".join(lines)), self.place[0], None
        elif self.terms is not None:
            self.terms[-1] = " ".join(lines)
        elif self._is_bold_heading(children, lines):
            self.found.add(lines[0], *self.place, heading=self.bold_level)
        else:
            self._paragraph(lines)

    def _is_bold_heading(self, children: Sequence[Token], lines: Sequence[str]) -> bool:
        """Whether a paragraph is a title in bold, in a text without other headings than its own title."""
        outside = self.lists or self.quotes or self.lead or self.answers
        return bool(self.bold_level and not outside and len(lines) == 1 and is_bold_title(children, lines[0]))

    def _paragraph(self, lines: list[str]) -> None:
        lines, first = self._led(lines)
        inner = 0
        for piece in pieces(with_colon(lines), self.mark, self.asks):
            begun = self.led if self.lead else first + piece.first
            self.found.add(
                self.lead + read_own_marks(piece.words, self.found),
                begun,
                first + piece.first + piece.count - 1,
                mark=piece.mark,
                role=self._role(piece.mark),
                depth=max(0, len(self.lists) - 1) + inner,
                inside=len(self.lists),
            )
            inner = self._inside_item(piece, inner)
            self.lead = ""
        self.mark = ""

    def _inside_item(self, piece: Piece, inner: int) -> int:
        """How much deeper what follows a piece stands: in an item below its own words."""
        own = self.mark and piece.mark == self.mark and not piece.first
        return int(bool(self.mark or self.lists)) if own or inner or not self.mark else 0

    def _led(self, lines: list[str]) -> tuple[list[str], int]:
        """The lines of a paragraph without a callout's mark or a box to tick, and the number of the first."""
        first = self.place[0]
        if self.quotes and (lead := quoted(lines[0])) is not None:
            self.lead, self.led, lines, first = lead, first, lines[1:], first + 1
        if self.mark and (box := _BOX.match(lines[0] if lines else "")):
            self.found.drop(first, "markup", box[0])
            lines[0] = lines[0][box.end() :]
        if self.answers and not self.mark:
            self.mark, self.answers = "A.", False
        return lines, first

    def _role(self, mark: str) -> str:
        """What the markup calls the next paragraph; what follows the first of a definition goes on with it."""
        if self.defining:
            role, self.defining = self.defining, "defined"
            return role
        return "quote" if self.quotes and not mark else "paragraph"

    def _headed(self, words: str) -> None:
        first = not self.found.stretches
        words, told, names = attributes(words)
        self.found.drop(self.place[0], "markup", told)
        for name in names:
            self.found.anchor(name)
        words = read_own_marks(words, self.found)
        if self.slugs is not None:
            slug = slug_of(words)
            self.found.anchor(f"{slug}-{self.slugs[slug]}" if self.slugs[slug] else slug)
            self.slugs[slug] += 1
        number = self.chapter if first and self.heading == 1 and self.chapter else None
        self.found.add(words, *self.headed, heading=self.heading, number=number)
