"""How is meaning made findable? A vector for every entry, every sentence and every known question.

An entry is encoded below its headings, a sentence below the nearest one: a rule's words mean little without
them.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from kb.analyse import sentences
from kb.entries import Entry
from kb.index.manifest import damaged

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from kb.encoders import Encoder
    from kb.encoders.quantise import Floats, Packed

ENTRIES, PARTS, OWNERS = "entries.kbq", "parts.kbq", "owners.bin"
PIECES, PIECE_ENDS = "pieces.kbq", "piece_ends.bin"
SHORTEST_SENTENCE = 16
"""Characters of the shortest sentence with a vector of its own; shorter ones are list marks and the like."""

ASKED = 0xFFFF
"""The sentence number of a question that players ask for an entry."""

KNOWN = 0xFFFE
"""That of the mean of the questions that are known for a text (`kb/encoders/asked.py`): with it 76 of a hundred
beginners' questions about Magic get a right rule first, 69 without. Who wrote either had not seen the others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A stretch of an entry with a vector of its own."""

    owner: int
    """Position of the entry."""

    sentence: int
    """Which sentence of its text, from 0; ASKED for a question that is not in the text."""

    text: str


def entry_text(entry: Entry, path: Sequence[str]) -> str:
    """What is encoded for an entry: `Combat > Grappling. A creature may …`."""
    headings = " > ".join([*path, *([entry.title] if entry.title else [])])
    return ". ".join(part for part in (headings, entry.text) if part)


def parts(
    entries: Sequence[Entry], paths: Sequence[Sequence[str]], player_questions: Mapping[str, Sequence[str]]
) -> list[Part]:
    """All stretches with vectors of their own, in order of their entries."""
    return [
        part
        for owner, entry in enumerate(entries)
        for part in _parts(owner, entry, paths[owner], player_questions)
    ]


def _parts(
    owner: int, entry: Entry, path: Sequence[str], player_questions: Mapping[str, Sequence[str]]
) -> Iterator[Part]:
    nearest = entry.title or (path[-1] if path else "")
    for number, (start, end) in enumerate(sentences(entry.text)[:KNOWN]):
        if end - start >= SHORTEST_SENTENCE:
            text = ". ".join(part for part in (nearest, entry.text[start:end]) if part)
            yield Part(owner=owner, sentence=number, text=text)
    for question in player_questions.get(entry.id, ()):
        yield Part(owner=owner, sentence=ASKED, text=question)


def write(
    folder: Path, wholes: Sequence[str], found: Sequence[Part], encoder: Encoder, texts: Sequence[str]
) -> dict[str, Any]:
    """Encode entries and parts and write them, and what is known to be asked of their texts.

    Returns what `Vectors` needs to open them again.
    """
    import numpy as np

    from kb import encoders
    from kb.encoders import asked
    from kb.encoders.quantise import pack
    from kb.index.cache import VECTOR_BITS, Cached

    has_pieces = False
    if isinstance(encoder, Cached) and wholes:
        has_pieces = True
        _write_pieces(folder, encoder.pieces(wholes))  # first, for their vectors are then known, too
    rows = encoder.encode([*wholes, *(part.text for part in found)])
    (folder / ENTRIES).write_bytes(pack(rows[: len(wholes)], VECTOR_BITS))
    known, means = asked.read(encoders.DATA / asked.NAME, encoder.key, texts)
    owners = [*((part.owner, part.sentence) for part in found), *((owner, KNOWN) for owner in known)]
    order = sorted(range(len(owners)), key=owners.__getitem__)
    told = rows[len(wholes) :]
    together = np.concatenate([told, means]) if known else told
    (folder / PARTS).write_bytes(pack(together[order], VECTOR_BITS))
    numbers = [number for row in order for number in owners[row]]
    (folder / OWNERS).write_bytes(struct.pack(f"<{len(numbers)}I", *numbers))
    return {
        "encoder": encoder.key,
        "columns": encoder.dims,
        "entries": len(wholes),
        "parts": len(owners),
        "pieces": has_pieces,
    }


