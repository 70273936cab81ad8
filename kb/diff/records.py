"""What is known of a change between two editions?"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from kb.diff.words import Piece


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """What an entry was on one side of a comparison."""

    number: str | None
    title: str | None
    address: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Heir:
    """An entry of the newer edition that holds words of an older one that is gone or was parted."""

    number: str | None
    title: str | None
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """An entry and what became of it."""

    status: str
    """One of `kb.ledger.STATUSES`."""

    entity: str
    kind: str
    title: str | None
    """As the newer side has it, if it has it."""

    old: Side | None
    new: Side | None
    words: tuple[Piece, ...]
    path: tuple[str, ...]
    """Labels of what it stands under, outermost first, as the newer side has them."""

    heirs: tuple[Heir, ...] = ()
    """Other entries of the newer edition in which words of the old one went on: it was split, or merged into them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two editions of a source, compared."""

    game: str
    source: str
    old: str
    new: str
    counts: Mapping[str, int]
    """How many entries of each status."""

    changes: tuple[Change, ...]
    """In reading order of the newer edition, what was removed where it stood; without what stayed the same."""


def record(comparison: Comparison, url: Callable[[str], str], only: Collection[str] = ()) -> dict[str, Any]:
    """A comparison as `kb diff --json` prints it; `url` makes whole addresses; `only` the statuses that are wanted."""
    return {
        "game": comparison.game,
        "source": comparison.source,
        "old": comparison.old,
        "new": comparison.new,
        "counts": dict(comparison.counts),
        "entries": [
            _change_record(change, url) for change in comparison.changes if not only or change.status in only
        ],
    }


def _change_record(change: Change, url: Callable[[str], str]) -> dict[str, Any]:
    told: dict[str, Any] = {
        "status": change.status,
        "kind": change.kind,
        "title": change.title,
        "old": _side_record(change.old, url),
        "new": _side_record(change.new, url),
        "words": [list(piece) for piece in change.words],
        "path": list(change.path),
    }
    if change.heirs:
        told["became"] = [
            {"number": heir.number, "title": heir.title, "permalink": url(heir.address)}
            for heir in change.heirs
        ]
    return told


def _side_record(side: Side | None, url: Callable[[str], str]) -> dict[str, Any] | None:
    if side is None:
        return None
    return {"number": side.number, "title": side.title, "permalink": url(side.address), "text": side.text}
