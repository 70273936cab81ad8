"""In what order are the entries of one game linked?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.analyse import name_key
from kb.entries import Entry, Reference
from kb.findings import PageMark
from kb.link.bare_numbers import bare_numbers
from kb.link.citations import cited_numbers, numbers_seen
from kb.link.errata import errata
from kb.link.evidence import Evidence, Place
from kb.link.mentions import Mention, Reading, reference
from kb.link.names import Names, without_parameter
from kb.link.pages import Contents, cited_pages
from kb.link.pointers import named_targets, terms_just_named
from kb.link.private import private_forms
from kb.link.resolve import Resolver
from kb.link.rulings import rulings
from kb.link.settings import Settings
from kb.link.stretches import merged
from kb.link.terms import Terms, Use
from kb.link.tokens import read

FINDERS: tuple[Callable[[Reading], Iterator[Mention]], ...] = (
    private_forms,  # first: what is inside a mark is no prose
    cited_numbers,
    numbers_seen,
    named_targets,  # after the numbers: "see rule 5" is no name
    bare_numbers,
)
"""The first one to claim a stretch of text keeps it."""

_MOST_NAMED = 20
"""Entries that "those entries" can be."""

_CHAPTER = 10
"""Entries; a section with fewer is read together with what stands around it."""


@dataclass(frozen=True, slots=True)
class GameLinks:
    """Everything linking one game told."""

    names: Names
    settings: Settings
    references: list[Reference]
    doubts: list[tuple[Reference, str]]
    evidence: Evidence


def link_game(entries: Sequence[Entry], pages: Sequence[PageMark], settings: Settings) -> GameLinks:
    """All references of one game in reading order."""
    names = Names(entries)
    resolver = Resolver(names, Contents(pages), settings, tuple({entry.source for entry in entries}))
    readings = {entry.id: Reading(entry.text, read(entry.text), names) for entry in entries}
    mentions = {id: _mentions(reading) for id, reading in readings.items()}
    verdicts = {entry.id: resolver.decide(entry, mentions[entry.id]) for entry in entries}
    terms = Terms(entries)
    around = {entry.id: (entry, *names.ancestors(entry)) for entry in entries}
    size = Counter(one.id for places in around.values() for one in places)
    places = []
    for entry in entries:
        taken = _taken(mentions[entry.id], verdicts[entry.id].references)
        uses = terms.uses(entry.text, readings[entry.id].words, taken)
        places.append(_place(around[entry.id], size, uses))
    rules = sum(entry.kind == "rule" for entry in entries)
    evidence = Evidence(terms, places, settings, rules or len(entries))
    references: list[Reference] = []
    for entry, place in zip(entries, places, strict=True):
        own = verdicts[entry.id].references
        own += _those_named(entry, mentions[entry.id], place.uses, own)
        own += [
            reference(entry, use.start, use.end, kind="mention", target=term)
            for use, term in evidence.links(place)
        ]
        references += sorted(own, key=lambda one: (one.start, one.end))

    def cited(entry: Entry) -> list[Reference]:
        return resolver.decide(entry, _mentions(Reading(entry.text, read(entry.text), names))).references

    references += [*rulings(entries, references, terms, evidence), *errata(entries, references, names, cited)]
    number = {entry.id: number for number, entry in enumerate(entries)}
    references.sort(key=lambda one: (number[one.origin], one.start, one.end))
    doubts = [doubt for entry in entries for doubt in verdicts[entry.id].doubts]
    return GameLinks(names, settings, references, doubts, evidence)


def _mentions(reading: Reading) -> list[Mention]:
    """Every mention in an entry's text, in order, none overlapping another."""
    found: list[Mention] = []
    for finder in FINDERS:
        found = merged(found, finder(reading))
    return merged(found, cited_pages(reading, found))  # last: a page beside a name belongs to that name


def _taken(mentions: Iterable[Mention], references: Iterable[Reference]) -> list[tuple[int, int]]:
    """The stretches of text in which no term may be linked any more."""
    spans = {(one.start, one.end) for one in references if one.end > one.start}
    spans |= {(one.start, one.end) for one in mentions if one.form in ("those", "anchor", "address")}
    return sorted(spans)


def _place(around: Sequence[Entry], size: Mapping[str, int], uses: Iterable[Use]) -> Place:
    """What matters to links from an entry, told by itself and what it stands under, nearest first.

    Uses that only say a heading it stands under are left out. Its chapter is the nearest that is long enough: depth
    does not tell, for chapters are the second level of one text and the third of another.
    """
    entry = around[0]
    sections = frozenset(one.id for one in around if one.kind == "section")
    # the title of the whole text heads nothing
    headings = (one for one in around if one.kind != "term" and (one is entry or one.parent is not None))
    titles = [one.title for one in headings if one.title]
    return Place(
        entry=entry.id,
        chapter=next((one.id for one in around if size[one.id] >= _CHAPTER), around[-1].id),
        around=frozenset(name_key(name) for title in titles for name in (title, without_parameter(title))),
        uses=[use for use in uses if sections.isdisjoint(use.terms)],
    )


def _those_named(
    entry: Entry, mentions: Iterable[Mention], uses: Iterable[Use], references: Iterable[Reference]
) -> list[Reference]:
    """References for "those entries", the terms and targets named in the sentence before: the first takes the words,
    the others stand at their end."""
    spans = [(use.start, use.terms[0]) for use in uses if len(use.terms) == 1]
    spans = sorted(spans + [(one.start, one.target) for one in references if one.target])
    found = []
    for mention in mentions:
        if mention.form == "those":
            start = mention.start
            for target in terms_just_named(entry.text, mention.start, spans)[:_MOST_NAMED]:
                if target != entry.id:
                    found.append(reference(entry, start, mention.end, target=target))
                    start = mention.end
    return found
