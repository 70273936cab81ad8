"""Which entry does an erratum overrule?"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from kb.entries import Entry, Reference
from kb.link.names import Names
from kb.refs import cues
from kb.refs.numbers import key

MOST = 5
"""Entries that one erratum overrules."""

Cited = Callable[[Entry], Sequence[Reference]]
"""What finds the references in an entry's text."""

# "Errata", "Corrections to the rulebook"; not "Errata and FAQ"
_ANNOUNCED = re.compile(r"\b(?:errat(?:a|um)|corrections?|korrektur(?:en)?|corrigenda)\b", re.IGNORECASE)
_MIXED = re.compile(r"\b(?:faqs?|questions?|answers?|clarifications?|rulings?)\b", re.IGNORECASE)
# "5.2", "5.2: Combat", "Rule 702.19b (page 5)"
_NUMBER = re.compile(rf"(?P<cue>(?:{cues.WORDS})\s+|§\s*)?(?P<number>[0-9]+\w*(?:[.-]\w+)*)", re.IGNORECASE)
# From here on an erratum says how it should read
_QUOTE = re.compile(r"[“„«\"]|: ?\n")


def errata(
    entries: Sequence[Entry], references: Iterable[Reference], names: Names, cited: Cited
) -> list[Reference]:
    """A `ruling` reference from every erratum to each entry that it overrules.

    Its number and title say what is corrected, else the first entry that its text refers to, before what it quotes.
    """
    found = {entry.id: entry for entry in entries if entry.text and _is_erratum(entry, names)}
    if not found:
        return []
    first: dict[str, str] = {}
    for one in references:
        if one.origin in found and one.kind == "see" and one.target and one.target not in found:
            quote = _QUOTE.search(found[one.origin].text)
            if quote is None or one.start < quote.start():
                first.setdefault(one.origin, one.target)
    told = []
    for entry in found.values():
        named = _named(entry, names, cited)
        above = {entry.id, *(one.id for one in names.ancestors(entry))}
        targets = [id for id in dict.fromkeys(named) if id not in found and id not in above]
        if not targets and entry.id in first:
            targets = [first[entry.id]]
        told += [_overrules(entry, target) for target in targets[:MOST]]
    return told


def _is_erratum(entry: Entry, names: Names) -> bool:
    """Whether an entry is or stands under something that is called errata, or is of a text so called."""
    if entry.kind not in ("rule", "section"):
        return False
    titles = [entry.title, *(one.title for one in names.ancestors(entry)), entry.source.replace("-", " ")]
    return any(title and _ANNOUNCED.search(title) and not _MIXED.search(title) for title in titles)


def _named(entry: Entry, names: Names, cited: Cited) -> Iterator[str]:
    """Ids of what the number and title of an erratum name; nothing where one could mean several."""
    title = entry.title or ""
    number = _NUMBER.match(title)
    numbers = [entry.number or "", number["number"] if number else ""]
    if not (number and number["cue"]):
        numbers = [one for one in numbers if len(key(one)) > 1]  # "1" of a list of errata is no rule 1
    called = [names.numbered(one) for one in numbers if one]
    for found in (*called, names.named(title) if title else []):
        others = [one for one in found if one.source != entry.source or not entry.number]
        others = [one for one in others if one.id != entry.id]
        if len(others) == 1:
            yield others[0].id
    if title:
        for one in cited(replace(entry, text=title, title=None)):
            if one.target:
                yield one.target


def _overrules(erratum: Entry, target: str) -> Reference:
    end = len(erratum.text)
    return Reference(
        origin=erratum.id, kind="ruling", text="", start=end, end=end, target=target, status="resolved"
    )
