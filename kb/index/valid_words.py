"""Which words would be taken for misspelt ones if we knew no English? Common words near a word of the texts.

"planet" stands one slip from "planes" and in no rulebook; whoever types it means it. The encoder's list of
pieces tells common words; only those that a correction would change are kept, for a browser loads them too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from pathlib import Path

from kb.analyse import stem
from kb.index.manifest import damaged

NAME = "valid_words.txt"

SHORTEST = 4
"""Letters of the shortest word that is corrected."""

LONG_WORD = 8
"""From this many letters on two slips are corrected, below it one."""


def slips_allowed(word: str) -> int:
    """How many slips a correction of this word may assume."""
    return 2 if len(word) >= LONG_WORD else 1


def write(
    folder: Path, common: Iterable[str], vocabulary: Collection[str], stems: Collection[str]
) -> list[str]:
    """Write the common words that are unknown to the texts and near one of their words; returns them."""
    found = valid_words(common, vocabulary, frozenset(stems))
    (folder / NAME).write_text("".join(f"{word}\n" for word in found), encoding="utf-8")
    return found


def valid_words(common: Iterable[str], vocabulary: Collection[str], stems: Collection[str]) -> list[str]:
    """Those of the common words, in order."""
    alike: dict[str, list[str]] = defaultdict(list)
    for word in filter(_is_corrected, vocabulary):
        alike[word[0]].append(word)
    unheld: dict[tuple[str, int], list[str]] = defaultdict(list)
    for word in filter(_is_corrected, {*common}):
        if word not in stems and word[0] in alike:
            unheld[word[0], slips_allowed(word)].append(word)
    near = [_near(words, alike[first], slips) for (first, slips), words in unheld.items()]
    return sorted(word for words in near for word in words if stem(word) not in stems)


def _is_corrected(word: str) -> bool:
    return len(word) >= SHORTEST and word.isalpha()


def _near(words: list[str], held: list[str], slips: int) -> list[str]:
    """Those words that stand at most so many slips from a word held: all compared at once, before any is stemmed."""
    import numpy as np
    from rapidfuzz.distance import OSA
    from rapidfuzz.process import cdist

    found = cdist(words, held, scorer=OSA.distance, score_cutoff=slips, dtype=np.uint8).min(axis=1) <= slips
    return [word for word, is_near in zip(words, found, strict=True) if is_near]


def read(folder: Path) -> frozenset[str]:
    """The words as written."""
    try:
        return frozenset((folder / NAME).read_text(encoding="utf-8").split())
    except OSError as error:
        raise damaged(folder) from error
