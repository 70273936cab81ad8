"""Which games are worth asking? The stems of each with how many of its entries hold them, in a few kilobytes.

`routes.bin`, little-endian: u32 stems, u32 entries; then the CRC-32 of every stem as u32, ascending; then for each u16
how many entries hold it.
"""

from __future__ import annotations

import heapq
import math
import os
import struct
import sys
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from zlib import crc32

from kb.index.manifest import damaged
from kb.index.words import WordIndex

NAME = "routes.bin"

MOST_ASKED = 24
"""Games that a question without one goes to: so many are opened in a tenth of a second."""

PART = 1_500
"""Stems and names of a game in a part of `parts`: some four kilobytes."""

SATURATION, LENGTH_SHARE = 40.0, 0.5
"""Of BM25 over games as if each were one text: a word in forty entries of an average game counts half."""

_HEAD = struct.Struct("<II")
_MOST = 0xFFFF


class Route:
    """What is known of one game's words."""

    def __init__(self, entries: int, hashes: Sequence[int], counts: Sequence[int]) -> None:
        self.entries = entries
        self._hashes, self._counts = hashes, counts

    def counted(self) -> Iterator[tuple[int, int]]:
        """The CRC-32 of every stem, and how many entries hold it."""
        return zip(self._hashes, self._counts, strict=True)

    def count(self, stem: str) -> int:
        """How many entries hold a stem."""
        wanted = crc32(stem.encode())
        at = bisect_left(self._hashes, wanted)
        return self._counts[at] if at < len(self._hashes) and self._hashes[at] == wanted else 0


def write(folder: Path, index: WordIndex) -> None:
    """Write what tells whether this game is worth asking."""
    found = sorted((crc32(stem.encode()), min(len(index.postings(stem)[0]), _MOST)) for stem in index.stems())
    hashes, counts = array("I", [one for one, _ in found]), array("H", [count for _, count in found])
    if sys.byteorder == "big":
        hashes.byteswap()
        counts.byteswap()
    (folder / NAME).write_bytes(_HEAD.pack(len(found), index.count) + hashes.tobytes() + counts.tobytes())


def read(folder: Path | str) -> Route:
    """The same as written; a cold search reads one of each game, so paths are joined the quick way."""
    hashes, counts = array("I"), array("H")
    try:
        with open(os.path.join(folder, NAME), "rb") as file:
            data = file.read()
        size, entries = _HEAD.unpack_from(data)
        middle = _HEAD.size + size * hashes.itemsize
        hashes.frombytes(data[_HEAD.size : middle])
        counts.frombytes(data[middle:])
    except (OSError, ValueError, struct.error) as error:
        raise damaged(Path(folder)) from error
    if sys.byteorder == "big":
        hashes.byteswap()
        counts.byteswap()
    if len(hashes) != size or len(counts) != size:
        raise damaged(Path(folder))
    return Route(entries, hashes, counts)


def parts(games: Iterable[tuple[Route, Sequence[int]]]) -> list[dict[str, dict[int, list[int]]]]:
    """Words and names of all games for a browser, in parts of a few kilobytes of which a question needs some.

    A game comes with the CRCs of its names. Part N of the parts, a power of two, holds what has a CRC of N modulo
    their number: `stems`, by the CRC of a stem the games that hold it, each with in how many entries, and `names`, by
    the CRC of a name the games where something is so called. Games are told by their place.
    """
    stems: dict[int, array[int]] = defaultdict(lambda: array("I"))
    names: dict[int, array[int]] = defaultdict(lambda: array("I"))
    for number, (route, named) in enumerate(games):
        for stem, count in route.counted():
            stems[stem].extend((number, count))
        for name in named:
            names[name].append(number)
    total = sum(len(held) // 2 for held in stems.values()) + sum(map(len, names.values()))
    count = 1 << (total // PART).bit_length()
    found: list[dict[str, dict[int, list[int]]]] = [{"stems": {}, "names": {}} for _ in range(count)]
    for kind, known in (("stems", stems), ("names", names)):
        for key in sorted(known):
            found[key % count][kind][key] = known[key].tolist()
    return found


def best(routes: Sequence[Route], stems: Collection[str], most: int) -> list[int]:
    """Which of many games to ask about some stems, by their places: those that hold most of the rare ones."""
    held = ([(at, count) for at, route in enumerate(routes) if (count := route.count(one))] for one in stems)
    return best_of([route.entries for route in routes], held, most)


def best_of(entries: Sequence[int], holders: Iterable[Collection[tuple[int, int]]], most: int) -> list[int]:
    """The same of games with so many entries, told for each stem the places of those that hold it, and in how many."""
    average = sum(entries) / max(1, len(entries)) or 1.0
    damping = [SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * one / average) for one in entries]
    scores = [0.0] * len(entries)
    for held in holders:
        rarity = math.log(1 + (len(entries) - len(held) + 0.5) / (len(held) + 0.5))
        for number, count in held:
            scores[number] += rarity * (1 + count / (count + damping[number]))
    return heapq.nsmallest(most, range(len(entries)), key=lambda number: (-scores[number], number))
