"""What is each part of this text? Small recognisers in an ordered list, each from a Document to a Document.

A recogniser looks at all paragraphs and at what those before it claimed, and claims what it is sure of by the evidence
in the text; whatever nobody claims is running text. `game.toml` may name other recognisers for a source.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from kb.errors import CorpusError
from kb.ingest import bodies
from kb.ingest.document import Document, Item, Node, Running, Section, Stretch
from kb.ingest.layout.features import ENDED
from kb.ingest.numbering.number_labels import bare, compound, worded
from kb.ingest.recognise.choice import choose_numbering
from kb.ingest.recognise.errata import ANNOUNCED as CORRECTIONS
from kb.ingest.recognise.errata import SHOULD, errata
from kb.ingest.recognise.front_matter import ATTRIBUTION, attributions, contents, credits
from kb.ingest.recognise.glossaries import glossaries
from kb.ingest.recognise.headings import headings
from kb.ingest.recognise.implied import implied
from kb.ingest.recognise.lists import examples, lists
from kb.ingest.recognise.nest import nest
from kb.ingest.recognise.numbers import numbers
from kb.ingest.recognise.questions import QUESTION, questions
from kb.ingest.recognise.run_in_titles import run_in_titles
from kb.ingest.recognise.running import not_understood, running_text, user_excluded
from kb.ingest.recognise.single_numbers import articles, numbered_headings
from kb.ingest.recognise.tables import tables, term_tables
from kb.ingest.thresholds import (
    FEWEST,
    FEWEST_DOUBTFUL,
    FEWEST_NAMED,
    FEWEST_SURE,
    FEWEST_TERMS,
    LONGEST_HEADING,
)
from kb.ingest.titles import CONTENTS, CREDITS, folded, is_called, may_head_terms, speaks_of_terms
from kb.sources import NO_OVERRIDES


def per_file(document: Document, recognise: Callable[[Document], Document]) -> Document:
    """The parts of all files in reading order.

    Chapters count on from one file to the next, booklets in one folder each have their own headings and numbers.
    """
    whole = recognise(document)
    apart = replace(whole, parts=tuple(_apart(document, recognise)))
    return whole if _explained(whole) > _explained(apart) else apart


def _apart(document: Document, recognise: Callable[[Document], Document]) -> Iterator[Node]:
    """The parts of each file, as if it were alone; no list goes on from one to the next."""
    groups = 0
    starts = [*(member.first or 0 for member in document.members), len(document.paragraphs)]
    for first, end in pairwise(starts):
        parts = recognise(replace(document, paragraphs=document.paragraphs[first:end])).parts
        for part in parts:
            moved = replace(part, stretches=tuple(index + first for index in part.stretches))
            yield replace(moved, group=moved.group + groups) if isinstance(moved, Item) else moved
        groups += max((part.group for part in parts if isinstance(part, Item)), default=0)


def _explained(document: Document) -> int:
    """How many paragraphs are more than running text and headings."""
    return sum(len(part.stretches) for part in document.parts if not isinstance(part, (Running, Section)))


Recognise = Callable[[Document], Document]
Watch = Callable[[str, Document], None]
"""Told the name of each step and what it made of a text."""


class Sign(NamedTuple):
    """What a recogniser needs to see in a text before it is asked at all."""

    seen_in: Callable[[Stretch], object]
    least: int = 1
    """In so many paragraphs."""


# "Setup: ", "**Setup.** ", "Setup. Place", "SETUP - Place"
_RUN_IN = re.compile(r"[*:]|\.\s|\s[-–—]\s")

SIGNS: Mapping[str, Sign] = {
    "paragraph": Sign(lambda each: True, FEWEST_TERMS),
    "row": Sign(lambda each: each.role == "row"),
    "term": Sign(lambda each: each.role in ("term", "definition")),
    "terms announced": Sign(may_head_terms),
    "contents": Sign(lambda each: is_called(each, CONTENTS)),
    "credits": Sign(lambda each: is_called(each, CREDITS)),
    "page at the end": Sign(lambda each: each.text[-1:].isdigit(), FEWEST),
    "numbered title": Sign(
        lambda each: folded(each)[:1].isdigit() and not ENDED.search(each.text), FEWEST_DOUBTFUL
    ),
    "title": Sign(lambda each: each.heading or (not each.mark and _is_short(each)), FEWEST_NAMED),
    "attribution": Sign(lambda each: ATTRIBUTION.match(each.text)),
    "heading": Sign(lambda each: each.heading),
    "number given": Sign(lambda each: each.number),
    "number": Sign(lambda each: compound(bodies.head(each))),
    "number with a word": Sign(lambda each: worded(bodies.head(each))),
    "counted": Sign(lambda each: each.mark.strip("(.)").isdecimal(), FEWEST),
    "counted title": Sign(lambda each: bare(bodies.head(each)) and _is_short(each), FEWEST_SURE),
    "question": Sign(lambda each: "?" in each.text or QUESTION.match(bodies.head(each))),
    "correction": Sign(lambda each: SHOULD.match(each.text) or CORRECTIONS.search(each.text)),
    "run-in title": Sign(lambda each: not each.mark and _RUN_IN.search(each.text, 0, LONGEST_HEADING * 2)),
}
"""By what a text shows which recognisers it needs; each is looked for until it was seen often enough."""


def _is_short(each: Stretch) -> bool:
    """Whether a paragraph is as short as a heading, and no sentence."""
    words = each.text.rstrip("* ")
    return len(each.text) <= LONGEST_HEADING and (words.endswith(":") or not ENDED.search(words))


class Recogniser(NamedTuple):
    """A step, and the signs of which one must be seen in a text; none for what any text needs."""

    step: Recognise
    needs: tuple[str, ...] = ()

    @property
    def called(self) -> str:
        """What people call it: `term tables`."""
        return self.step.__name__.replace("_", " ")


_NUMBERED = ("number", "number with a word", "number given", "heading")

RECOGNISERS: tuple[Recogniser, ...] = (
    Recogniser(contents, ("contents", "page at the end", "numbered title")),
    # first: it repeats the headings and numbers that the others look for
    Recogniser(choose_numbering, (*_NUMBERED, "counted")),
    # after contents, which print every number once more
    Recogniser(implied, ("number given", "heading")),
    # before what looks for names: a chapter may be called "Keywords" or "Credits"
    Recogniser(attributions, ("attribution",)),
    Recogniser(term_tables, ("row",)),  # before tables: some have a column of terms or questions
    Recogniser(questions, ("question",)),
    Recogniser(tables, ("row",)),
    Recogniser(credits, ("credits",)),
    Recogniser(glossaries, ("terms announced", "term", "title", "paragraph", "attribution")),
    # before numbers: senses are numbered 1. 2. 3.
    Recogniser(numbers, ("number",)),
    Recogniser(articles, ("number with a word",)),
    # after numbers: an article whose rules are numbered 3.1 is their chapter
    Recogniser(numbered_headings, ("counted title",)),
    Recogniser(
        errata, ("correction",)
    ),  # before headings: what is corrected stands right above how it should read
    Recogniser(headings),
    Recogniser(examples),  # before run-in titles: "Example:" is no title
    Recogniser(lists),  # after headings: what introduces a list decides what its items are
    Recogniser(run_in_titles, ("run-in title",)),
)
"""Recognisers in the order in which they run."""

_FIRST = (Recogniser(user_excluded),)
_ALWAYS = (choose_numbering,)
"""What a person who names recognisers does not name."""
NAMES = tuple(dict.fromkeys(each.called for each in RECOGNISERS if each.step not in _ALWAYS))


def signs_of(document: Document) -> frozenset[str]:
    """The signs that a text shows; all of them where a person told something of it, for what is told needs no sign."""
    if document.overrides != NO_OVERRIDES:
        return frozenset(SIGNS)
    missing = {name: sign.least for name, sign in SIGNS.items()}
    if speaks_of_terms(document.title):
        del missing["terms announced"]
    for paragraph in document.paragraphs:
        for name in [name for name in missing if SIGNS[name].seen_in(paragraph)]:
            missing[name] -= 1
            if not missing[name]:
                del missing[name]
    return frozenset(SIGNS.keys() - missing)


def recognise(document: Document, watch: Watch | None = None) -> Document:
    """The tree of a text, without the lines that a person leaves out.

    Raises CorpusError where a recogniser or scheme that it is told does not exist.
    """
    named = document.overrides.recognisers
    unknown = [name for name in named if name not in NAMES]
    if unknown:
        raise CorpusError(f"there is no recogniser {unknown[0]!r}; there are {', '.join(NAMES)}")
    wanted = [each for each in RECOGNISERS if not named or each.step in _ALWAYS or each.called in named]

    def parts(document: Document) -> Document:
        return _run((*_FIRST, *wanted, Recogniser(running_text)), document, watch)

    found = per_file(document, parts) if document.members else parts(document)
    return _run((Recogniser(not_understood), Recogniser(nest)), found, watch)


def _run(steps: Sequence[Recogniser], document: Document, watch: Watch | None) -> Document:
    """What the steps make of a text, without those that need what it does not show."""
    signs = signs_of(document) if any(each.needs for each in steps) else frozenset()
    for each in steps:
        if each.needs and signs.isdisjoint(each.needs):
            continue
        before, document = document, each.step(document)
        if document.paragraphs is not before.paragraphs:
            signs = signs_of(document)
        if watch and document is not before:
            watch(each.called, document)
    return document
