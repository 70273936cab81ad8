"""Which entries belong together? What each stands under, and which refers to which.

`neighbours.bin`, little-endian u32: for every entry the position of what it stands under and one, 0 for nothing; then
pairs of positions, an entry that refers and the one that it refers to.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kb.entries import Entry, Reference
from kb.index.manifest import damaged

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NAME = "neighbours.bin"


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbours:
    """What stands near each of some entries, all by position."""

    above: NDArray[np.intp]
    """What each stands under, -1 for nothing."""

    references: NDArray[np.intp]
    """Rows of two: an entry that refers, and the one that it refers to."""

    behind: NDArray[np.intp]
    """How many entries on from the rule that it is a sub-rule of, 0 for any other."""


def write(folder: Path, entries: Sequence[Entry], references: Sequence[Reference]) -> None:
    """Write what stands near each entry; that one refers to what stands under it tells nothing more."""
    position = {entry.id: number for number, entry in enumerate(entries)}
    above = [position.get(entry.parent or "", -1) for entry in entries]
    ends = ((position.get(one.origin, -1), position.get(one.target or "", -1)) for one in references)
    pairs = sorted({(one, other) for one, other in ends if -1 not in (one, other) and above[other] != one})
    numbers = [*(one + 1 for one in above), *(number for pair in pairs for number in pair)]
    (folder / NAME).write_bytes(struct.pack(f"<{len(numbers)}I", *numbers))


def read(folder: Path, places: Sequence[int]) -> Neighbours:
    """Those of an index; `places` are the rules that sub-rules belong to, by position, and any other entry itself."""
    import numpy as np

    count = len(places)
    try:
        numbers = np.frombuffer((folder / NAME).read_bytes(), "<u4").astype(np.intp)
        above, references = numbers[:count] - 1, numbers[count:].reshape(-1, 2)
    except (OSError, ValueError) as error:
        raise damaged(folder) from error
    if len(above) != count or above.max(initial=-1) >= count or references.max(initial=-1) >= count:
        raise damaged(folder)
    return Neighbours(above=above, references=references, behind=np.arange(count) - np.array(places, np.intp))


def joined(games: Sequence[Neighbours]) -> Neighbours:
    """Those of several games: the entries of one after those of another."""
    import numpy as np

    starts = np.cumsum([0, *(len(one.above) for one in games)])
    placed = [*zip(starts, games, strict=False)]
    above = [np.where(one.above < 0, -1, one.above + start) for start, one in placed]
    return Neighbours(
        above=np.concatenate(above),
        references=np.concatenate([one.references + start for start, one in placed]),
        behind=np.concatenate([one.behind for one in games]),
    )
