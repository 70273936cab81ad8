"""The tree of a text while it grows: what stands where, and what may still go on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from kb.ingest.document import INNER, Node, Section, Span, Stretch


@dataclass(slots=True, eq=False)
class Place:
    """A node of the tree while it may still grow."""

    node: Node
    parent: Place | None
    span: Span
    level: int
    body: list[str | Place]
    stretches: list[int]
    anchors: list[str] = field(default_factory=list)

    @property
    def is_root(self) -> bool:
        """Whether it is the text itself, not a part of it."""
        return isinstance(self.node, Section) and not self.level

    @property
    def title(self) -> str:
        """What it is called; empty for what has no name."""
        return self.node.title or ""


class Tree:
    """All places in reading order, and which of them are open."""

    def __init__(self, stretches: Sequence[Stretch]) -> None:
        self.stretches = stretches
        self.places: list[Place] = []
        self.open: dict[Place, None] = {}  # what may still go on, outermost first

    def add(self, node: Node, parent: Place | None) -> Place:
        """A node as the last thing that stands in a place."""
        held = [self.stretches[index] for index in node.stretches]
        place = Place(
            node=node,
            parent=parent,
            span=Span(min(each.first for each in held), max(each.last for each in held)),
            level=node.level if isinstance(node, Section) else INNER,
            body=list(node.words),
            stretches=list(node.stretches),
            anchors=[anchor for each in held for anchor in each.anchors],
        )
        self.places.append(place)
        if parent:
            parent.body.append(place)
        self.close_below(parent)
        self.open[place] = None
        return place

    def close_below(self, place: Place | None) -> None:
        """Nothing that stands below a place is open any more, since something else came after it."""
        while self.open and next(reversed(self.open)) is not place:
            self.open.popitem()
        if place and place not in self.open:  # a number out of its order
            self.open = dict.fromkeys(reversed([place, *_ancestors(place)]))

    def nearest_open(self, place: Place | None) -> Place | None:
        """The place itself, or what is open around it: a text that went on elsewhere is not taken up again."""
        while place and place not in self.open:
            place = place.parent
        return place

    def go_on(self, place: Place, node: Node, words: Sequence[str]) -> None:
        """More text in a place."""
        self.close_below(place)
        place.body += words
        held = [self.stretches[index] for index in node.stretches]
        place.span = Span(place.span.first, max(place.span.last, *(each.last for each in held)))
        place.anchors += (anchor for each in held for anchor in each.anchors)
        place.stretches += node.stretches

    def grown(self) -> tuple[Node, ...]:
        """The outermost nodes; each is made after all that stands in it."""
        made: dict[Place, Node] = {}
        for place in reversed(self.places):
            made[place] = replace(
                place.node,
                body=tuple(part if isinstance(part, str) else made[part] for part in place.body),
                level=place.level,
                span=place.span,
                stretches=tuple(place.stretches),
                anchors=tuple(place.anchors),
            )
        return tuple(made[place] for place in self.places if place.parent is None)


def _ancestors(place: Place) -> Iterator[Place]:
    while place.parent:
        place = place.parent
        yield place
