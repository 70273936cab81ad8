"""Lists: steps of a procedure, numbered rules of a paragraph, bullets; and examples, which often come in lists."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise

from kb.ingest import bodies
from kb.ingest.document import BULLETS, Definition, Example, Item, Node, Rule, Step, Stretch, claiming
from kb.ingest.layout.features import ENDED, looks_like_heading
from kb.ingest.recognise.errata import ANNOUNCED
from kb.ingest.recognise.items import ORDINAL, ItemList, inside_item, item_lists
from kb.ingest.recognise.run_in_titles import labelled
from kb.ingest.thresholds import FEW_WORDS, LONGEST_HEADING, LONGEST_NAME
from kb.ingest.titles import introduces_examples, is_example


@claiming
def examples(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> list[Node]:
    """Paragraphs that say "Example:", and the items that a line about examples introduces."""
    return [*_labelled(stretches, taken), *_introduced(stretches, taken)]


def _labelled(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> Iterator[Node]:
    for index, stretch in enumerate(stretches):
        if index not in taken and not stretch.heading and is_example(stretch.text):
            yield _block(stretches, index)


def _introduced(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> Iterator[Node]:
    """Items after the introduction: bullets, or in a list without marks paragraphs that begin with the same word."""
    for index, stretch in enumerate(stretches[:-1]):
        if index in taken or not introduces_examples(stretch.text):
            continue
        first, end = stretches[index + 1], index + 1
        while end < len(stretches) and end not in taken and _is_like(stretches[end], first):
            end += 1
        if end > index + 2:
            yield from (_block(stretches, each) for each in range(index + 1, end))


def _is_like(other: Stretch, first: Stretch) -> bool:
    same_word = other.text.split(" ", 1)[0] == first.text.split(" ", 1)[0]
    return other.mark == first.mark and (bool(first.mark) or same_word)


def _block(stretches: Sequence[Stretch], index: int) -> Node:
    return Example(stretches=(index,), body=(bodies.body(stretches[index].text),))


# "For 3-4 players, …", "With 2 players …": an item that qualifies the one above it
_QUALIFIER = re.compile(r"((?:For|With|In|At|If|When|On)\b(?: an?| the)?) (\d+)\b", re.IGNORECASE)


@claiming
def lists(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> list[Node]:
    """A block an item; names in a list, and items below a numbered rule, stay text of what stands above."""
    blocks: list[Node] = []
    places = sorted(taken)
    for number, each in enumerate(item_lists(stretches, taken)):
        at = bisect_left(places, each.items[0])
        before = taken[places[at - 1]] if at else None
        if isinstance(before, Rule) and before.rank:
            continue  # text of that rule, with the marks that it is printed with
        if each.is_procedure or not _is_body(stretches, taken, before, each):
            blocks += _blocks(stretches, taken, each, number)
    return blocks


def _is_body(
    stretches: Sequence[Stretch], taken: Mapping[int, Node], before: Node | None, each: ItemList
) -> bool:
    """Whether the items are only text of what stands above: below a numbered rule or term, or mere names."""
    if before is not None and (before.rank or isinstance(before, Definition)):
        return True
    if before is not None and ANNOUNCED.search(before.title or ""):
        return False  # every bullet corrects something
    counts = each.family not in BULLETS
    heads = any(other.mark not in BULLETS for other in _between(stretches, taken, each))
    if counts and (each.depth or heads or len(each.items) == len(stretches)):
        return False  # an item heads others, or nothing stands above them
    few = 1 if counts else FEW_WORDS // 2  # "3. Run trains." is no name
    names = sum(1 for i in each.items if _is_name(stretches[i].text, few))
    return names > 0.5 * len(each.items)


def _is_name(words: str, few: int) -> bool:
    """Whether an item is no sentence; of few words it is none whatever ends it."""
    if ENDED.search(words):
        return len(words.split()) <= few
    return len(words.split()) <= FEW_WORDS or len(words) <= LONGEST_NAME


def _blocks(
    stretches: Sequence[Stretch], taken: Mapping[int, Node], each: ItemList, number: int
) -> Iterator[Node]:
    is_parted = not all(other.mark for other in _between(stretches, taken, each))
    loose = is_parted and each.family not in BULLETS  # each item heads the paragraphs below it
    qualifying = _qualifying(stretches, each)
    kind = Step if each.is_procedure else Item
    for index in each.items:
        stretch = stretches[index]
        ordinal = ORDINAL.fullmatch(stretch.mark)
        below = inside_item(stretches, taken, index)
        named = labelled(index, stretch) if "*" in stretch.text[:2] else None
        words = bodies.body(stretch.text)
        title = bodies.title(stretch.text).rstrip(".") if _is_named(stretch, each, loose) else None
        yield kind(
            stretches=(index, *below),
            number=ordinal[2] if ordinal else None,
            title=named.title if named else title,
            body=(*(named.body if named else () if title else (words,)), *_below(stretches, below)),
            level=each.depth + (index in qualifying),
            loose=loose,
            group=number + 1,
        )


def _below(stretches: Sequence[Stretch], below: Sequence[int]) -> Iterator[str]:
    """What stands inside an item: its bullets as lists, its paragraphs between them."""
    for is_marked, run in groupby(below, key=lambda i: bool(stretches[i].mark)):
        words = tuple(bodies.paragraph(stretches[i]) for i in run)
        yield from bodies.as_list(words) if is_marked else words


def _is_named(stretch: Stretch, each: ItemList, loose: bool) -> bool:
    """Whether an item's words are its title: `B. The Deal` above paragraphs or items of its own."""
    if loose and each.is_procedure:
        return True
    short = len(stretch.text) <= LONGEST_HEADING and not ENDED.search(stretch.text)
    return short and bool(ORDINAL.fullmatch(stretch.mark)) and looks_like_heading(stretch.text)


def _between(stretches: Sequence[Stretch], taken: Mapping[int, Node], each: ItemList) -> Iterator[Stretch]:
    """What else stands between the items of a list: "A. The Deal", "1. Deal the cards.", "B. The Play"."""
    inside = (i for one, two in pairwise(each.items) for i in range(one + 1, two))
    return (stretches[i] for i in inside if i not in taken)


def _qualifying(stretches: Sequence[Stretch], each: ItemList) -> set[int]:
    """Bullets that part a case of the bullet above them: `For 1-2 players, …`, `For 3-4 players, …`."""
    if each.family not in BULLETS:
        return set()
    matches = [_QUALIFIER.match(stretches[i].text) for i in each.items]
    qualifying: set[int] = set()
    for position in range(1, len(each.items) - 1):
        one, two, before = matches[position], matches[position + 1], matches[position - 1]
        starts = before is None or each.items[position - 1] in qualifying
        if one and two and starts and one[1] == two[1] and one[2] != two[2]:
            qualifying |= {each.items[position], each.items[position + 1]}
    return qualifying
