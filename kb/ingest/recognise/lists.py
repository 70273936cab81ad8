"""Lists: steps of a procedure, numbered rules of a paragraph, bullets."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from kb.ingest.layout import ENDED, looks_like_heading
from kb.ingest.lines import Block, Stretch
from kb.ingest.numbering.labels import roman
from kb.ingest.recognise import bodies
from kb.ingest.recognise.composed import NO_CITATIONS, article_of, citations, closed
from kb.ingest.recognise.labels import labelled

_BULLETS = frozenset("-*•–—·▪◦‣●○■□►➢✦")
# "1.", "2)", "(3)", "a.", "(b)", "C.", "iv)", "II.", "1.)"
_ORDINAL = re.compile(r"(\(?)(\d{1,3}|[a-z]|[A-Z]|[ivxl]{2,6}|[IVXL]{2,6})(\.\)|[.):])")
_ROMANS = frozenset("IVXLivxl")
# "Follow these steps in order:", "three main steps", "the following procedure"
_STEPS = re.compile(r"\b(?:steps?|procedure|in (?:this|the following) order|in order)\b", re.IGNORECASE)
# "SETUP", "Setting Up", "Preparation": a heading whose numbered items are done one after the other
_SETUP = re.compile(
    r"(?:\w+ )?(?:set-?up|setting up|preparations?|aufbau|spielaufbau|(?:spiel)?vorbereitung|mise en place|préparation"
    r"|preparación|preparazione)(?: \w+){0,3}",
    re.IGNORECASE,
)
# "For 3-4 players, …", "With 2 players …": an item that qualifies the one above it
_QUALIFIER = re.compile(r"((?:For|With|In|At|If|When|On)\b(?: an?| the)?) (\d+)\b", re.IGNORECASE)
_LONGEST_TITLE = 70
_FRAGMENT = 4
"""An item of so few words without a sentence end is a name in a list, not a rule."""


@dataclass(slots=True)
class _List:
    """Items that follow each other, and what introduces them."""

    family: str
    intro: str
    section: int
    depth: int
    indent: int
    """How deep its items are set."""

    after_steps: bool
    items: list[int] = field(default_factory=list)
    last: int = 0
    """Position of its last item."""

    @property
    def is_procedure(self) -> bool:
        """Whether its items are steps: its introduction says so, or (numbered) its section goes on with a procedure."""
        if self.family in _BULLETS:
            return bool(_STEPS.search(self.intro))
        prepares = not self.depth and "1" in self.family and _SETUP.fullmatch(self.intro)
        return self.after_steps or bool(_STEPS.search(self.intro) or prepares)


def lists(stretches: Sequence[Stretch], taken: Mapping[int, Block]) -> list[Block]:
    """A block an item; names in a list, and items below a numbered rule, stay text of what stands above."""
    blocks: list[Block] = []
    found = list(_lists(stretches, taken))
    places = sorted(taken)
    in_articles = any(_article(each, taken) for each in found)
    in_rules = {
        number: rule
        for number, each in enumerate(found)
        if not each.depth
        and _ORDINAL.fullmatch(stretches[each.items[0]].mark)
        and (rule := _rule_above(each.items[0], taken, places))
    }
    cited = citations(stretches, taken) if in_articles or in_rules else NO_CITATIONS
    of_article = in_articles and any(
        (_article(each, taken), str(item)) in cited.of_articles
        for each in found
        for item in range(1, each.last + 1)
    )
    sign = cited.sign([(rule, _values(stretches, found[number])) for number, rule in in_rules.items()])
    for number, each in enumerate(found):
        if of_article and (article := _article(each, taken)):
            blocks += _composed(stretches, taken, each, (article,), f"{article}.")
        elif sign is not None and number in in_rules:
            rule = in_rules[number]
            blocks += _composed(stretches, taken, each, rule.rank, f"{rule.number}{sign}")
        elif each.is_procedure or not _is_body(stretches, taken, places, each):
            blocks += _blocks(stretches, taken, each, number)
    return blocks


def _article(each: _List, taken: Mapping[int, Block]) -> str:
    """The number of the article that a list of `1.` `2.` `3.` stands in."""
    return article_of(taken.get(each.section)) if each.family == "1." and not each.depth else ""


def _rule_above(index: int, taken: Mapping[int, Block], places: Sequence[int]) -> Block | None:
    """The numbered rule that a stretch stands in."""
    block = taken[places[at - 1]] if (at := bisect_left(places, index)) else None
    return block if block is not None and block.rank and block.kind == "rule" else None


def _values(stretches: Sequence[Stretch], each: _List) -> list[str]:
    """The numbers or letters of a list's items."""
    return [match[2] for i in each.items if (match := _ORDINAL.fullmatch(stretches[i].mark))]