def _write_pieces(folder: Path, packed: Sequence[bytes]) -> None:
    from kb.encoders.quantise import Packed, join

    ends = accumulate(len(Packed(rows)) for rows in packed)
    (folder / PIECES).write_bytes(join(packed))
    (folder / PIECE_ENDS).write_bytes(struct.pack(f"<{len(packed)}I", *ends))


def _mapped(path: Path) -> Packed:
    """The rows of a file, of which only those that are asked for are read."""
    from kb.encoders.quantise import Packed

    with path.open("rb") as file:
        return Packed(memoryview(mmap(file.fileno(), 0, access=ACCESS_READ)))


class Vectors:
    """The written vectors, read."""

    def __init__(self, folder: Path, facts: Mapping[str, Any]) -> None:
        import numpy as np

        from kb.errors import EncoderError

        self._folder, self._has_pieces = folder, bool(facts["pieces"])
        try:
            self.entries, self.parts = _mapped(folder / ENTRIES), _mapped(folder / PARTS)
            owners = np.frombuffer((folder / OWNERS).read_bytes(), "<u4").reshape(-1, 2)
        except (OSError, ValueError, EncoderError) as error:
            raise damaged(folder) from error
        if (len(self.entries), len(self.parts)) != (facts["entries"], facts["parts"]) or len(owners) != len(
            self.parts
        ):
            raise damaged(folder)
        self.owners = owners[:, 0].astype(np.intp)
        self.sentences = owners[:, 1]

    def pieces(self) -> Pieces | None:
        """The vectors of the pieces of every entry, mapped; None in an index that was made quickly."""
        return Pieces.read(self._folder, len(self.entries)) if self._has_pieces else None


class Pieces:
    """A row for every piece of every entry that says something."""

    def __init__(self, rows: Packed, ends: NDArray[np.intp]) -> None:
        import numpy as np

        self._rows = rows
        self._starts, self._ends = np.concatenate([[0], ends[:-1]]).astype(np.intp), ends

    @classmethod
    def read(cls, folder: Path, count: int) -> Self:
        """Those of an index, mapped."""
        import numpy as np

        from kb.errors import EncoderError

        try:
            rows = _mapped(folder / PIECES)
            ends = np.frombuffer((folder / PIECE_ENDS).read_bytes(), "<u4").astype(np.intp)
        except (OSError, ValueError, EncoderError) as error:
            raise damaged(folder) from error
        if len(ends) != count or (count and ends[-1] != len(rows)):
            raise damaged(folder)
        return cls(rows, ends)

    @classmethod
    def joined(cls, packed: Sequence[bytes]) -> Self:
        """Those of some entries, each packed on its own; at least one."""
        import numpy as np

        from kb.encoders.quantise import Packed, join

        ends = np.cumsum([len(Packed(rows)) for rows in packed]).astype(np.intp)
        return cls(Packed(join(packed)), ends)

    def packed(self, entry: int) -> bytes:
        """Those of one entry on their own."""
        return self._rows.cut(int(self._starts[entry]), int(self._ends[entry]))

    def best(self, asked: Floats, entries: NDArray[np.intp]) -> Floats:
        """How near each piece of a question is to the nearest one of an entry: a row for every entry."""
        import numpy as np

        starts, lengths = self._starts[entries], self.lengths(entries)
        held = np.flatnonzero(lengths)
        found = np.zeros((len(entries), len(asked)), np.float32)
        if len(held) and len(asked):
            rows = np.concatenate([np.arange(starts[one], starts[one] + lengths[one]) for one in held])
            likeness = asked @ self._rows[rows].T
            firsts = np.cumsum(lengths[held]) - lengths[held]
            found[held] = np.maximum.reduceat(likeness, firsts, axis=1).T
        return found

    def lengths(self, entries: NDArray[np.intp]) -> NDArray[np.intp]:
        """How many pieces each of some entries has."""
        found: NDArray[np.intp] = (self._ends - self._starts)[entries]
        return found
