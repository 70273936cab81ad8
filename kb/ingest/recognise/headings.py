"""Headings: lines that name what stands below them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from itertools import islice

from kb.ingest.document import INNER, Document, Node, Omitted, Section, Stretch
from kb.ingest.layout.features import ENDED, looks_like_heading
from kb.ingest.words import bodies
from kb.ingest.words.titles import EDITION, KNOWN, LABELLED, folded, is_called

# "Phase I: Supply", "Scenario 1": the first of several
_COUNTED = re.compile(r"([^\W\d_]+) (?:\d{1,3}|[IVX]{1,5}|[A-Z])\b")
_LONGEST = 70
MASTHEAD = "masthead"
"""Why rows above a text's title are in no entry."""

_FEWEST = 3
_NEAR_TOP = 4
"""Right below the title a heading may tell the edition, and nothing stands in it."""
_MOST_WORDS = 8
_SHORTEST_CAPITALS = 3
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


def headings(document: Document) -> Document:
    """Section blocks: the text's own title has level 0, outermost headings 1, headings below them 2 and 3."""
    return document.claim(_find(document.paragraphs, document.claimed))


def _find(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> list[Node]:
    levels = with_close(stretches, taken, heading_levels(stretches, taken))
    levels = _by_capitals(stretches, levels)
    first = next((i for i in range(len(levels)) if not _is_masthead(taken.get(i))), 0)
    if levels and _is_title(stretches, taken, first):
        levels[first] = -1
    inner = _repeated(stretches, taken, levels)
    return [
        _block(index, stretches[index], INNER if index in inner else max(level, 0))
        for index, level in enumerate(levels)
        if level and index not in taken
    ]


def _repeated(
    stretches: Sequence[Stretch], taken: Mapping[int, Node], levels: Sequence[int]
) -> frozenset[int]:
    """Headings that come again and again inside numbered rules: "Definition", "Examples", "Philosophy"."""
    if any(stretch.heading for stretch in stretches):
        return frozenset()
    first = min((index for index, block in taken.items() if block.rank), default=len(stretches))
    inside = [i for i in range(first, len(levels)) if levels[i] and i not in taken]
    many = Counter(folded(stretches[i]) for i in inside)
    return frozenset(i for i in inside if many[folded(stretches[i])] > 1)


def _is_masthead(node: Node | None) -> bool:
    return isinstance(node, Omitted) and node.reason == MASTHEAD


def heading_levels(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> list[int]:
    """For each stretch the level it has as a heading (from 1), 0 if it is none."""
    blocks = {id(block): block for block in taken.values()}.values()  # a long one is taken at many places
    listed = {title.casefold() for block in blocks if isinstance(block, Omitted) for title, _ in block.pages}
    labelled = len(list(islice((each for each in stretches if _is_labelled(each)), 2))) > 1
    spaced = any(stretch.gap for stretch in stretches[1:])
    stated = any(stretch.heading for stretch in stretches)
    numbered = min(
        (i for i, block in taken.items() if isinstance(block, Section) and block.number), default=-1
    )
    plain = _plainly_set(stretches, taken) if not stated else frozenset()
    levels = []
    for index, stretch in enumerate(stretches):
        if stretch.heading:
            dated = 0 < index < _NEAR_TOP and EDITION.match(stretch.text)
            level = 0 if dated and stretches[index + 1 : index + 2] else stretch.heading
        elif stated or not (index in plain or _reads_as_heading(stretches, index, spaced)):
            level = 0
        elif stretch.text.endswith(":"):
            level = 3
        else:
            inside = labelled or -1 < numbered < index
            level = 2 if inside and not _is_outer(stretch, listed) else 1
        levels.append(level)
    return levels


def _is_outer(stretch: Stretch, listed: Set[str]) -> bool:
    """Whether a heading is a chapter's: its words or the table of contents say so."""
    if _is_labelled(stretch) or is_called(stretch, KNOWN):
        return True
    return bool(listed) and bodies.title(stretch.text).casefold() in listed


def _plainly_set(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> frozenset[int]:
    """Lone short lines above sentences, in a text where those are its headings: "Bidding and the choice of trumps"."""
    found = frozenset(
        index
        for index, stretch in enumerate(stretches[:-1])
        if index not in taken
        and stretch.alone
        and _may_head(stretch)
        and not ENDED.search(stretch.text)
        and len(stretch.text.split()) <= _MOST_WORDS
        and not stretch.text[0].islower()
        and (stretches[index + 1].mark or ENDED.search(stretches[index + 1].text))
        and len(stretches[index + 1].text) > len(stretch.text)
    )
    return found if len(found) >= _FEWEST else frozenset()


def with_close(stretches: Sequence[Stretch], taken: Mapping[int, Node], levels: Sequence[int]) -> list[int]:
    """The levels with those of headings that stand right above their text."""
    close = frozenset(_close(stretches, taken, levels))
    return [1 if index in close else level for index, level in enumerate(levels)]


def _close(stretches: Sequence[Stretch], taken: Mapping[int, Node], levels: Sequence[int]) -> list[int]:
    """Titles with a blank line before them but none after, in a text that sets several like that."""
    if any(stretch.heading for stretch in stretches):
        return []
    found = [
        index
        for index, stretch in enumerate(stretches[:-1])
        if index not in taken
        and not levels[index]
        and (stretch.gap or not index)
        and not stretches[index + 1].gap
        and _may_head(stretch)
        and (looks_like_heading(stretch.text) or _is_plain_title(stretch, stretches[index + 1]))
        and not ENDED.search(stretch.text)
        and not EDITION.match(stretch.text)
    ]
    return found if len(found) >= _FEWEST else []


def _is_plain_title(stretch: Stretch, following: Stretch) -> bool:
    """Whether a line without a sentence's end stands above sentences: "Moving the herd uphill"."""
    few = len(stretch.text.split()) <= _MOST_WORDS and len(stretch.text) < len(following.text)
    if any(character.isdigit() or character == "," for character in stretch.text):
        return False  # "Page 4, Setup, step 3"
    return few and stretch.text[0].isupper() and not following.mark and bool(ENDED.search(following.text))


def _may_head(stretch: Stretch) -> bool:
    is_short = not stretch.mark and stretch.role == "paragraph" and len(stretch.text) <= _LONGEST
    return is_short and not (_CODE.match(stretch.text) or _CAPTION.match(stretch.text))


def _by_capitals(stretches: Sequence[Stretch], levels: list[int]) -> list[int]:
    """In a text with headings in capitals the others stand below them."""
    if any(stretch.heading for stretch in stretches):
        return levels
    first = next((i for i in range(1, len(levels)) if levels[i] and stretches[i].text.isupper()), None)
    capitals = sum(1 for i, level in enumerate(levels) if i and level and stretches[i].text.isupper())
    if first is None or capitals < _FEWEST:
        return levels
    return [
        level + 1
        if level == 1 and i > first and not stretches[i].text.isupper() and not is_called(stretches[i], KNOWN)
        else level
        for i, level in enumerate(levels)
    ]


def _is_labelled(stretch: Stretch) -> bool:
    return len(stretch.text) < _LONGEST and not stretch.mark and bool(LABELLED.match(stretch.text))


def _reads_as_heading(stretches: Sequence[Stretch], index: int, spaced: bool) -> bool:
    stretch = stretches[index]
    if not _may_head(stretch):
        return False
    known = is_called(stretch, KNOWN)
    if (
        not (known or looks_like_heading(stretch.text))
        or stretch.text.endswith("?")
        or EDITION.match(stretch.text)
    ):
        return False
    if _POINTER.match(stretch.text) and index:
        return False
    if stretch.text.endswith(":"):
        return (
            len(stretch.text.split()) <= 3 and index + 1 < len(stretches) and bool(stretches[index + 1].mark)
        )
    following = stretches[index + 1] if index + 1 < len(stretches) else None
    if following is None:
        return False
    if stretch.alone or (stretch.gap and known):
        return True
    before = stretches[index - 1] if index else None
    if spaced:  # where blank lines set headings apart, only the end of a page that was lost brings one close
        return known and before is not None and bool(ENDED.search(before.text))
    finished = before is None or before.role == "row" or bool(ENDED.search(before.text)) or index == 1
    finished = finished or len(before.text if before else "") == 1  # "A" above "Ability"
    finished = finished or (stretch.text.isupper() and len(stretch.text) > _SHORTEST_CAPITALS)
    return finished and (len(following.text) > len(stretch.text) or index == 0 or bool(following.mark))


def _is_title(stretches: Sequence[Stretch], taken: Mapping[int, Node], top: int) -> bool:
    """Whether the first line is the text's own title."""
    first = stretches[top]
    if first.mark or first.role != "paragraph" or len(first.text) > _LONGEST or len(stretches) < 3:
        return False
    if first.heading:
        beside = (i for i, other in enumerate(stretches) if i and 0 < other.heading <= first.heading)
        return 0 not in taken and all(i in taken and bool(taken[i].number) for i in beside)
    counted = _COUNTED.match(first.text)
    again = counted and any(
        s.text.startswith(f"{counted[1]} ") and _COUNTED.match(s.text) for s in stretches[1:]
    )
    is_part = LABELLED.match(first.text) or is_called(first, KNOWN) or again
    lone = first.alone and not first.text[0].islower() and not ENDED.search(first.text)
    return (looks_like_heading(first.text) or lone) and not is_part


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
