"""Which words would be taken for misspelt ones if we knew no English? Common words near a word of the texts.

"planet" stands one slip from "planes" and in no rulebook; whoever types it means it. The encoder's list of
pieces tells common words; only those that a correction would change are kept, for a browser loads them too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from pathlib import Path

from kb.analyse import stem
from kb.index.marker import damaged

NAME = "spared.txt"

SHORTEST = 4
"""Letters of the shortest word that is corrected."""

LONG_WORD = 8
"""From this many letters on two slips are corrected, below it one."""


def slips_allowed(word: str) -> int:
    """How many slips a correction of this word may assume."""
    return 2 if len(word) >= LONG_WORD else 1


def write(folder: Path, common: Iterable[str], vocabulary: Collection[str], stems: Collection[str]) -> None:
    """Write the common words that are unknown to the texts and near one of their words."""
    found = spared(common, vocabulary, frozenset(stems))
    (folder / NAME).write_text("".join(f"{word}\n" for word in found), encoding="utf-8")


def spared(common: Iterable[str], vocabulary: Collection[str], stems: Collection[str]) -> list[str]:
    """Those of the common words, in order."""
    from rapidfuzz.distance import OSA
    from rapidfuzz.process import extractOne

    alike: dict[str, list[str]] = defaultdict(list)
    for word in vocabulary:
        if len(word) >= SHORTEST and word.isalpha():
            alike[word[0]].append(word)
    return [
        word
        for word in sorted({*common})
        if len(word) >= SHORTEST
        and word.isalpha()
        and word not in stems
        and stem(word) not in stems
        and extractOne(word, alike[word[0]], scorer=OSA.distance, score_cutoff=slips_allowed(word))
    ]


def read(folder: Path) -> frozenset[str]:
    """The words as written."""
    try:
        return frozenset((folder / NAME).read_text(encoding="utf-8").split())
    except OSError as error:
        raise damaged(folder) from error
