"""Numbers that are not printed: implied by the depth of headings, or by position in a tree of rules."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from kb.ingest import bodies
from kb.ingest.bodies import without_marks
from kb.ingest.document import Document, Node, Rule, Section, Stretch
from kb.ingest.layout.features import ENDED
from kb.ingest.numbering import IMPLIED, choice_of
from kb.ingest.thresholds import FEWEST, LONGEST_TITLE, RULE_LEVEL

# "General", "Introduction": a first section before the numbered ones; it is number 0, and names no text
PREFACE = re.compile(r"(?:general|introduction|overview|preface|basics)\b", re.IGNORECASE)
# "1.10.3b" → "1", "10", "3", "b"
_PARTS = re.compile(r"\d+|[A-Za-z]+")
# "… of its owner (1.3.2a).", "… is a card. (rule 1.2)": a reference after the sentence's end
_REFERENCES = re.compile(r"\s*\([^()]*\)$")


def implied(document: Document) -> Document:
    """Rules numbered by their place: as the reader of a tree counted them, or as the depth of headings tells."""
    choice = choice_of(document)
    if not choice.allows(*IMPLIED) or (choice.is_printed and not choice.is_told):
        return document
    return document.claim(
        _find(document.paragraphs, document.claimed, choice.best.name if choice.is_told else "")
    )


def _find(stretches: Sequence[Stretch], taken: Mapping[int, Node], told: str = "") -> list[Node]:
    numbered = {i: s.number for i, s in enumerate(stretches) if s.number and i not in taken}
    if any(stretches[index].heading != 1 for index in numbered):  # more than chapters
        ranks = _ranks([stretches[index] for index in numbered])
        return [
            _block(index, stretches[index], number or "", rank)
            for (index, number), rank in zip(numbered.items(), ranks, strict=True)
        ]
    if told == "headings" or are_rules(stretches):
        return [
            _block(index, stretches[index], number, _rank_of(number))
            for index, number in _counted(stretches, taken)
        ]
    return []


def are_rules(stretches: Sequence[Stretch]) -> bool:
    """Whether most headings are sentences, and deep ones: a text that writes its rules as headings."""
    headings = [stretch for stretch in stretches if stretch.heading]
    rules = [each for each in headings if each.heading >= RULE_LEVEL and _is_rule(each.text)]
    return len(rules) >= FEWEST and len(rules) > 0.5 * len(headings)


def _is_rule(words: str) -> bool:
    """Whether a heading is a sentence and no question, for those head their answers."""
    return _is_sentence(words) and not without_marks(words).rstrip("*_ ").endswith("?")


def _is_sentence(words: str) -> bool:
    plain = _REFERENCES.sub("", without_marks(words)).strip("*_ ")
    return bool(ENDED.search(plain)) and len(plain.split()) > 3


def _counted(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> list[tuple[int, str]]:
    """The number of every heading: chapter N, section N.M, rule N.M.K, then letters and digits in turn."""
    headings = [index for index, stretch in enumerate(stretches) if stretch.heading and index not in taken]
    first_section = _first_section(stretches, headings)
    levels: list[int] = []  # how far each was counted
    numbers: list[tuple[int, str]] = []
    for index in headings:
        depth, given = stretches[index].heading - 1, stretches[index].number or ""
        if depth < len(levels):
            levels = [*levels[:depth], levels[depth] + 1]
        else:
            between = [1] * (depth - len(levels))
            levels = [*levels, *between, first_section if depth == 1 else 1]
        if not depth and given.isdigit():
            levels = [int(given)]
        deeper = (str(each) if at % 2 else bodies.letter(each) for at, each in enumerate(levels[3:]))
        numbers.append((index, ".".join(map(str, levels[:3])) + "".join(deeper)))
    return numbers


def _first_section(stretches: Sequence[Stretch], headings: Sequence[int]) -> int:
    """0 where every chapter opens with a general section before its own matters, else 1."""
    opens = [
        stretches[second].text
        for first, second in pairwise(headings)
        if stretches[first].heading == 1 and stretches[second].heading == 2
    ]
    return 0 if opens and all(PREFACE.match(words) for words in opens) else 1


def _ranks(numbered: Sequence[Stretch]) -> list[tuple[str, ...]]:
    """The levels of each number: those of the record that holds it, where it has a number, and its own."""
    known: dict[str, tuple[str, ...]] = {}
    ranks: list[tuple[str, ...]] = []
    for stretch in numbered:
        number = stretch.number or ""
        above = known.get(stretch.holder) if stretch.holder != number else None
        rank = (*above, number) if above else _rank_of(number)
        known[number] = rank
        ranks.append(rank)
    return ranks


def _rank_of(number: str) -> tuple[str, ...]:
    """`1.10.3b` → `1`, `1.10`, `1.10.3`, `1.10.3b`."""
    return tuple(number[: part.end()] for part in _PARTS.finditer(number))


def _block(index: int, stretch: Stretch, number: str, rank: tuple[str, ...]) -> Node:
    says = not stretch.heading and bool(ENDED.search(stretch.text))
    is_title = not (says or _is_sentence(stretch.text)) and (
        len(rank) < RULE_LEVEL
        or (bool(stretch.heading) and len(without_marks(stretch.text)) <= LONGEST_TITLE)
    )
    title, body = bodies.heading(stretch.text) if is_title else (None, (bodies.body(stretch.text),))
    kind = Section if is_title and len(rank) < RULE_LEVEL else Rule
    return kind(
        stretches=(index,),
        number=number,
        title=title,
        body=body,
        rank=rank,
    )
