"""Glossaries: terms and what they mean, in every form in which they are printed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, pairwise

from kb.ingest import bodies
from kb.ingest.document import Definition, Document, Node, Omitted, Stretch
from kb.ingest.layout.features import ENDED, looks_like_heading
from kb.ingest.limits import MOST_GLOSSARIES
from kb.ingest.numbering.number_labels import bare, compound
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

# "2 THE TURN", "2.1 Roll"
_NUMBERED = re.compile(r"\d{1,3}(?:\.\d{1,3}){0,5}[a-z]?\.?\s+(?=\S)")
_DOTTED = re.compile(r"\d{1,3}\.\d")
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
    found = list(_stated(stretches, taken))
    if told is True:
        first = 1 if levels[0] and len(stretches) > 1 and levels[0] not in levels[1:] else 0
        return [*found, *_terms(stretches, taken, levels, (first, len(stretches)))]
    found += _announced(stretches, taken, levels, (told or "").casefold())
    found += _quoted(stretches, taken)
    return found or _unannounced(stretches, taken, with_close(stretches, taken, levels))


def _announced(
    stretches: Sequence[Stretch], taken: Mapping[int, Node], levels: Sequence[int], told: str
) -> Iterator[Node]:
    """The terms below every heading that says so, or may say so and stands above some."""
    for start, end, sure in _regions(stretches, taken, levels, told):
        found = list(_terms(stretches, taken, levels, (start, end), sure))
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


def _terms(
    stretches: Sequence[Stretch],
    taken: Mapping[int, Node],
    levels: Sequence[int],
    region: tuple[int, int],
    sure: bool = True,
) -> Iterator[Node]:
    """The terms of one glossary, in the form in which it prints them: headings, unless more are defined above them."""
    start, end = region
    headings = _headings(stretches, levels, region)
    are_headed = bool(headings) and (stretches[headings[0]].heading or len(headings) >= FEWEST)
    before = headings[0] if are_headed else end
    form = form_of(stretches, range(start, before))
    begun = form.begun(stretches, range(start, before)) if form else {}
    if are_headed and len(begun) <= max(FEWEST - 1, len(headings)):
        yield from _headed_terms(stretches, taken, levels, region)
    elif form and (sure or define(begun)):
        yield from run_in_terms(stretches, taken, (start, before), form)
    elif sure:
        yield from lined_terms(stretches, taken, (start, before))


def _headings(stretches: Sequence[Stretch], levels: Sequence[int], region: tuple[int, int]) -> list[int]:
    """The headings that are no letters of an index."""
    return [i for i in range(*region) if levels[i] and not is_index_letter(stretches[i].text)]


def _headed_terms(
    stretches: Sequence[Stretch], taken: Mapping[int, Node], levels: Sequence[int], region: tuple[int, int]
) -> Iterator[Node]:
    """`### Term` headings with their definitions below; a smaller number of larger ones group terms of any form."""
    usual = _usual_level(levels[slice(*region)])
    begun: Begun = {}
    for at, after in pairwise([*(i for i in range(*region) if levels[i] or i in taken), region[1]]):
        is_letter = is_index_letter(stretches[at].text) and after in (at + 1, region[1])
        if at in taken or (is_letter and (after == region[1] or levels[after])):
            continue
        if levels[at] >= usual:
            begun[at] = (stretches[at].text, "")
            continue
        below = range(at + 1, after)
        grouped = (form_of(stretches, below) or Form("label")).begun(stretches, below)
        begun |= grouped if len(grouped) >= FEWEST else {}
    yield from terms_of(stretches, taken, begun, region, levels.__getitem__)


def _usual_level(levels: Sequence[int]) -> int:
    """The level of most headings: that of the terms."""
    counts = Counter(level for level in levels if level)
    return max(counts, key=lambda level: (counts[level], level))


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
        end = index + 1 if stretch.heading else _alphabetical_end(stretches, taken, levels, index + 1)
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


def _alphabetical_end(
    stretches: Sequence[Stretch], taken: Mapping[int, Node], levels: Sequence[int], start: int
) -> int:
    """Where the headings that are terms end: those in alphabetical order right below a glossary's, but for a few."""
    last, before, found = start, "", 0
    named = _named_below(stretches, taken, levels, start)
    for (index, name), (_, following) in pairwise(chain(named, [(0, "")])):
        if name < before and following < before:
            break
        last, before, found = index + 1, max(before, name), found + 1
    return last if found >= FEWEST else start


def _named_below(
    stretches: Sequence[Stretch], taken: Mapping[int, Node], levels: Sequence[int], start: int
) -> Iterator[tuple[int, str]]:
    """The headings from here on with their sorting names, up to one that heads something else."""
    counted = stretches[start - 1].text[:1].isdigit()  # "1.3 Terminology": "2 Gates" is no term of it
    for index in range(start, len(stretches)):
        if index in taken:
            return
        if not levels[index] or is_index_letter(stretches[index].text):
            continue
        name = _sorting_name(stretches[index].text)
        if name and (_heads_else(stretches[index]) or (counted and name[0].isdigit())):
            return
        if name:
            yield index, name


def _heads_else(stretch: Stretch) -> bool:
    """Whether a heading is a chapter's, or that of another glossary."""
    named = folded(stretch)
    return named in KNOWN or speaks_of_terms(named) or bool(DIVISION.match(stretch.text))


def _unannounced(
    stretches: Sequence[Stretch], taken: Mapping[int, Node], levels: Sequence[int]
) -> list[Node]:
    """Most paragraphs define terms in alphabetical order, or many headings do, though no heading says what they are."""
    for name in FORMS:
        form = Form(name)
        begun = form.begun(stretches, (i for i in range(len(stretches)) if i not in taken))
        if len(begun) >= max(FEWEST_TERMS, HALF * len(stretches)) and rises(begun, ORDERED) and define(begun):
            return list(run_in_terms(stretches, taken, (min(begun), len(stretches)), form))
    if not any(levels):
        return []
    usual = _usual_level(levels)
    found = [i for i, level in enumerate(levels) if level == usual and i not in taken]
    counted = sum(1 for i in found if _COUNTED.match(bodies.head(stretches[i])))
    run = longest_run([_sorting_name(stretches[i].text) for i in found])
    if counted > HALF * len(found) or len(run) < _fewest_of(stretches):
        return []
    if len(run) < ORDERED * (run[-1] - run[0] + 1):
        return []
    start, last = found[run[0]], found[run[-1]]
    end = next((i for i in range(last + 1, len(levels)) if 0 < levels[i] <= usual), len(stretches))
    return [replace(node, level=usual) for node in _headed_terms(stretches, taken, levels, (start, end))]


def _fewest_of(stretches: Sequence[Stretch]) -> int:
    """How many headings in order are a glossary: fewer where the text's title says what it is."""
    told = any(_REFERENCE.search(each.text) or _STATES.fullmatch(each.text) for each in stretches[:BESIDE])
    return FEWEST_NAMED if told else _FEWEST_ALONE


def _sorting_name(words: str) -> str:
    return re.sub(r"^(?:the|an?) |[^a-z0-9 ]", "", bodies.title(words).casefold())
