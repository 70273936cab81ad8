"""Which entries answer to a REF? The same decisions for the store of one game and for a library of many."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kb.analyse import name_key
from kb.entries import Entry
from kb.errors import NotFoundError
from kb.store import names

Named = Callable[[str, str | None], list[Entry]]
"""Entries with exactly this id, number or name, in one game or all, best first."""

_NEAR_ENOUGH = 0.75  # of difflib's 0..1: "lepa" finds "leap", "scheme" does not find "school"


def find(ref: str, game: str | None, named: Named) -> list[Entry]:
    """What answers to a REF, best first: an id, a number or a name; `GAME:` before, `@EDITION` after it.

    Raises NotFoundError when the REF asks for an edition that is not the one held.
    """
    found = _now(ref, game, named)
    name, at, edition = ref.rpartition("@")
    if found or not at:
        return found
    held = _now(name, game, named)
    edition = edition.strip()
    fitting = [entry for entry in held if _is_of_edition(entry, edition)]
    if held and not fitting:
        editions = ", ".join(sorted({entry.edition or "none" for entry in held}))
        raise NotFoundError(f"{name.strip()!r} is not held in edition {edition}, only in: {editions}")
    return fitting


def keys(name: str) -> tuple[str, str, str]:
    """The keys under which an entry so called may stand: its id, its number, its title."""
    name = name.encode("utf-8", "replace").decode()  # bytes of a command line that are no text
    return name.strip().lower(), names.number_key(name), name_key(name)


def nearest(ref: str, titles: dict[str, str]) -> list[str]:
    """Up to three titles, by their keys, that are spelt nearly like a REF."""
    from difflib import get_close_matches  # only for mistakes

    return [titles[key] for key in get_close_matches(name_key(ref), titles, 3, _NEAR_ENOUGH)]


def merged(found: Iterable[tuple[int, Entry]]) -> list[Entry]:
    """Entries of several games with how well they fit (a rank), best first, else in the order given."""
    return [entry for _, entry in sorted(found, key=lambda pair: pair[0])]


def _now(ref: str, game: str | None, named: Named) -> list[Entry]:
    found = named(ref, game)
    if not found and (parted := names.GAME_AND_NAME.match(ref)):
        prefix = parted[1].lower()
        if game in (None, prefix):
            found = named(parted[2], prefix)
    return found


def _is_of_edition(entry: Entry, edition: str) -> bool:
    """Whether the edition asked for is this entry's, or the one in which its wording first appeared."""
    return edition == entry.edition or entry.permalink.endswith(f"@{edition}/")
