"""How is an entry cited? A link with its permanent address, or its text as the place quotes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from kb.cite.places import PLACES, Place
from kb.cite.rules import Rules, called
from kb.entries import Entry

_LONGEST_NAME = 90
"""Characters of a link's text; a question as title may be long."""


def cite(rules: Rules, entries: str | Sequence[Entry], *, to: str = "markdown", quote: bool = False) -> str:
    """Citations of entries, ready to be pasted into one post of a place; `quote` adds their texts.

    A REF as people write it stands for what it means: `cite(rules, "rule 704.5j")`; empty where it means nothing.
    """
    if isinstance(entries, str):
        entries = rules.resolve(entries)[:1]
    place = PLACES[to]
    joint = "\n\n" if quote else "\n"
    room = place.most and (place.most - len(joint) * (len(entries) - 1)) // max(1, len(entries))
    return joint.join(_cited(rules, place, entry, quote, room) for entry in entries)


def cite_record(rules: Rules, entry: Entry, *, quote: bool = False) -> dict[str, Any]:
    """A citation for programs."""
    record = {
        "id": entry.id,
        "game": entry.game,
        "kind": entry.kind,
        "number": entry.number,
        "title": entry.title,
        "source": rules.source_title(entry),
        "edition": entry.edition,
        "url": rules.url(entry),
    }
    if entry.location.page:
        record["page"] = entry.location.page
    return {**record, "text": entry.text} if quote else record


def origin(rules: Rules, entry: Entry, place: Place) -> str:
    """The link to an entry and where it comes from: game, source, edition, page."""
    game = rules.games.get(entry.game)
    told = from_where(game.title if game else entry.game, rules.source_title(entry), entry)
    return f"{place.link(place.escape(short_name(entry)), rules.url(entry))} ({place.escape(told)})"


def from_where(game: str, source: str, entry: Entry) -> str:
    """Where an entry comes from, in a few words; a text that is called after its game does not say its name twice."""
    rest = source.removeprefix(game)
    is_named = len(rest) < len(source) and not rest[:1].isalnum()
    return ", ".join(filter(None, ("" if is_named else game, source, entry.edition, entry.location.printed)))


def short_name(entry: Entry) -> str:
    """What the link to an entry says, in one line of bearable length."""
    name = " ".join(called(entry).split())
    return name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME].rsplit(' ', 1)[0]} …"


def _cited(rules: Rules, place: Place, entry: Entry, quote: bool, room: int | None) -> str:
    about = origin(rules, entry, place)
    if not quote or not entry.text:
        return about
    who = place.escape(" ".join(f"{rules.source_title(entry)}, {short_name(entry)}".split()))
    whole = quotable(entry.text, (child.at for child in rules.children(entry)))

    def made(length: int) -> str:
        text = whole if length >= len(whole) else f"{whole[:length].rstrip()} […]"
        return place.quote(place.escape(text), who, about)

    if room is None or len(made(len(whole))) <= room:
        return made(len(whole))
    most = bisect_right(range(1, len(whole)), room, key=lambda length: len(made(length)))
    return made(max(whole.rfind(" ", 0, most + 1), 0))  # no word is cut


def quotable(text: str, places: Iterable[int | None]) -> str:
    """An entry's text as it is quoted: "[…]" says where something else stands in it."""
    cuts = sorted({at for at in places if at})
    bounds = [0, *cuts, len(text)]
    return "\n\n[…]\n\n".join(text[start:end].rstrip("\n") for start, end in pairwise(bounds))
