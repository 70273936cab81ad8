"""What does one edition of a source say, entry by entry? Made from a reading, or from what the ledger remembers."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kb.entries import Entry, edition_slug
from kb.ledger.records import Correction, Issue, Ledger

Key = tuple[str, str | None]
"""A source and its edition."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One entry of one edition."""

    name: str
    """Its slug: `314.6`, `leap`."""

    kind: str
    number: str | None
    title: str | None
    markdown: str
    hash: str
    parent: int | None = None
    """Place of what it stands under among the entries of the edition."""

    corrected: tuple[Correction, ...] = ()
    purged: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """All entries of one edition in reading order."""

    issue: Issue
    said: tuple[Said, ...]

    @property
    def key(self) -> Key:
        """Source and edition."""
        return self.issue.source, self.issue.edition


def fingerprint(text: str) -> str:
    """A digest of what an entry says; line breaks make no difference."""
    return hashlib.sha256(" ".join(text.split()).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def read_editions(entries: Iterable[Entry], checksums: Mapping[Key, str], held: bool = True) -> list[Edition]:
    """The editions that entries are of; `checksums` are those of their texts."""
    grouped: dict[Key, list[Entry]] = defaultdict(list)
    for entry in entries:
        grouped[entry.source, entry.edition].append(entry)
    return [
        Edition(
            issue=Issue(
                source=key[0],
                edition=key[1],
                at="" if key[1] is None else edition_slug(key[1]),
                sha256=checksums.get(key, ""),
                held=held,
            ),
            said=tuple(_said(found)),
        )
        for key, found in grouped.items()
    ]


def _said(entries: Sequence[Entry]) -> Iterable[Said]:
    places = {entry.id: place for place, entry in enumerate(entries)}
    for entry in entries:
        yield Said(
            name=entry.id.partition(":")[2],
            kind=entry.kind,
            number=entry.number,
            title=entry.title,
            markdown=entry.markdown,
            hash=fingerprint(entry.text),
            parent=places.get(entry.parent or ""),
        )


def remembered(ledger: Ledger) -> dict[Key, Edition]:
    """Every edition that a ledger knows, as it was last built."""
    found: dict[Key, dict[int, Said]] = defaultdict(dict)
    for entity in ledger.entities:
        for wording in entity.wordings:
            for place in wording.places:
                found[entity.source, place.edition][place.order] = Said(
                    name=wording.name,
                    kind=wording.kind,
                    number=wording.number,
                    title=wording.title,
                    markdown=wording.markdown,
                    hash=wording.hash,
                    parent=place.parent,
                    corrected=tuple(one for one in wording.corrected if one.edition == place.edition),
                    purged=wording.purged,
                )
    return {
        (issue.source, issue.edition): Edition(
            issue=issue,
            said=tuple(said for _, said in sorted(found[issue.source, issue.edition].items())),
        )
        for issue in ledger.issues
    }


def digests(ledger: Ledger) -> dict[Key, str]:
    """A word for what a ledger remembers of each edition, another one for each."""
    return {key: fingerprint(repr(edition.said)) for key, edition in remembered(ledger).items()}


def entry_counts(ledger: Ledger) -> dict[Key, int]:
    """How many entries each edition has."""
    return dict(
        Counter(
            (entity.source, place.edition)
            for entity in ledger.entities
            for wording in entity.wordings
            for place in wording.places
        )
    )
