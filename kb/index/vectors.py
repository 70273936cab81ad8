"""How is meaning made findable? A vector for every entry, every sentence and every known question.

An entry is encoded below its headings, a sentence below the nearest one: a rule's words mean little without
them.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kb.analyse import sentences
from kb.entries import Entry
from kb.index.manifest import damaged

if TYPE_CHECKING:
    from kb.encoders import Encoder
    from kb.encoders.quantise import Packed

ENTRIES, PARTS, OWNERS = "entries.kbq", "parts.kbq", "owners.bin"
SHORTEST_SENTENCE = 16
"""Characters of the shortest sentence with a vector of its own; shorter ones are list marks and the like."""

ASKED = 0xFFFF
"""The sentence number of a question that players ask for an entry."""


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
    for number, (start, end) in enumerate(sentences(entry.text)[:ASKED]):
        if end - start >= SHORTEST_SENTENCE:
            text = ". ".join(part for part in (nearest, entry.text[start:end]) if part)
            yield Part(owner=owner, sentence=number, text=text)
    for question in player_questions.get(entry.id, ()):
        yield Part(owner=owner, sentence=ASKED, text=question)


def write(
    folder: Path,
    wholes: Sequence[str],
    found: Sequence[Part],
    encoder: Encoder,
    space: str,
    shelf: str = "",
) -> dict[str, Any]:
    """Encode entries and parts and write them; returns what `Vectors` needs to open them again.

    What is encoded is kept on a `shelf` of the cache.
    """
    from kb.encoders.quantise import pack
    from kb.index import cache

    rows = cache.encode(encoder, [*wholes, *(part.text for part in found)], shelf=shelf)
    (folder / ENTRIES).write_bytes(pack(rows[: len(wholes)], 8))
    (folder / PARTS).write_bytes(pack(rows[len(wholes) :], 8))
    owners = [number for part in found for number in (part.owner, part.sentence)]
    (folder / OWNERS).write_bytes(struct.pack(f"<{len(owners)}I", *owners))
    return {
        "space": space,
        "encoder": encoder.name,
        "columns": encoder.dims,
        "entries": len(wholes),
        "parts": len(found),
    }


class Vectors:
    """The written vectors, read."""

    def __init__(self, folder: Path, facts: Mapping[str, Any]) -> None:
        import numpy as np

        from kb.encoders.quantise import Packed
        from kb.errors import EncoderError

        try:
            self.entries: Packed = Packed((folder / ENTRIES).read_bytes())
            self.parts: Packed = Packed((folder / PARTS).read_bytes())
            owners = np.frombuffer((folder / OWNERS).read_bytes(), "<u4").reshape(-1, 2)
        except (OSError, ValueError, EncoderError) as error:
            raise damaged(folder) from error
        if (len(self.entries), len(self.parts)) != (facts["entries"], facts["parts"]) or len(owners) != len(
            self.parts
        ):
            raise damaged(folder)
        self.owners = owners[:, 0].astype(np.intp)
        self.sentences = owners[:, 1]
