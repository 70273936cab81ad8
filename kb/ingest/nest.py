"""Where does each block belong? Blocks in reading order to a tree of nodes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kb.ingest.document import Block, Member, Stretch
from kb.ingest.nodes import Node
from kb.ingest.numbering.number_labels import bare, roman, worded
from kb.ingest.recognise import bodies
from kb.ingest.recognise.announcing import speaks_of_terms
from kb.ingest.recognise.headings import INNER

_HUNDREDS = 3
"""Digits of numbers that count on through all headings: "100. Concepts", "101. Decks", and 102. in it."""


class _Nest:
    """The places that are open while blocks are read in order."""

    def __init__(self, stretches: Sequence[Stretch]) -> None:
        self.stretches = stretches
        self.stated = any(stretch.heading for stretch in stretches)
        self.nodes: list[Node] = []
        self.sections: list[Node] = []
        self.host: Node | None = None
        self.ranked: dict[tuple[str, ...], Node] = {}
        self.headed: list[tuple[int, Node]] = []  # numbered headings, each deeper than those before it
        self.terms: list[tuple[int, Node]] = []  # terms that are headings, each deeper than those before it
        self.label: Node | None = None  # a title that runs in, above paragraphs
        self.items: dict[int, Node] = {}  # the newest at each level
        self.containers: dict[int, Node | None] = {}
        self.around: tuple[str, ...] = ()  # the chapter that holds the numbers before and after a block
        self.title: str | None = None  # of the file that is read, where a source has several
        self.glossary: Node | None = None  # the numbered rule about terms that is open
        self.defining: set[Node] = set()  # sections that hold terms or questions
        self.open: dict[Node, None] = {}  # what may still go on, outermost first
        self.deeper = 0  # levels by which the sections of that file are lowered

    def begin(self, member: Member, stretches: Sequence[Stretch]) -> None:
        """Another file of the source begins: only numbers reach from one to the next."""
        self.sections, self.host, self.items, self.containers = [], None, {}, {}
        self.headed, self.terms, self.glossary = [], [], None
        self.title = member.title
        self.stated = any(stretch.heading for stretch in stretches)
        self.deeper = 0

    def add(self, block: Block, parent: Node | None) -> Node:
        stretches = [self.stretches[index] for index in block.stretches]
        node = Node(
            kind=block.kind,
            number=block.number,
            title=block.title or None,
            parent=parent,
            lines=(min(s.first for s in stretches), max(s.last for s in stretches)),
            body=list(block.body),
            rank=block.rank,
            at=len(parent.body) if parent else 0,
            aliases=block.aliases,
            anchors=[anchor for stretch in stretches for anchor in stretch.anchors],
            letters=list(block.stretches),
        )
        self.nodes.append(node)
        self.close_below(parent)
        self.open[node] = None
        return node

    def close_below(self, node: Node | None) -> None:
        """Nothing that stands below a node is open any more, since something else came after it."""
        while self.open and next(reversed(self.open)) is not node:
            self.open.popitem()
        if node and node not in self.open:  # a number out of its order
            self.open = dict.fromkeys(reversed([node, *_ancestors(node)]))

    def nearest_open(self, node: Node | None) -> Node | None:
        """The node itself, or what is open around it: a text that went on elsewhere is not taken up again."""
        while node and node not in self.open:
            node = node.parent
        return node

    def place(self, block: Block) -> None:
        if block.rank:
            self.ranked_rule(block)
        elif block.kind == "section" and block.level < INNER:
            self.section(block)
        elif block.group and not self.in_ranked():
            self.item(block)
        elif (
            block.kind in ("example", "rule", "step", "section", "text") and self.in_ranked()
        ) or block.kind == "text":
            self.more(block)
        elif block.kind == "term":
            while block.level and self.sections and self.sections[-1].level >= block.level:
                self.sections.pop()  # a glossary that no heading announces is no part of the section before it
            self.defining.update(self.sections[-1:])
            around = self.term_around(block) or self.glossary
            self.host = self.add(block, around or (self.sections[-1] if self.sections else None))
            self.terms.append((self.heading(block), self.host))
        elif block.kind == "faq":
            self.defining.update(self.sections[-1:])
            self.add(block, self.term_around(block) or (self.sections[-1] if self.sections else None))
        elif block.kind == "section" and block.loose:
            above = self.host.parent if self.host and self.host is self.label else self.host
            self.host = self.label = self.add(block, above)
        else:
            self.add(block, self.host)

    def heading(self, block: Block) -> int:
        """The level of heading that a block is printed as; deeper than any where it is none."""
        return self.stretches[block.stretches[0]].heading or INNER + 1

    def term_around(self, block: Block) -> Node | None:
        """The term in whose text a smaller heading, or a question that is no heading, stands."""
        heading = self.heading(block)
        while self.terms and self.terms[-1][0] >= heading:
            self.terms.pop()
        return self.terms[-1][1] if self.terms else None

    def leaves_list(self, block: Block) -> bool:
        """Whether markup closed the list whose item is open."""
        if self.host not in self.items.values() or not self.host:
            return False
        inside = self.stretches[self.host.letters[0]].inside
        return inside > self.stretches[block.stretches[0]].inside == 0

    def in_ranked(self) -> bool:
        """Whether a numbered rule is open: examples and lists below it are its text."""
        return self.host is not None and bool(self.host.rank) and self.host.kind == "rule"

    def section(self, block: Block) -> None:
        level = self.level(block)
        while self.sections and self.sections[-1].level >= max(level, 1):
            self.sections.pop()
        if not level:
            self.sections = []
        inside = None if self.stated or level == 0 else self.ranked.get(self.around)
        node = self.add(block, inside or (self.sections[-1] if self.sections else None))
        node.level = level
        self.sections.append(node)
        self.host, self.glossary = node, None
        self.items, self.containers, self.headed, self.terms = {}, {}, [], []

    def level(self, block: Block) -> int:
        """How deep a section is; the title of one file of several is a chapter's, with all its headings below."""
        if self.title is None:
            return block.level
        if not block.level and not self.stated:
            self.deeper = 1
        return max(block.level + self.deeper, 1)

    def ranked_rule(self, block: Block) -> None:
        if block.kind == "section" and block.level:  # "Article 3" above 3.1: a section of the text as well
            self.section(block)
            self.ranked[block.rank] = self.sections[-1]
            return
        node = self.add(block, self.by_rank(block))
        if heading := self.stretches[block.stretches[0]].heading:
            self.headed.append((heading, node))
        self.ranked[block.rank] = node
        self.host, self.glossary = node, node if speaks_of_terms(node.title or "") else None
        self.items, self.containers = {}, {}

    def by_rank(self, block: Block) -> Node | None:
        """The rule whose number leads this one; else the section, unless it has text of its own before."""
        for length in range(len(block.rank) - 1, 0, -1):
            if node := self.ranked.get(block.rank[:length]):
                return self.holding(node, block.rank) if node in self.sections else node
        while self.sections and self.sections[-1].parent and self.sections[-1].parent.rank:
            self.sections.pop()  # a heading inside the chapter before
        if self.stated:
            heading = self.heading(block)
            while (
                self.sections
                and self.sections[-1].level >= heading
                and not _counts_on(self.sections[-1], block)
            ):
                self.sections.pop()
            while self.headed and self.headed[-1][0] >= heading:
                self.headed.pop()
            in_hundreds = len(block.rank) == 1 and len(block.rank[0]) == _HUNDREDS
            if self.headed and (heading <= INNER or in_hundreds):
                return self.headed[-1][1]  # "101. Decks" as a smaller heading than "100. Concepts"
            return self.sections[-1] if self.sections else None
        while self.sections and self.is_glossary(self.sections[-1]):
            self.sections.pop()
        if any(_counts_on(section, block) for section in self.sections):
            return self.sections[-1]
        outermost = block.kind == "section" or not self.ranked
        while (
            outermost
            and self.sections
            and not self.sections[-1].is_root
            and (block.kind == "section" or self.sections[-1].body)
        ):
            self.sections.pop()
        return self.sections[-1] if self.sections else None

    def holding(self, chapter: Node, rank: tuple[str, ...]) -> Node:
        """The innermost open section of a chapter, but none of a rule that a number is not below: 2.3 after 2.2."""
        while self.sections[-1] is not chapter:
            above = self.sections[-1].parent
            if above is None or above.rank == rank[: len(above.rank)]:
                break
            self.sections.pop()
        return self.sections[-1]

    def is_glossary(self, section: Node) -> bool:
        """Whether numbered rules that follow are no part of a section: between two chapters, or called a glossary."""
        if section.is_root or section not in self.defining:
            return False
        return bool(self.ranked) or speaks_of_terms(section.title or "")

    def item(self, block: Block) -> None:
        """A list item: below the last item one level up, else below what the list began in."""
        container = self.containers.setdefault(block.group, self.host)
        parent = next(
            (self.items[level] for level in range(block.level - 1, -1, -1) if level in self.items), container
        )
        node = self.add(block, self.nearest_open(parent))
        self.items[block.level] = node
        for level in [level for level in self.items if level > block.level]:
            del self.items[level]
        if block.loose:
            self.host = node
        elif self.host is not container and block.level == 0:
            self.host = container

    def more(self, block: Block) -> None:
        """Text of what is open; the first text of a document without a title makes its untitled root."""
        if self.host is None:
            named = Block(kind="section", stretches=block.stretches, title=self.title, body=block.body)
            node = self.add(named, None)
            node.level = 0 if self.title is None else 1
            self.sections, self.host = [node], node
            return
        while self.leaves_list(block) and self.host.parent:
            self.host = self.host.parent
        self.host = self.nearest_open(self.host) or self.host
        self.close_below(self.host)
        self.host.body += _with_title(block)
        first, last = self.host.lines
        held = [self.stretches[index] for index in block.stretches]
        self.host.lines = (first, max(last, *(stretch.last for stretch in held)))
        self.host.anchors += (anchor for stretch in held for anchor in stretch.anchors)
        self.host.letters += block.stretches


