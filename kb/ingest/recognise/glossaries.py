"""Glossaries: terms and what they mean."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from kb.ingest.layout import ENDED
from kb.ingest.lines import Block, Stretch
from kb.ingest.numbering.labels import compound
from kb.ingest.recognise import bodies
from kb.ingest.recognise.callouts import is_callout, is_example
from kb.ingest.recognise.headings import LABELLED, heading_levels, with_close
from kb.ingest.recognise.sections import GLOSSARIES, KNOWN, folded

_FEWEST = 8
"""So many labelled paragraphs in alphabetical order are a glossary even without a heading that says so."""
_FEWEST_HEADED = 15
"""So many headings in alphabetical order are one too."""
_FEWEST_TOLD = 6
"""So many where the text's title says what it is."""
_TITLE = 3
# "Rules Reference", "Keyword Compendium", "Almanac"
_REFERENCE = re.compile(
    r"\b(?:reference|glossary|compendium|lexicon|almanac|encyclop[a-z]+|a\s?[–-]\s?z|glossar|lexikon|lexique)\b",
    re.IGNORECASE,
)
_FEWEST_TERMS = 3
"""So many lines that read as headings, in alphabetical order below a glossary's heading, are its terms."""
_LONGEST_TERM = 90
# "… or ability." ends a sentence; "Start Your Engines!" is a term.
_SENTENCE_END = re.compile(r"[.?:;…][\"'”’)\]*}]*$")
# "Leap {leap} X: The figure …", "Avert Harm: …", "Ability — …"
_LABEL = re.compile(
    r"(\*{0,2}[^\W\d_\"“'(][^:.!?\n]{0,70}?|[\"“][^\"”:.]{1,40}[\"”])\s?(?::\*{0,2}|\*{0,2}\s?[:—：]|\*{0,2}\s[–-](?=\s))\s*(?=\S)"
)
_PARAMETER = re.compile(r"\s+(?:[XYZN]|\([XYZN#]\)|[\[<{][^\]>}]+[\]>}]|#)(?=\s|$)")
_LETTER = re.compile(r"[A-Z](?:\s*[-–/&]\s*[A-Z])?")


def glossaries(
    stretches: Sequence[Stretch], taken: Mapping[int, Block], told: bool | str | None = None
) -> list[Block]:
    """Term blocks of every glossary in the text, with what stands between them.

    A person may have told the glossary's heading, or that the whole text is one.
    """
    blocks: list[Block] = list(_stated(stretches, taken))
    levels = heading_levels(stretches, taken)
    if told is True:
        first = 1 if levels[0] and len(stretches) > 1 else 0
        return list(_terms(stretches, taken, levels, (first, len(stretches)), any(levels[first:])))
    for start, end in _regions(stretches, taken, levels, (told or "").casefold()):
        deeper = any(levels[i] > levels[start - 1] for i in range(start, end))
        headed = deeper and bool(stretches[start - 1].heading)
        blocks += _terms(stretches, taken, levels, (start, end), headed)
    blocks += _quoted(stretches, taken)
    return (
        blocks
        or _unannounced(stretches, taken)
        or _unannounced_headed(stretches, taken, with_close(stretches, taken, levels))
    )


def _stated(stretches: Sequence[Stretch], taken: Mapping[int, Block]) -> Iterator[Block]:
    """Terms that the format itself calls so, each with what stands below it."""
    starts = [i for i, stretch in enumerate(stretches) if stretch.role == "term" and i not in taken]
    for start in starts:
        end = start + 1
        while end < len(stretches) and end not in taken and not _begins(stretches[end]):
            end += 1
        yield term(stretches[start].text, range(start, end), "", stretches)


def _begins(stretch: Stretch) -> bool:
    return bool(stretch.heading) or stretch.role == "term"


def _terms(
    stretches: Sequence[Stretch],
    taken: Mapping[int, Block],
    levels: Sequence[int],
    region: tuple[int, int],
    headed: bool,
) -> Iterator[Block]:
    """The terms of one glossary, in the form in which it prints them."""
    if headed or _is_headed(stretches, taken, levels, *region):
        yield from _headed(stretches, taken, levels, *region)
    elif _is_labelled(stretches, *region):
        yield from _labelled(stretches, taken, *region)
    else:
        yield from _lined(stretches, taken, *region)


