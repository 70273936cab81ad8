"""Terms in paragraphs of their own above the paragraphs that define them, with nothing but their shortness to tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from kb.ingest.document import Node, Omitted, Stretch
from kb.ingest.layout import ENDED
from kb.ingest.recognise import bodies
from kb.ingest.recognise.index_letters import is_index_letter
from kb.ingest.recognise.term_forms import rises
from kb.ingest.recognise.terms import term

_FEWEST = 3
_LONGEST = 60
_MOST_WORDS = 8


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
    short = len(words) <= _LONGEST and len(words.split()) <= _MOST_WORDS
    return is_name and short and not words[:1].islower() and bool(ENDED.search(meaning.text))