def _composed(
    stretches: Sequence[Stretch], taken: Mapping[int, Block], each: _List, above: tuple[str, ...], begun: str
) -> Iterator[Block]:
    """Items by the number that the text cites them by: the sixth of Article 12 is 12.6, A. in 802.02 is 802.02.A."""
    for index, value in zip(each.items, _values(stretches, each), strict=True):
        below = _indented_below(stretches, taken, index)
        number = closed(f"{begun}{value}")
        rest = tuple(bodies.paragraph(stretches[i]) for i in below)
        yield Block(
            kind="rule",
            stretches=(index, *below),
            number=number,
            body=(bodies.body(stretches[index].text), *_as_list(rest)),
            rank=(*above, number),
        )


def _lists(stretches: Sequence[Stretch], taken: Mapping[int, Block]) -> Iterator[_List]:
    """Part the marked stretches into lists: an ordinal goes on where it counts on, a bullet where it adjoins."""
    open_lists: list[_List] = []
    counted: dict[str, int] = {}  # how far the outermost lists of a family counted, over headings too
    intro, section, steps_in_section = "", -1, False
    for index, stretch in enumerate(stretches):
        if index in taken:
            block = taken[index]
            if block.kind == "section" or block.loose:
                yield from open_lists
                open_lists, intro, section = [], block.title or "", index
                steps_in_section = steps_in_section and block.level > 1
            continue
        if not stretch.mark:
            intro = stretch.text
            continue
        if stretch.depth and stretch.mark in _BULLETS:
            continue  # an indented bullet belongs to the item above
        readings = _readings(stretch.mark)
        current, family, value = _going_on(open_lists, readings, index, stretches)
        if current is None:
            if value > 1 and counted.get(family) != value - 1:
                continue  # "2." without a "1.": no list
            outer = _outer(open_lists, family, stretch.depth)
            is_below = outer is not None and _adjoins(open_lists[-1], index, stretches)
            while open_lists and open_lists[-1] is not outer:
                yield open_lists.pop()
            depth = outer.depth + 1 if outer and is_below else 0
            after = steps_in_section or (outer is not None and outer.is_procedure)
            current = _List(family, intro, section, depth, stretch.depth, after)
            open_lists.append(current)
        else:
            while open_lists[-1] is not current:
                yield open_lists.pop()
        current.items.append(index)
        current.last = value
        if not current.depth:
            counted[family] = value
        steps_in_section = steps_in_section or current.is_procedure
    yield from open_lists


def _readings(mark: str) -> list[tuple[str, int]]:
    """What may count a list, and the position that a mark gives: `(2)` → `("(1)", 2)`; a bullet has position 0.

    `i.` is the first Roman numeral or the ninth letter.
    """
    ordinal = _ORDINAL.fullmatch(mark)
    if not ordinal:
        return [(mark, 0 if mark in _BULLETS else 999)]
    opening, value, closing = ordinal.groups()
    if value.isdigit():
        return [(f"{opening}1{closing}", int(value))]
    style = "I" if value.isupper() else "i"
    found = (
        [(f"{opening}{style}{closing}", roman(value))] if _ROMANS.issuperset(value) and roman(value) else []
    )
    if len(value) == 1:
        letter = "A" if value.isupper() else "a"
        found.append((f"{opening}{letter}{closing}", ord(value.lower()) - ord("a") + 1))
    return found or [(mark, 999)]


def _going_on(
    open_lists: list[_List], readings: list[tuple[str, int]], index: int, stretches: Sequence[Stretch]
) -> tuple[_List | None, str, int]:
    """The open list that an item goes on with, one set as deep first, then the innermost; else how it begins one."""
    depth = stretches[index].depth
    nearest = sorted((abs(each.indent - depth), -at) for at, each in enumerate(open_lists))
    for each in (open_lists[-at] for _, at in nearest):
        for family, value in readings:
            if each.family != family:
                continue
            if not value:
                adjoins = each is open_lists[-1] and _adjoins(each, index, stretches)
                return (each if adjoins else None), family, value
            if value == each.last + 1:
                return each, family, value
    return None, *min(readings, key=lambda reading: reading[1])


def _outer(open_lists: list[_List], family: str, depth: int) -> _List | None:
    """The open list inside which a new one begins, counted in another way or set less deep; it may go on after it."""
    again = (at for at, each in enumerate(open_lists) if each.family == family and each.indent >= depth)
    before = next(again, len(open_lists))  # counted so already: it begins again
    outer = open_lists[before - 1] if before else None
    return None if outer is None or outer.family in _BULLETS else outer