def term(words: str, indexes: Sequence[int], definition: str, stretches: Sequence[Stretch]) -> Block:
    """A term block; the first of `indexes` holds its title, `definition` its first paragraph."""
    label = compound(words)  # "G.1.1 Ability"
    numbered = label is not None and bool(label.words)
    title, note = bodies.heading(label.words if label and numbered else words)
    rest = tuple(bodies.paragraph(stretches[index]) for index in indexes[1:])
    first = (bodies.body(definition),) if definition else ()
    return Block(
        kind="term",
        stretches=tuple(indexes),
        number=label.number if label and numbered else None,
        title=title,
        body=(*note, *first, *rest),
        aliases=term_aliases(title),
    )


def term_aliases(title: str) -> tuple[str, ...]:
    """Other names of a term: without its parameter, each half of `A, B`, without `(Obsolete)`."""
    names = [base_name(title)]
    if bare := re.sub(r"\s*\([^()]*\)$", "", title):
        names.append(bare)
    if ", " in bare:
        parts = [part.strip() for part in bare.split(", ")]
        names += [*parts, " ".join([*parts[1:], parts[0]])]
    elif "/" in bare:
        names += [part.strip() for part in bare.split("/")]
    return tuple(dict.fromkeys(each for each in names if each and each != title))


def base_name(title: str) -> str:
    """A term's name without its parameters: `Leap X` → `Leap`, `Immune to [Map Feature]` → `Immune to`."""
    return _PARAMETER.sub("", title).strip() or title


def _regions(
    stretches: Sequence[Stretch], taken: Mapping[int, Block], levels: Sequence[int], told: str
) -> Iterator[tuple[int, int]]:
    """Start and end of what stands under each glossary heading."""
    for index, stretch in enumerate(stretches):
        named = bool(told) and folded(stretch) == told
        if index in taken or not (named or (levels[index] and _announces(stretches, index))):
            continue
        inner = stretch.heading
        end = index + 1 if inner else _alphabetical_end(stretches, taken, levels, index + 1)
        while end < len(stretches) and not _ends_glossary(stretches, taken, levels, end, inner or 9):
            end += 1
        if end > index + 1:
            yield index + 1, end


def _alphabetical_end(
    stretches: Sequence[Stretch], taken: Mapping[int, Block], levels: Sequence[int], start: int
) -> int:
    """Where the headings that are terms end: those in alphabetical order right below a glossary's."""
    last, before, found = start, "", 0
    for index in range(start, len(stretches)):
        if index in taken:
            break
        name = _sorting_name(stretches[index].text)
        if not levels[index] or _LETTER.fullmatch(stretches[index].text) or not name:
            continue
        if name < before or folded(stretches[index]) in KNOWN or LABELLED.match(stretches[index].text):
            break
        last, before, found = index + 1, name, found + 1
    return last if found >= _FEWEST_TERMS else start


def _is_headed(
    stretches: Sequence[Stretch], taken: Mapping[int, Block], levels: Sequence[int], start: int, end: int
) -> bool:
    """Whether lines that read as headings are the terms of a glossary."""
    return (
        sum(
            1
            for i in range(start, end)
            if levels[i] and i not in taken and not _LETTER.fullmatch(stretches[i].text)
        )
        >= _FEWEST_TERMS
    )


def _announces(stretches: Sequence[Stretch], index: int) -> bool:
    """Whether a heading says that a glossary follows; the title of a whole text may say so among other words."""
    stretch = stretches[index]
    named = folded(stretch)
    is_title = not index and stretch.heading and not any(s.heading == stretch.heading for s in stretches[1:])
    return named in GLOSSARIES or bool(is_title and "glossary" in named.split())


def _ends_glossary(
    stretches: Sequence[Stretch], taken: Mapping[int, Block], levels: Sequence[int], index: int, level: int
) -> bool:
    if index in taken:
        return taken[index].reason in ("credits", "attribution")
    return 0 < levels[index] <= level and not _LETTER.fullmatch(stretches[index].text)


