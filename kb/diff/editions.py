"""Which editions of which source can be compared, and which one is meant? From the ledger of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kb.entries import edition_key
from kb.errors import NotFoundError
from kb.ledger import Ledger, editions
from kb.refs.editions import in_force

Editions = Mapping[str, Sequence[str]]
"""Source → its editions, oldest first."""


def editions_of(ledger: Ledger) -> dict[str, list[str]]:
    """The editions of each source that its ledger remembers, oldest first; a source without any has none."""
    return {source: [one for one in held if one] for source, held in editions(ledger).items()}


def choose(
    game: str, held_of: Editions, source: str | None, old: str | None, new: str | None
) -> tuple[str, str, str]:
    """The source and the two editions that are meant: the newest two, or those asked for.

    Raises NotFoundError where there are none, and says what there is.
    """
    several = {name: held for name, held in held_of.items() if len(held) > 1}
    if source is not None and source not in held_of:
        known = ", ".join(sorted(held_of)) or "none with an edition"
        raise NotFoundError(f"{game} has no source {source!r} with editions; it has {known}")
    named = source or max(several, key=lambda name: edition_key(several[name][-1]), default=None)
    if named is None or len(held_of[named]) < 2:
        raise NotFoundError(_too_few(game, held_of, named))
    held = held_of[named]
    later = _meant(game, held, new) if new else held[-1]
    earlier = _meant(game, held, old) if old else _before(held, later)
    if earlier == later:
        raise NotFoundError(f"both are the edition {later} of {game}; {game} has {', '.join(held)}")
    return named, earlier, later


def _before(held: Sequence[str], later: str) -> str:
    """The edition before one; behind the oldest the next one, so that there is something to compare."""
    at = held.index(later)
    return held[at - 1] if at else later


def _meant(game: str, held: Sequence[str], asked: str) -> str:
    found = in_force(held, asked)
    if found is None:
        raise NotFoundError(f"{game} has no edition {asked!r}; it has {', '.join(held)}")
    return found


def _too_few(game: str, held_of: Editions, source: str | None) -> str:
    held = ", ".join(one for name, of in held_of.items() if source in (None, name) for one in of)
    has = f"only the edition {held}" if held else "no edition that its texts tell"
    return f"{game} has {has}; `kb add FILE --game {game}` adds another, then `kb build`"
