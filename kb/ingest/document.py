"""What is a line, a stretch, a block? What the steps of ingest hand to each other."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kb.findings import LeftOut, Problem
from kb.ingest.typed_frozen import typed_frozen


@typed_frozen(frozen=True, slots=True)
class Line:
    """One line of a source: as it came, and as the cleaners leave it."""

    number: int
    """1-based, counted as an editor counts."""

    raw: str
    text: str
    heading: int = 0
    """Heading level that the print of its page tells (1-6); 0 where none does."""

    def with_text(self, text: str) -> Line:
        """The same line with another cleaned text."""
        return self if text == self.text else replace(self, text=text)

    @property
    def is_blank(self) -> bool:
        """Whether nothing is left of it."""
        return not self.text or self.text.isspace()


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A source on its way through ingest: its lines and what was found out so far."""

    file: str
    """Path below the corpus folder, for messages."""

    lines: tuple[Line, ...]
    encoding: str = "utf-8"
    format: str = "text"
    """`text`, `markdown`, ...: told by the file's suffix and first bytes."""

    left_out: tuple[LeftOut, ...] = ()
    problems: tuple[Problem, ...] = ()
    stretches: tuple[Stretch, ...] = ()
    """Paragraphs that the reader of the format parted already; empty where lines of text still have to be."""

    targets: tuple[str, ...] = ()
    """What the text's own links point at; see linkmarks.py."""

    parted: bool = False
    """Whether blank lines part all paragraphs of `lines`: the reader of its pages has parted and joined them."""

    title: str = ""
    """What the reader of the format found out about the whole text: front matter, a page's title."""

    edition: str | None = None
    members: tuple[Member, ...] = ()
    """The files of a source that is a folder, in reading order; their lines are counted on from one to the next."""

    pages: tuple[tuple[int, str], ...] = ()
    """Printed pages: the first line of each and what it is called, in the order of the lines."""

    linked: bool = False
    """Whether other files of its source point at its headings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One file of a source that is a folder."""

    file: str
    """Path below the corpus folder, for messages."""

    title: str
    """What its name says: heads what the file prints no heading for."""

    before: int
    """Lines in the files before it: its first line is the next one of the source."""

    first: int | None = None
    """Its first stretch; None for a page, whose text goes on from the page before."""


@typed_frozen(frozen=True, slots=True, kw_only=True)
class Stretch:
    """A paragraph of a cleaned text with the layout around it: what a recogniser judges."""

    first: int
    last: int
    """Line numbers in the source, inclusive."""

    text: str
    """Its lines joined by single spaces, without its mark."""

    above: tuple[int, ...] = ()
    """Its lines that stand above the first: a column goes on at the top of the next."""

    mark: str = ""
    """The bullet or number it was printed with: `-`, `•`, `1.`, `a.`, `(2)`, `Q.`."""

    indent: int = 0
    alone: bool = False
    """Whether a blank line (or the text's end) stands before and after it."""

    gap: int = 0
    """Blank lines before it."""

    lines: tuple[str, ...] = ()
    """Its cleaned lines, unjoined, marks included."""

    heading: int = 0
    """Heading level that markup states (1-6); 0 where none does."""

    role: str = "paragraph"
    """`paragraph`, `row` (of a table), `quote`, `code`, `term` (defined by what follows): what the markup says."""

    depth: int = 0
    """How deep in a list, from 0."""

    inside: int = 0
    """How many lists the markup has open around it, its own included; 0 where no markup tells."""

    number: str | None = None
    """The number that markup implies: by heading depth, by position in a tree or list."""

    holder: str = ""
    """The number of the record that holds it in a tree of data, whatever its own number says."""

    anchors: tuple[str, ...] = ()
    """Names by which the text's own links point here: `May`, `rule:golden_rule`."""


@typed_frozen(frozen=True, slots=True, kw_only=True)
class Block:
    """A recognised piece: what it is, before it has a place in the tree."""

    kind: str
    """An entry kind, `text` (more of what stands above) or `left out`."""

    stretches: tuple[int, ...]
    """Indexes of the stretches it takes."""

    number: str | None = None
    title: str | None = None
    body: tuple[str, ...] = ()
    """Markdown blocks, to be parted by blank lines."""

    level: int = 0
    """Sections: 0 the text's own title, 1 outermost; steps and items: depth from 0."""

    reason: str = ""
    """Why it was left out."""

    rank: tuple[str, ...] = ()
    """Numbered rules: the number of each level, outermost first: `("6", "603", "603.7", "603.7d")`."""

    aliases: tuple[str, ...] = ()
    loose: bool = False
    """List items: whether text that follows belongs to it, because such text parts the items of its list."""

    group: int = 0
    """List items: which list of the text it belongs to, from 1."""

    pages: tuple[tuple[str, int], ...] = field(default=())
    """Contents: title and printed page of what it lists."""

    edition: str | None = None
    """Attributions: the edition that they name."""
