"""Glossaries: terms and what they mean, in every form in which they are printed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from kb.ingest import bodies
from kb.ingest.document import Definition, Document, Node, Omitted, Stretch
from kb.ingest.layout.features import ENDED, looks_like_heading
from kb.ingest.limits import MOST_GLOSSARIES
from kb.ingest.numbering.number_labels import bare, compound
from kb.ingest.recognise.headed_terms import (
    alphabetical_end,
    are_headed,
    headed_terms,
    unannounced_headed,
)
from kb.ingest.recognise.headings import heading_levels, with_close
from kb.ingest.recognise.terms import (
    FORMS,
    LABELLED,
    Form,
    define,
    form_of,
    lined_terms,
    names,
    rises,
    run_in_terms,
    spaced_terms,
    term,
    terms_of,
)
from kb.ingest.thresholds import FEWEST, FEWEST_TERMS, ORDERED, SOME
from kb.ingest.titles import LABELLED as DIVISION
from kb.ingest.titles import announces, folded, is_index_letter, speaks_of_terms

# "2 THE TURN", "2.1 Roll"
_NUMBERED = re.compile(r"\d{1,3}(?:\.\d{1,3}){0,5}[a-z]?\.?\s+(?=\S)")
_DOTTED = re.compile(r"\d{1,3}\.\d")


def glossaries(document: Document) -> Document:
    """Term blocks of every glossary in the text, with what stands between them.

    A person may have told the glossary's heading, or that the whole text is one.
    """
    if document.overrides.glossary is False:
        return document
    told = document.overrides.glossary
    if told is None and speaks_of_terms(document.title):
        told = True
    return document.claim(_find(document.paragraphs, document.claimed, told))


def _find(
    stretches: Sequence[Stretch], taken: Mapping[int, Node], told: bool | str | None = None
) -> list[Node]:
    levels = heading_levels(stretches, taken)
    if told is True:
        first = 1 if levels[0] and len(stretches) > 1 and levels[0] not in levels[1:] else 0
        inside = (stretch for stretch, level in zip(stretches[first:], levels[first:], strict=True) if level)
        headed = not all(is_index_letter(stretch.text) for stretch in inside)
        return [
            *_stated(stretches, taken),
            *_terms(stretches, taken, levels, (first, len(stretches)), headed),
        ]
    found: list[Node] = [*_stated(stretches, taken)]
    found += _announced(stretches, taken, levels, (told or "").casefold())
    found += _quoted(stretches, taken)
    return (
        found
        or _unannounced(stretches, taken)
        or unannounced_headed(stretches, taken, with_close(stretches, taken, levels))
    )


def _announced(
    stretches: Sequence[Stretch], taken: Mapping[int, Node], levels: Sequence[int], told: str
) -> Iterator[Node]:
    """The terms below every heading that says so, or may say so and stands above some."""
    for start, end, sure in _regions(stretches, taken, levels, told):
        level = levels[start - 1]
        deeper = any(levels[i] > level and not is_index_letter(stretches[i].text) for i in range(start, end))
        headed = deeper and bool(stretches[start - 1].heading)
        found = list(_terms(stretches, taken, levels, (start, end), headed, sure))
        if sure or sum(1 for node in found if isinstance(node, Definition)) >= FEWEST:
            yield from found


def _stated(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> Iterator[Node]:
    """Terms that the format itself calls so, each with what stands below it; definition lists that define.

    "Ages: 8 and up" in such a list defines nothing.
    """
    free = [(i, stretch) for i, stretch in enumerate(stretches) if i not in taken]
    stated = {i: (stretch.text, "") for i, stretch in free if stretch.role == "term"}
    yield from terms_of(stretches, taken, stated, len(stretches), lambda each: each.heading)
    listed = {i: stretch for i, stretch in free if stretch.role == "definition"}
    if len(listed) >= FEWEST and define(LABELLED.begun(listed.values())):
        parted = ((i, stretch.text.partition(": ")) for i, stretch in listed.items())
        named = {i: (name, meaning) for i, (name, _, meaning) in parted}
        yield from terms_of(stretches, taken, named, len(stretches), lambda each: each.role != "defined")


def _terms(
    stretches: Sequence[Stretch],
    taken: Mapping[int, Node],
    levels: Sequence[int],
    region: tuple[int, int],
    headed: bool,
    sure: bool = True,
) -> Iterator[Node]:
    """The terms of one glossary, in the form in which it prints them."""
    start, end = region
    before = _before_headings(stretches, levels, region) if headed else end
    form = form_of(stretches[start:before])
    if headed:
        are_terms = not _many(stretches, levels, (start, before, end), form)
    else:
        are_terms = are_headed(stretches, taken, levels, *region)
    if are_terms:
        yield from headed_terms(stretches, taken, levels, *region)
    elif form and (sure or define(form.begun(stretches[start:before]))):
        yield from run_in_terms(stretches, taken, start, before, form)
    elif sure:
        lined = list(lined_terms(stretches, taken, start, before))
        spaced = list(spaced_terms(stretches, taken, start, before))
        yield from max(
            lined, spaced, key=lambda blocks: sum(1 for block in blocks if isinstance(block, Definition))
        )


def _before_headings(stretches: Sequence[Stretch], levels: Sequence[int], region: tuple[int, int]) -> int:
    """Where the first heading inside a glossary stands, letters aside."""
    inside = (i for i in range(*region) if levels[i] and not is_index_letter(stretches[i].text))
    return next(inside, region[1])


def _many(
    stretches: Sequence[Stretch], levels: Sequence[int], places: tuple[int, int, int], form: Form | None
) -> bool:
    """Whether the paragraphs before the first heading define more terms than there are headings: none is a term."""
    start, before, end = places
    begun = sum(1 for stretch in stretches[start:before] if form and form.begin(stretch))
    return begun > max(FEWEST - 1, sum(1 for level in levels[before:end] if level))


def _regions(
    stretches: Sequence[Stretch], taken: Mapping[int, Node], levels: Sequence[int], told: str
) -> Iterator[tuple[int, int, bool]]:
    """Start and end of what stands under each glossary heading, and whether the heading can mean nothing else."""
    left = MOST_GLOSSARIES * len(stretches)
    for index, stretch in enumerate(stretches):
        if left < 0:
            return
        named = bool(told) and folded(stretch) == told
        if index in taken or not (named or _heads(stretches, levels, index)):
            continue
        sure = named or announces(stretches, index)
        if not sure and not speaks_of_terms(folded(stretch)):
            continue
        end = index + 1 if stretch.heading else alphabetical_end(stretches, taken, levels, index + 1)
        while end < len(stretches) and not _ends_glossary(stretches, taken, levels, end, index):
            end += 1
        left -= end - index
        if end > index + 1 and not _holds_rules(stretches, levels, index, end):
            yield index + 1, end, sure


def _heads(stretches: Sequence[Stretch], levels: Sequence[int], index: int) -> bool:
    """Whether a line may head a glossary."""
    first = not index and stretches[index].alone
    return bool(levels[index]) or _is_counted_heading(stretches[index]) or first


def _is_counted_heading(stretch: Stretch) -> bool:
    """Whether a line is the heading of a chapter with a number: "9. Glossary"."""
    apart = stretch.gap > 0 or stretch.alone
    return stretch.mark[:1].isdecimal() and apart and looks_like_heading(stretch.text)


def _begins_chapter(stretch: Stretch) -> bool:
    """Whether a line begins rules with numbers: "2 THE TURN", "2.1 Roll"."""
    if not _NUMBERED.match(stretch.text) or stretch.mark:
        return False
    return bool(_DOTTED.match(stretch.text)) or (stretch.gap > 0 and looks_like_heading(stretch.text))


def _holds_rules(stretches: Sequence[Stretch], levels: Sequence[int], start: int, end: int) -> bool:
    """Whether a chapter about terms consists of rules: "702.2 Deathtouch", or "10-2-1-1." below "10-2-1. Stunned"."""
    inside = range(start + 1, end)
    if not stretches[start].heading:
        return sum(1 for i in inside if compound(stretches[i].text)) > SOME * len(inside)
    headings = [i for i in inside if levels[i]]
    if sum(1 for i in headings if DIVISION.match(stretches[i].text)) > 0.5 * len(headings):
        return True
    return _counting_on(stretches, levels, start, end) > SOME * (len(inside) - len(headings))


def _counting_on(stretches: Sequence[Stretch], levels: Sequence[int], start: int, end: int) -> int:
    """How many paragraphs carry the number of the heading above them, and more: 10-2-1-1 below 10-2-1."""
    above: tuple[str, ...] = ()
    found = 0
    for index in range(start, end):
        label = compound(stretches[index].text) or bare(bodies.head(stretches[index]))
        parts = label.parts if label else ()
        if levels[index]:
            above = parts
        elif above and len(parts) > len(above) and parts[: len(above)] == above:
            found += 1
    return found


def _ends_glossary(
    stretches: Sequence[Stretch], taken: Mapping[int, Node], levels: Sequence[int], index: int, start: int
) -> bool:
    if index in taken:
        return _left_out_as(taken[index]) in ("credits", "attribution")
    own, mark = stretches[start].mark.strip("().:"), stretches[index].mark.strip("().:")
    if own.isdecimal() and mark.isdecimal() and int(mark) == int(own) + 1:
        return _is_counted_heading(stretches[index])
    if not stretches[start].heading and _begins_chapter(stretches[index]):
        return not _begins_chapter(stretches[start + 1])
    level = stretches[start].heading or 9
    return 0 < levels[index] <= level and not is_index_letter(stretches[index].text)


def _left_out_as(node: Node) -> str:
    return node.reason if isinstance(node, Omitted) else ""


def _quoted(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> Iterator[Node]:
    """Under an attribution to a glossary: pairs of items, a short one and what it means."""
    for index, block in sorted(taken.items()):
        if _left_out_as(block) != "attribution" or "glossary" not in (block.title or "").lower():
            continue
        position = index + 1
        while position + 1 < len(stretches) and _is_quoted_pair(stretches, taken, position):
            named = term(stretches[position].text, [position], stretches[position + 1].text, stretches)
            yield replace(named, stretches=(position, position + 1), number=None)
            position += 2


def _is_quoted_pair(stretches: Sequence[Stretch], taken: Mapping[int, Node], index: int) -> bool:
    name_line, meaning = stretches[index], stretches[index + 1]
    free = index not in taken and index + 1 not in taken
    return (
        free
        and bool(name_line.mark)
        and not ENDED.search(name_line.text)
        and bool(ENDED.search(meaning.text))
    )


def _unannounced(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> list[Node]:
    """Paragraphs that define terms in alphabetical order, without a heading that says what they are."""
    for name in FORMS:
        form = Form(name)
        found = _begun(form, stretches, taken)
        begun = found.values()
        if found and rises(names(begun), ORDERED) and define(begun):
            return list(run_in_terms(stretches, taken, min(found), len(stretches), form))
    return []


def _begun(form: Form, stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> dict[int, re.Match[str]]:
    """The terms with which paragraphs begin; none as soon as too few of a text's paragraphs can begin with one."""
    fewest = max(FEWEST_TERMS, 0.5 * len(stretches))
    found: dict[int, re.Match[str]] = {}
    for index, stretch in enumerate(stretches):
        if len(found) + len(stretches) - index < fewest:
            return {}
        if index not in taken and (match := form.begin(stretch)):
            found[index] = match
    return found if len(found) >= fewest else {}
