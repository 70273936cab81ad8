"""Is a new text an edition of one that a game holds already? Told by what both say; in doubt people are asked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from kb.analyse import name_key, words
from kb.entries import Entry, Source, edition_key
from kb.ingest import gathered, read_source
from kb.sources import Corpus, bare_name

_ONE = 0.4
"""Share of the sentences of the shorter text that the other holds too, from which they are editions of one. Of three
editions of Magic over ten years each two share half and more; a rulebook and its FAQ share less than a tenth."""

_ONE_WITH_TITLES = 0.15
"""The same for texts whose titles or numbers are mostly those of the other."""

_UNRELATED = 0.08
"""Below this share two texts have nothing to do with each other, unless they are called the same."""

_MOST_TITLES = 0.6
"""Share of the titles, or numbers, of the shorter text that are mostly those of the other."""

_SAME_FRAME = 0.9
"""Share of the titles and of the numbers that texts of one name share which are one, however it is worded."""

_LEAST_OF_ONE = 0.25
"""An edition is not shorter than this share of another; an extract is."""

_COPY = 0.9
"""Share of the sentences from which a text that states no edition is a copy with corrections."""

_SHORTEST = 4
"""Words of a sentence that counts; shorter ones stand everywhere."""

_NUMBER = re.compile(r"\d+(?:[.:-]\d+)*[a-z]?\b")
_SENTENCE_END = re.compile(r"(?<=[.!?:])\s+|\n+")
# "2024-11-08", "20241108", "2024-11", "v2", "1.3.1", "2024" between other words of a file's name
_IN_NAME = re.compile(
    r"(?<![A-Za-z\d])(?P<edition>(?:19|20)\d\d[-_.]?[01]\d[-_.]?[0-3]\d|v(?:er(?:sion)?)?[-_. ]?\d+(?:\.\d+)*"
    r"|(?:19|20)\d\d[-_.](?:0[1-9]|1[0-2])(?![-_.]?\d)|\d+(?:\.\d+)+|(?:19|20)\d\d)(?![A-Za-z\d])",
    re.IGNORECASE,
)


# "2024", "20241108", "2024-11-08", no version
_DATED = re.compile(r"(?:19|20)\d\d(?:[-_.]?\d\d){0,2}$")


@dataclass(frozen=True, slots=True)
class Signs:
    """What is compared of a text."""

    title: str
    sentences: frozenset[str]
    titles: frozenset[str]
    numbers: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kinship:
    """How much a new text has in common with an edition that is held."""

    held: Source
    sentences: float
    titles: float
    numbers: float
    size: float
    """How long the shorter of both is, as a share of the longer."""

    same_title: bool
    covered: float
    """Share of what the held text names that the new one names too."""

    @property
    def is_sure(self) -> bool:
        """Whether both are surely editions of one text."""
        if self.size < _LEAST_OF_ONE:
            return False
        alike = max(self.titles, self.numbers) >= _MOST_TITLES or self.same_title
        is_same_frame = self.same_title and min(self.titles, self.numbers) >= _SAME_FRAME
        return self.sentences >= _ONE or (alike and self.sentences >= _ONE_WITH_TITLES) or is_same_frame

    @property
    def is_doubtful(self) -> bool:
        """Whether they may be."""
        is_called_alike = self.same_title and (self.titles >= _MOST_TITLES or self.sentences > 0)
        return not self.is_sure and (self.sentences >= _UNRELATED or is_called_alike)

    @property
    def is_copy(self) -> bool:
        """Whether the new text is the held one, but for corrections."""
        return self.sentences >= _COPY and self.size >= _COPY

    def told(self) -> str:
        """The evidence in words."""
        shares = {"sentences": self.sentences, "titles": self.titles, "numbers": self.numbers}
        return ", ".join(f"{share:.0%} of its {what}" for what, share in shares.items() if share)


def kin(corpus: Corpus, game: str, title: str, entries: Sequence[Entry]) -> list[Kinship]:
    """What a text has in common with the newest edition of each source of a game, the nearest first."""
    return _kin(corpus, [one for one in corpus.current() if one.game == game], title, entries)


def nearest_edition(corpus: Corpus, held: Source, title: str, entries: Sequence[Entry]) -> Kinship:
    """The edition of a source that is most like a text."""
    editions = [one for one in corpus.sources if (one.game, one.name) == (held.game, held.name)]
    return _kin(corpus, editions, title, entries)[0]


def _kin(corpus: Corpus, held: Sequence[Source], title: str, entries: Sequence[Entry]) -> list[Kinship]:
    mine = _signs(title, entries)
    found = [_kinship(source, mine, _held_signs(corpus, source)) for source in held]
    return sorted(
        found,
        key=lambda one: (one.is_sure, one.sentences, one.titles, edition_key(one.held.edition)),
        reverse=True,
    )


def edition_in_name(path: Path) -> str | None:
    """An edition that a file's name tells: `2024-11-08`, `v2`."""
    found = [match["edition"] for match in _IN_NAME.finditer(bare_name(path))]
    return re.sub(r"[_ ]", "-", found[-1]).lower() if found else None


def without_edition(path: Path) -> str:
    """A file's name without the edition in it: what all editions of a text could be called."""
    return _IN_NAME.sub(" ", bare_name(path))


def told_alike(one: str, other: str | None) -> bool:
    """Whether two editions can be put in order: both dates, both versions, or one that has neither."""
    return other is None or bool(_DATED.match(one)) == bool(_DATED.match(other))


def _held_signs(corpus: Corpus, source: Source) -> Signs:
    return _signs_of(corpus.path(source), source.sha256, corpus, source)


@lru_cache(maxsize=32)
def _cached(path: Path, sha256: str) -> list[Signs]:
    return []


def _signs_of(path: Path, sha256: str, corpus: Corpus, source: Source) -> Signs:
    kept = _cached(path.resolve(), sha256)
    if not kept:
        kept.append(_signs(source.title, gathered([[read_source(corpus, source)]]).entries))
    return kept[0]


def _signs(title: str, entries: Sequence[Entry]) -> Signs:
    return Signs(
        title=name_key(_IN_NAME.sub(" ", title)),
        sentences=frozenset(_sentences(entries)),
        titles=frozenset(name_key(one.title) for one in entries if one.title),
        numbers=frozenset(one.number for one in entries if one.number),
    )


def _sentences(entries: Sequence[Entry]) -> Iterator[str]:
    """The sentences of a text, each as its words without numbers: rule numbers move."""
    for entry in entries:
        for sentence in _SENTENCE_END.split(entry.text):
            said = words(_NUMBER.sub(" ", sentence))
            if len(said) >= _SHORTEST:
                yield " ".join(said)


def _kinship(held: Source, mine: Signs, theirs: Signs) -> Kinship:
    longest = max(len(mine.sentences), len(theirs.sentences))
    named, known = mine.titles | mine.numbers, theirs.titles | theirs.numbers
    return Kinship(
        held=held,
        sentences=_shared(mine.sentences, theirs.sentences),
        titles=_shared(mine.titles, theirs.titles),
        numbers=_shared(mine.numbers, theirs.numbers),
        size=min(len(mine.sentences), len(theirs.sentences)) / longest if longest else 1.0,
        same_title=bool(mine.title) and mine.title == theirs.title,
        covered=len(named & known) / len(known) if known else 0.0,
    )


def _shared(one: frozenset[str], other: frozenset[str]) -> float:
    """What two have in common, as a share of the smaller."""
    least = min(len(one), len(other))
    return len(one & other) / least if least else 0.0