def _adjoins(each: _List, index: int, stretches: Sequence[Stretch]) -> bool:
    """Whether nothing but items stands between a list and this stretch."""
    return all(stretches[i].mark for i in range(each.items[-1] + 1, index))


def _is_body(
    stretches: Sequence[Stretch], taken: Mapping[int, Block], places: Sequence[int], each: _List
) -> bool:
    """Whether the items are only text of what stands above: below a numbered rule or term, or mere names."""
    before = taken[places[at - 1]] if (at := bisect_left(places, each.items[0])) else None
    if before is not None and (before.rank or before.kind == "term"):
        return True
    if each.family not in _BULLETS and (each.depth or _heads(stretches, taken, each)):
        return False
    few = _FRAGMENT // 2 if each.family in _BULLETS else 1  # "3. Run trains." is no name
    names = sum(
        1
        for i in each.items
        if len(stretches[i].text.split()) <= (few if ENDED.search(stretches[i].text) else _FRAGMENT)
        or not (ENDED.search(stretches[i].text) or len(stretches[i].text) > 40)
    )
    return names > 0.5 * len(each.items)


def _blocks(
    stretches: Sequence[Stretch], taken: Mapping[int, Block], each: _List, number: int
) -> Iterator[Block]:
    loose = _is_loose(stretches, taken, each)
    qualifying = _qualifying(stretches, each)
    kind = "step" if each.is_procedure else "rule"
    for index in each.items:
        stretch = stretches[index]
        below = _indented_below(stretches, taken, index)
        ordinal = _ORDINAL.fullmatch(stretch.mark)
        named = labelled(index, stretch) if "*" in stretch.text[:2] else None
        rest = tuple(bodies.paragraph(stretches[i]) for i in below)
        words = bodies.body(stretch.text)
        title = bodies.title(stretch.text).rstrip(".") if _is_named(stretch, kind, loose) else None
        yield Block(
            kind=kind,
            stretches=(index, *below),
            number=ordinal[2] if ordinal else None,
            title=named.title if named else title,
            body=(*(named.body if named else () if title else (words,)), *_as_list(rest)),
            level=each.depth + (index in qualifying),
            loose=loose,
            group=number + 1,
        )


def _is_named(stretch: Stretch, kind: str, loose: bool) -> bool:
    """Whether an item's words are its title: `B. The Deal` above paragraphs or items of its own."""
    if loose and kind == "step":
        return True
    short = len(stretch.text) <= _LONGEST_TITLE and not ENDED.search(stretch.text)
    return short and bool(_ORDINAL.fullmatch(stretch.mark)) and looks_like_heading(stretch.text)


def _as_list(items: tuple[str, ...]) -> tuple[str, ...]:
    return ("\n".join(item.lstrip() for item in items),) if items else ()


def _indented_below(stretches: Sequence[Stretch], taken: Mapping[int, Block], index: int) -> list[int]:
    """Indented bullets right below an item: part of it."""
    below = []
    for i in range(index + 1, len(stretches)):
        if i in taken or not (stretches[i].depth and stretches[i].mark in _BULLETS):
            break
        below.append(i)
    return below


def _is_loose(stretches: Sequence[Stretch], taken: Mapping[int, Block], each: _List) -> bool:
    """Whether paragraphs stand between numbered items, so that each item heads those below it."""
    if each.family in _BULLETS or len(each.items) < 2:
        return False
    return any(
        i not in taken and not stretches[i].mark
        for one, two in pairwise(each.items)
        for i in range(one + 1, two)
    )


def _heads(stretches: Sequence[Stretch], taken: Mapping[int, Block], each: _List) -> bool:
    """Whether something else stands between numbered items: "A. The Deal", "1. Deal the cards.", "B. The Play"."""
    return any(
        i not in taken and stretches[i].mark not in _BULLETS
        for one, two in pairwise(each.items)
        for i in range(one + 1, two)
    )


def _qualifying(stretches: Sequence[Stretch], each: _List) -> set[int]:
    """Bullets that part a case of the bullet above them: `For 1-2 players, …`, `For 3-4 players, …`."""
    if each.family not in _BULLETS:
        return set()
    matches = [_QUALIFIER.match(stretches[i].text) for i in each.items]
    qualifying: set[int] = set()
    for position in range(1, len(each.items) - 1):
        one, two, before = matches[position], matches[position + 1], matches[position - 1]
        starts = before is None or each.items[position - 1] in qualifying
        if one and two and starts and one[1] == two[1] and one[2] != two[2]:
            qualifying |= {each.items[position], each.items[position + 1]}
    return qualifying
