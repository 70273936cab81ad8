"""Where does a new text belong in its game: is it an edition of which source, a correction, or a text of its own?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.belonging import (
    Kinship,
    edition_in_name,
    kin,
    nearest_edition,
    told_alike,
    without_edition,
)
from kb.entries import Entry, Source, edition_key
from kb.errors import CorpusError
from kb.sources import Corpus, bare_name, fingerprint, slugify

_COVERED = 0.5
"""Share of what a digest names that a text names too, from which the text takes its place."""

_FAR_NEARER = 2.0
"""How much more one source has in common with a text than the next, to be meant without asking."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What the person who adds texts says about them; all else is recognised."""

    game: str
    title: str | None = None
    edition: str | None = None
    source: str | None = None
    new_source: bool = False
    """Whether they say that it is an edition of no text that is held."""


@dataclass(frozen=True, slots=True)
class New:
    """A text that is added."""

    file: Path
    kept: Path
    """The folder of its game in the corpus."""

    read: Source
    entries: Sequence[Entry]
    name: str
    """What it would be called as a text of its own."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A question that only a person can answer."""

    file: Path
    game: str
    candidates: tuple[Kinship, ...]
    """Sources of which the text may be an edition, the nearest first."""

    def message(self) -> str:
        """The doubt, and both commands."""
        best = self.candidates[0]
        add = f"`kb add {self.file} --game {self.game}"
        return (
            f"{self.file} may be an edition of {best.held.name!r} (which holds {best.told()}) or a text of its own: "
            f"{add} --source {best.held.name}` or {add} --new-source`"
        )


@dataclass(frozen=True, slots=True)
class Undated:
    """The question which edition of a source a text is that does not say so."""

    file: Path
    game: str
    name: str
    nearest: str | None
    """The edition that is held and most like it."""

    def message(self) -> str:
        """The question, and both commands."""
        command = f"`kb add {self.file} --game {self.game} --source {self.name} --edition"
        return (
            f"{self.file} is an edition of {self.name!r} but does not say which: {command} DATE` adds it beside the "
            f"others, {command} {self.nearest}` corrects what is held"
        )


@dataclass(frozen=True, slots=True)
class Unnamed:
    """The question what a new game is called."""

    game: str
    title: str
    """What it is called where nobody answers."""


@dataclass(frozen=True, slots=True)
class Home:
    """Where a text belongs."""

    name: str
    """The source."""

    edition: str | None
    own: Source | None
    """The row that it takes the place of."""

    notes: tuple[str, ...] = ()
    replaced: tuple[Source, ...] = ()
    """Digests whose place it takes."""


Ask = Callable[[Doubt | Undated | Unnamed], str | None]
"""Asks a person of which source a text is an edition: its name, empty for a text of its own; or which edition it is;
or what a new game is called. None for no answer."""


def find_home(corpus: Corpus | None, new: New, wanted: Wanted, ask: Ask | None) -> Home:
    """Find where a text belongs. Raises CorpusError where that is not sure and nobody answers."""
    if corpus is None:
        return Home(wanted.source or _new_name(new, set()), _edition_alone(new), None)
    held = [source for source in corpus.sources if source.game == wanted.game]
    same = _same_file(held, new, wanted.source)
    if same is not None:
        is_changed = fingerprint(new.file) != same.sha256
        stated = wanted.edition or (new.read.edition if is_changed else None)
        return Home(same.name, stated or same.edition, same)
    digests = [source for source in held if source.file in corpus.digests]
    known = kin(corpus, wanted.game, new.read.title, new.entries)
    replaced = tuple(one.held for one in known if one.held in digests and one.covered >= _COVERED)
    told = wanted.source
    if told is None and not wanted.new_source:
        candidates = tuple(one for one in known if one.held not in digests)
        told = _source_meant(Doubt(new.file, wanted.game, candidates), ask)
    names = {source.name for source in held if source not in replaced}
    if told in names - {source.name for source in digests}:
        home = _edition_home(corpus, new, told or "", replaced, ask)
        if wanted.source is None:
            _refuse_other_format(new, home)
        return home
    notes = tuple(
        f"takes the place of the digest {source.name!r}, whose addresses lead to it" for source in replaced
    )
    return Home(told or _new_name(new, names), _edition_alone(new), None, notes, replaced)


