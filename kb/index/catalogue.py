"""Which entry has which position in the index, and what is needed of it to filter, group and fuse?"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.entries import Entry, Reference
from kb.index import pointers
from kb.index.manifest import damaged
from kb.index.topics import Topic, packed
from kb.index.words import has_examples

NAME = "catalogue.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalogue:
    """Facts of every entry, each list in the order of the index."""

    ids: list[str]
    games: list[str]
    """Slugs of the games held."""

    game_of: list[int]
    """Which of `games`."""

    kinds: list[str]
    kind_of: list[int]
    place_of: list[int]
    """The position of the entry that stands for a group of close relatives: a rule for its sub-rules."""

    numbers: list[str | None]
    with_examples: list[int]
    """The positions of the entries whose words do not all count: their examples may hold more."""

    topics: list[str]
    """What entries are about: the stems of a title and of the titles above it, the rarest first; see `topics`."""

    topic_of: list[int]
    """Which of `topics`."""

    stand_ins: dict[str, list[tuple[int, int]]]
    """By the position of an entry that only heads or points: the runs of entries that it stands for."""

    definitions: dict[str, int]
    """By the same: the first of these that says what it is about."""


def write(
    folder: Path,
    entries: Sequence[Entry],
    about: Sequence[Topic],
    references: Sequence[Reference],
) -> None:
    """Write the facts of the entries, in order, and what each is about and stands for."""
    stand_ins = pointers.stand_ins(entries, references)
    topics = {topic: number for number, topic in enumerate(dict.fromkeys(about))}
    games = sorted({entry.game for entry in entries})
    kinds = sorted({entry.kind for entry in entries})
    facts = {
        "ids": [entry.id for entry in entries],
        "games": games,
        "game_of": [games.index(entry.game) for entry in entries],
        "kinds": kinds,
        "kind_of": [kinds.index(entry.kind) for entry in entries],
        "place_of": _places(entries),
        "numbers": [entry.number for entry in entries],
        "with_examples": [number for number, entry in enumerate(entries) if has_examples(entry.text)],
        "topics": [packed(topic) for topic in topics],
        "topic_of": [topics[topic] for topic in about],
        "stand_ins": stand_ins,
        "definitions": pointers.definitions(entries, about, stand_ins),
    }
    (folder / NAME).write_text(json.dumps(facts, separators=(",", ":")) + "\n", encoding="utf-8")


def read(folder: Path) -> Catalogue:
    """The facts as written."""
    try:
        return Catalogue(**json.loads((folder / NAME).read_bytes()))
    except (OSError, ValueError, TypeError) as error:
        raise damaged(folder) from error


def _places(entries: Sequence[Entry]) -> list[int]:
    """A sub-rule belongs to the nearest ancestor whose number its own continues: 105.2a to 105.2, not 105 to 1."""
    position = {entry.id: number for number, entry in enumerate(entries)}
    places: list[int] = []
    for number, entry in enumerate(entries):
        parent = position.get(entry.parent or "")
        above = entries[parent].number if parent is not None else None
        joined = (
            parent is not None
            and parent < number
            and above is not None
            and entry.number is not None
            and entry.number.startswith(above)
            and not re.match(r"[.0-9]", entry.number[len(above) :])
        )
        places.append(places[parent] if joined and parent is not None else number)
    return places
