"""How do the indexes of several games become one? Entries of one game after those of another, numbered through."""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, Self

from kb.index import catalogue, jargon, neighbours, read_manifest, space, synonyms, valid_words
from kb.index.catalogue import Catalogue
from kb.index.jargon import Jargon, Phrase
from kb.index.manifest import damaged
from kb.index.synonyms import Synonyms
from kb.index.words import WordIndex

if TYPE_CHECKING:
    from kb.encoders import Encoder
    from kb.index.neighbours import Neighbours
    from kb.index.vectors import Vectors
    from kb.search.vectors import Nearness


class Facts(Protocol):
    """What is known of one game's index without its entries."""

    @property
    def folder(self) -> Path:
        """Where it is."""

    @property
    def count(self) -> int:
        """How many entries it has."""

    @property
    def average_length(self) -> float:
        """How long they are, in counted words."""

    @property
    def meanings(self) -> Mapping[str, Any] | None:
        """What encoded them, and in how many columns; None where entries have no vectors."""

    @property
    def synonyms(self) -> Sequence[str]:
        """What people use for one another, a line a ring."""

    @property
    def jargon(self) -> Sequence[Phrase]:
        """What players say that its rules call something else."""

    @property
    def valid_words(self) -> frozenset[str]:
        """Common words that need no correction."""


