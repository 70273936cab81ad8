"""Glossaries: terms and what they mean, in every form in which they are printed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, pairwise
from typing import NamedTuple

from kb.ingest import bodies
from kb.ingest.document import INNER, Definition, Document, Node, Omitted, Stretch
from kb.ingest.layout.features import ENDED, looks_like_heading
from kb.ingest.limits import MOST_GLOSSARIES
from kb.ingest.numbering import choice_of
from kb.ingest.numbering.schemes import longest_run
from kb.ingest.recognise.headings import heading_levels, with_close
from kb.ingest.recognise.terms import (
    FORMS,
    Begun,
    Form,
    define,
    form_of,
    lined_terms,
    rises,
    run_in_terms,
    term,
    terms_of,
)
from kb.ingest.thresholds import BESIDE, FEWEST, FEWEST_NAMED, FEWEST_TERMS, HALF, ORDERED, SOME
from kb.ingest.titles import KNOWN, WORDS, announces, folded, is_index_letter, speaks_of_terms
from kb.ingest.titles import LABELLED as DIVISION

_FEWEST_ALONE = 15
"""So many headings in alphabetical order are a glossary even without a heading that says so."""
# "Rules Reference", "Keyword Compendium", "Almanac"
_REFERENCE = re.compile(
    r"\b(?:reference|glossary|compendium|lexicon|almanac|encyclop[a-z]+|a\s?[–-]\s?z|glossar|lexikon|lexique)\b",
    re.IGNORECASE,
)
# "1.1 River Tokens", "12. Walls", "Rule 1769: Walls": numbers are in order as well, whatever they head
_COUNTED = re.compile(rf"[*_]{{0,3}}(?:(?i:{WORDS})\s+)?\d{{1,4}}[/.):\s-]")
# "Conditions", "Appendix A: Conditions", "Status Effects"
_STATES = re.compile(r"(?:[\w:]+ ){0,3}(?:conditions|statuses|status effects|zustände)", re.IGNORECASE)


class _Text(NamedTuple):
    """What is known of a text when its glossaries are looked for."""

    stretches: Sequence[Stretch]
    taken: Mapping[int, Node]
    levels: Sequence[int]
    """Of each paragraph as a heading; 0 where it is none."""

    numbered: frozenset[int]
    """The paragraphs that the text numbers as its rules."""


def glossaries(document: Document) -> Document:
    """Term blocks of every glossary in the text, with what stands between them.

    A person may have told the glossary's heading, or that the whole text is one.
    """
    if document.overrides.glossary is False:
        return document
    told = document.overrides.glossary
    if told is None and speaks_of_terms(document.title):
        told = True
    choice = choice_of(document)
    rules = (member for scheme in choice.schemes if choice.takes(scheme) for member in scheme.members)
    stretches, taken = document.paragraphs, document.claimed
    levels = heading_levels(stretches, taken)
    return document.claim(
        _find(_Text(stretches, taken, levels, frozenset(each.index for each in rules)), told)
    )


def _find(text: _Text, told: bool | str | None) -> list[Node]:
    stretches, taken, levels, _ = text
    found = list(_stated(stretches, taken))
    if told is True:
        first = 1 if levels[0] and len(stretches) > 1 and levels[0] not in levels[1:] else 0
        return [*found, *_terms(text, (first, len(stretches)))]
    found += _announced(text, (told or "").casefold())
    found += _quoted(stretches, taken)
    return found or _unannounced(text._replace(levels=with_close(stretches, taken, levels)))


def _announced(text: _Text, told: str) -> Iterator[Node]:
    """The terms below every heading that says so, or may say so and stands above some."""
    for start, end, sure in _regions(text, told):
        found = list(_terms(text, (start, end), sure))
        if sure or sum(1 for node in found if isinstance(node, Definition)) >= FEWEST:
            yield from found


def _stated(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> Iterator[Node]:
    """Terms that the format itself calls so, each with what stands below it; definition lists that define.

    "Ages: 8 and up" in such a list defines nothing.
    """
    region = (0, len(stretches))
    free = [i for i in range(*region) if i not in taken]
    stated = {i: (stretches[i].text, "") for i in free if stretches[i].role == "term"}
    yield from terms_of(stretches, taken, stated, region, lambda index: stretches[index].heading)
    parted = {i: stretches[i].text.partition(": ") for i in free if stretches[i].role == "definition"}
    listed = {i: (name, meaning) for i, (name, _, meaning) in parted.items()}
    if len(listed) >= FEWEST and define(listed):
        yield from terms_of(
            stretches, taken, listed, region, lambda index: stretches[index].role != "defined"
        )


def _terms(text: _Text, region: tuple[int, int], sure: bool = True) -> Iterator[Node]:
    """The terms of one glossary, in the form in which it prints them: headings, unless more are defined above them."""
    stretches, taken, levels, _ = text
    start, end = region
    headings = [i for i in range(*region) if levels[i] and not is_index_letter(stretches[i].text)]
    are_headed = bool(headings) and (stretches[headings[0]].heading or len(headings) >= FEWEST)
    before = headings[0] if are_headed else end
    form = form_of(stretches, range(start, before))
    begun = form.begun(stretches, range(start, before)) if form else {}
    if are_headed and len(begun) <= max(FEWEST - 1, len(headings)):
        yield from _headed_terms(text, region)
    elif form and (sure or define(begun)):
        yield from run_in_terms(stretches, taken, (start, before), form)
    elif sure:
        yield from lined_terms(stretches, taken, (start, before))


def _headed_terms(text: _Text, region: tuple[int, int]) -> Iterator[Node]:
    """`### Term` headings with their definitions below; larger ones group terms of any form."""
    stretches, taken, levels, _ = text
    usual = _usual_level(levels[slice(*region)])
    begun: Begun = {}
    for at, after in pairwise([*(i for i in range(*region) if levels[i] or i in taken), region[1]]):
        is_letter = is_index_letter(stretches[at].text) and (after == region[1] or after == at + 1)
        if at in taken or is_letter:
            continue
        if levels[at] >= usual:
            begun[at] = (stretches[at].text, "")
        else:
            below = range(at + 1, after)
            grouped = (form_of(stretches, below) or Form("label")).begun(stretches, below)
            begun |= grouped if len(grouped) >= FEWEST else {}
    yield from terms_of(stretches, taken, begun, region, levels.__getitem__)


def _usual_level(levels: Sequence[int]) -> int:
    """The level of most headings: that of the terms."""
    counts = Counter(level for level in levels if level)
    return max(counts, key=lambda level: (counts[level], level))


def _regions(text: _Text, told: str) -> Iterator[tuple[int, int, bool]]:
    """Start and end of what stands under each glossary heading, and whether the heading can mean nothing else."""
    stretches = text.stretches
    left = MOST_GLOSSARIES * len(stretches)
    for index, stretch in enumerate(stretches):
        if left < 0:
            return
        named = bool(told) and folded(stretch) == told
        if index in text.taken or not (named or _may_announce(text, index)):
            continue
        sure = named or announces(stretches, index)
        if not sure and not speaks_of_terms(folded(stretch)):
            continue
        end = index + 1 if stretch.heading else _alphabetical_end(text, index + 1)
        while end < len(stretches) and not _ends_glossary(text, end, index):
            end += 1
        left -= end - index
        if end > index + 1 and not _holds_rules(text, index, end):
            yield index + 1, end, sure


def _may_announce(text: _Text, index: int) -> bool:
    """Whether a line may head a glossary."""
    stretch = text.stretches[index]
    return bool(text.levels[index]) or _is_counted_heading(stretch) or (not index and stretch.alone)


def _is_counted_heading(stretch: Stretch) -> bool:
    """Whether a line is the heading of a chapter with a number: "9. Glossary"."""
    apart = stretch.gap > 0 or stretch.alone
    return stretch.mark[:1].isdecimal() and apart and looks_like_heading(stretch.text)


def _holds_rules(text: _Text, start: int, end: int) -> bool:
    """Whether a chapter about terms consists of rules: "702.2 Deathtouch", or "10-2-1-1." below "10-2-1. Stunned"."""
    stated = text.stretches[start].heading
    inside = [i for i in range(start + 1, end) if not (stated and text.levels[i])]
    return sum(1 for i in inside if i in text.numbered) > SOME * len(inside)


def _ends_glossary(text: _Text, index: int, start: int) -> bool:
    """Whether another chapter begins: a heading as large, the next in the count, or rules that the text numbers."""
    head, stretch = text.stretches[start], text.stretches[index]
    if index in text.taken:
        return _left_out_as(text.taken[index]) in ("credits", "attribution")
    own, mark = head.mark.strip("().:"), stretch.mark.strip("().:")
    if own.isdecimal() and mark.isdecimal() and int(mark) == int(own) + 1:
        return _is_counted_heading(stretch)
    heads_rule = index + 1 in text.numbered and stretch.gap > text.stretches[index + 1].gap
    if not head.heading and (index in text.numbered or heads_rule):
        return start + 1 not in text.numbered
    return 0 < text.levels[index] <= (head.heading or INNER) and not is_index_letter(stretch.text)


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


def _alphabetical_end(text: _Text, start: int) -> int:
    """Where the headings that are terms end: those in alphabetical order right below a glossary's, but for a few."""
    last, before, found = start, "", 0
    for (index, name), (_, following) in pairwise(chain(_named_below(text, start), [(0, "")])):
        if name < before and following < before:
            break
        last, before, found = index + 1, max(before, name), found + 1
    return last if found >= FEWEST else start


