"""Rules that go by one number of three digits: `101. A goat …`, `**203** A turn …`, `#### 104: Veto`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kb.ingest.document import Document, Node, Rule, Stretch
from kb.ingest.layout.features import ENDED
from kb.ingest.numbering.choice import choice_of
from kb.ingest.numbering.number_labels import three_digits
from kb.ingest.numbering.schemes import longest_run
from kb.ingest.recognise.chapters import LONGEST_TITLE
from kb.ingest.recognise.numbers import title_and_body
from kb.ingest.words import bodies

_FEWEST = 3
_ORDERED = 0.6
"""So many must rise: in a game about its own rules some get the number of what changed them."""
_SAYING = 0.6
"""So many must say something: "101. Goat", "102. Wall" are cards in a list."""


def hundreds(document: Document) -> Document:
    """A rule a number, with its title or its words; what stands below it is nested later."""
    choice = choice_of(document)
    if not choice.allows("counted") or (choice.is_printed and not choice.is_told):
        return document
    return document.claim(_find(document.paragraphs, document.claimed))


def _find(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> list[Node]:
    found = {
        index: label
        for index, stretch in enumerate(stretches)
        if index not in taken and (label := three_digits(stretch))
    }
    if len(found) < _FEWEST or not (_are_distinct(stretches, found) and _say(stretches, found)):
        return []
    return [_rule(index, stretches[index], *label) for index, label in found.items()]


def _are_distinct(stretches: Sequence[Stretch], found: Mapping[int, tuple[str, str]]) -> bool:
    """Whether each number is one rule's, most of them rise, and no list counts up to them: 98., 99., 100."""
    values = [int(number) for number, _ in found.values()]
    listed = f"{min(values) - 1}"
    counted = len(listed) == 2 and any(stretch.mark.strip("().:") == listed for stretch in stretches)
    rising = len(longest_run([((1, value),) for value in values]))
    return len(set(values)) == len(values) and rising >= _ORDERED * len(values) and not counted


def _say(stretches: Sequence[Stretch], found: Mapping[int, tuple[str, str]]) -> bool:
    """Whether most of them are sentences or stand above text of their own."""
    saying = sum(
        1
        for index, (_, words) in found.items()
        if ENDED.search(words.rstrip("* "))
        or (index + 1 < len(stretches) and index + 1 not in found and ENDED.search(stretches[index + 1].text))
    )
    return saying >= _SAYING * len(found)


def _rule(index: int, stretch: Stretch, number: str, words: str) -> Node:
    longest = LONGEST_TITLE if stretch.heading else 0
    title, body = title_and_body(words, longest, titled=False, is_parent=False)
    return Rule(
        stretches=(index,),
        number=number,
        title=title,
        body=(bodies.body(body),) if body else (),
        rank=(number,),
    )
