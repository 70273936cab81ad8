"""What is a line, a stretch, a block? What the steps of ingest hand to each other."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import ClassVar, NamedTuple, TypeVar, dataclass_transform

from kb.errors import ReadError
from kb.findings import LeftOut, Problem
from kb.ingest.limits import MOST_PARAGRAPHS
from kb.sources import NO_OVERRIDES, SourceOverrides

Made = TypeVar("Made")


@dataclass_transform(field_specifiers=(field,))
def typed_frozen(*, frozen: bool, **options: bool) -> Callable[[type[Made]], type[Made]]:
    """A dataclass that only the type checker guards: to guard its fields while the program runs is four times as slow.

    That was a tenth of all that reading a text takes.
    """
    return dataclass(unsafe_hash=frozen, **options)


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
    """What the text's own links point at; see bodies.py."""

    parted: bool = False
    """Whether blank lines part all paragraphs of `lines`: the reader of its pages has parted and joined them."""

    title: str = ""
    """What the reader of the format found out about the whole text: front matter, a page's title."""

    edition: str | None = None
    members: tuple[Member, ...] = ()
    """The files of a source that is a folder, in reading order; their lines are counted on from one to the next."""

    pages: tuple[tuple[int, str], ...] = ()
    """Printed pages: the first line of each and what it is called, in the order of the lines."""

    def leaving_out(self, lines: Iterable[Line], taken: Iterable[tuple[Line, str, str]]) -> Text:
        """The text with these lines, and what was taken away: the line it stood on, why, its words."""
        told = (
            LeftOut(file=self.file, line=line.number, reason=why, text=words) for line, why, words in taken
        )
        return replace(self, lines=tuple(lines), left_out=(*self.left_out, *told))


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


def place(members: Sequence[Member], file: str, line: int) -> tuple[str, int]:
    """The file and the line in it that a line of the whole source stands for."""
    at = bisect_left(members, line, key=lambda member: member.before) - 1
    return (members[at].file, line - members[at].before) if at >= 0 else (file, line)


@typed_frozen(frozen=True, slots=True, kw_only=True)
class Stretch:
    """A paragraph of a cleaned text with the layout around it: what a recogniser judges."""

    first: int
    last: int
    """Line numbers in the source, inclusive."""

    text: str
    """Its lines joined by single spaces, without its mark."""

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


BULLET_SIGNS = "-*•–—·▪◦‣●○■□►➢✦"
BULLETS = frozenset(BULLET_SIGNS)
"""Marks that do not count."""
INNER = 9
"""Level of a section that holds its paragraphs and nothing else: a run-in title, a heading inside a rule."""


def refuse_overfull(file: str, paragraphs: int) -> None:
    """Raise ReadError for more paragraphs than a text may have."""
    if paragraphs > MOST_PARAGRAPHS:
        raise ReadError(f"{file} has more than {MOST_PARAGRAPHS:,} paragraphs: split it into its chapters")


class Span(NamedTuple):
    """Lines of a source, inclusive."""

    first: int
    last: int


@typed_frozen(frozen=True, slots=True, kw_only=True, eq=False)
class Node:
    """A recognised part of a text; what it is, its class says."""

    kind: ClassVar[str] = ""
    """The kind of entry that it becomes; empty for what becomes none of its own."""

    stretches: tuple[int, ...]
    """Indexes of the paragraphs that it takes: its share of the source's characters."""

    number: str | None = None
    title: str | None = None
    body: tuple[str | Node, ...] = ()
    """Markdown blocks, to be parted by blank lines, and between them the nodes that stand in it, in reading order."""

    level: int = 0
    """How deep: headings 0 the text's own title, 1 outermost; items from 0."""

    rank: tuple[str, ...] = ()
    """Numbered rules: the number of each level, outermost first: `("6", "603", "603.7", "603.7d")`."""

    aliases: tuple[str, ...] = ()
    span: Span = Span(0, 0)
    """First and last line of what is its own."""

    anchors: tuple[str, ...] = ()
    """Names by which the text's own links point here."""

    @property
    def words(self) -> tuple[str, ...]:
        """Its own Markdown blocks."""
        return tuple(part for part in self.body if isinstance(part, str))


class Running(Node):
    """Running text: more of what stands above."""


@typed_frozen(frozen=True, slots=True, kw_only=True, eq=False)
class Omitted(Node):
    """What belongs to no entry, for a reason."""

    reason: str
    pages: tuple[tuple[str, int], ...] = ()
    """Contents: title and printed page of what it lists."""


@typed_frozen(frozen=True, slots=True, kw_only=True, eq=False)
class Section(Node):
    """A heading with what stands below it."""

    kind: ClassVar[str] = "section"
    loose: bool = False
    """Whether its title runs in and text that follows belongs to it."""

    @property
    def is_root(self) -> bool:
        """Whether it is the text itself, not a part of it."""
        return self.level == 0


class Rule(Node):
    """A numbered rule, or a paragraph with a title of its own."""

    kind: ClassVar[str] = "rule"


@typed_frozen(frozen=True, slots=True, kw_only=True, eq=False)
class Item(Node):
    """An item of a list."""

    kind: ClassVar[str] = "rule"
    group: int
    """Which list of the text it belongs to, from 1."""

    loose: bool = False
    """Whether text that follows belongs to it, because such text parts the items of its list."""


class Step(Item):
    """A step of a procedure."""

    kind: ClassVar[str] = "step"


class Definition(Node):
    """A term and what it means."""

    kind: ClassVar[str] = "term"


class Question(Node):
    """A question with its answer."""

    kind: ClassVar[str] = "faq"


class Example(Node):
    """What shows a rule at work."""

    kind: ClassVar[str] = "example"


class Table(Node):
    """Rows of cells."""

    kind: ClassVar[str] = "table"


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A text on its way through the recognisers: each gives back one in which more is recognised."""

    paragraphs: Sequence[Stretch]
    """All of it, in reading order; the nodes name them by their place."""

    title: str = ""
    """What its format calls all of it; nothing where it has several files."""

    page: str = ""
    """What the file's name calls a page whose format keeps its title outside: a wiki's."""

    members: tuple[Member, ...] = ()
    overrides: SourceOverrides = NO_OVERRIDES
    excluded: tuple[range, ...] = ()
    """The lines that a person leaves out, as the whole source counts them."""

    numbering: object = None
    """How it numbers its rules, once that is chosen; `numbering.choice_of` tells it."""

    claimed: Mapping[int, Node] = field(default_factory=dict)
    """The node that took a paragraph, by the place of that paragraph."""

    parts: tuple[Node, ...] = ()
    """All nodes in reading order, once running text stands between what was recognised."""

    tree: tuple[Node, ...] = ()
    """The outermost nodes, once each part has its place."""

    def claim(self, nodes: Iterable[Node]) -> Document:
        """The same text with more nodes; none takes a paragraph that another has."""
        claimed = dict(self.claimed)
        for node in nodes:
            if not any(index in claimed for index in node.stretches):
                claimed.update(dict.fromkeys(node.stretches, node))
        return replace(self, claimed=claimed) if len(claimed) > len(self.claimed) else self


Find = Callable[[Sequence[Stretch], Mapping[int, Node]], Iterable[Node]]


def claiming(find: Find) -> Callable[[Document], Document]:
    """A recogniser that claims what is found among the paragraphs and the nodes that others claimed before."""

    @wraps(find)
    def recogniser(document: Document) -> Document:
        return document.claim(find(document.paragraphs, document.claimed))

    return recogniser
