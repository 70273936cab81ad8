"""Where do the links lead that a text makes itself? `<a href="#May">`, `[[rule:golden_rule]]`, `{ref:sec_runs}`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from urllib.parse import unquote

from rapidfuzz import process

from kb.entries import Entry, Reference
from kb.findings import Anchored, SourceLink
from kb.link.patterns import Patterns

_TEXT = Patterns("text.own")

_NEAR = 3
_CLOSE = 70
"""Of 100: how like a missing anchor's name another must be to be offered for it."""


Named = dict[tuple[str, str], list[Entry]]
"""Game and number or name → entries."""


def own_links(
    entries: Iterable[Entry], links: Sequence[SourceLink], anchors: Iterable[Anchored]
) -> list[Reference]:
    """A `see` reference for every link to another entry, within its own game.

    What names an anchor is resolved, what names none is missing, and what leads to the web or to another file
    whose anchors we do not hold is external.
    """
    known = {entry.id: entry for entry in entries}
    named = _named(known.values()) if links else {}
    places: dict[str, dict[str, str]] = defaultdict(dict)
    for anchor in anchors:
        places[anchor.game].setdefault(anchor.name, anchor.entry)
    references = [
        _reference(link, places[origin.game], _by_number(link, origin, named), origin.text)
        for link in links
        if (origin := known.get(link.origin))
    ]
    return [reference for reference in references if reference.target != reference.origin]


def with_own(
    entries: Sequence[Entry], own: Sequence[Reference], found: Sequence[Reference]
) -> list[Reference]:
    """All references in reading order; where a link of the text's own stands, nothing else is linked."""
    own_by_entry, found_by_entry = _by_entry(own), _by_entry(found)
    return [
        reference
        for entry in entries
        for reference in _merged(own_by_entry.get(entry.id, []), found_by_entry.get(entry.id, []))
    ]


def _by_entry(references: Iterable[Reference]) -> dict[str, list[Reference]]:
    by_entry: dict[str, list[Reference]] = defaultdict(list)
    for reference in references:
        by_entry[reference.origin].append(reference)
    return by_entry


def _merged(own: list[Reference], found: list[Reference]) -> list[Reference]:
    if not own:
        return found
    taken = sorted((one.start, one.end) for one in own)
    kept, position = list(own), 0
    for reference in sorted(found, key=_place):
        while position < len(taken) and taken[position][1] <= reference.start:
            position += 1
        if position == len(taken) or reference.end <= taken[position][0]:
            kept.append(reference)
    return sorted(kept, key=_place)


def _place(reference: Reference) -> tuple[int, int]:
    return reference.start, reference.end


def _named(entries: Iterable[Entry]) -> Named:
    """Who goes by each number and each name of a division, `Article 4`."""
    named: Named = defaultdict(list)
    for entry in entries:
        for name in (entry.number, *entry.aliases):
            if name:
                named[entry.game, name.casefold()].append(entry)
    return named


def _by_number(link: SourceLink, origin: Entry, named: Named) -> str | None:
    """The entry that an address of the text's own making tells by number, or by kind and number."""
    match = _TEXT.private.fullmatch(unquote(link.target).strip())
    if match is None:
        return None
    for name in (f"{match['kind']} {match['name']}", match["name"]):
        found = named.get((origin.game, name.casefold()), [])
        here = [entry.id for entry in found if entry.source == origin.source] or [entry.id for entry in found]
        if len(here) == 1:
            return here[0]
    return None


def _reference(link: SourceLink, places: dict[str, str], numbered: str | None, text: str) -> Reference:
    name = unquote(link.target).strip()
    anchor = name.rpartition("#")[2].strip()
    names = (link.target, name) if _TEXT.web.match(name) else (link.target, name, anchor)
    known = next((places[each] for each in names if each in places), None) or numbered
    elsewhere = bool(_TEXT.web.match(name) or _TEXT.page.fullmatch(name))
    status = "resolved" if known else "external" if elsewhere else "missing"
    return Reference(
        origin=link.origin,
        kind="see",
        text=text[link.start : link.end],
        start=link.start,
        end=link.end,
        target=known,
        status=status,
        candidates=_nearest(anchor, places) if status == "missing" else (),
    )


def _nearest(anchor: str, places: dict[str, str]) -> tuple[str, ...]:
    close = process.extract(anchor, list(places), limit=_NEAR, score_cutoff=_CLOSE)
    return tuple(dict.fromkeys(places[name] for name, _, _ in close))