def _named_below(text: _Text, start: int) -> Iterator[tuple[int, str]]:
    """The headings from here on with their sorting names, up to one that heads something else."""
    counted = text.stretches[start - 1].text[:1].isdigit()  # "1.3 Terminology": "2 Gates" is no term of it
    for index in range(start, len(text.stretches)):
        stretch = text.stretches[index]
        if index in text.taken:
            return
        if not text.levels[index] or is_index_letter(stretch.text):
            continue
        name = _sorting_name(stretch.text)
        if name and (_heads_else(stretch) or (counted and name[0].isdigit())):
            return
        if name:
            yield index, name


def _heads_else(stretch: Stretch) -> bool:
    """Whether a heading is a chapter's, or that of another glossary."""
    named = folded(stretch)
    return named in KNOWN or speaks_of_terms(named) or bool(DIVISION.match(stretch.text))


def _unannounced(text: _Text) -> list[Node]:
    """Most paragraphs define terms in alphabetical order, though no heading says what they are; or headings do."""
    stretches, taken, *_ = text
    for name in FORMS:
        form = Form(name)
        begun = form.begun(stretches, (i for i in range(len(stretches)) if i not in taken))
        if len(begun) >= max(FEWEST_TERMS, HALF * len(stretches)) and rises(begun, ORDERED) and define(begun):
            return list(run_in_terms(stretches, taken, (min(begun), len(stretches)), form))
    return _unannounced_headed(text) if any(text.levels) else []


