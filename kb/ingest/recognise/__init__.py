"""What is each stretch of this text? Small named recognisers in an ordered list.

A recogniser looks at all stretches and at what those before it took, and returns the blocks that it is sure of by
the evidence in the text; whatever nobody takes is running text. `game.toml` may name other recognisers for a source.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from kb.errors import CorpusError
from kb.ingest.lines import Block, Stretch
from kb.ingest.recognise.attributions import attributions
from kb.ingest.recognise.bodies import paragraph
from kb.ingest.recognise.contents import contents
from kb.ingest.recognise.credits import credits
from kb.ingest.recognise.examples import examples
from kb.ingest.recognise.glossaries import glossaries
from kb.ingest.recognise.headings import headings
from kb.ingest.recognise.implied import implied
from kb.ingest.recognise.labels import labels
from kb.ingest.recognise.lists import lists
from kb.ingest.recognise.numbers import numbers
from kb.ingest.recognise.questions import questions
from kb.ingest.recognise.tables import tables

Taken = Mapping[int, Block]
Recognise = Callable[[Sequence[Stretch], Taken], list[Block]]

RECOGNISERS: dict[str, Recognise] = {
    "contents": contents,  # first: it repeats the headings and numbers that the others look for
    "implied": implied,  # before what looks for names: a chapter may be called "Keywords" or "Credits"
    "attributions": attributions,
    "tables": tables,
    "questions": questions,
    "credits": credits,
    "glossaries": glossaries,  # before numbers: senses are numbered 1. 2. 3.
    "numbers": numbers,
    "headings": headings,
    "examples": examples,  # before labels: "Example:" is no title
    "lists": lists,  # after headings: what introduces a list decides what its items are
    "labels": labels,
}
"""Name → recogniser, in the order in which they run."""


def recognise(stretches: Sequence[Stretch], only: Sequence[str] = ()) -> list[Block]:
    """All blocks of a text in reading order; raises CorpusError for a recogniser that does not exist."""
    unknown = [name for name in only if name not in RECOGNISERS]
    if unknown:
        raise CorpusError(f"there is no recogniser {unknown[0]!r}; there are {', '.join(RECOGNISERS)}")
    taken: dict[int, Block] = {}
    for name, recogniser in RECOGNISERS.items():
        if only and name not in only:
            continue
        for block in recogniser(stretches, taken):
            if not any(index in taken for index in block.stretches):
                taken.update(dict.fromkeys(block.stretches, block))
    blocks: list[Block] = []
    for index, stretch in enumerate(stretches):
        found = taken.get(index)
        if found is None:
            blocks.append(Block(kind="text", stretches=(index,), body=(paragraph(stretch),)))
        elif found.stretches[0] == index:
            blocks.append(found)
    return blocks
