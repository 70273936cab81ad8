"""What do all editions that a corpus holds say, and what does the ledger make of them?

The newest edition of each source is read for its entries, the others for their addresses and history. An older one is
read once: the ledger remembers what it says, and a build remembers which program read it from which bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from kb import ledger, shipped
from kb.entries import Entry, Source
from kb.errors import KbError
from kb.findings import Problem
from kb.ingest import Ingested, ingest
from kb.ledger import Ledger
from kb.sources import NO_OVERRIDES, Corpus

Record = dict[str, list[str | None]]
"""File of an older edition → what it was read from, by what, its source and edition, and a digest of what it says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """The entries of a corpus with the ids of earlier builds, and what goes with them."""

    ingested: Ingested
    ledgers: Mapping[str, Ledger]
    record: Record
    """For the next build."""


def understand(
    corpus: Corpus, ingested: Ingested, known: Mapping[str, Ledger], record: Record | None
) -> Understood:
    """Give everything that was read the ids and addresses that it had in earlier builds.

    `known` are the ledgers of the games, `record` is what the last build remembers of older editions; without one,
    where nothing is built, the ledger is believed about every older text whose bytes it knows.
    """
    carried: dict[str, ledger.Carried] = {}
    written: Record = {}
    problems: list[Problem] = []
    today = datetime.now(UTC).date().isoformat()
    for game, held in known.items():
        older = _Older(corpus, game, held, record)
        older.read()
        problems += older.problems
        sources = [one for one in ingested.sources if one.game == game]
        carried[game] = ledger.carry(
            held,
            [entry for entry in ingested.entries if entry.game == game],
            older.entries,
            game=game,
            checksums={**{(one.name, one.edition): one.sha256 for one in sources}, **older.checksums},
            unread=tuple(older.unread),
            today=today,
        )
        written.update(older.written(carried[game].ledger))
    return Understood(
        ingested=_called(ingested, list(carried.values()), problems),
        ledgers={game: each.ledger for game, each in carried.items()},
        record=written,
    )


def read_record(path: Path) -> Record:
    """What the last build remembers of older editions; nothing where there was none."""
    try:
        record: Record = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return record if isinstance(record, dict) else {}


class _Older:
    """The editions of one game that are held beside the newest."""

    def __init__(self, corpus: Corpus, game: str, known: Ledger, record: Record | None) -> None:
        self._corpus, self._game, self._record = corpus, game, record
        self._built = {(issue.source, issue.sha256): issue.edition for issue in known.issues}
        self._digests = ledger.digests(known)
        self.entries: list[Entry] = []
        self.checksums: dict[tuple[str, str | None], str] = {}
        self.unread: dict[tuple[str, str | None], Source] = {}
        self.problems: list[Problem] = []
        self._read_now: dict[tuple[str, str | None], Source] = {}
        self._newest = [source for source in corpus.current() if source.game == game]

    def read(self) -> None:
        """Read what the ledger does not remember as this program would read it."""
        held = {source.file for source in self._newest}
        for source in self._corpus.sources:
            if source.game != self._game or source.file in held:
                continue
            key = self._remembered(source)
            if key is not None:
                self.unread[key] = source
            else:
                self._read(source)

    def _remembered(self, source: Source) -> tuple[str, str | None] | None:
        if self._record is None:
            built = (source.name, source.sha256)
            return (source.name, self._built[built]) if built in self._built else None
        row = self._record.get(source.file, [])
        if len(row) != 4 or row[0] != self._made_of(source) or row[1] != source.name:
            return None
        key = source.name, row[2]
        return key if self._digests.get(key) == row[3] else None

    def _read(self, source: Source) -> None:
        """Read an edition as if it were the newest, so that its entries are called as they were then."""
        beside = tuple(source if one.name == source.name else one for one in self._newest)
        try:
            found = ingest(replace(self._corpus, sources=beside), self._game)
        except KbError as error:  # an old edition that cannot be read stops nobody
            self.problems.append(_unread(source, error))
            return
        self.entries += [entry for entry in found.entries if entry.source == source.name]
        for one in found.sources:
            if one.file == source.file:
                self.checksums[one.name, one.edition] = source.sha256
                self._read_now[one.name, one.edition] = source

    def written(self, now: Ledger) -> Iterator[tuple[str, list[str | None]]]:
        """What the next build may rely on."""
        digests = ledger.digests(now)
        editions = {**self.unread, **self._read_now}
        sums = {(source.name, source.sha256): source for source in self._corpus.sources}
        editions |= {
            key: sums[key[0], told] for key, told in self.checksums.items() if (key[0], told) in sums
        }
        for key, source in editions.items():
            yield source.file, [self._made_of(source), *key, digests.get(key)]

    def _made_of(self, source: Source) -> str:
        """Everything that the reading of a text depends on."""
        told = self._corpus.overrides.get(source.file, NO_OVERRIDES)
        beside = [one.sha256 for one in self._newest if one.name != source.name]
        return (
            f"{source.sha256} {shipped.program()} {told} {source.title} {source.edition} {' '.join(beside)}"
        )


def _unread(source: Source, error: KbError) -> Problem:
    return Problem(
        code="unread-edition",
        message=f"an older edition of {source.name} could not be read: {error}",
        file=source.file,
        line=1,
        suggestion="mend it, or take it out with `kb remove`",
    )


def _called(ingested: Ingested, carried: Sequence[ledger.Carried], problems: Sequence[Problem]) -> Ingested:
    """Everything that was read, under the ids that the ledgers give."""
    ids = {old: new for each in carried for old, new in each.ids.items()}
    return replace(
        ingested,
        entries=tuple(entry for each in carried for entry in each.entries),
        problems=(*ingested.problems, *problems),
        pages=tuple(replace(mark, entry=ids[mark.entry]) for mark in ingested.pages),
        links=tuple(replace(link, origin=ids[link.origin]) for link in ingested.links),
        anchors=tuple(replace(anchor, entry=ids[anchor.entry]) for anchor in ingested.anchors),
    )
