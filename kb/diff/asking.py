"""What changed in a build's game, or below one of its entries? The library face of `kb diff`."""

from __future__ import annotations

from pathlib import Path

from kb import builds
from kb.diff.comparing import compare_editions
from kb.diff.editions import choose, editions_of
from kb.diff.records import Comparison
from kb.ledger import Ledger, built
from kb.past import not_found
from kb.store import Library


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
    Raises NotFoundError where there is no such game, entry or edition.
    """
    folder = Path(build)
    with builds.open_store(folder) as store:
        game, entity_of = _meant(store, ref)
    ledger = builds.read(folder, lambda at: built(builds.game(at, game) / builds.LEDGERS, game))
    within = None if entity_of is None else _entities(ledger, *entity_of)
    if source is None and entity_of is not None:
        source = entity_of[1]
    chosen = choose(game, editions_of(ledger), source, old, new)
    return compare_editions(game, ledger, *chosen, within=within)


def _meant(store: Library, ref: str) -> tuple[str, tuple[str, str] | None]:
    """The game that is meant; of an entry its id and its source, too."""
    games = store.titles_of_games()
    asked = ref.strip().casefold()
    for slug, title in games.items():
        if asked in (slug.casefold(), title.casefold()):
            return slug, None
    found = store.find(ref)
    if not found:
        raise not_found(store, ref)
    return found[0].game, (found[0].id, found[0].source)


def _entities(ledger: Ledger, id: str, source: str) -> list[str]:
    """The entities that have an id now."""
    return [one.key for one in ledger.entities if one.source == source and one.now and one.ids[-1] == id]