def _ancestors(node: Node) -> Iterator[Node]:
    while node.parent:
        node = node.parent
        yield node


def _counts_on(section: Node, block: Block) -> bool:
    """Whether a rule counts on from the section above it: 1.1 below "I. Mythos", 27A below "Law 27"."""
    label = worded(section.title or "") or bare(section.title or "")
    number = section.number or (label.number if label and (label.sign or label.word) else "")
    return len(block.rank) == 2 and block.rank[0] in (number, str(roman(number) or ""))


def _with_title(block: Block) -> tuple[str, ...]:
    """The body of a block that becomes text of another: its run-in title is printed again, "II. Moving:"."""
    if not block.title:
        return block.body
    first, *rest = block.body or ("",)
    counted = f"{block.number}. " if block.number and block.kind == "rule" else ""
    return (f"{bodies.body(f'{counted}{block.title}:')} {first}".strip(), *rest)


def nest(blocks: Sequence[Block], stretches: Sequence[Stretch], members: Sequence[Member] = ()) -> list[Node]:
    """All nodes in reading order, each with its parent; what was left out makes none."""
    nest = _Nest(stretches)
    ends = [*(member.first or 0 for member in members[1:]), len(stretches)]
    waiting = list(zip(members, ends, strict=False))[::-1]
    chapters = _chapters_around(blocks)
    for block, nest.around in zip(blocks, chapters, strict=True):
        while waiting and (waiting[-1][0].first or 0) <= block.stretches[0]:
            member, end = waiting.pop()
            nest.begin(member, stretches[member.first : end])
        if block.kind != "left out":
            nest.place(block)
    return nest.nodes


def _chapters_around(blocks: Sequence[Block]) -> list[tuple[str, ...]]:
    """For each block what the numbers before and after it have in common: a heading between 2.1 and 2.2 is in 2."""
    if not any(block.rank for block in blocks):
        return [()] * len(blocks)
    following: list[tuple[str, ...]] = []
    rank: tuple[str, ...] = ()
    for block in reversed(blocks):
        following.append(rank)
        rank = block.rank or rank
    around: list[tuple[str, ...]] = []
    rank = ()
    for block, after in zip(blocks, reversed(following), strict=True):
        around.append(_common(rank, after))
        rank = block.rank or rank
    return around


def _common(one: tuple[str, ...], two: tuple[str, ...]) -> tuple[str, ...]:
    length = 0
    while length < min(len(one), len(two)) and one[length] == two[length]:
        length += 1
    return one[:length]
