"""What changed in a build's game, or below one of its entries? The library face of `kb diff`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kb import builds
from kb.diff.comparing import compare_editions
from kb.diff.editions import choose, editions_of
from kb.diff.records import Comparison
from kb.errors import NotFoundError
from kb.ledger import Ledger, built
from kb.past import not_found, of_edition
from kb.store import Library


@dataclass(frozen=True, slots=True)
class _Meant:
    """What is to be compared."""

    game: str
    source: str | None = None
    edition: str | None = None
    """What stands behind the `@` of the REF."""

    within: Callable[[Ledger], list[str]] | None = None
    """Finds the entities in a ledger, where not the whole game is meant."""


def diff(
    build: Path | str,
    ref: str,
    *,
    old: str | None = None,
    new: str | None = None,
    source: str | None = None,
) -> Comparison:
    """What changed between two editions of a game, or of what a REF names and what stands under it.

    The newest two editions are compared, unless others are named: `2024-11-08`, or `2024` for what was in force then.
    `REF@EDITION` is what that edition meant by it, and `magic@2024` the game, both compared from that edition on.
    Raises NotFoundError where there is no such game, entry or edition.
    """
    folder = Path(build)
    with builds.open_store(folder) as store:
        meant = _meant(store, ref)
    game = meant.game
    ledger = builds.read(folder, lambda at: built(builds.game(at, game) / builds.LEDGERS, game))
    chosen = choose(game, editions_of(ledger), source or meant.source, old or meant.edition, new)
    return compare_editions(game, ledger, *chosen, within=meant.within and meant.within(ledger))


def _meant(store: Library, ref: str) -> _Meant:
    name, at, edition = ref.replace("%40", "@").rpartition("@")
    if game := _game(store, name if at else ref):
        return _Meant(game, edition=edition.strip() if at else None)
    if at and (then := of_edition(store, ref)):
        one = then[0].revision
        return _Meant(one.game, one.source, edition.strip("/ "), lambda ledger: [one.entity])
    found = store.find(ref)
    if not found:
        _refuse_bare_editions(store, ref)
        raise not_found(store, ref)
    entry = found[0]
    return _Meant(entry.game, entry.source, within=lambda ledger: _entities(ledger, entry.id, entry.source))


def _game(store: Library, name: str) -> str | None:
    """The game that has this slug or title."""
    asked = name.strip().casefold()
    titled = store.titles_of_games().items()
    return next((slug for slug, title in titled if asked in (slug.casefold(), title.casefold())), None)


def _refuse_bare_editions(store: Library, ref: str) -> None:
    """Raise NotFoundError for `magic 2024 2026`, with what is meant."""
    words = ref.replace("..", " ").split()
    for count in (1, 2):
        name, editions = " ".join(words[:-count]), words[-count:]
        if name and all(one[:1].isdigit() for one in editions) and (_game(store, name) or store.find(name)):
            told = " ".join(
                f"{option} {one}" for option, one in zip(("--from", "--to"), editions, strict=False)
            )
            raise NotFoundError(f"nothing is called {ref!r}; `kb diff {name} {told}` compares these editions")


def _entities(ledger: Ledger, id: str, source: str) -> list[str]:
    """The entities that have an id now."""
    return [one.key for one in ledger.entities if one.source == source and one.now and one.ids[-1] == id]