def _unannounced_headed(text: _Text) -> list[Node]:
    """Many headings of one level in alphabetical order."""
    stretches, taken, levels, _ = text
    usual = _usual_level(levels)
    found = [i for i, level in enumerate(levels) if level == usual and i not in taken]
    counted = sum(1 for i in found if _COUNTED.match(bodies.head(stretches[i])))
    run = longest_run([_sorting_name(stretches[i].text) for i in found])
    if counted > HALF * len(found) or len(run) < _fewest_of(stretches):
        return []
    start, last = found[run[0]], found[run[-1]]
    end = next((i for i in range(last + 1, len(levels)) if 0 < levels[i] <= usual), len(stretches))
    is_ordered = len(run) >= ORDERED * (run[-1] - run[0] + 1)
    return [replace(node, level=usual) for node in _headed_terms(text, (start, end)) if is_ordered]


def _fewest_of(stretches: Sequence[Stretch]) -> int:
    """How many headings in order are a glossary: fewer where the text's title says what it is."""
    told = any(_REFERENCE.search(each.text) or _STATES.fullmatch(each.text) for each in stretches[:BESIDE])
    return FEWEST_NAMED if told else _FEWEST_ALONE


def _sorting_name(words: str) -> str:
    return re.sub(r"^(?:the|an?) |[^a-z0-9 ]", "", bodies.title(words).casefold())
