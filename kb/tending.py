"""How is a library looked after? Texts and games are taken out and renamed; addresses given away still answer."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kb import ledger
from kb.entries import Game, Source, edition_key
from kb.errors import CorpusError, NotFoundError
from kb.placing import put_text, rename_rows, take_out
from kb.sources import GAME_FILE, Corpus, read_corpus, refuse_slug, slugify

_BY_PEOPLE = ("aliases.toml", "asked.toml", "links.toml")


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldEdition:
    """One edition of a source in a corpus."""

    source: Source
    entries: int | None
    """How many entries it has; None until it was built."""

    state: str
    """`in force` for the newest of its source, `held` for another."""

    freshness: str
    """`built`, `changed since the last build` or `not built yet`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldGame:
    """A game of a corpus with everything that is held of it."""

    game: Game
    editions: tuple[HeldEdition, ...]
    addresses: int
    """Permanent addresses that were given out."""

    formerly: tuple[str, ...]
    """What it was called before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Removed:
    """What was taken out."""

    sources: tuple[Source, ...]
    addresses: int
    """Permanent addresses of the game that still answer."""


def listing(folder: Path, game: str | None = None) -> list[HeldGame]:
    """What a corpus holds, or one game of it."""
    corpus = read_corpus(folder)
    return [_held_game(corpus, one) for one in corpus.games if one.slug in (game or one.slug,)] or _none(
        corpus, game
    )


def _none(corpus: Corpus, game: str | None) -> list[HeldGame]:
    if game is None:
        return []
    held = ", ".join(one.slug for one in corpus.games)
    raise NotFoundError(f"no game {game!r} here; the games are {held}")


def _held_game(corpus: Corpus, game: Game) -> HeldGame:
    known = ledger.read(corpus.folder, None, game.slug)
    counts = ledger.entry_counts(known)
    sums = {(issue.source, issue.edition): issue.sha256 for issue in known.issues}
    newest = set(corpus.current())
    editions = []
    for source in sorted(
        (one for one in corpus.sources if one.game == game.slug),
        key=lambda one: edition_key(one.edition),
        reverse=True,
    ):
        key = _key(source, sums)
        editions.append(
            HeldEdition(
                source=source,
                entries=counts.get(key),
                state="in force" if source in newest else "held",
                freshness=_freshness(sums.get(key), source.sha256),
            )
        )
    order = {one.name: place for place, one in enumerate(corpus.sources)}
    return HeldGame(
        game=game,
        editions=tuple(sorted(editions, key=lambda one: order[one.source.name])),
        addresses=len(ledger.given_out(known)),
        formerly=known.formerly,
    )


def _key(source: Source, sums: dict[tuple[str, str | None], str]) -> tuple[str, str | None]:
    """How the ledger calls an edition; a row that names none may hold one that its text states."""
    same = (key for key, told in sums.items() if key[0] == source.name and told == source.sha256)
    return next(same, (source.name, source.edition))


def _freshness(built: str | None, now: str) -> str:
    if built is None:
        return "not built yet"
    return "built" if built == now else "changed since the last build"


def remove(
    folder: Path, game: str, source: str | None = None, edition: str | None = None, purge: bool = False
) -> Removed:
    """Take a game, a source or an edition out of a corpus. The ledger keeps what was given out; with `purge` only
    that the addresses answer, without the words."""
    corpus = read_corpus(folder)
    _refuse_unknown_game(corpus, game)
    held = [one for one in corpus.sources if one.game == game]
    gone = [one for one in held if source in (None, one.name) and edition in (None, one.edition)]
    known = ledger.read(folder, None, game)
    if not gone and not (purge and known.issues):
        raise NotFoundError(_no_such(held, game, source, edition))
    if purge:
        names = {(one.source, one.edition) for one in known.issues}
        stays = {(one.name, one.edition) for one in held if one not in gone}
        wanted = {
            key
            for key in names
            if source in (None, key[0]) and edition in (None, key[1]) and key not in stays
        }
        ledger.keep(folder, {game: ledger.purged(known, wanted.__contains__)})
    place = folder / game
    if gone:
        take_out(place, gone)
    for one in gone:
        path = corpus.path(one)
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    if len(gone) == len(held) and not known.issues:
        _clear(place)  # nothing of it was ever given out
    return Removed(sources=tuple(gone), addresses=len(ledger.given_out(known)))


def _clear(place: Path) -> None:
    """Remove what `kb add` made of a game; what people wrote stays."""
    (place / GAME_FILE).unlink(missing_ok=True)
    if not any(place.iterdir()):
        place.rmdir()


def _refuse_unknown_game(corpus: Corpus, game: str) -> None:
    held = [one.slug for one in corpus.games]
    if game not in held:
        raise NotFoundError(f"no game {game!r} here; the games are {', '.join(held) or 'none'}")


def _no_such(held: Sequence[Source], game: str, source: str | None, edition: str | None) -> str:
    asked = " ".join(filter(None, (source and f"source {source!r}", edition and f"edition {edition!r}")))
    there = ", ".join(f"{one.name} {one.edition or ''}".strip() for one in held) or "nothing"
    return f"{game} holds no {asked or 'text'}; it holds {there}"


def rename(folder: Path, old: str, new: str) -> None:
    """Call a game, or a source told as `GAME/SOURCE`, otherwise; what was given out under the old name leads on."""
    game, _, source = old.partition("/")
    corpus = read_corpus(folder)
    _refuse_unknown_game(corpus, game)
    if source:
        _rename_source(corpus, game, source, new.removeprefix(f"{game}/"))
    else:
        _rename_game(corpus, game, new)


def _rename_source(corpus: Corpus, game: str, old: str, new: str) -> None:
    held = [one for one in corpus.sources if one.game == game]
    moved = [one for one in held if one.name == old]
    if not moved:
        raise NotFoundError(_no_such(held, game, old, None))
    if not new or slugify(new) != new:
        raise CorpusError(f"{new!r} is no name of a source: only a-z, 0-9 and single hyphens")
    taken = {one.edition for one in held if one.name == new} & {one.edition for one in moved}
    if taken:
        names = ", ".join(one or "one without a date" for one in taken)
        raise CorpusError(f"{game} holds edition {names} of {new!r} already; `kb remove` one of both first")
    known = ledger.read(corpus.folder, None, game)
    if known.issues:
        ledger.keep(corpus.folder, {game: ledger.source_renamed(known, old, new)})
    rename_rows(corpus.folder / game, moved, new)


def _rename_game(corpus: Corpus, old: str, new: str) -> None:
    refuse_slug(new)
    place = corpus.folder / new
    if place.exists():
        raise CorpusError(f"{place} is there already; take another name")
    refuse_former(corpus.folder, new, except_for=old)
    known = ledger.read(corpus.folder, None, old)
    unfinished = corpus.folder / f".{new}.new"
    shutil.rmtree(unfinished, ignore_errors=True)
    shutil.copytree(corpus.folder / old, unfinished)
    if known.issues:
        ledger.keep(corpus.folder, {unfinished.name: ledger.game_renamed(known, old, new)})
    for name in _BY_PEOPLE:
        if (unfinished / name).is_file():
            text = (unfinished / name).read_text(encoding="utf-8-sig")
            put_text(unfinished / name, re.sub(rf"(?<![\w-]){re.escape(old)}:", f"{new}:", text))
    unfinished.rename(place)
    shutil.rmtree(corpus.folder / old)


def refuse_former(folder: Path, game: str, except_for: str = "") -> None:
    """Raise CorpusError for a slug that another game had: its addresses lead to that game."""
    now = ledger.former_games(folder).get(game) if folder.is_dir() else None
    if now is not None and now != except_for:
        raise CorpusError(
            f"{game!r} was renamed {now!r}, and its addresses lead there: use --game {now}, or another name"
        )
