"""Which entry does a REF on the command line mean?"""

from __future__ import annotations

import click

from kb.commands.output import note
from kb.entries import Entry, label
from kb.errors import NotFoundError
from kb.store import Library

_OTHERS_TOLD = 5


def look_up(store: Library, ref: str, game: str | None) -> Entry:
    """The entry that answers best to a REF; others that answer too are told on standard error."""
    refuse_unknown_game(store, game)
    found = store.find(ref, game)
    if not found:
        raise NotFoundError(_nothing(store, ref, game))
    if others := found[1:]:
        told = ", ".join(other.id for other in others[:_OTHERS_TOLD])
        more = f" and {len(others) - _OTHERS_TOLD} more" if len(others) > _OTHERS_TOLD else ""
        note(f"{ref!r} also names {told}{more}")
    return found[0]


def refuse_unknown_game(store: Library, game: str | None) -> None:
    """Wrong use, not an empty result: a game that the build does not hold."""
    held = [each.slug for each in store.games()]
    if game is not None and game not in held:
        raise click.BadParameter(
            f"no game {game!r} in this build; it holds {', '.join(held)}", param_hint="--game"
        )


def named(store: Library, id: str) -> str:
    """An entry as it is pointed at: its label, first words where it has no title, and its id."""
    entry = store.entry(id)
    if entry is None:
        return id
    words = "" if entry.title or not entry.number else f" {label(None, None, entry.text)}"
    return f"{label(entry.number, entry.title, entry.text, kind=entry.kind)}{words} ({id})"


def _nothing(store: Library, ref: str, game: str | None) -> str:
    where = f" in {game}" if game else ""
    if near := store.near(ref):
        return f"nothing{where} is called {ref!r}; did you mean {' or '.join(near)}?"
    return f"nothing{where} is called {ref!r}; `kb search` looks into the texts"
