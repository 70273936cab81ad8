"""Which paragraphs of a page are headings, where only their words tell? And which are labels in a picture?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from kb.ingest.document import Line
from kb.ingest.layout.features import BULLET, ENDED
from kb.ingest.thresholds import (
    FAR,
    FEWEST,
    FEWEST_DOUBTFUL,
    FEWEST_NAMED,
    LONGEST_NAME,
    LONGEST_ON_TWO_LINES,
    LONGEST_TITLE,
)
from kb.ingest.titles import LABELLED, caseless

PART, CHAPTER, SECTION, NUMBERED, INNER = 1, 2, 3, 4, 5
"""Levels: a title on a page of its own; at the top of a page or in the contents; `Law 3`; numbered; any other."""

_MOST_PART_LINES = 6
_LONGEST_LABEL = 32
# "1. Field surface", "12. Commercial advertising"
_NUMBERED = re.compile(r"\d{1,3}[.)]\s+(?=[^\W\d_]|[‘“'\"(])")
_LETTER = re.compile(r"[A-Z]")
# "See ‘Climbing’": the whole of an entry that only points at another
_POINTS = re.compile(r"See (?:also )?[‘“\"(A-Z]")
_WORD = re.compile(r"[^\W\d_]{3,}")
# "Goal kick 12", "Moving 8": a heading's line does not end in a number, a line of contents does
_ENDS_IN_NUMBER = re.compile(r"\s\d{1,4}$")
_BRACKETS = ("()", "[]", "“”", "{}")


@dataclass(slots=True)
class Paragraph:
    """A paragraph of a page on its way to be one of the text."""

    lines: list[Line]
    tops: bool = False
    """Whether it begins a page."""

    level: int = 0
    label: str = ""
    """What stands before the words of a heading, where its page prints it elsewhere."""

    picture: bool = False

    @property
    def words(self) -> str:
        """Its lines as one."""
        return " ".join(line.text.strip() for line in self.lines)


def is_part_page(lines: Sequence[Line]) -> bool:
    """Whether a page holds nothing but the title of what follows."""
    words = [line.text.strip() for line in lines if not line.is_blank]
    named = [word for line in words for word in line.casefold().split()]
    return (
        0 < len(words) <= _MOST_PART_LINES
        and len(set(named)) > 0.7 * len(named)  # "Goal", "No goal", "Goal": labels of a picture
        and sum(character.isalpha() for word in named for character in word) > 2
        and words[0][0].isupper()
        and all(len(line) <= LONGEST_NAME and not ENDED.search(line) for line in words)
    )


def is_label(words: str) -> bool:
    """Whether a title is but the label of one: `Law 3`, `Chapter IV`."""
    match = LABELLED.match(words)
    return bool(match and not match[2])


def state_headings(paragraphs: Sequence[Paragraph], listed: Collection[str]) -> None:
    """Give every heading its level; `listed` are the titles of the contents."""
    letters = _letters(paragraphs)
    for index in letters:
        if _LETTER.fullmatch(paragraphs[index].words):
            paragraphs[index].level = INNER
    _tell_pictures(paragraphs)
    _state_runs(paragraphs, listed, letters)


def _state_runs(paragraphs: Sequence[Paragraph], listed: Collection[str], letters: Mapping[int, str]) -> None:
    """The headings among short paragraphs."""
    counts = Counter(caseless(paragraph.words) for paragraph in paragraphs)
    once = {title for title in listed if counts[title] == 1}
    runs = _runs(paragraphs)
    begun = {run[0] for run in runs}
    for run in runs:
        after = run[-1] + 1
        heads = after < len(paragraphs) and not paragraphs[after].level
        heads = heads and (after not in begun or bool(_NUMBERED.match(paragraphs[after].words)))
        _state_run([paragraphs[index] for index in run], heads, once, letters.get(run[0], ""))


def _runs(paragraphs: Sequence[Paragraph]) -> list[list[int]]:
    """Paragraphs in a row that could each be a title."""
    runs: list[list[int]] = []
    for index, paragraph in enumerate(paragraphs):
        if paragraph.level or paragraph.picture or not could_be_title(paragraph):
            continue
        apart = paragraph.tops or bool(_NUMBERED.match(paragraph.words))
        if runs and runs[-1][-1] == index - 1 and not apart:
            runs[-1].append(index)
        else:
            runs.append([index])
    return runs


def could_be_title(paragraph: Paragraph) -> bool:
    """Whether a paragraph reads as a heading: short, from a capital on, no sentence, no line of contents."""
    if len(paragraph.lines) > 2:
        return False
    words = paragraph.words
    numbered = _NUMBERED.match(words)
    rest = words[numbered.end() :] if numbered else words
    longest = LONGEST_TITLE if len(paragraph.lines) == 1 else LONGEST_ON_TWO_LINES
    if not 3 <= len(rest) <= longest or ";" in words:
        return False
    if not (rest[0].isupper() or (rest[0] in "‘“'\"(" and rest[1].isupper())):
        return False
    if (
        ENDED.search(words)
        or _POINTS.match(words)
        or words[-1] in ",-/|"
        or _ENDS_IN_NUMBER.search(words)
        or "\t" in words
    ):
        return False
    return all(words.count(pair[0]) == words.count(pair[1]) for pair in _BRACKETS)


def _letters(paragraphs: Sequence[Paragraph]) -> dict[int, str]:
    """For each paragraph of an alphabetical list the letter that it stands under, the letter's own included.

    Single letters are those of such a list where they stand in alphabetical order.
    """
    letters = [(index, each.words) for index, each in enumerate(paragraphs) if _LETTER.fullmatch(each.words)]
    rising = sum(1 for one, two in pairwise(letters) if one[1] < two[1])
    if len(letters) < FEWEST_NAMED or rising < 0.8 * (len(letters) - 1):
        return {}
    ends = [index for index, _ in letters[1:]] + [letters[-1][0] + 1 + FAR]
    return {
        index: letter
        for (start, letter), end in zip(letters, ends, strict=True)
        for index in range(start, min(end, len(paragraphs)))
    }


def _begins_with(paragraph: Paragraph, letter: str) -> bool:
    return paragraph.words.lstrip("‘“'\"(")[:1] == letter


def _state_run(run: Sequence[Paragraph], heads: bool, listed: Collection[str], letter: str) -> None:
    """Headings among short paragraphs in a row; `heads`: whether the text that the last one heads follows.

    The last is a heading if it heads something, the one above it then is the short text of a heading before, and so
    on; the first is one in any case: either it heads that text or the headings below it. Many in a row are no
    headings but the cells of a table or a list without marks, unless they begin with the letter they stand under.
    """
    turns = run[::-1][not heads :: 2]
    under_letter = bool(letter) and all(_begins_with(each, letter) for each in turns)
    for paragraph in reversed(run):
        stated = caseless(paragraph.words) in listed
        first = paragraph is run[0] and (heads or len(run) > 1)
        if stated or ((len(run) < FEWEST_DOUBTFUL or under_letter) and (heads or first)):
            paragraph.level = _level(paragraph, listed)
        heads = not heads


def _level(paragraph: Paragraph, listed: Collection[str]) -> int:
    if caseless(paragraph.words) in listed:
        return CHAPTER
    if LABELLED.match(paragraph.words):
        return SECTION
    return NUMBERED if _NUMBERED.match(paragraph.words) else INNER


def _tell_pictures(paragraphs: Sequence[Paragraph]) -> None:
    """Labels of pictures: many short lines in a row, most of which stand in other such rows too, or set upright.

    What a picture prints from bottom to top comes out backwards: `enil laog`.
    """
    rows = [list(row) for label, row in groupby(paragraphs, key=_could_be_label) if label]
    rows = [row for row in rows if len(row) >= FEWEST_DOUBTFUL]
    usual = Counter(words for row in rows for words in {caseless(each.words) for each in row})
    known = Counter(word for each in paragraphs for word in _WORD.findall(caseless(each.words)))
    for row in rows:
        is_picture = _are_labels([caseless(each.words) for each in row], usual, known)
        for paragraph in row:
            paragraph.picture = is_picture


def _are_labels(row: Sequence[str], usual: Counter[str], known: Counter[str]) -> bool:
    """Whether half of the lines stand in other pictures too or hold no word, or several are words backwards."""
    labels = sum(1 for words in row if usual[words] >= FEWEST or not _WORD.search(words))
    return labels >= 0.5 * len(row) or sum(1 for words in row if _is_backwards(words, known)) > 1


def _is_backwards(words: str, known: Counter[str]) -> bool:
    """Whether the letters of a line are a word of the text from the last to the first."""
    return any(len(word) > 3 and word[::-1] in known and word[::-1] != word for word in _WORD.findall(words))


def _could_be_label(paragraph: Paragraph) -> bool:
    if paragraph.level or len(paragraph.lines) > 1:
        return False
    words = paragraph.words
    measures = sum(map(str.isdigit, words)) > 0.2 * len(words)
    return (
        len(words) <= (LONGEST_TITLE if measures else _LONGEST_LABEL)
        and "\t" not in words
        and not (ENDED.search(words) or _NUMBERED.match(words) or BULLET.match(paragraph.lines[0].text))
    )
