"""What does the ledger hold? Entities, their wordings, and the editions they were printed in."""

from __future__ import annotations

from dataclasses import dataclass, field

FILE = "ledger.jsonl"
"""Name of the ledger in a game's folder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Issue:
    """One edition of one source that was built at least once."""

    source: str
    edition: str | None
    at: str
    """The edition as addresses write it; empty for a source without one."""

    sha256: str
    """Checksum of the text as last read; empty where an earlier version of the ledger did not tell."""

    held: bool
    """Whether the corpus holds it now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a wording stands in one edition."""

    edition: str | None
    order: int
    """Reading order within that edition of the source, from 0."""

    parent: int | None
    """Reading order of what it stands under."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """What our copy of an edition said before a mistake in it was mended."""

    edition: str | None
    on: str
    """The day on which the mended text was first built: `2026-11-22`."""

    title: str | None
    markdown: str
    hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """Another address under which a wording was once given out: it still answers."""

    address: str
    source: str
    edition: str | None
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """What an entity said under one number or name, in one or more editions."""

    address: str
    """Permanent: `magic/314.6@2024-06-07/`; nothing else ever gets it."""

    name: str
    """The slug of that time: `314.6`, `leap`."""

    kind: str
    number: str | None
    title: str | None
    hash: str
    """Digest of its text."""

    markdown: str
    first: str | None
    """The oldest edition that prints it."""

    last: str | None
    """The newest edition that prints it."""

    places: tuple[Place, ...] = ()
    """Where it stands in each edition, oldest first; none for one that no edition prints any more."""

    also: tuple[Given, ...] = ()
    corrected: tuple[Correction, ...] = ()
    purged: bool = False
    """Whether its words were taken out because the publisher asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heir:
    """An entity in which the words of another went on."""

    key: str
    why: str
    """`split`, `merged` or `replaced`."""

    edition: str | None
    """The edition in which that happened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """A rule, term or section through all its editions, numbers and names."""

    key: str
    """Its first id; a second entity with that id has `~2` behind it."""

    kind: str
    source: str
    parent: str | None
    """Key of the entity it stands under."""

    ids: tuple[str, ...]
    """Every id that it ever had, the newest last."""

    now: str | None
    """Address of its current wording; None once no text in force holds it."""

    wordings: tuple[Wording, ...]
    heirs: tuple[Heir, ...] = ()

    @property
    def current(self) -> Wording | None:
        """What it says now: the last of those with its address, which what has no edition to pin never changes."""
        return next((one for one in reversed(self.wordings) if one.address == self.now), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """Everything that was ever given out for one game."""

    entities: tuple[Entity, ...] = ()
    """In the order in which the editions print them, oldest edition first."""

    issues: tuple[Issue, ...] = ()
    """Every edition ever built, source by source, oldest first."""

    formerly: tuple[str, ...] = ()
    """Slugs that the game had before; their addresses lead on."""

    _by_key: dict[str, Entity] = field(default_factory=dict, init=False, repr=False, compare=False)

    def entity(self, key: str) -> Entity | None:
        """The entity with a key."""
        if not self._by_key:
            self._by_key.update((each.key, each) for each in self.entities)
        return self._by_key.get(key)