def _is_labelled(stretches: Sequence[Stretch], start: int, end: int) -> bool:
    paragraphs = [
        stretch
        for stretch in stretches[start:end]
        if (stretch.gap or not stretches[start].gap) and not _LETTER.fullmatch(stretch.text)
    ]
    listed = _is_listed(stretches[start:end])
    return sum(1 for stretch in paragraphs if _label(stretch, listed)) >= 0.5 * len(paragraphs)


def _is_listed(stretches: Sequence[Stretch]) -> bool:
    """Whether the terms are bullets: all that has a label is one."""
    labelled = [stretch.mark for stretch in stretches if _label(stretch, True)]
    return bool(labelled) and all(mark and not mark[0].isalnum() and mark[0] != "(" for mark in labelled)


def _label(stretch: Stretch, listed: bool = False) -> re.Match[str] | None:
    """The run-in title of a stretch, if it can be a term."""
    if (stretch.mark and not listed) or is_callout(stretch.text) or is_example(stretch.text):
        return None
    label = _LABEL.match(stretch.text)
    return label if label and len(label[1].split()) <= 8 else None


def _labelled(
    stretches: Sequence[Stretch], taken: Mapping[int, Block], start: int, end: int
) -> Iterator[Block]:
    """`Title: definition`; a paragraph without a title goes on with the term above."""
    indexes: list[int] = []
    listed = _is_listed(stretches[start:end])
    for index in range(start, end):
        if index not in taken and _LETTER.fullmatch(stretches[index].text) and stretches[index].gap:
            if indexes:
                yield _labelled_term(stretches, indexes)
            indexes = []
            yield Block(kind="left out", stretches=(index,), reason="index letter")
            continue
        begins = index not in taken and _label(stretches[index], listed)
        if indexes and (begins or index in taken or is_example(stretches[index].text)):
            yield _labelled_term(stretches, indexes)
            indexes = []
        if begins or (indexes and index not in taken):
            indexes.append(index)
    if indexes:
        yield _labelled_term(stretches, indexes)


def _labelled_term(stretches: Sequence[Stretch], indexes: list[int]) -> Block:
    text = stretches[indexes[0]].text
    label = _LABEL.match(text)
    assert label, "only stretches with a label begin a term"
    return term(label[1], indexes, text[label.end() :], stretches)


def _lined(stretches: Sequence[Stretch], taken: Mapping[int, Block], start: int, end: int) -> Iterator[Block]:
    """The term on a line of its own, its definition on the lines below, a blank line between entries."""
    group: list[int] = []
    for index in [*range(start, end), end]:
        apart = index == end or index in taken or stretches[index].gap > 0
        if apart and group:
            yield from _lined_group(stretches, group)
            group = []
        if index < end and index not in taken:
            group.append(index)


def _lined_group(stretches: Sequence[Stretch], group: list[int]) -> Iterator[Block]:
    first = stretches[group[0]]
    is_term = (
        len(group) > 1
        and not first.mark
        and len(first.text) <= _LONGEST_TERM
        and not _SENTENCE_END.search(first.text)
    )
    if is_term:
        yield term(first.text, group, "", stretches)
    elif len(group) == 1 and _LETTER.fullmatch(first.text):
        yield Block(kind="left out", stretches=tuple(group), reason="index letter")


def _headed(
    stretches: Sequence[Stretch], taken: Mapping[int, Block], levels: Sequence[int], start: int, end: int
) -> Iterator[Block]:
    """`### Term` headings with their definitions below; deeper headings are terms of their own."""
    usual = _usual_level(levels[start:end])
    indexes: list[int] = []
    for index in [*range(start, end), end]:
        stops = index == end or index in taken or levels[index]
        if stops and indexes:
            yield term(stretches[indexes[0]].text, indexes, "", stretches)
            indexes = []
        if index == end or index in taken:
            continue
        if levels[index] and _LETTER.fullmatch(stretches[index].text) and _heads_terms(levels, index, end):
            yield Block(kind="left out", stretches=(index,), reason="index letter")
        elif levels[index] >= usual or indexes:
            indexes.append(index)
        elif levels[index]:
            yield from _below_group(stretches, taken, levels, index, end)