def _edition_alone(new: New) -> str | None:
    """The edition that a text states or has in its name."""
    return new.read.edition or edition_in_name(new.file)


def _same_file(held: Sequence[Source], new: New, told: str | None) -> Source | None:
    """The row of the very same file, or of the same bytes."""
    place = new.file.resolve()
    if place.parent == new.kept.resolve():
        for source in held:
            if Path(source.file).name == place.name:
                return source
    checksum = fingerprint(new.file)
    return next((one for one in held if one.sha256 == checksum and told in (None, one.name)), None)


def _source_meant(doubt: Doubt, ask: Ask | None) -> str | None:
    """The source of which a text is an edition; None for a text of its own."""
    sure = [one for one in doubt.candidates if one.is_sure]
    if sure and (len(sure) == 1 or sure[0].sentences >= _FAR_NEARER * sure[1].sentences):
        return sure[0].held.name
    open_ = tuple(sure or [one for one in doubt.candidates if one.is_doubtful])
    if not open_:
        return None
    doubt = Doubt(doubt.file, doubt.game, open_)
    answer = ask(doubt) if ask else None
    if answer is None:
        raise CorpusError(doubt.message())
    return answer or None


def _edition_meant(corpus: Corpus, new: New, editions: Sequence[Source], ask: Ask | None) -> str | None:
    """The edition that a text states, has in its name or is a copy of; else what a person says.

    A version in a name tells nothing of a copy of an edition that is called by its date.
    """
    if new.read.edition is not None:
        return new.read.edition
    near = nearest_edition(corpus, editions[0], new.read.title, new.entries)
    edition = edition_in_name(new.file)
    if near.is_copy and not (edition and told_alike(edition, near.held.edition)):
        edition = near.held.edition
    if edition is None and any(one.edition for one in editions):
        doubt = Undated(new.file, new.read.game, editions[0].name, near.held.edition)
        edition = ask(doubt) if ask else None
        if not edition:
            raise CorpusError(doubt.message())
    return edition


def _edition_home(corpus: Corpus, new: New, name: str, replaced: tuple[Source, ...], ask: Ask | None) -> Home:
    """The edition of a source that a text is."""
    editions = [one for one in corpus.sources if (one.game, one.name) == (new.read.game, name)]
    edition = _edition_meant(corpus, new, editions, ask)
    own = next((one for one in editions if one.edition == edition), None)
    others = sorted((one for one in editions if one is not own), key=lambda one: edition_key(one.edition))
    listed = ", ".join(one.edition or "one without a date" for one in reversed(others))
    beside = f"; held: {listed}" if listed else ""
    called = f"edition {edition}" if edition else "the text"
    note = f"{called} of {name}"
    if own is not None and edition:
        note += ", in place of the copy that was held; the ledger keeps what that said first"
    elif own is not None:
        note += ", in place of the one that was held; with --edition DATE it stands beside that"
    return Home(name, edition, own, (note + beside,), replaced)


def _refuse_other_format(new: New, home: Home) -> None:
    """A text that is held as another kind of file is no correction: what differs is how the files are read."""
    if home.own is None or new.file.is_dir() or Path(home.own.file).suffix.lower() == new.file.suffix.lower():
        return
    held = f"edition {home.edition} of {home.name!r}" if home.edition else repr(home.name)
    beside = "" if home.edition else ", with `--edition DATE` beside it"
    raise CorpusError(
        f"{held} is held already, as {home.own.file}: `kb add {new.file} --game {new.read.game} --source {home.name}` "
        f"puts {new.file.name} in its place{beside}"
    )


def _new_name(new: New, taken: set[str]) -> str:
    """What the editions of a new source are called: as the file; where that tells an edition, as the title."""
    wanted = new.name
    bare = slugify(without_edition(new.file))
    if bare != slugify(bare_name(new.file)):
        titled = slugify(new.read.title)
        wanted = titled if titled and titled != new.name else bare or "rules"
    free, count = wanted, 1
    while free in taken:
        count += 1
        free = f"{wanted}-{count}"
    return free
