"""Terms that are headings: `### Guard`, a line in capitals, a title right above its text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, pairwise, takewhile

from kb.ingest import bodies
from kb.ingest.document import Node, Omitted, Stretch
from kb.ingest.numbering.schemes import longest_run
from kb.ingest.recognise.terms import LABELLED as LABEL
from kb.ingest.recognise.terms import form_of, run_in_terms, term
from kb.ingest.thresholds import BESIDE, FEWEST, FEWEST_NAMED, HALF
from kb.ingest.titles import KNOWN, LABELLED, WORDS, folded, is_index_letter, speaks_of_terms

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


def are_headed(
    stretches: Sequence[Stretch], taken: Mapping[int, Node], levels: Sequence[int], start: int, end: int
) -> bool:
    """Whether lines that read as headings are the terms of a glossary."""
    found = (i for i in range(start, end) if levels[i] and i not in taken)
    return sum(1 for i in found if not is_index_letter(stretches[i].text)) >= FEWEST


def headed_terms(
    stretches: Sequence[Stretch], taken: Mapping[int, Node], levels: Sequence[int], start: int, end: int
) -> Iterator[Node]:
    """`### Term` headings with their definitions below; deeper headings are terms of their own."""
    usual = _usual_level(levels[start:end])
    headed = [i for i in range(start, end) if levels[i] and i not in taken]
    letters = {i for i in headed if is_index_letter(stretches[i].text) and _heads_terms(levels, i, end)}
    terms = [i for i in headed if i not in letters and levels[i] >= usual]
    yield from (Omitted(stretches=(i,), reason="index letter") for i in letters)
    for one, two in pairwise([*headed, end]):
        if one in terms:
            held = takewhile(lambda i: i not in taken, range(one + 1, two))
            yield term(stretches[one].text, (one, *held), "", stretches)
        elif one not in letters:
            yield from _below_group(stretches, taken, levels, one, end)


def _below_group(
    stretches: Sequence[Stretch], taken: Mapping[int, Node], levels: Sequence[int], index: int, end: int
) -> Iterator[Node]:
    """Terms of another form under a heading that groups them: "Other terms", and below it "**Chain** - two links."."""
    after = next((i for i in range(index + 1, end) if levels[i] or i in taken), end)
    form = form_of(stretches[index + 1 : after]) or LABEL
    found = list(run_in_terms(stretches, taken, index + 1, after, form))
    if len(found) >= FEWEST:
        yield from found


def _heads_terms(levels: Sequence[int], index: int, end: int) -> bool:
    """Whether a letter stands above headings: one with text of its own below is a term, `X`."""
    return index + 1 == end or levels[index + 1] > 0


def _usual_level(levels: Sequence[int]) -> int:
    """The level of most headings: that of the terms."""
    counts = Counter(level for level in levels if level)
    return max(counts, key=lambda level: (counts[level], level))


def alphabetical_end(
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
    return named in KNOWN or speaks_of_terms(named) or bool(LABELLED.match(stretch.text))


def unannounced_headed(
    stretches: Sequence[Stretch], taken: Mapping[int, Node], levels: Sequence[int]
) -> list[Node]:
    """Many headings of one level in alphabetical order, without a heading above them that says what they are."""
    if not any(levels):
        return []
    usual = _usual_level(levels)
    found = [i for i, level in enumerate(levels) if level == usual and i not in taken]
    counted = sum(1 for i in found if _COUNTED.match(bodies.head(stretches[i])))
    run = longest_run([_sorting_name(stretches[i].text) for i in found])
    if counted > HALF * len(found) or len(run) < _fewest_of(stretches):
        return []
    if len(run) < 0.9 * (run[-1] - run[0] + 1):
        return []
    start, last = found[run[0]], found[run[-1]]
    end = next((i for i in range(last + 1, len(levels)) if 0 < levels[i] <= usual), len(stretches))
    return [replace(node, level=usual) for node in headed_terms(stretches, taken, levels, start, end)]


def _fewest_of(stretches: Sequence[Stretch]) -> int:
    """How many headings in order are a glossary: fewer where the text's title says what it is."""
    told = any(_REFERENCE.search(each.text) or _STATES.fullmatch(each.text) for each in stretches[:BESIDE])
    return FEWEST_NAMED if told else _FEWEST_ALONE


def _sorting_name(words: str) -> str:
    return re.sub(r"^(?:the|an?) |[^a-z0-9 ]", "", bodies.title(words).casefold())
