"""Where do the links lead that a text makes itself? `<a href="#May">`, `[[rule:golden_rule]]`, `{ref:sec_runs}`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from urllib.parse import unquote

from rapidfuzz import process

from kb.entries import Entry, Reference
from kb.findings import Anchored, SourceLink
from kb.link.mentions import reference
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
        _reference(link, origin, places[origin.game], named)
        for link in links
        if (origin := known.get(link.origin))
    ]
    return [one for one in references if one.target != one.origin]


def with_own(
    entries: Sequence[Entry], own: Sequence[Reference], found: Sequence[Reference]
) -> list[Reference]:
    """All references in reading order, as those found are; where a link of the text's own stands, nothing else is."""
    own_by_entry, found_by_entry = _by_entry(own), _by_entry(found)
    return [
        one
        for entry in entries
        for one in _merged(own_by_entry.get(entry.id, []), found_by_entry.get(entry.id, []))
    ]


def _by_entry(references: Iterable[Reference]) -> dict[str, list[Reference]]:
    by_entry: dict[str, list[Reference]] = defaultdict(list)
    for one in references:
        by_entry[one.origin].append(one)
    return by_entry


def _merged(own: list[Reference], found: list[Reference]) -> list[Reference]:
    if not own:
        return found
    taken = sorted((one.start, one.end) for one in own)
    kept, position = list(own), 0
    for one in found:
        while position < len(taken) and taken[position][1] <= one.start:
            position += 1
        if position == len(taken) or one.end <= taken[position][0]:
            kept.append(one)
    return sorted(kept, key=lambda one: (one.start, one.end))


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


def _reference(link: SourceLink, origin: Entry, places: dict[str, str], named: Named) -> Reference:
    name = unquote(link.target).strip()
    anchor = name.rpartition("#")[2].strip()
    names = (link.target, name) if _TEXT.web.match(name) else (link.target, name, anchor)
    known = next((places[each] for each in names if each in places), None)
    known = known or _by_number(link, origin, named)
    elsewhere = bool(_TEXT.web.match(name) or _TEXT.page.fullmatch(name))
    status = "resolved" if known else "external" if elsewhere else "missing"
    near = list(places) if status == "missing" else []
    close = process.extract(anchor, near, limit=_NEAR, score_cutoff=_CLOSE)
    candidates = tuple(dict.fromkeys(places[name] for name, _, _ in close))
    return reference(origin, link.start, link.end, target=known, status=status, candidates=candidates)
