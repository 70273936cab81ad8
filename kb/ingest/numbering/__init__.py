"""Which way of numbering explains a text best, and which is the next best?"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from kb.ingest.document import Document
from kb.ingest.numbering.number_labels import Label
from kb.ingest.numbering.schemes import Scheme
from kb.ingest.thresholds import FEWEST, HALF

NOTHING = 0.05
"""What "this text has no numbers" explains of any text: a scheme must do better."""

_FAMILIES = {".": "dotted", "-": "hyphens", "a": "letters"}
PRINTED = tuple(_FAMILIES.values())
IMPLIED = ("position", "headings")
NAMES = (*PRINTED, "words", "counted", *IMPLIED, "none")
"""What a `[[sources]]` row may call a scheme: 603.7d, 1-2-1, 1e1a, Article 12, 12., by place, by depth, not at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """How well a scheme explains a text; all shares from 0 to 1."""

    name: str
    example: str = ""
    """One of its numbers, as this text prints it."""

    numbers: int = 0
    order: float = 0.0
    nesting: float = 0.0
    coverage: float = 0.0

    @property
    def score(self) -> float:
        """Order times nesting; less for few numbers and for those that head little of the text."""
        return self.order * self.nesting * sqrt(self.coverage) * self.numbers / (self.numbers + 2)

    def __str__(self) -> str:
        return f"{self.name} {self.example}".strip()


NO_SCHEME = Explained(name="none")


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The scheme that explains a text best, and the next best."""

    best: Explained = NO_SCHEME
    runner_up: Explained = NO_SCHEME
    is_told: bool = False
    """Whether a person chose it."""

    labels: tuple[tuple[int, Label], ...] = ()
    """Everything that reads as a number of several levels, with its stretch."""

    schemes: tuple[Scheme, ...] = ()
    """The schemes that those follow, well or badly."""

    @property
    def confidence(self) -> float:
        """How much better the best explains the text than the next best: 0.5 where they are alike, 1 if told."""
        best, other = max(self.best.score, NOTHING), max(self.runner_up.score, NOTHING)
        return 1.0 if self.is_told else min(0.99, round(best**2 / (best**2 + other**2), 2))

    @property
    def is_printed(self) -> bool:
        """Whether the rules are numbered by what stands before their words."""
        return self.best.name in PRINTED

    def allows(self, *names: str) -> bool:
        """Whether numbers of such schemes may be looked for: unless a person chose another."""
        return not self.is_told or self.best.name in names

    def takes(self, scheme: Scheme) -> bool:
        """Whether the numbers of a family are rules'; beside a better family one must be sure of itself."""
        if self.is_told:
            return name_of(scheme) == self.best.name
        if len(scheme.members) < FEWEST:
            return (name_of(scheme), len(scheme.members)) == (self.best.name, self.best.numbers)
        least = 0.0 if not self.is_printed or name_of(scheme) == self.best.name else HALF
        return scheme.is_sure and scheme.confidence >= least


NO_CHOICE = Choice()


def name_of(scheme: Scheme) -> str:
    """What people call the scheme of a family of labels."""
    return _FAMILIES[scheme.family[-1]]


def choice_of(document: Document) -> Choice:
    """What was chosen for a text; nothing before it was asked."""
    return document.numbering if isinstance(document.numbering, Choice) else NO_CHOICE
