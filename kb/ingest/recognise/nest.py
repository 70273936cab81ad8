"""Where does each part belong? Parts in reading order to a tree, each with what stands in it between its paragraphs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, takewhile

from kb.ingest import bodies
from kb.ingest.document import (
    INNER,
    Definition,
    Document,
    Example,
    Item,
    Member,
    Node,
    Omitted,
    Question,
    Rule,
    Running,
    Section,
    Span,
    Stretch,
)
from kb.ingest.numbering.number_labels import bare, roman, worded
from kb.ingest.thresholds import HUNDREDS
from kb.ingest.titles import speaks_of_terms


@dataclass(slots=True, eq=False)
class Place:
    """A node of the tree while it may still grow."""

    node: Node
    parent: Place | None
    level: int
    body: list[str | Place]
    stretches: list[int]

    @property
    def title(self) -> str:
        """What it is called; empty for what has no name."""
        return self.node.title or ""

    @property
    def around(self) -> Iterator[Place]:
        """The place itself and all that it stands in, innermost first."""
        place: Place | None = self
        while place:
            yield place
            place = place.parent


class Tree:
    """All places in reading order, and which of them has the words that were read last."""

    def __init__(self, stretches: Sequence[Stretch]) -> None:
        self.stretches = stretches
        self.places: list[Place] = []
        self.last: Place | None = None

    def add(self, node: Node, parent: Place | None) -> Place:
        """A node as the last thing that stands in a place."""
        level = node.level if isinstance(node, Section) else INNER
        self.last = Place(node, parent, level, list(node.words), list(node.stretches))
        self.places.append(self.last)
        if parent:
            parent.body.append(self.last)
        return self.last

    def nearest_open(self, place: Place | None) -> Place | None:
        """The place itself, or what is open around it: a text that went on elsewhere is not taken up again."""
        still_open = set(self.last.around) if self.last else set()
        return next((each for each in place.around if each in still_open), None) if place else None

    def go_on(self, place: Place, node: Node, words: Sequence[str]) -> None:
        """More text in a place."""
        self.last = place
        place.body += words
        place.stretches += node.stretches

    def grown(self) -> tuple[Node, ...]:
        """The outermost nodes; each is made after all that stands in it."""
        made: dict[Place, Node] = {}
        for place in reversed(self.places):
            held = [self.stretches[index] for index in place.stretches]
            first = min(self.stretches[index].first for index in place.node.stretches)
            made[place] = replace(
                place.node,
                body=tuple(part if isinstance(part, str) else made[part] for part in place.body),
                level=place.level,
                span=Span(first, max(each.last for each in held)),
                stretches=tuple(place.stretches),
                anchors=tuple(anchor for each in held for anchor in each.anchors),
            )
        return tuple(made[place] for place in self.places if place.parent is None)


def nest(document: Document) -> Document:
    """The tree of a text; what was left out has no place in it."""
    nest = _Nest(document.paragraphs, document.page)
    members = document.members
    ends = [*(member.first or 0 for member in members[1:]), len(document.paragraphs)]
    waiting = list(zip(members, ends, strict=False))[::-1]
    chapters = _chapters_around(document.parts)
    for node, nest.around in zip(document.parts, chapters, strict=True):
        while waiting and (waiting[-1][0].first or 0) <= node.stretches[0]:
            member, end = waiting.pop()
            nest.begin(member, document.paragraphs[member.first : end])
        if not isinstance(node, Omitted):
            nest.place(node)
    return replace(document, tree=nest.tree.grown())


class _Nest:
    """The places that are open while parts are read in order."""

    def __init__(self, stretches: Sequence[Stretch], page: str) -> None:
        self.stretches = stretches
        self.page = page
        self.stated = any(stretch.heading for stretch in stretches)
        self.tree = Tree(stretches)
        self.sections: list[Place] = []
        self.host: Place | None = None
        self.ranked: dict[tuple[str, ...], Place] = {}
        self.headed: list[tuple[int, Place]] = []  # numbered headings, each deeper than those before it
        self.terms: list[tuple[int, Place]] = []  # terms that are headings, each deeper than those before it
        self.label: Place | None = None  # a title that runs in, above paragraphs
        self.items: dict[int, Place] = {}  # the newest at each level
        self.containers: dict[int, Place | None] = {}
        self.around: tuple[str, ...] = ()  # the chapter that holds the numbers before and after a part
        self.title: str | None = None  # of the file that is read, where a source has several
        self.glossary: Place | None = None  # the numbered rule about terms that is open
        self.defining: set[Place] = set()  # sections that hold terms or questions
        self.deeper = 0  # levels by which the sections of that file are lowered

    def begin(self, member: Member, stretches: Sequence[Stretch]) -> None:
        """Another file of the source begins: only numbers reach from one to the next."""
        self.sections, self.host, self.items, self.containers = [], None, {}, {}
        self.headed, self.terms, self.glossary = [], [], None
        self.title = member.title
        self.stated = any(stretch.heading for stretch in stretches)
        self.deeper = 0

    def place(self, node: Node) -> None:
        if node.rank:
            self.ranked_rule(node)
        elif isinstance(node, Section) and node.level < INNER:
            self.section(node)
        elif isinstance(node, Item) and not self.in_ranked():
            self.item(node)
        elif self.is_more(node):
            self.more(node)
        elif isinstance(node, Definition):
            self.definition(node)
        elif isinstance(node, Question):
            self.question(node)
        elif isinstance(node, Section) and node.loose:
            above = self.host.parent if self.host and self.host is self.label else self.host
            self.host = self.label = self.tree.add(node, above)
        else:
            self.tree.add(node, self.host)

    def section_open(self) -> Place | None:
        return self.sections[-1] if self.sections else None

    def is_more(self, node: Node) -> bool:
        """Whether a part is text of what is open: running text, and in a numbered rule whatever has no number."""
        in_rule = isinstance(node, (Example, Rule, Item, Section)) and self.in_ranked()
        return in_rule or isinstance(node, Running)

    def definition(self, node: Definition) -> None:
        while node.level and self.sections and self.sections[-1].level >= node.level:
            self.sections.pop()  # a glossary that no heading announces is no part of the section before it
        self.defining.update(self.sections[-1:])
        self.host = self.tree.add(node, self.term_around(node) or self.glossary or self.section_open())
        self.terms.append((self.heading(node), self.host))

    def question(self, node: Question) -> None:
        """A question; one that is a heading stands beside a heading that asks, and not below it."""
        asked = self.sections[-1] if self.sections and self.sections[-1].title.endswith("?") else None
        if asked and self.heading(asked.node) == self.heading(node):
            self.sections.pop()
        self.defining.update(self.sections[-1:])
        self.tree.add(node, self.term_around(node) or self.section_open())

    def heading(self, node: Node) -> int:
        """The level of heading that a part is printed as; deeper than any where it is none."""
        printed = self.stretches[node.stretches[0]].heading
        lowered = node.level if isinstance(node, Definition) and printed else 0
        return max(printed, lowered) or INNER + 1

    def term_around(self, node: Node) -> Place | None:
        """The term in whose text a smaller heading, or a question that is no heading, stands."""
        heading = self.heading(node)
        while self.terms and self.terms[-1][0] >= heading:
            self.terms.pop()
        return self.terms[-1][1] if self.terms else None

    def leaves_list(self, node: Node) -> bool:
        """Whether markup closed the list whose item is open."""
        if not self.host or isinstance(self.host.node, Section):
            return False
        inside = self.stretches[self.host.stretches[0]].inside
        return inside > self.stretches[node.stretches[0]].inside == 0

    def in_ranked(self) -> bool:
        """Whether a numbered rule is open: examples and lists below it are its text."""
        return self.host is not None and bool(self.host.node.rank) and isinstance(self.host.node, Rule)

    def section(self, node: Section) -> None:
        level = self.level(node)
        while self.sections and self.sections[-1].level >= max(level, 1):
            self.sections.pop()
        if not level:
            self.sections = []
        inside = None if self.stated or level == 0 else self.ranked.get(self.around)
        place = self.tree.add(node, inside or self.section_open())
        place.level = level
        self.sections.append(place)
        self.host, self.glossary = place, None
        self.items, self.containers, self.headed, self.terms = {}, {}, [], []

    def level(self, node: Section) -> int:
        """How deep a section is; the title of one file of several is a chapter's, with all its headings below."""
        if self.title is None:
            return node.level
        if not node.level and not self.stated:
            self.deeper = 1
        return max(node.level + self.deeper, 1)

    def ranked_rule(self, node: Node) -> None:
        if isinstance(node, Section) and node.level:  # "Article 3" above 3.1: a section of the text as well
            self.section(node)
            self.ranked[node.rank] = self.sections[-1]
            return
        place = self.tree.add(node, self.by_rank(node))
        if isinstance(node, Section):
            place.level = INNER
        if heading := self.stretches[node.stretches[0]].heading:
            self.headed.append((heading, place))
        self.ranked[node.rank] = place
        self.host, self.glossary = place, place if speaks_of_terms(node.title or "") else None
        self.items, self.containers = {}, {}

    def by_rank(self, node: Node) -> Place | None:
        """The rule whose number leads this one; else the section, unless it has text of its own before."""
        for length in range(len(node.rank) - 1, 0, -1):
            if place := self.ranked.get(node.rank[:length]):
                return self.sections[-1] if place in self.sections else place
        while self.sections and (above := self.sections[-1].parent) and above.node.rank:
            self.sections.pop()  # a heading inside the chapter before
        return self.below_heading(node) if self.stated else self.below_line(node)

    def below_heading(self, node: Node) -> Place | None:
        """The place of an outermost number in a text whose markup states headings: below the next larger one."""
        heading = self.heading(node)
        while (
            self.sections and self.sections[-1].level >= heading and not _counts_on(self.sections[-1], node)
        ):
            self.sections.pop()
        while self.headed and self.headed[-1][0] >= heading:
            self.headed.pop()
        if self.headed and (heading <= INNER or len(node.rank[0]) == HUNDREDS):
            return self.headed[-1][1]  # "101. Decks" as a smaller heading than "100. Concepts"
        return self.section_open()

    def below_line(self, node: Node) -> Place | None:
        """The place of an outermost number in a text of lines: what has text of its own, or terms, is no chapter."""
        while (
            self.ranked and self.sections and self.sections[-1].level and self.sections[-1] in self.defining
        ):
            self.sections.pop()  # a glossary between two chapters
        if any(_counts_on(section, node) for section in self.sections):
            return self.sections[-1]
        is_chapter = isinstance(node, Section)
        while (is_chapter or not self.ranked) and self.sections and self.sections[-1].level:
            if not is_chapter and not any(isinstance(part, str) for part in self.sections[-1].body):
                break
            self.sections.pop()
        return self.section_open()

    def item(self, node: Item) -> None:
        """A list item: below the last item one level up, else below what the list began in."""
        container = self.containers.setdefault(node.group, self.host)
        parent = next(
            (self.items[level] for level in range(node.level - 1, -1, -1) if level in self.items), container
        )
        place = self.tree.add(node, self.tree.nearest_open(parent) or self.tree.nearest_open(self.host))
        self.items[node.level] = place
        for level in [level for level in self.items if level > node.level]:
            del self.items[level]
        if node.loose:
            self.host = place

    def more(self, node: Node) -> None:
        """Text of what is open; the first of a document without a title makes its root, titled on a wiki's page."""
        while self.host and self.host.parent and self.leaves_list(node):
            self.host = self.host.parent
        self.host = self.tree.nearest_open(self.host)
        if self.host is None:
            place = self.tree.add(
                Section(stretches=node.stretches, title=self.title or self.page or None, body=node.body), None
            )
            place.level = 0 if self.title is None else 1
            self.sections, self.host = [place], place
            return
        self.tree.go_on(self.host, node, _with_title(node))


