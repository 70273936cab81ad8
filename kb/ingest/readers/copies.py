"""Which files of a folder say again what another says? A text in several formats or editions is read once."""

from __future__ import annotations

import re
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain

from kb.ingest.document import Line, Stretch, Text
from kb.ingest.editions import find_stated
from kb.ingest.limits import MOST_HOLDERS

_WORDS = 6
"""Words of a phrase: shorter ones come again in any text of the game."""

_EVERY = 8
"""One phrase in so many is looked at; its checksum says so, and thus alike in every text."""

_FEWEST = 100
"""Phrases looked at in what may be a copy, some 800 words: shorter texts may repeat others on purpose."""

_SHARE = 2 / 3
"""Copies in other formats share nine phrases of ten, editions ten years apart eight; chapters of a text below one."""

# "goat", "Mauer", "été": what no format changes
_WORD = re.compile(r"[^\W\d_]+")
# "2026-01-16", "2024": an edition that tells its age
_DATED = re.compile(r"\d{4}(?:-\d\d){0,2}")


def copies(texts: Sequence[Text]) -> dict[int, int]:
    """Which text each copy repeats, both by their positions; the newest dated edition stays, else the first text."""
    kept: dict[int, list[int]] = defaultdict(list)
    found: dict[int, int] = {}
    for at in sorted(range(len(texts)), key=lambda at: _dated(texts[at]), reverse=True):
        phrases = _phrases(texts[at])
        held = (kept[phrase] for phrase in phrases if phrase in kept and len(kept[phrase]) <= MOST_HOLDERS)
        shared = Counter(chain.from_iterable(held))
        most = max(shared, key=lambda other: (shared[other], -other), default=at)
        if len(phrases) >= _FEWEST and shared[most] >= _SHARE * len(phrases):
            found[at] = most
            continue
        for phrase in phrases:
            kept[phrase].append(at)
    return found


def _dated(text: Text) -> str:
    edition = text.edition or find_stated(line.text for line in text.lines) or ""
    return edition if _DATED.fullmatch(edition) else ""


def _phrases(text: Text) -> set[int]:
    """Checksums of runs of words, whatever line or paragraph they stand in."""
    said: Iterable[Line | Stretch] = text.stretches or text.lines
    words = [word for piece in said for word in _WORD.findall(piece.text.casefold())]
    runs = (" ".join(words[at : at + _WORDS]) for at in range(len(words) - _WORDS + 1))
    sums = (zlib.crc32(run.encode("utf-8", "replace")) for run in runs)
    return {each for each in sums if each % _EVERY == 0}
