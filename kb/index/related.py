"""Which other places of a game say something alike? The nearest entries by meaning, for every entry."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kb.entries import Entry, Reference

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from kb.encoders.quantise import Floats

MOST = 5
"""Related entries of one entry; what follows is rarely worth a look."""

LEAST = 0.6
"""Similarity below which readers of the Magic rules no longer saw what two entries have in common."""

LOOKED_AT = 40
"""Nearest entries from which those are taken that a reader would not meet anyway."""

MOST_ENTRIES = 30_000
"""Of one game: comparing each with each takes as long as their number squared."""

_BLOCK = 512


def related(entries: Sequence[Entry], references: Sequence[Reference], rows: Floats) -> dict[str, list[str]]:
    """The nearest entries of the same game by meaning, but those that stand around or are linked anyway."""
    linked: dict[str, set[str]] = defaultdict(set)
    for reference in references:
        if reference.target:
            linked[reference.origin].add(reference.target)
            linked[reference.target].add(reference.origin)
    games: dict[str, list[int]] = defaultdict(list)
    for number, entry in enumerate(entries):
        if entry.text:
            games[entry.game].append(number)
    found: dict[str, list[str]] = {}
    for numbers in games.values():
        if len(numbers) <= MOST_ENTRIES:
            for number, near in _nearest(numbers, rows):
                entry = entries[number]
                fitting = (entries[one] for one in near)
                ids = [
                    one.id for one in fitting if not _is_around(entry, one) and one.id not in linked[entry.id]
                ]
                if ids:
                    found[entry.id] = ids[:MOST]
    return found


def _nearest(numbers: Sequence[int], rows: Floats) -> Iterator[tuple[int, list[int]]]:
    """Every entry with those that are near enough, nearest first; equally near ones in reading order."""
    import numpy as np

    own = rows[np.asarray(numbers)]
    own = own / np.maximum(np.linalg.norm(own, axis=1, keepdims=True), 1e-9)
    for start in range(0, len(numbers), _BLOCK):
        similar = own[start : start + _BLOCK] @ own.T
        for at, row in enumerate(similar, start):
            row[at] = 0
            enough = np.flatnonzero(row >= LEAST)
            if len(enough) > LOOKED_AT:  # of entries all alike: sorting them for each takes long
                enough = _highest(row, enough)
            order = enough[np.argsort(-row[enough], kind="stable")][:LOOKED_AT]
            yield numbers[at], [numbers[one] for one in order]


def _highest(row: Floats, places: NDArray[np.intp]) -> NDArray[np.intp]:
    """The places of the highest values of a row, as many as are looked at; the first of equal ones."""
    import numpy as np

    values = row[places]
    last = np.partition(values, len(values) - LOOKED_AT)[len(values) - LOOKED_AT]
    above, equal = places[values > last], places[values == last]
    return np.sort(np.concatenate([above, equal[: LOOKED_AT - len(above)]]))


def _is_around(entry: Entry, other: Entry) -> bool:
    """Whether a reader of an entry has the other before their eyes: above it, below it, or the next of its steps."""
    is_beside = bool(entry.parent and entry.parent == other.parent and entry.number and other.number)
    return is_beside or other.id == entry.parent or other.parent == entry.id