def _below_group(
    stretches: Sequence[Stretch], taken: Mapping[int, Block], levels: Sequence[int], index: int, end: int
) -> Iterator[Block]:
    """Terms of another form under a heading that groups them: "Other terms", and below it "**Chain** - two links."."""
    after = next((i for i in range(index + 1, end) if levels[i] or i in taken), end)
    found = list(_labelled(stretches, taken, index + 1, after))
    if len(found) >= _FEWEST_TERMS and _is_labelled(stretches, index + 1, after):
        yield from found


def _heads_terms(levels: Sequence[int], index: int, end: int) -> bool:
    """Whether a letter stands above headings: one with text of its own below is a term, `X`."""
    return index + 1 == end or levels[index + 1] > 0


def _usual_level(levels: Sequence[int]) -> int:
    """The level of most headings: that of the terms."""
    counts = Counter(level for level in levels if level)
    return max(counts, key=lambda level: (counts[level], level))


def _quoted(stretches: Sequence[Stretch], taken: Mapping[int, Block]) -> Iterator[Block]:
    """Under an attribution to a glossary: pairs of items, a short one and what it means."""
    for index, block in sorted(taken.items()):
        if block.reason != "attribution" or "glossary" not in (block.title or "").lower():
            continue
        position = index + 1
        while position + 1 < len(stretches) and _is_quoted_pair(stretches, taken, position):
            named = term(stretches[position].text, [position], stretches[position + 1].text, stretches)
            yield replace(named, stretches=(position, position + 1))
            position += 2


def _is_quoted_pair(stretches: Sequence[Stretch], taken: Mapping[int, Block], index: int) -> bool:
    name_line, meaning = stretches[index], stretches[index + 1]
    free = index not in taken and index + 1 not in taken
    return (
        free
        and bool(name_line.mark)
        and not ENDED.search(name_line.text)
        and bool(ENDED.search(meaning.text))
    )


def _unannounced(stretches: Sequence[Stretch], taken: Mapping[int, Block]) -> list[Block]:
    """Labelled paragraphs in alphabetical order, without a heading that says what they are."""
    found = [i for i, stretch in enumerate(stretches) if i not in taken and _label(stretch)]
    names = [bodies.title(label[1]).casefold() for i in found if (label := _label(stretches[i]))]
    ordered = sum(1 for one, two in pairwise(names) if one <= two)
    if len(found) < _FEWEST or ordered < 0.95 * (len(found) - 1) or len(found) < 0.5 * len(stretches):
        return []
    return list(_labelled(stretches, taken, found[0], len(stretches)))


def _unannounced_headed(
    stretches: Sequence[Stretch], taken: Mapping[int, Block], levels: Sequence[int]
) -> list[Block]:
    """Many headings of one level in alphabetical order, without a heading above them that says what they are."""
    usual = _usual_level(levels) if any(levels) else 0
    found = [i for i, level in enumerate(levels) if usual and level == usual and i not in taken]
    names = [_sorting_name(stretches[i].text) for i in found]
    run = _longest_run(names)
    fewest = _FEWEST_TOLD if any(_REFERENCE.search(s.text) for s in stretches[:_TITLE]) else _FEWEST_HEADED
    if len(run) < fewest or len(run) < 0.9 * (run[-1] - run[0] + 1):
        return []
    start, last = found[run[0]], found[run[-1]]
    end = next((i for i in range(last + 1, len(levels)) if 0 < levels[i] <= usual), len(stretches))
    return [replace(block, level=usual) for block in _headed(stretches, taken, levels, start, end)]


def _sorting_name(words: str) -> str:
    return re.sub(r"^(?:the|an?) |[^a-z0-9 ]", "", bodies.title(words).casefold())


def _longest_run(names: Sequence[str]) -> list[int]:
    """Positions of the most names that are in alphabetical order, skipping those that are not."""
    ends: list[int] = []
    keys: list[str] = []
    before: list[int] = []
    for position, name in enumerate(names):
        length = bisect_right(keys, name)
        before.append(ends[length - 1] if length else -1)
        ends[length:] = [position, *ends[length + 1 :]]
        keys[length:] = [name, *keys[length + 1 :]]
    run, at = [], ends[-1] if ends else -1
    while at >= 0:
        run.append(at)
        at = before[at]
    return run[::-1]
