"""Which paragraphs, headings, lists and tables are in this Markdown?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from markdown_it.token import Token

from kb.ingest.formats.collect import Collector, asks_and_answers, literal, question_or_answer
from kb.ingest.formats.front_matter import read_front_matter
from kb.ingest.formats.html import HtmlReader, chapter_of
from kb.ingest.formats.inline import inline_lines, parser
from kb.ingest.formats.own_marks import read_own_marks
from kb.ingest.lines import Text

# "[rule]: https://example.org": where a link of the same name leads
_DEFINITION = re.compile(r" {0,3}\[[^\[\]]{1,200}\]:\s*\S")
# "(#golden-rule)": some link points at a heading
_TO_HEADING = re.compile(r"\]\(<?[^()\s]{0,200}#[^()\s]")


def read_markdown(text: Text, name: str) -> Text:
    """The stretches of a Markdown text; `name` is its file's, which may begin with its chapter's number."""
    lines = [line.text for line in text.lines]
    front = read_front_matter(lines)
    found = Collector(text)
    for number, line in enumerate(lines[: front.lines], 1):
        found.drop(number, "front matter", line)
    content = "\n".join([*[""] * front.lines, *lines[front.lines :]])
    reader = _Reader(
        found,
        lines,
        front.chapter or chapter_of(name),
        slugs=text.linked or bool(_TO_HEADING.search(content)),
    )
    reader.read(parser().parse(content))
    return found.finish(front.title, front.edition)


class _Reader:
    """One walk over the parser's blocks."""

    def __init__(self, found: Collector, lines: Sequence[str], chapter: str, slugs: bool) -> None:
        self.found = found
        self.lines = lines
        self.chapter = chapter
        self.slugs: Counter[str] | None = Counter() if slugs else None
        self.asks = asks_and_answers(lines)
        self.lists: list[int | None] = []  # of each open list the number of its next item; None: bullets
        self.mark = ""
        self.quotes = 0
        self.heading = 0
        self.row: list[str] | None = None
        self.place = (1, 1)

    def read(self, tokens: Sequence[Token]) -> None:
        covered: set[int] = set()
        for token in tokens:
            if token.map:
                self.place = (token.map[0] + 1, max(token.map[0] + 1, token.map[1]))
            if token.type in ("inline", "fence", "code_block", "html_block", "hr"):
                covered.update(range(self.place[0], self.place[1] + 1))
            self._block(token)
        for number, line in enumerate(self.lines, 1):
            if number not in covered and _DEFINITION.match(line):
                self.found.drop(number, "link address", line)

    def _block(self, token: Token) -> None:
        kind = token.type
        if kind == "inline":
            self._inline(token)
        elif kind in ("bullet_list_open", "ordered_list_open"):
            self.lists.append(int(token.attrGet("start") or 1) if kind[0] == "o" else None)
        elif kind in ("bullet_list_close", "ordered_list_close"):
            self.lists.pop()
        elif kind == "list_item_open":
            self.mark = self._next_mark(token.markup)
        elif kind == "list_item_close":
            self.mark = ""
        elif kind in ("blockquote_open", "blockquote_close"):
            self.quotes += token.nesting
        elif kind in ("heading_open", "heading_close"):
            self.heading = int(token.tag[1]) if token.nesting > 0 else 0
        elif kind == "table_open":
            self.found.drop(self.place[0] + 1, "ruler", self.lines[self.place[0]])
        elif kind == "tr_open":
            self.row = []
        elif kind == "tr_close":
            self.found.add("\t".join(self.row or []), *self.place, role="row")
            self.row = None
        elif kind in ("fence", "code_block"):
            self.found.add(literal(token.content), *self.place, role="code")
        elif kind == "html_block":
            HtmlReader(self.found).read(token.content, self.place[0])
        elif kind == "hr":
            self.found.drop(self.place[0], "ruler", self.lines[self.place[0] - 1])

    def _next_mark(self, markup: str) -> str:
        """The mark of the next item: its own number counts on from the first, whatever is written (`1.` `1.` `1.`)."""
        number = self.lists[-1]
        if number is None:
            return markup
        self.lists[-1] = number + 1
        return f"{number}{markup}"

    def _inline(self, token: Token) -> None:
        lines = inline_lines(token.children or [], self.found, self.place[0])
        if self.row is not None:
            self.row.append(" ".join(" ".join(lines).split()))
            return
        if self.heading:
            self._headed(" ".join(lines))
            return
        groups: list[tuple[str, int, list[str]]] = []  # mark, first line, lines
        for number, line in enumerate(lines, self.place[0]):
            asked = question_or_answer(line) if self.asks else None
            if asked:
                groups.append((asked[0], number, [asked[1]]))
            elif groups:
                groups[-1][2].append(line)
            else:
                groups.append((self.mark, number, [line]))
        self.mark = ""
        for mark, first, parts in groups:
            self.found.add(
                read_own_marks(" ".join(parts), self.found),
                first,
                first + len(parts) - 1,
                mark=mark,
                role="quote" if self.quotes and not mark else "paragraph",
                depth=max(0, len(self.lists) - 1),
            )

    def _headed(self, words: str) -> None:
        first = not self.found.stretches
        words = read_own_marks(words, self.found)
        if self.slugs is not None:
            slug = _slug(words)
            self.found.anchor(f"{slug}-{self.slugs[slug]}" if self.slugs[slug] else slug)
            self.slugs[slug] += 1
        number = self.chapter if first and self.heading == 1 and self.chapter else None
        self.found.add(words, *self.place, heading=self.heading, number=number)


def _slug(words: str) -> str:
    """The name by which links point at a heading: `5.5. Regroup Phase` → `55-regroup-phase`."""
    return re.sub(r"[^\w\- ]", "", words.strip().lower()).replace(" ", "-")
