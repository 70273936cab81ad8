"""How were the lines of a text broken, and which of them go on with the line above?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, pairwise, takewhile

from kb.ingest.document import Line
from kb.ingest.layout.features import BULLET, ENDED, MARK, first_word, has_leaders, is_row, looks_like_heading
from kb.ingest.numbering.beginnings import points
from kb.ingest.numbering.number_labels import compound
from kb.ingest.thresholds import FAR, FEWEST_NAMED, LONGEST_LINE, MANY_LINES, ROOMY, SOME
from kb.ingest.titles import KNOWN, is_callout, is_example

NARROW = 84
"""Columns; in a text without a longer line one sentence on two lines shows that all were wrapped."""

# "Tired Goat: A goat that", "Wall (low): What"
_NAMED = re.compile(r"[^\W\d_a-z][\w'’/(), -]{1,38}[\w)]: (?=[^\Wa-z_]|\d)")
_SAYING = re.compile(r"\w")
# "3. Players", "2018. Since"
_COUNT = re.compile(r"\s*(\d{1,4})\. +(?=\S)")
# "328) and", "b), which"
_CLOSING = re.compile(r"\s*\w{1,4}\)")
_WORD = re.compile(r"[^\W\d_][\w'’-]*")
NARROWEST = 0.04
"""So many of the lines that surely go on are narrower than the margin tells: short words, wide letters."""


@dataclass(frozen=True, slots=True)
class Wrapping:
    """How the lines of a text were broken."""

    width: int
    """The column at which they were; 0 for a text whose lines are paragraphs."""

    room: int
    """A line that would be so long with the first word of the next was full."""

    longest: int
    """Characters; a longer line is a paragraph of its own."""

    named: bool = False
    """Whether its paragraphs begin with a name and a colon: "Tired Goat: A goat that has climbed twice." """


def wrapping(lines: Sequence[Line]) -> Wrapping:
    """How the lines of a text were broken, told by those that break a sentence before a small letter.

    Letters of a printed page differ in width, so that its full lines differ in length: where many lines tell, a full
    one is as long as nearly all of them.
    """
    pairs = sum(not (line.is_blank or following.is_blank) for line, following in pairwise(lines))
    reaches, broken = surely_broken(lines)
    narrow = broken and max(broken) >= 55 and max(len(line.text.rstrip()) for line in lines) <= NARROW
    if not narrow and (len(broken) < 3 or len(broken) < 0.08 * pairs):
        return Wrapping(0, 0, 0)
    width = broken[int(len(broken) * 0.95)]
    named = bool(named_lines(lines))
    if len(broken) < MANY_LINES:
        return Wrapping(width, width + 1, width + 2, named)
    return Wrapping(width, min(width + 1, reaches[int(NARROWEST * len(reaches))]), LONGEST_LINE, named)


def surely_broken(lines: Sequence[Line]) -> tuple[list[int], list[int]]:
    """How long lines inside a sentence would be with the first word of the next, and how long they are; sorted."""
    broken = [
        (line, following)
        for line, following in pairwise(lines)
        if 30 <= len(words := line.text.strip()) <= LONGEST_LINE
        if following.text.lstrip()[:1].islower() and not ENDED.search(words)
    ]
    return sorted(reach(*pair) for pair in broken), sorted(len(line.text.strip()) for line, _ in broken)


def reach(above: Line, below: Line) -> int:
    """How long a line would be with the first word of the next."""
    return len(above.text.strip()) + 1 + len(first_word(below.text))


def named_lines(lines: Sequence[Line]) -> frozenset[int]:
    """The lines that begin with a name and a colon where paragraphs begin; none where inside them too."""
    outside: set[int] = set()
    inside = 0
    for index, (above, line) in enumerate(pairwise(lines), 1):
        if _NAMED.match(line.text.strip()):
            if above.is_blank or ENDED.search(above.text.strip()):
                outside.add(index)
            else:
                inside += 1
    return frozenset(outside) if len(outside) >= max(FEWEST_NAMED, inside / SOME) else frozenset()


def is_pointed_at(lines: Sequence[Line], index: int) -> bool:
    """Whether a line begins with the number that the line above points at: "… (see", "802.02.A)."."""
    above = lines[index - 1] if index else None
    if above is None or above.is_blank or is_row(above.text):
        return False
    return points(above.text.rstrip()) and compound(lines[index].text.strip()) is not None


def is_continued(
    lines: Sequence[Line], group: list[int], index: int, wrapped: Wrapping, item_word: str
) -> bool:
    """Whether a line goes on with the paragraph of the lines above it."""
    above, here = lines[index - 1].text.strip(), lines[index].text.strip()
    if _stand_apart(lines[index - 1], lines[index]):
        return False
    if _starts_anew(lines[index].text):
        first = max(0, index - FAR)
        near = [line.text for line in lines[first : index + 1 + FAR]]
        return len(above) >= ROOMY * wrapped.width and counts_nothing(near, index - first)
    if _heads(above, here, wrapped.width):
        return False
    if len(group) < 3 and _is_heading(lines, group[0], group[-1]):
        return len(group) == 1 and group[0] > 0 and _is_halved(lines, index)
    if not ENDED.search(above):
        return not _is_title_line(lines, group, index, wrapped.width)
    if item_word:
        return first_word(here) != item_word and not _is_heading(lines, index, index)
    is_full = len(above) <= wrapped.longest and reach(lines[index - 1], lines[index]) >= wrapped.room
    return is_full and not _introduces(here, wrapped)


def _stand_apart(above: Line, line: Line) -> bool:
    """Whether two lines are surely of two paragraphs: a heading, a row of a table, a line of contents."""
    words = above.text.strip()
    says_nothing = not (_SAYING.search(words) and _SAYING.search(line.text.strip()))
    if line.heading or above.heading or says_nothing:
        return True
    return len(words) > LONGEST_LINE or "\t" in words or has_leaders(words)


def _heads(above: str, here: str, width: int) -> bool:
    """Whether a line is but a letter or the name of a part, or a title in capitals begins below it."""
    if len(above) == 1 or above.strip("*: ").casefold() in KNOWN:
        return True  # "A" above "Ability", "Glossary" above "Ability"
    had_room = len(above) + 1 + len(first_word(here)) < width
    return had_room and here.isupper() and not above.isupper() and looks_like_heading(here)  # "SETTING UP"


def _introduces(here: str, wrapped: Wrapping) -> bool:
    """Whether a line begins an example, a callout, the definition of a name, or is a title."""
    named = wrapped.named and _NAMED.match(here)
    return bool(named or is_example(here) or is_callout(here) or looks_like_heading(here))


def counts_nothing(lines: Sequence[str], index: int) -> bool:
    """Whether a line begins with a number that a sentence ends with, "… in 2018. Since then …", and no item's.

    The sentence breaks off above it, and no line near it has the number before or after it. "328)" below
    "… (CoTA" closes a bracket.
    """
    above, number = lines[index - 1].strip(), _COUNT.match(lines[index])
    if _CLOSING.match(lines[index]) and above.rfind("(") > above.rfind(")"):
        return True
    if not number or ENDED.search(above) or not above[-1:].isalpha() or looks_like_heading(above):
        return False
    beside = {int(number[1]) - 1, int(number[1]) + 1}
    before = takewhile(str.strip, lines[max(0, index - FAR) : index][::-1])
    after = takewhile(str.strip, lines[index + 1 : index + 1 + FAR])
    return not any((other := _COUNT.match(line)) and int(other[1]) in beside for line in chain(before, after))


def _is_title_line(lines: Sequence[Line], group: Sequence[int], index: int, width: int) -> bool:
    """Whether the line above begins a paragraph and had room for much of this one: a title or term, not its text."""
    first, here = group[0], lines[index].text.strip()
    room = len(lines[first].text.strip()) + 1 + len(first_word(here)) < ROOMY * width
    begins = not first or lines[first - 1].is_blank or bool(ENDED.search(lines[first - 1].text.strip()))
    return len(group) == 1 and begins and room and not here[:1].islower()


def _is_heading(lines: Sequence[Line], first: int, last: int) -> bool:
    """Whether lines of a text without blank lines are a heading: title words after a finished paragraph."""
    words = " ".join(line.text.strip() for line in lines[first : last + 1])
    before = lines[first - 1].text.strip() if first else ""
    number_alone = len(before) < 12 and not _WORD.search(before)
    finished = (
        not before or bool(ENDED.search(before)) or first == 1 or number_alone or looks_like_heading(before)
    )
    return (
        finished
        and len(words) < 60
        and looks_like_heading(words)
        and not ENDED.search(words[-1:].strip(".…?"))
    )


def _is_halved(lines: Sequence[Line], index: int) -> bool:
    """Whether a line is the second of a heading: below it a sentence begins, above its first half one has ended."""
    words = [line.text.strip() for line in lines[max(0, index - 2) : index + 2]]
    if len(words) < 4 or not _is_heading(lines, index, index) or compound(words[1]):
        return False
    return len(words[3]) > len(words[2]) and bool(ENDED.search(words[0]))


def word_of_items(lines: Sequence[Line], index: int) -> str:
    """The first word of an unmarked list's items: that of its first item, if it begins more lines after a sentence."""
    word = first_word(lines[index].text)
    again = 0
    for above, line in zip(lines[index:], lines[index + 1 :], strict=False):
        if line.is_blank or (looks_like_heading(line.text) and ENDED.search(above.text.strip())):
            break
        again += first_word(line.text) == word and bool(ENDED.search(above.text.strip()))
    return word if again else ""


def _starts_anew(content: str) -> bool:
    return bool(BULLET.match(content) or MARK.match(content) or is_row(content))
