"""Headings: lines that name what stands below them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import islice

from kb.ingest import bodies
from kb.ingest.document import Node, Section, Stretch, claiming
from kb.ingest.layout.features import ENDED, breaks_off, looks_like_heading
from kb.ingest.thresholds import FEWEST, LONGEST_HEADING, MOST_TITLE_WORDS
from kb.ingest.titles import (
    EDITION,
    KNOWN,
    LABELLED,
    is_called,
)

# "Related: Action, Constant Ability", "See also: Play Area": points, heads nothing
_POINTER = re.compile(
    r"(?:see|see also|related(?: topics| entries)?|siehe(?: auch)?|voir(?: aussi)?)\b\s?:?", re.IGNORECASE
)
# "GG1-016 Mad Ram": a card in a list
_CODE = re.compile(r"[A-Z]{1,5}\d{0,3}-\d{2,4}\b")
# "Diagram 6: a goat beside the wall", "Fig. 2", "Abbildung 3": belongs to a picture
_CAPTION = re.compile(
    r"(?:fig(?:ure)?|diagram|illustration|image|picture|photo|abb(?:ildung)?|schéma|figura|imagen|ilustración|図)"
    r"\.? ?\d{1,3}[a-z]?\b",
    re.IGNORECASE,
)
# "1." before "Field surface"
_ORDINAL = re.compile(r"(\d{1,3})[.)]")


@claiming
def headings(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> list[Node]:
    """Section blocks: the text's own title has level 0, outermost headings 1, headings below them 2 and 3."""
    levels = with_close(stretches, taken, heading_levels(stretches, taken))
    levels = _by_capitals(stretches, levels)
    if levels and _is_title(stretches, taken):
        levels[0] = -1
    return [
        _block(index, stretches[index], max(level, 0))
        for index, level in enumerate(levels)
        if level and index not in taken
    ]


