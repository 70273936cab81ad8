"""What is each stretch of this text? Small named recognisers in an ordered list.

A recogniser looks at all stretches and at what those before it took, and returns the blocks that it is sure of by
the evidence in the text; whatever nobody takes is running text. `game.toml` may name other recognisers for a source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from kb.errors import CorpusError
from kb.ingest.document import Block, Stretch
from kb.ingest.numbering.in_cells import rules_in_cells
from kb.ingest.recognise.articles import articles
from kb.ingest.recognise.attributions import attributions
from kb.ingest.recognise.bodies import paragraph
from kb.ingest.recognise.choice import IMPLIED, PRINTED, Choice, choose
from kb.ingest.recognise.cited_items import composed
from kb.ingest.recognise.contents import contents
from kb.ingest.recognise.credits import credits
from kb.ingest.recognise.errata import errata
from kb.ingest.recognise.examples import examples
from kb.ingest.recognise.glossaries import glossaries
from kb.ingest.recognise.headings import headings
from kb.ingest.recognise.hundreds import hundreds
from kb.ingest.recognise.implied import implied
from kb.ingest.recognise.lists import lists
from kb.ingest.recognise.masthead import masthead
from kb.ingest.recognise.numbered_headings import numbered_headings
from kb.ingest.recognise.numbers import numbers
from kb.ingest.recognise.questions import questions
from kb.ingest.recognise.run_in_titles import labels
from kb.ingest.recognise.tables import tables
from kb.ingest.recognise.term_tables import term_tables
from kb.ingest.user_excluded import user_excluded
from kb.sources import NO_OVERRIDES, SourceOverrides

Taken = Mapping[int, Block]
Recognise = Callable[[Sequence[Stretch], Taken], list[Block]]

RECOGNISERS: dict[str, Recognise] = {
    "contents": contents,  # first: it repeats the headings and numbers that the others look for
    "masthead": masthead,
    "implied": implied,  # before what looks for names: a chapter may be called "Keywords" or "Credits"
    "attributions": attributions,
    "questions": questions,  # before tables: some have a column of questions and one of answers
    "term tables": term_tables,  # before tables: some have a column of terms and one of what they mean
    "tables": tables,
    "credits": credits,
    "glossaries": glossaries,  # before numbers: senses are numbered 1. 2. 3.
    "numbers": numbers,
    "hundreds": hundreds,  # after numbers: 603. is the chapter of 603.7
    "articles": articles,  # after numbers: an article whose rules are numbered 3.1 is their chapter
    "composed": composed,  # after articles, before headings: "B. Swaps" is 2.3.2.B where the text cites it
    "numbered headings": numbered_headings,
    "errata": errata,  # before headings: what is corrected stands right above how it should read
    "headings": headings,
    "examples": examples,  # before labels: "Example:" is no title
    "lists": lists,  # after headings: what introduces a list decides what its items are
    "labels": labels,
}
"""Name → recogniser, in the order in which they run."""


_NUMBERING = {
    "implied": IMPLIED,
    "numbers": PRINTED,
    "articles": ("words",),
    "hundreds": ("counted",),
    "numbered headings": ("counted",),
}
"""Recogniser → the ways of numbering that it knows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recognised:
    """What a text consists of, and how it numbers its rules."""

    blocks: list[Block]
    """In reading order."""

    choice: Choice


def recognise(
    stretches: Sequence[Stretch], overrides: SourceOverrides = NO_OVERRIDES, left_out: Sequence[range] = ()
) -> Recognised:
    """All blocks of a text, without the lines that a person leaves out.

    Raises CorpusError where a recogniser or scheme that it is told does not exist.
    """
    unknown = [name for name in overrides.recognisers if name not in RECOGNISERS]
    if unknown:
        raise CorpusError(f"there is no recogniser {unknown[0]!r}; there are {', '.join(RECOGNISERS)}")
    stretches = rules_in_cells(stretches)
    taken: dict[int, Block] = {}
    _take(user_excluded(stretches, left_out), taken)
    choice: Choice | None = None
    for name, recogniser in RECOGNISERS.items():
        if name != "contents" and choice is None:  # contents print every number once more
            choice = choose(stretches, taken, overrides.numbering)
        if _is_wanted(name, overrides, choice):
            _take(_asked(name, recogniser, overrides, choice)(stretches, taken), taken)
    return Recognised(blocks=_in_order(stretches, taken), choice=choice or Choice())


def _is_wanted(name: str, overrides: SourceOverrides, choice: Choice | None) -> bool:
    """Whether a recogniser may look at a text: a person may leave it out, or another way of numbering."""
    if overrides.recognisers and name not in overrides.recognisers:
        return False
    if choice and choice.is_told and name in _NUMBERING:
        return choice.best.name in _NUMBERING[name]
    denied = {
        "implied": bool(choice and choice.is_printed),
        "hundreds": bool(choice and choice.is_printed),
        "glossaries": overrides.glossary is False,
        "term tables": overrides.glossary is False,
        "questions": overrides.faq is False,
    }
    return not denied.get(name, False)


def _asked(name: str, recogniser: Recognise, overrides: SourceOverrides, choice: Choice | None) -> Recognise:
    """A recogniser with what it must know besides the text."""
    if name == "numbers" and choice:
        return partial(numbers, choice=choice)
    if name == "implied" and choice and choice.is_told:
        return partial(implied, told=choice.best.name)
    if name == "glossaries":
        return partial(glossaries, told=overrides.glossary)
    if name == "questions":
        return partial(questions, told=bool(overrides.faq))
    return recogniser


def _take(found: Iterable[Block], taken: dict[int, Block]) -> None:
    for block in found:
        if not any(index in taken for index in block.stretches):
            taken.update(dict.fromkeys(block.stretches, block))


def _in_order(stretches: Sequence[Stretch], taken: Taken) -> list[Block]:
    """What was taken, with running text between."""
    blocks: list[Block] = []
    for index, stretch in enumerate(stretches):
        found = taken.get(index)
        if found is None:
            blocks.append(Block(kind="text", stretches=(index,), body=(paragraph(stretch),)))
        elif found.stretches[0] == index:
            blocks.append(found)
    return blocks
