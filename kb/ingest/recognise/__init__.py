"""What is each part of this text? Small recognisers in an ordered list, each from a Document to a Document.

A recogniser looks at all paragraphs and at what those before it claimed, and claims what it is sure of by the evidence
in the text; whatever nobody claims is running text. `game.toml` may name other recognisers for a source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise

from kb.errors import CorpusError
from kb.ingest.document import Document, Item, Node, Running, Section
from kb.ingest.recognise.articles import articles
from kb.ingest.recognise.choice import choose_numbering, rules_in_cells
from kb.ingest.recognise.cited_items import cited_items
from kb.ingest.recognise.errata import errata
from kb.ingest.recognise.front_matter import attributions, contents, credits, masthead
from kb.ingest.recognise.glossaries import glossaries
from kb.ingest.recognise.headings import headings
from kb.ingest.recognise.implied import implied
from kb.ingest.recognise.lists import examples, lists
from kb.ingest.recognise.nest import nest
from kb.ingest.recognise.numbered_headings import numbered_headings
from kb.ingest.recognise.numbers import hundreds, numbers
from kb.ingest.recognise.questions import questions
from kb.ingest.recognise.run_in_titles import run_in_titles
from kb.ingest.recognise.running import not_understood, running_text, user_excluded
from kb.ingest.recognise.tables import tables, term_tables


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

RECOGNISERS: tuple[Recognise, ...] = (
    contents,  # first: it repeats the headings and numbers that the others look for
    choose_numbering,  # after contents, which print every number once more
    masthead,
    implied,  # before what looks for names: a chapter may be called "Keywords" or "Credits"
    attributions,
    questions,  # before tables: some have a column of questions and one of answers
    term_tables,  # before tables: some have a column of terms and one of what they mean
    tables,
    credits,
    glossaries,  # before numbers: senses are numbered 1. 2. 3.
    numbers,
    hundreds,  # after numbers: 603. is the chapter of 603.7
    articles,  # after numbers: an article whose rules are numbered 3.1 is their chapter
    cited_items,  # after articles, before headings: "B. Swaps" is 2.3.2.B where the text cites it
    numbered_headings,
    errata,  # before headings: what is corrected stands right above how it should read
    headings,
    examples,  # before run-in titles: "Example:" is no title
    lists,  # after headings: what introduces a list decides what its items are
    run_in_titles,
)
"""Recognisers in the order in which they run."""

_ALWAYS: tuple[Recognise, ...] = (choose_numbering,)
"""What a person who names recognisers does not name."""


def name_of(step: Recognise) -> str:
    """What people call a recogniser: `term tables`."""
    return step.__name__.replace("_", " ")


NAMES = tuple(name_of(step) for step in RECOGNISERS if step not in _ALWAYS)


def recognise(document: Document, watch: Watch | None = None) -> Document:
    """The tree of a text, without the lines that a person leaves out.

    Raises CorpusError where a recogniser or scheme that it is told does not exist.
    """
    named = document.overrides.recognisers
    unknown = [name for name in named if name not in NAMES]
    if unknown:
        raise CorpusError(f"there is no recogniser {unknown[0]!r}; there are {', '.join(NAMES)}")
    wanted = [step for step in RECOGNISERS if not named or step in _ALWAYS or name_of(step) in named]

    def parts(document: Document) -> Document:
        return _run((rules_in_cells, user_excluded, *wanted, running_text), document, watch)

    found = per_file(document, parts) if document.members else parts(document)
    return _run((not_understood, nest), found, watch)


def _run(steps: tuple[Recognise, ...], document: Document, watch: Watch | None) -> Document:
    for step in steps:
        before, document = document, step(document)
        if watch and document is not before:
            watch(name_of(step), document)
    return document
