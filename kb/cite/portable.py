"""What does a browser need to link and verify posts, besides the names and texts that its search loads?

`site_templates/js/cite/rules.js` reads them, and refuses facts of another format; what it does with them is said out of
this package by `site/translating.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kb.cite import books, keywords
from kb.entries import FATES, Entry, Game, edition_key
from kb.findings import PageMark, Revision
from kb.link import patterns

FORMAT = 6
"""Raised whenever the facts change their meaning."""


def language() -> dict[str, Any]:
    """What tells citations and terms from everyday English: patterns, word lists, tables."""
    return patterns.portable()


def facts(
    game: Game,
    entries: Sequence[Entry],
    revisions: Sequence[Revision],
    titles: Mapping[str, str] | None = None,
    marks: Iterable[PageMark] = (),
) -> dict[str, Any]:
    """The permanent addresses of a game's entries, what became of each, and what is printed on which page.

    What is the same as the entry's own is 0, what follows from number and edition is 1.
    """
    held: dict[str, set[str]] = {}
    for one in revisions:
        held.setdefault(one.source, set()).update(filter(None, (one.first, one.last, *one.editions)))
    editions = sorted(set().union(*held.values()))
    numbers = {edition: number for number, edition in enumerate(editions, 1)}
    sources = {source: number for number, source in enumerate(held)}
    places = {entry.id: number for number, entry in enumerate(entries, 1)}
    return {
        "format": FORMAT,
        "title": game.title,
        "names": books.called_game(game.title, game.slug),
        "language": game.language,
        "editions": editions,
        "sources": [[numbers[one] for one in sorted(of, key=edition_key)] for of in held.values()],
        "pinned": [_pin(entry, numbers) for entry in entries],
        "called": _called(game, entries, titles or {}),
        "books": books.listed(titles or {}, marks, places),
        "terms": keywords.facts(entries),
        "revisions": [_row(one, entries, places, numbers, sources[one.source]) for one in revisions],
    }


def _called(game: Game, entries: Sequence[Entry], titles: Mapping[str, str]) -> list[list[Any]]:
    """What people call each text of a game, and which of several each entry is from."""
    texts = list(dict.fromkeys(entry.source for entry in entries))
    names = [books.called_text(titles.get(text) or text, text, game.title) for text in texts]
    return [names, [texts.index(entry.source) for entry in entries] if len(texts) > 1 else []]


def wordings(revisions: Iterable[Revision]) -> list[str]:
    """What the entries of a game said before, in the order of their revisions."""
    return [one.markdown for one in revisions if one.fate != "current"]


def _pin(entry: Entry, numbers: Mapping[str, int]) -> int | str:
    """The edition of an entry's permanent address; 0 if that is the plain one, the whole of a stranger one."""
    if entry.permalink == entry.url:
        return 0
    start, _, edition = entry.permalink.rstrip("/").partition("@")
    usual = f"{start}/" == entry.url and entry.permalink == f"{start}@{edition}/"
    return numbers.get(edition, entry.permalink) if usual else entry.permalink


def _row(
    one: Revision,
    entries: Sequence[Entry],
    places: Mapping[str, int],
    numbers: Mapping[str, int],
    source: int,
) -> list[int | str | None]:
    """A revision without the zeros at its end: entry, fate, editions, address, number, title, kind, key, source."""
    place = places.get(one.entry or "", 0)
    now = entries[place - 1] if place else None
    told = [
        (one.address, now.permalink if now else "", f"{one.game}/{one.number}@{one.first}/"),
        (one.number, now.number if now else "", ""),
        (one.title, now.title if now else "", ""),
        (one.kind, now.kind if now else "", ""),
        (one.entity, one.entity if now else "", f"{one.game}:{one.number}"),  # asked for where it is no entry
    ]
    row: list[int | str | None] = [
        place,
        FATES.index(one.fate),
        numbers.get(one.first or "", 0),
        numbers.get(one.last or "", 0),
        *(0 if given == own else 1 if given == usual else given for given, own, usual in told),
        source,
    ]
    while row and row[-1] == 0:
        row.pop()
    return row