def heading_levels(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> list[int]:
    """For each stretch the level it has as a heading (from 1), 0 if it is none."""
    if any(stretch.heading for stretch in stretches):
        return [stretch.heading for stretch in stretches]
    labelled = len(list(islice((each for each in stretches if _is_labelled(each)), 2))) > 1
    numbered = [i for i, node in taken.items() if isinstance(node, Section) and node.number]
    inner_from = 0 if labelled else min(numbered) + 1 if numbered else len(stretches)
    heads = _plainly_set(stretches, taken) | _worded_headings(stretches)
    levels = [0] * len(stretches)
    for index in heads:
        inside = index >= inner_from and not _is_outer(stretches[index])
        levels[index] = 3 if stretches[index].text.endswith(":") else 1 + inside
    return levels


def _worded_headings(stretches: Sequence[Stretch]) -> frozenset[int]:
    """The lines that nothing but their words and their place tell."""
    spaced = any(stretch.gap for stretch in stretches[1:])
    return frozenset(i for i in range(len(stretches)) if _reads_as_heading(stretches, i, spaced))


def _is_outer(stretch: Stretch) -> bool:
    """Whether a heading is that of a chapter or another part of a text: its words say so."""
    return _is_labelled(stretch) or is_called(stretch, KNOWN)


def _plainly_set(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> frozenset[int]:
    """Lone short lines above sentences, in a text where those are its headings: "Bidding and the choice of trumps"."""
    found = frozenset(
        index
        for index, stretch in enumerate(stretches[:-1])
        if index not in taken
        and stretch.alone
        and _may_head(stretch)
        and not ENDED.search(stretch.text)
        and len(stretch.text.split()) <= MOST_TITLE_WORDS
        and not stretch.text[0].islower()
        and (stretches[index + 1].mark or ENDED.search(stretches[index + 1].text))
        and len(stretches[index + 1].text) > len(stretch.text)
    )
    return found if len(found) >= FEWEST else frozenset()


def with_close(stretches: Sequence[Stretch], taken: Mapping[int, Node], levels: Sequence[int]) -> list[int]:
    """The levels with those of headings that stand right above their text."""
    close = frozenset(_close(stretches, taken, levels))
    return [1 if index in close else level for index, level in enumerate(levels)]


def _close(stretches: Sequence[Stretch], taken: Mapping[int, Node], levels: Sequence[int]) -> list[int]:
    """Titles right above their text, below a blank line or a sentence's end, in a text that sets several like that."""
    if any(stretch.heading for stretch in stretches):
        return []
    found = [
        index
        for index, stretch in enumerate(stretches[:-1])
        if index not in taken
        and not levels[index]
        and _begins(stretches, index)
        and not stretches[index + 1].gap
        and _may_head(stretch)
        and (looks_like_heading(stretch.text) or _is_plain_title(stretch, stretches[index + 1]))
        and not ENDED.search(stretch.text)
        and not EDITION.match(stretch.text)
    ]
    return found if len(found) >= FEWEST else []


def _begins(stretches: Sequence[Stretch], index: int) -> bool:
    """Whether a line stands below a blank line, or as a whole title right below the end of a sentence."""
    if stretches[index].gap or not index:
        return True
    words, above = stretches[index].text, stretches[index - 1].text
    is_whole = not (words[0].isdigit() or breaks_off(words))
    return is_whole and bool(ENDED.search(above)) and not above.endswith(":")  # which begins a list


def _is_plain_title(stretch: Stretch, following: Stretch) -> bool:
    """Whether a line without a sentence's end stands above sentences: "Moving the herd uphill"."""
    few = len(stretch.text.split()) <= MOST_TITLE_WORDS and len(stretch.text) < len(following.text)
    if any(character.isdigit() or character == "," for character in stretch.text):
        return False  # "Page 4, Setup, step 3"
    return few and stretch.text[0].isupper() and not following.mark and bool(ENDED.search(following.text))


def _may_head(stretch: Stretch) -> bool:
    is_short = not stretch.mark and stretch.role == "paragraph" and len(stretch.text) <= LONGEST_HEADING
    return is_short and not (_CODE.match(stretch.text) or _CAPTION.match(stretch.text))


def _by_capitals(stretches: Sequence[Stretch], levels: list[int]) -> list[int]:
    """In a text with headings in capitals the others stand below them."""
    if any(stretch.heading for stretch in stretches):
        return levels
    capitals = [i for i, level in enumerate(levels) if i and level and stretches[i].text.isupper()]
    if len(capitals) < FEWEST:
        return levels
    return [
        level
        + (
            level == 1
            and i > capitals[0]
            and not (stretches[i].text.isupper() or is_called(stretches[i], KNOWN))
        )
        for i, level in enumerate(levels)
    ]


def _is_labelled(stretch: Stretch) -> bool:
    return len(stretch.text) < LONGEST_HEADING and not stretch.mark and bool(LABELLED.match(stretch.text))


def _reads_as_heading(stretches: Sequence[Stretch], index: int, spaced: bool) -> bool:
    stretch = stretches[index]
    known = is_called(stretch, KNOWN)
    if index + 1 == len(stretches) or not _may_be_worded_so(stretch, index, known=known):
        return False
    if stretch.text.endswith(":"):
        return len(stretch.text.split()) <= 3 and bool(stretches[index + 1].mark)
    if stretch.alone or (stretch.gap and known):
        return True
    ended = not index or bool(ENDED.search(stretches[index - 1].text))
    if spaced:  # where blank lines set headings apart, only the end of a page that was lost brings one close
        return known and ended
    return ended or index == 1 or stretch.text.isupper() or len(stretches[index - 1].text) == 1


def _may_be_worded_so(stretch: Stretch, index: int, *, known: bool) -> bool:
    """Whether a line has the words of a heading: no question, edition or pointer."""
    if not _may_head(stretch) or not (known or looks_like_heading(stretch.text)):
        return False
    if stretch.text.endswith("?") or EDITION.match(stretch.text):
        return False
    return not (index and _POINTER.match(stretch.text))


def _is_title(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> bool:
    """Whether the first line is the text's own title."""
    first = stretches[0]
    if first.mark or first.role != "paragraph" or len(first.text) > LONGEST_HEADING or len(stretches) < 3:
        return False
    if first.heading:
        return 0 not in taken and _is_outermost(stretches, taken, first.heading)
    lone = first.alone and not first.text[0].islower() and not ENDED.search(first.text)
    return (looks_like_heading(first.text) or lone) and not _is_outer(first)


def _is_outermost(stretches: Sequence[Stretch], taken: Mapping[int, Node], level: int) -> bool:
    """Whether no heading but those with numbers is as large as the first."""
    beside = (i for i, other in enumerate(stretches) if i and 0 < other.heading <= level)
    return all(i in taken and bool(taken[i].number) for i in beside)


def _block(index: int, stretch: Stretch, level: int) -> Node:
    title, body = bodies.heading(stretch.text)
    labelled = LABELLED.match(title)
    aliases = tuple(name for name in (labelled.groups() if labelled else ()) if name)
    ordinal = _ORDINAL.fullmatch(stretch.mark)
    return Section(
        stretches=(index,),
        number=ordinal[1] if ordinal else None,
        title=title,
        body=body,
        level=level,
        aliases=aliases,
    )
