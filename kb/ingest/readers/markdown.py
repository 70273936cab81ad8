"""Which paragraphs, headings, lists and tables are in this Markdown?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from markdown_it.token import Token

from kb.ingest.document import Text
from kb.ingest.readers.collect import Collector, chapter_of, literal
from kb.ingest.readers.elements import Elements, level_of_bold
from kb.ingest.readers.html import Page
from kb.ingest.readers.inline import parser, say_inline
from kb.ingest.readers.markdown_forms import edition_of, front_matter, plain_lines, slug_of
from kb.ingest.readers.words import HEADINGS, LISTS, Words

# "[rule]: https://example.org": where a link of the same name leads
_DEFINITION = re.compile(r" {0,3}\[[^\[\]^][^\[\]]{0,200}\]:\s*\S")
_WHOLE = ("inline", "fence", "code_block", "html_block", "hr", "heading_open")


def read_markdown(text: Text, name: str) -> Text:
    """The stretches of a Markdown text; `name` is its file's, which may begin with its chapter's number."""
    lines = [line.text for line in text.lines]
    end, told = front_matter(lines)
    found = Collector(text)
    for number, line in enumerate(lines[:end], 1):
        found.drop(number, "front matter", line)
    lines = plain_lines([""] * end + lines[end:], found)
    chapter = told.get("chapter") or told.get("number") or ""
    is_chapter = re.fullmatch(r"\d{1,4}|[A-Z]", chapter)
    reader = _Reader(found, lines, chapter if is_chapter else chapter_of(name))
    reader.read(parser().parse("\n".join(lines)))
    return found.finish(told.get("title", ""), edition_of(told))


class _Reader(Elements):
    """One walk over the parser's blocks."""

    is_page = False

    def __init__(self, found: Collector, source: Sequence[str], chapter: str) -> None:
        super().__init__(found)
        self.source = source
        self.chapter = chapter
        self.slugs: Counter[str] = Counter()
        self.lists: list[int | None] = []  # of each open list the number of its next item; None: bullets
        self.place = (1, 1)

    def read(self, tokens: Sequence[Token]) -> None:
        """Add the stretches of all blocks."""
        covered: set[int] = set()
        self.bold_level = level_of_bold(token.tag for token in tokens if token.type == "heading_open")
        for token in tokens:
            if token.map:
                self.place = (token.map[0] + 1, max(token.map[0] + 1, token.map[1]))
            if token.type in _WHOLE:
                covered.update(range(self.place[0], self.place[1] + 1))
            self._block(token)
        self.say_label()
        self._add_unread(covered)

    def _add_unread(self, covered: set[int]) -> None:
        """What the parser kept to itself: addresses of links, empty items."""
        for number, line in enumerate(self.source, 1):
            if number in covered or not line.strip():
                continue
            if _DEFINITION.match(line):
                self.found.drop(number, "link address", line)
            elif not any(character.isalnum() for character in line):
                self.found.drop(number, "markup", line)
            else:
                self.found.add(literal(line), number, number)

    def _block(self, token: Token) -> None:
        kind, line = token.type, self.place[0]
        if kind == "inline":
            say_inline(token.children or [], self.words, self.found, line)
        elif kind in ("fence", "code_block"):
            self.found.add(literal(token.content), *self.place, role="code")
        elif kind == "html_block":
            Page(self, token.content, line)
        elif kind in ("hr", "table_open"):
            ruler = line + (kind == "table_open")
            self.found.drop(ruler, "ruler", self.source[ruler - 1])
        elif token.nesting > 0:
            if token.tag in LISTS:
                self.lists.append(int(token.attrGet("start") or 1) if token.tag == "ol" else None)
            mark = self._next_mark(token) if token.tag == "li" else ""
            self.begin(token.tag, HEADINGS.get(token.tag, 0), mark)
        else:
            if token.tag in LISTS:
                self.lists.pop()
            self.end(token.tag, line)

    def _next_mark(self, token: Token) -> str:
        """The mark of the next item: what is printed where it leaves numbers out, else counted (`1.` `1.` `1.`)."""
        counted = self.lists[-1]
        if counted is None:
            return token.markup
        printed = token.info if token.info.isdecimal() and int(token.info) >= counted else f"{counted}"
        self.lists[-1] = int(printed) + 1
        return f"{printed}{token.markup}"  # "052." with its zero

    def number_of(self, title: str, words: Words) -> str | None:
        """The first heading has the chapter's number; links point at each of them by its words."""
        slug = slug_of(title)
        self.found.anchor(f"{slug}-{self.slugs[slug]}" if self.slugs[slug] else slug)
        self.slugs[slug] += 1
        return self.chapter or None if words.heading == 1 and not self.found.stretches else None
