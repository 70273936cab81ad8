"""In what order are the entries of one game linked?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kb.analyse import name_key
from kb.entries import Entry, Reference
from kb.findings import PageMark
from kb.link.bare_numbers import bare_numbers
from kb.link.citations import cited_numbers, numbers_seen
from kb.link.errata import errata
from kb.link.evidence import Evidence, Place
from kb.link.mentions import Find, Mention, find
from kb.link.names import Names, without_parameter
from kb.link.pages import Contents, cited_pages
from kb.link.pointers import named_targets, terms_just_named
from kb.link.private import private_forms
from kb.link.resolve import Resolver, Verdicts, those
from kb.link.rulings import rulings
from kb.link.settings import Settings
from kb.link.terms import Terms, Use
from kb.link.tokens import read

FINDERS: tuple[Find, ...] = (
    private_forms,  # first: what is inside a mark is no prose
    cited_numbers,
    numbers_seen,
    named_targets,  # after the numbers: "see rule 5" is no name
    bare_numbers,
    cited_pages,  # last: a page beside a name belongs to that name
)

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
    words = {entry.id: read(entry.text) for entry in entries}
    mentions = {entry.id: find(entry, names, FINDERS, words[entry.id]) for entry in entries}
    verdicts = {entry.id: resolver.decide(entry, _pointing(mentions[entry.id])) for entry in entries}
    terms = Terms(entries)
    chapters = _chapters(entries, names)
    places = [
        Place(
            entry=entry.id,
            chapter=chapters[entry.id],
            around=_names_around(entry, names),
            uses=_outside(
                [entry, *names.ancestors(entry)],
                terms.uses(entry.text, words[entry.id], _spans(mentions[entry.id], verdicts[entry.id])),
            ),
        )
        for entry in entries
    ]
    evidence = Evidence(terms, places, settings, _count_rules(entries))
    references: list[Reference] = []
    for entry, place in zip(entries, places, strict=True):
        own = verdicts[entry.id].references
        own += _those_named(entry, mentions[entry.id], place.uses, own)
        own += _term_links(entry, evidence, place)
        references += sorted(own, key=lambda reference: (reference.start, reference.end))

    def cited(entry: Entry) -> list[Reference]:
        return resolver.decide(entry, _pointing(find(entry, names, FINDERS))).references

    decided = [*rulings(entries, references, terms, evidence), *errata(entries, references, names, cited)]
    references = _in_reading_order(entries, references, decided)
    doubts = [doubt for entry in entries for doubt in verdicts[entry.id].doubts]
    return GameLinks(names, settings, references, doubts, evidence)


def _pointing(mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions that can be resolved before the terms are known; "those entries" cannot."""
    return [mention for mention in mentions if mention.form != "those"]


def _spans(mentions: Sequence[Mention], verdicts: Verdicts) -> list[tuple[int, int]]:
    """The stretches of text in which no term may be linked any more."""
    spans = {(one.start, one.end) for one in verdicts.references if one.end > one.start}
    spans |= {(one.start, one.end) for one in mentions if one.form in ("those", "anchor", "address")}
    return sorted(spans)


def _outside(around: Sequence[Entry], uses: Iterable[Use]) -> list[Use]:
    """Those uses that do not only say the heading they stand under."""
    headings = frozenset(entry.id for entry in around if entry.kind == "section")
    return [use for use in uses if headings.isdisjoint(use.terms)]


def _those_named(
    entry: Entry, mentions: Sequence[Mention], uses: Sequence[Use], references: Sequence[Reference]
) -> list[Reference]:
    """References for "those entries": the terms and targets named in the sentence before."""
    asked = [mention for mention in mentions if mention.form == "those"]
    if not asked:
        return []
    spans = [(use.start, use.terms[0]) for use in uses if len(use.terms) == 1]
    spans = sorted(spans + [(one.start, one.target) for one in references if one.target])
    found: list[Reference] = []
    for mention in asked:
        found += those(entry, mention, terms_just_named(entry.text, mention.start, spans)[:_MOST_NAMED])
    return found


def _names_around(entry: Entry, names: Names) -> frozenset[str]:
    """The titles of an entry and of what it stands under, but for the title of the whole text."""
    above = (one for one in names.ancestors(entry) if one.parent is not None)
    headings = (one for one in (entry, *above) if one.kind != "term")
    titles = (one.title for one in headings if one.title)
    return frozenset(name_key(name) for title in titles for name in (title, without_parameter(title)))


def _chapters(entries: Sequence[Entry], names: Names) -> dict[str, str]:
    """For every entry the nearest section that it stands in and that is long enough to be read as one.

    The depth of a text does not tell: a chapter is the second level of one and the third of another.
    """
    size: Counter[str] = Counter()
    above = {entry.id: [one.id for one in names.ancestors(entry)] for entry in entries}
    for entry in entries:
        size.update([entry.id, *above[entry.id]])
    return {
        entry.id: next(
            (one for one in (entry.id, *above[entry.id]) if size[one] >= _CHAPTER),
            (entry.id, *above[entry.id])[-1],
        )
        for entry in entries
    }


def _term_links(entry: Entry, evidence: Evidence, place: Place) -> list[Reference]:
    return [
        Reference(
            origin=entry.id,
            kind="mention",
            text=entry.text[use.start : use.end],
            start=use.start,
            end=use.end,
            target=term,
            status="resolved",
        )
        for use, term in evidence.links(place)
    ]


def _count_rules(entries: Sequence[Entry]) -> int:
    """What the frequency of a term is measured against: rules, or all entries of a game without any."""
    rules = sum(1 for entry in entries if entry.kind == "rule")
    return rules or len(entries)


def _in_reading_order(
    entries: Sequence[Entry], references: list[Reference], more: Sequence[Reference]
) -> list[Reference]:
    """Both lists together, entry by entry; rulings stand at the end of their entry."""
    if not more:
        return references
    place = {entry.id: number for number, entry in enumerate(entries)}
    return sorted([*references, *more], key=lambda one: (place[one.origin], one.start, one.end))
