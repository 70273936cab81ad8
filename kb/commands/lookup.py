"""Which entry does a REF on the command line mean?"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kb.commands.completion import complete_ref
from kb.commands.output import linked, note, on_terminal
from kb.entries import Entry, label
from kb.store import Library

if TYPE_CHECKING:
    from kb.past import Then

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

_OTHERS_TOLD = 5
_GAMES_TOLD = 12


def ref_argument(metavar: str = "REF") -> Callable[[Decorated], Decorated]:
    """A REF, which may be several words: `rule 314.6`, `legend rule`."""
    return click.argument(
        "ref",
        nargs=-1,
        required=True,
        metavar=metavar,
        shell_complete=complete_ref,
        callback=lambda _ctx, _parameter, words: " ".join(words),
    )


def look_up(store: Library, ref: str, game: str | None) -> Entry:
    """The entry that answers best to a REF; others that answer too are told on standard error.

    With `@EDITION` it is what that edition says.
    """
    return _first(ref, _found(store, ref, game))


def look_up_all(store: Library, ref: str, game: str | None) -> list[Entry]:
    """The entry that answers best to a REF; of a range or a list all."""
    found = _found(store, ref, game)
    numbers = {entry.number for entry in found}
    is_several = len(numbers) == len(found) > 1 and None not in numbers
    return (
        found if is_several and all(entry.game == found[0].game for entry in found) else [_first(ref, found)]
    )


def then(store: Library, ref: str, game: str | None) -> Then | None:
    """What a REF with `@EDITION` said then, unless it says the same now."""
    if "@" not in ref and "%40" not in ref:
        return None
    from kb.past import of_edition

    refuse_unknown_game(store, game)
    found = of_edition(store, ref, game)
    if not found:
        return None
    _first(ref, [one.entry for one in found])
    return None if found[0].is_now else found[0]


def _found(store: Library, ref: str, game: str | None) -> list[Entry]:
    refuse_unknown_game(store, game)
    if "@" in ref or "%40" in ref:
        from kb.past import resolve  # what there is now needs none of it

        found = resolve(store, ref, game)
    else:
        found = store.find(ref, game)
    if not found:
        from kb.past import not_found

        raise not_found(store, ref, game)
    _tell_former(store, ref, found[0])
    return found


def _tell_former(store: Library, ref: str, entry: Entry) -> None:
    """Say so where an id is a former one: what it names has another now."""
    prefix, _, slug = ref.strip().partition(":")
    if slug and prefix.lower() == entry.game and "@" not in ref:
        names = {entry.id.partition(":")[2], entry.number or ""}
        if slug.lower() not in {name.lower() for name in names} and (gone := _gone(store, ref, entry.game)):
            note(gone[0])


def _gone(store: Library, ref: str, game: str | None) -> list[str]:
    from kb.past import where_it_went

    return where_it_went(store, ref, game)


def _first(ref: str, found: list[Entry]) -> Entry:
    if others := found[1:]:
        told = ", ".join(other.id for other in others[:_OTHERS_TOLD])
        more = f" and {len(others) - _OTHERS_TOLD} more" if len(others) > _OTHERS_TOLD else ""
        note(f"{ref!r} also names {told}{more}")
    return found[0]


def refuse_unknown_game(store: Library, game: str | None) -> None:
    """Wrong use, not an empty result: a game that the build does not hold."""
    held = [each.slug for each in store.games()]
    if game is not None and game not in held:
        from difflib import get_close_matches  # only for mistakes

        meant = [slug for slug in held if slug.startswith(game)] or get_close_matches(game, held, 3)
        near = f"; did you mean {' or '.join(meant[:_OTHERS_TOLD])}?" if meant else ""
        told = ", ".join(held[:_GAMES_TOLD])
        several = f" and {len(held) - _GAMES_TOLD} more" if len(held) > _GAMES_TOLD else ""
        raise click.BadParameter(
            f"no game {game!r} in this build{near or f'; it holds {told}{several}'}",
            param_hint="--game",
        )


def linked_id(store: Library, entry: Entry) -> str:
    """An entry's id, which leads to its page where a terminal shows links."""
    if not on_terminal():
        return entry.id
    from kb.reader.opening import address

    place = address(store.folder, store, entry)
    return linked(entry.id, place) if place else entry.id


def named(store: Library, id: str) -> str:
    """An entry as it is pointed at: its label, first words where it has no title, and its id."""
    entry = store.entry(id)
    if entry is None:
        return id
    words = "" if entry.title or not entry.number else f" {label(None, None, entry.text)}"
    name = label(entry.number, entry.title, entry.text, kind=entry.kind)
    return f"{name}{words} ({linked_id(store, entry)})"