class GameIndex:
    """The index of one game, opened; what is large is read when it is first asked for. A context manager."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.manifest = read_manifest(folder)
        self.words = WordIndex(folder, self.manifest.words)
        self.count, self.average_length = self.words.count, self.words.average_length
        self.meanings = self.manifest.vectors

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.words.close()

    @cached_property
    def synonyms(self) -> Sequence[str]:
        """What people use for one another, a line a ring."""
        return synonyms.read(self.folder)

    @cached_property
    def jargon(self) -> list[Phrase]:
        """What players say that the rules of the game call something else."""
        return jargon.read(self.folder)

    @cached_property
    def valid_words(self) -> frozenset[str]:
        """Common words that need no correction though no text holds them."""
        return valid_words.read(self.folder)

    @cached_property
    def catalogue(self) -> Catalogue:
        """The facts of every entry."""
        found = catalogue.read(self.folder)
        if len(found.ids) != self.words.count:
            raise damaged(self.folder)
        return found

    @cached_property
    def neighbours(self) -> Neighbours:
        """What stands near every entry."""
        return neighbours.read(self.folder, self.catalogue.place_of)

    @cached_property
    def vectors(self) -> Vectors:
        """What its entries mean."""
        from kb.index.vectors import Vectors

        return Vectors(self.folder, self.manifest.vectors or {})


class Games(ABC):
    """Some games as one: what a search reads of them. The position of an entry counts through all that are at hand."""

    count: int
    """How many entries are at hand."""

    def __init__(self, facts: Sequence[Facts]) -> None:
        self._facts = facts
        self.total = sum(one.count for one in facts)
        words = sum(one.average_length * one.count for one in facts)
        self.average_length = words / self.total if words else 1.0

    @abstractmethod
    def postings(self, stem: str) -> tuple[Sequence[int], Sequence[float]]:
        """The entries that hold a stem, by position and ascending, and how often it counts in each."""

    @abstractmethod
    def lengths(self) -> Sequence[int]:
        """How long every entry is, in counted words."""

    @abstractmethod
    def vocabulary(self, beginnings: Collection[str] = ()) -> Mapping[str, int]:
        """Every plain word of the texts, at least those that begin so, with the number of entries that hold it."""

    @abstractmethod
    def nearness(self) -> Nearness:
        """What tells how near entries are to a question."""

    @abstractmethod
    def neighbours(self) -> Neighbours:
        """What stands near every entry."""

    @abstractmethod
    def folder_of(self, position: int) -> Path:
        """Where the index of an entry is."""

    @property
    @abstractmethod
    def catalogue(self) -> Catalogue:
        """The facts of every entry."""

    @property
    def columns(self) -> int:
        """Columns of vectors that all these games have; 0 where one has no vectors."""
        return min(((one.meanings or {}).get("columns", 0) for one in self._facts), default=0)

    def encoder(self, given: Encoder | None) -> Encoder:
        """The encoder that all these games were indexed with: the one given, or ours; another one is refused."""
        made = [(one.folder, str((one.meanings or {}).get("encoder"))) for one in self._facts]
        found = given or space.for_questions(*made[0])
        for folder, key in made:
            if key != found.key:
                raise space.of_another_encoder(folder)
        return found

    @cached_property
    def synonyms(self) -> Synonyms:
        """What people use for one another in any of these games."""
        return Synonyms(line for one in self._facts for line in one.synonyms)

    @cached_property
    def jargon(self) -> Jargon:
        """What players say that the rules of these games call something else."""
        found: dict[tuple[str, str], set[str]] = {}
        everywhere: set[tuple[str, str]] = set()
        for one in self._facts:
            for phrase in one.jargon:
                key = phrase.said, phrase.means
                found.setdefault(key, set()).update(phrase.games)
                if not phrase.games:
                    everywhere.add(key)
        return Jargon(
            Phrase(said=said, means=means, games=() if (said, means) in everywhere else tuple(sorted(games)))
            for (said, means), games in found.items()
        )

    @cached_property
    def valid_words(self) -> frozenset[str]:
        """Common words that need no correction though no text holds them."""
        return frozenset().union(*(one.valid_words for one in self._facts))


class Opened(Games):
    """The indexes of some games as one: what a search reads of it. The position of an entry counts through all."""

    def __init__(self, indexes: Sequence[GameIndex]) -> None:
        super().__init__(indexes)
        self.indexes = indexes
        self.starts = starts_of(index.count for index in indexes)
        self.count = self.total

    def postings(self, stem: str) -> tuple[Sequence[int], Sequence[float]]:
        """The entries that hold a stem, by position and ascending, and how often it counts in each."""
        if len(self.indexes) == 1:
            return self.indexes[0].words.postings(stem)
        numbers, weights = array("I"), array("f")
        for start, index in zip(self.starts, self.indexes, strict=True):
            some, their_weights = index.words.postings(stem)
            numbers.extend([start + number for number in some])
            weights.extend(their_weights)
        return numbers, weights

    def lengths(self) -> Sequence[int]:
        """How long every entry is, in counted words."""
        return [length for index in self.indexes for length in index.words.lengths()]

    def vocabulary(self, beginnings: Collection[str] = ()) -> Mapping[str, int]:
        """Every plain word of the texts with the number of entries that hold it."""
        return self._vocabulary

    def nearness(self) -> Nearness:
        """What tells how near entries are to a question."""
        from kb.search.vectors import VectorScorers  # needs numpy

        return VectorScorers([index.vectors for index in self.indexes])

    def neighbours(self) -> Neighbours:
        """What stands near every entry."""
        return neighbours.joined([index.neighbours for index in self.indexes])

    def folder_of(self, position: int) -> Path:
        """Where the index of an entry is."""
        return self.indexes[bisect_right(self.starts, position) - 1].folder

    @cached_property
    def _vocabulary(self) -> Mapping[str, int]:
        found: dict[str, int] = {}
        for index in self.indexes:
            for word, count in index.words.vocabulary().items():
                found[word] = found.get(word, 0) + count
        return found

    @cached_property
    def catalogue(self) -> Catalogue:
        """The facts of every entry."""
        if len(self.indexes) == 1:
            return self.indexes[0].catalogue
        held = [index.catalogue for index in self.indexes]
        placed = [*zip(self.starts, held, strict=True)]
        games = sorted({game for one in held for game in one.games})
        kinds = sorted({kind for one in held for kind in one.kinds})
        return Catalogue(
            ids=[id for one in held for id in one.ids],
            games=games,
            game_of=[number for one in held for number in _renamed(one.games, games, one.game_of)],
            kinds=kinds,
            kind_of=[number for one in held for number in _renamed(one.kinds, kinds, one.kind_of)],
            place_of=[start + place for start, one in placed for place in one.place_of],
            numbers=[number for one in held for number in one.numbers],
            with_examples=[start + number for start, one in placed for number in one.with_examples],
            topics=[topic for one in held for topic in one.topics],
            topic_of=[
                start + number
                for start, one in zip(starts_of(len(one.topics) for one in held), held, strict=True)
                for number in one.topic_of
            ],
            stand_ins={
                str(start + int(number)): [(start + first, start + last) for first, last in runs]
                for start, one in placed
                for number, runs in one.stand_ins.items()
            },
            definitions={
                str(start + int(number)): start + says
                for start, one in placed
                for number, says in one.definitions.items()
            },
        )


def starts_of(counts: Iterable[int]) -> list[int]:
    """Where each of several runs of so many begins, one after the other."""
    return [0, *accumulate(counts)][:-1]


def _renamed(names: Sequence[str], others: Sequence[str], numbers: Sequence[int]) -> list[int]:
    """Numbers of names as numbers of the same names in another list."""
    new = [others.index(name) for name in names]
    return [new[number] for number in numbers]
