"""What is an entry about? The stems of its title and of the titles above it, each with how rare it is."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from kb.analyse import stems
from kb.entries import Entry

Topic = tuple[tuple[str, float], ...]
"""Stems, the rarest first, with their rarity from 0 to 1."""

_DIGITS = 3


def of(
    entries: Sequence[Entry], paths: Sequence[Sequence[str]], documents: Sequence[Sequence[str]]
) -> list[Topic]:
    """What each entry is about; `paths` are the titles above each, `documents` its stems."""
    held = Counter(stem for document in documents for stem in set(document))
    most = math.log(1 + len(documents) / 0.5)

    def rarity(stem: str) -> float:
        return round(math.log(1 + len(documents) / (held[stem] + 0.5)) / most, _DIGITS)

    found = []
    for entry, path in zip(entries, paths, strict=True):
        own = set(stems(" ".join([*path, entry.title or ""])))
        found.append(tuple(sorted(((stem, rarity(stem)) for stem in own), key=lambda one: (-one[1], one[0]))))
    return found


def packed(topic: Iterable[tuple[str, float]]) -> str:
    """One line, `leap 0.91 rule 0.3`: of thousands that are read, few are looked at."""
    return " ".join(f"{stem} {rarity}" for stem, rarity in topic)


def unpacked(line: str) -> Topic:
    """The stems of such a line with their rarity."""
    parts = line.split(" ") if line else []
    return tuple(zip(parts[::2], map(float, parts[1::2]), strict=True))