def _counts_on(section: Place, node: Node) -> bool:
    """Whether a rule counts on from the section above it: 1.1 below "I. Mythos", 27A below "Law 27"."""
    label = worded(section.title) or bare(section.title)
    number = section.node.number or (label.number if label and (label.sign or label.word) else "")
    return len(node.rank) == 2 and node.rank[0] in (number, str(roman(number) or ""))


def _with_title(node: Node) -> tuple[str, ...]:
    """The body of a part that becomes text of another: its run-in title is printed again, "II. Moving:"."""
    if not node.title:
        return node.words
    first, *rest = node.words or ("",)
    counted = f"{node.number}. " if node.number and node.kind == "rule" else ""
    return (f"{bodies.body(f'{counted}{node.title}:')} {first}".strip(), *rest)


def _chapters_around(parts: Sequence[Node]) -> list[tuple[str, ...]]:
    """For each part what the numbers before and after it have in common: a heading between 2.1 and 2.2 is in 2."""
    ranks = [part.rank for part in parts]
    return [_common(*both) for both in zip(_before(ranks), _before(ranks[::-1])[::-1], strict=True)]


def _before(ranks: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """For each part the number of the nearest one before it that has one."""
    first: tuple[str, ...] = ()
    return list(accumulate(ranks, lambda before, rank: rank or before, initial=first))[:-1]


def _common(one: tuple[str, ...], two: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(mine for mine, _ in takewhile(lambda both: both[0] == both[1], zip(one, two, strict=False)))
