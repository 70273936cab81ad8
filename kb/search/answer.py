"""What does a search give back?"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """An entry that answers a query, and why."""

    id: str
    game: str
    kind: str
    number: str | None
    title: str | None
    url: str
    score: float
    why: str
    """What found it, joined by `+`: `number`, `title`, `id`, `words`, `meaning`, `spelling`, `asked`."""

    excerpt: str
    """The sentence of the entry that fits best, or "" where it has no text."""

    marks: tuple[tuple[int, int], ...]
    """Where in the excerpt the words asked for stand."""

    place: str
    """Id of the entry that stands for this one and its close relatives: a rule for its sub-rules."""

    says: str
    """Id of the entry that the excerpt is taken from: another one's where this one only heads or points."""

    coverage: float = 0.0
    """Which share of what was asked its words hold, each weighed by how rare it is; 0 where only meaning counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a search found."""

    query: str
    mode: str
    took_ms: float
    did_you_mean: str | None
    """The query as searched for, when its spelling was corrected."""

    results: tuple[Hit, ...]

    answered: bool = True
    """False where nothing seems to answer, or nothing stands as asked for: the results are only the nearest."""

    players_words: tuple[tuple[str, str], ...] = ()
    """What players say that was read as what the rules call it, where that is short: `("fizzle", "…")`."""
