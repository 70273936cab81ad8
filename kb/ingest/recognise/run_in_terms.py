"""Terms that begin the paragraph which defines them, and terms on lines of their own above it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from kb.ingest.document import Node, Omitted, Stretch
from kb.ingest.layout.features import ENDED
from kb.ingest.recognise.term_forms import Form, rises
from kb.ingest.recognise.terms import term
from kb.ingest.words import bodies
from kb.ingest.words.callouts import is_example
from kb.ingest.words.titles import is_index_letter

_LONGEST_TERM = 90
_MOST_WORDS = 8
# "… or ability." ends a sentence; "Start Your Engines!" is a term.
_SENTENCE_END = re.compile(r"[.?:;…][\"'”’)\]*}]*$")


def run_in_terms(
    stretches: Sequence[Stretch], taken: Mapping[int, Node], start: int, end: int, form: Form
) -> Iterator[Node]:
    """`Title: definition`; a paragraph without a title goes on with the term above."""
    begun: re.Match[str] | None = None  # the term that is open, and all that belongs to it
    indexes: list[int] = []
    for index in range(start, end):
        stretch = stretches[index]
        if index not in taken and stretch.gap and is_index_letter(stretch.text):
            if begun:
                yield _run_in_term(stretches, indexes, begun)
            begun, indexes = None, []
            yield Omitted(stretches=(index,), reason="index letter")
            continue
        begins = form.begin(stretch) if index not in taken else None
        if begun and (begins or index in taken or is_example(stretch.text)):
            yield _run_in_term(stretches, indexes, begun)
            begun, indexes = None, []
        begun = begins or begun
        if begun and index not in taken:
            indexes.append(index)
    if begun:
        yield _run_in_term(stretches, indexes, begun)


def _run_in_term(stretches: Sequence[Stretch], indexes: list[int], begun: re.Match[str]) -> Node:
    return term(begun["term"], indexes, begun.string[begun.end() :], stretches)


def lined_terms(
    stretches: Sequence[Stretch], taken: Mapping[int, Node], start: int, end: int
) -> Iterator[Node]:
    """The term on a line of its own, its definition on the lines below, a blank line between entries."""
    group: list[int] = []
    for index in [*range(start, end), end]:
        if group and (index == end or index in taken or stretches[index].gap > 0):
            yield from _lined_group(stretches, group)
            group = []
        if index < end and index not in taken:
            group.append(index)


def _lined_group(stretches: Sequence[Stretch], group: list[int]) -> Iterator[Node]:
    if len(group) > 1 and _may_be_term(stretches[group[0]]):
        starts = [0, *_further_terms(stretches, group)]
        for start, end in pairwise([*starts, len(group)]):
            yield term(stretches[group[start]].text, group[start:end], "", stretches)
    elif len(group) == 1 and is_index_letter(stretches[group[0]].text):
        yield Omitted(stretches=tuple(group), reason="index letter")


def _may_be_term(stretch: Stretch) -> bool:
    return not stretch.mark and len(stretch.text) <= _LONGEST_TERM and not _SENTENCE_END.search(stretch.text)


def _further_terms(stretches: Sequence[Stretch], group: Sequence[int]) -> Iterator[int]:
    """Where further terms stand in lines without a blank one: a short line between two sentences, as the first is."""
    words = [stretches[index].text for index in group]
    for at in range(2, len(group) - 1):
        apart = ENDED.search(words[at - 1]) and ENDED.search(words[at + 1])
        if apart and _may_be_term(stretches[group[at]]) and len(words[at].split()) <= _MOST_WORDS:
            yield at


_FEWEST = 3
_LONGEST = 60
_MOST_WORDS_SPACED_TERMS = 8


def spaced_terms(stretches: Sequence[Stretch], taken: Mapping[int, Node], start: int, end: int) -> list[Node]:
    """`Ability`, and in the next paragraph what it is; none unless they are in alphabetical order from the first on."""
    free = [i for i in range(start, end) if i not in taken and not is_index_letter(stretches[i].text)]
    starts = [
        one for one, two in pairwise(free) if two == one + 1 and _defines(stretches[one], stretches[two])
    ]
    names = [bodies.title(stretches[index].text).casefold() for index in starts]
    if len(starts) < _FEWEST or starts[0] != free[0] or not rises(names):
        return []
    return list(_terms(stretches, taken, [*starts, end]))


def _terms(stretches: Sequence[Stretch], taken: Mapping[int, Node], starts: Sequence[int]) -> Iterator[Node]:
    for one, two in pairwise(starts):
        held = [one]
        for index in range(one + 1, two):
            if index in taken:
                break
            if is_index_letter(stretches[index].text):
                yield Omitted(stretches=(index,), reason="index letter")
            else:
                held.append(index)
        yield term(stretches[one].text, held, "", stretches)


def _defines(name: Stretch, meaning: Stretch) -> bool:
    """Whether a paragraph is no more than a name, and the one below it a sentence."""
    words = name.text.strip("* ")
    is_name = not (name.mark or ENDED.search(words)) and name.gap > 0 and name.role == "paragraph"
    short = len(words) <= _LONGEST and len(words.split()) <= _MOST_WORDS_SPACED_TERMS
    return is_name and short and not words[:1].islower() and bool(ENDED.search(meaning.text))
