"""Columns that a program read by turns, a paragraph here and a paragraph there, put below each other again.

Numbers and the names of a glossary rise down a column and on into the next. Where those of a page rise only once they
are parted into a few runs, each of which rises, the runs are its columns.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from kb.ingest.document import Line
from kb.ingest.layout import BULLET, ENDED, has_leaders, is_row, looks_like_heading
from kb.ingest.numbering.schemes import longest_run

_MOST_COLUMNS = 4
_FEWEST = 3
"""Paragraphs of a column."""
_FEWEST_NAMES = 5
"""Names stand in order by chance more easily than numbers do."""
_FEWEST_PAGES = 0.1
"""A program that reads columns by turns does so on many pages; on a few of many, numbers are in disorder by chance."""
_MOST_STRAYS = 0.15
"""Titles and cut lines look like names too."""
_MOST_RISING = 0.8
"""Where so many stand in order as they are, the rest is in disorder for other reasons."""
# "1.2.3 A goat", "101.2a. A goat", "4-2 A goat"
_NUMBER = re.compile(r"(\d{1,4}(?:[.-]\d{1,4}){1,6}|\d{3}(?=\.))([a-z]?)[.:)]?\s+(?=\S)")
# "Tired Goat: A goat that", "Wall, low: What"
_NAME = re.compile(r"([^\W\d_a-z][\w'’(), -]{1,38}[\w)]): (?=\S)")
_LONGEST_NAME = 40

Key = tuple[int | str, ...]
KeyOf = Callable[[Sequence[Line], int], Key | None]


@dataclass(slots=True)
class _Paragraph:
    """Lines that belong together, below a blank line or from a number or name on."""

    lines: list[Line]
    gap: bool
    """Whether a blank line stands above."""

    key: Key | None = None
    column: int = -1


@dataclass(slots=True)
class _Column:
    """A column while it is filled."""

    paragraphs: list[_Paragraph] = field(default_factory=list)

    @property
    def is_open(self) -> bool:
        """Whether its last sentence goes on."""
        return bool(self.paragraphs) and not ENDED.search(self.paragraphs[-1].lines[-1].text.strip())


def one_after_the_other(pages: Sequence[Sequence[Line]], furniture: Collection[int]) -> list[list[Line]]:
    """The lines of pages column by column, where they were read by turns; lines whose ids `furniture` holds stay.

    Where some page is, the paragraphs of the others are parted by the same signs.
    """
    bodies = [[line for line in page if id(line) not in furniture] for page in pages]
    told = [_told(body) for body in bodies]
    signs = Counter(each.sign for each in told if each)
    if sum(signs.values()) < max(1, _FEWEST_PAGES * len(pages)):
        return [list(page) for page in pages]
    usual = signs.most_common(1)[0][0]
    return [
        _put(page, furniture, each.columns if each else [_Column(_paragraphs(body, usual))])
        for page, body, each in zip(pages, bodies, told, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class _Told:
    """The columns of a page, and the sign that told where its paragraphs begin."""

    sign: KeyOf
    columns: list[_Column]


def _told(body: Sequence[Line]) -> _Told | None:
    for sign, fewest in ((_either, _FEWEST_NAMES), (_number, _FEWEST), (_name, _FEWEST_NAMES)):
        paragraphs = _once(_paragraphs(body, sign))
        kinds = {each.key[0] for each in paragraphs if each.key}
        if (sign is not _either or len(kinds) > 1) and (many := _part(paragraphs, fewest)):
            return _Told(sign, _columns(paragraphs, many))
    return None


def _once(paragraphs: list[_Paragraph]) -> list[_Paragraph]:
    """Paragraphs, without the keys that a page has twice: "Example:" is a label there, no name of a glossary."""
    times = Counter(each.key for each in paragraphs)
    for each in paragraphs:
        if times[each.key] > 1:
            each.key = None
    return paragraphs


def _either(lines: Sequence[Line], at: int) -> Key | None:
    """A page on which the rules end and the glossary begins: numbers, and after them names."""
    number, name = _number(lines, at), _name(lines, at)
    return (0, *number) if number else (1, *name) if name else None


def _number(lines: Sequence[Line], at: int) -> Key | None:
    match = _NUMBER.match(lines[at].text)
    if not match or is_row(lines[at].text) or has_leaders(lines[at].text):
        return None
    parts = [int(part) for part in re.split(r"[.-]", match[1])]
    return (*parts, ord(match[2])) if match[2] else tuple(parts)


def _name(lines: Sequence[Line], at: int) -> Key | None:
    """A name before a colon, or on a line of its own, where a paragraph begins."""
    above = lines[at - 1].text.strip() if at else ""
    if above and not ENDED.search(above):
        return None
    words = lines[at].text.strip()
    if match := _NAME.match(words):
        return (match[1].casefold(),)
    below = lines[at + 1].text.strip() if at + 1 < len(lines) else ""
    alone = (
        len(words) <= _LONGEST_NAME
        and looks_like_heading(words)
        and (words[-1:].isalpha() or words.endswith(")"))
    )
    return (words.casefold(),) if alone and below and not words[:1].isdigit() else None


def _paragraphs(lines: Sequence[Line], key_of: KeyOf) -> list[_Paragraph]:
    made: list[_Paragraph] = []
    gap = True
    for at, line in enumerate(lines):
        if line.is_blank:
            gap = True
            continue
        key = key_of(lines, at)
        if gap or key is not None:
            made.append(_Paragraph([line], gap, key))
        else:
            made[-1].lines.append(line)
        gap = False
    return made


def _part(paragraphs: Sequence[_Paragraph], fewest: int) -> int:
    """Tell each paragraph that has a key its column; returns how many columns there are, 0 where they are none."""
    keyed = [each for each in paragraphs if each.key is not None]
    if _are_in_order(keyed):
        return 0
    runs = _runs(keyed)
    strays = [each for run in runs if len(run) < fewest for each in run]
    if strays and len(strays) <= _MOST_STRAYS * len(keyed):
        for stray in strays:
            stray.key = None
        keyed = [each for each in keyed if each.key is not None]
        runs = _runs(keyed)
    for column, run in enumerate(runs):
        for each in run:
            each.column = column
    turns = sum(1 for one, two in pairwise(keyed) if one.column != two.column)
    are_columns = 2 <= len(runs) <= _MOST_COLUMNS and min(map(len, runs)) >= fewest
    return len(runs) if are_columns and turns > 2 * (len(runs) - 1) else 0


def _are_in_order(keyed: Sequence[_Paragraph]) -> bool:
    """Whether numbers and names rise as they stand, but for a few, also where each digit is a level: 5.1, 5.11, 5.2."""
    for levels in (_as_printed, _digit_by_digit):
        keys = [levels(each.key or ()) for each in keyed]
        places = {key: place for place, key in enumerate(sorted(set(keys)))}
        rising = longest_run([((0, places[key]),) for key in keys])
        if len(rising) >= _MOST_RISING * len(keys):
            return True
    return False


def _as_printed(key: Key) -> Key:
    return key


def _digit_by_digit(key: Key) -> Key:
    """`(5, 12)` → `(5, 1, 2)`; names stay as they are."""
    first, *rest = key or (0,)
    return (
        first,
        *(part for each in rest for part in (map(int, str(each)) if isinstance(each, int) else [each])),
    )


def _runs(keyed: Sequence[_Paragraph]) -> list[list[_Paragraph]]:
    """Paragraphs in the order of their keys, parted where one stands above the one before it."""
    places = sorted(range(len(keyed)), key=lambda at: keyed[at].key or ())
    runs: list[list[_Paragraph]] = []
    for above, below in pairwise([-1, *places]):
        if above < 0 or below < above:
            runs.append([])
        runs[-1].append(keyed[below])
    return runs


def _columns(paragraphs: Sequence[_Paragraph], many: int) -> list[_Column]:
    """All paragraphs, those without a key too, each in its column."""
    columns = [_Column() for _ in range(many)]
    waiting: list[_Paragraph] = []
    at = 0
    for each in paragraphs:
        if each.key is not None:
            at = each.column
            columns[at].paragraphs += [*waiting, each]
            waiting = []
        elif _heads(each):
            waiting.append(each)
        else:
            columns[_going_on(each, columns, at)].paragraphs.append(each)
    columns[at].paragraphs += waiting
    return columns


def _heads(paragraph: _Paragraph) -> bool:
    """Whether it belongs to what stands below it."""
    words = paragraph.lines[0].text.strip()
    return len(paragraph.lines) == 1 and looks_like_heading(words) and not BULLET.match(words)


def _going_on(paragraph: _Paragraph, columns: Sequence[_Column], at: int) -> int:
    """The column that a paragraph without a key goes on with: in the middle of a sentence one that is not finished."""
    if not paragraph.lines[0].text.strip()[:1].islower() or columns[at].is_open:
        return at
    unfinished = [place for place, column in enumerate(columns) if column.is_open]
    begun = next((place for place, column in enumerate(columns) if not column.paragraphs), at)
    return unfinished[0] if unfinished else begun


def _put(page: Sequence[Line], furniture: Collection[int], columns: Sequence[_Column]) -> list[Line]:
    """The page anew: what repeats above and below stays there."""
    places = [at for at, line in enumerate(page) if id(line) not in furniture and not line.is_blank]
    if not places:
        return list(page)
    made = list(page[: places[0]])
    for paragraph in (each for column in columns for each in column.paragraphs):
        if (paragraph.gap or paragraph.key is not None) and not (made and _reads_on(made[-1], paragraph)):
            made.append(Line(paragraph.lines[0].number, "", ""))
        made += paragraph.lines
    middle = page[places[0] : places[-1] + 1]
    made += [line for line in middle if id(line) in furniture]
    return made + list(page[places[-1] + 1 :])


def _reads_on(above: Line, paragraph: _Paragraph) -> bool:
    """Whether a paragraph goes on with the sentence above it: its column ended there."""
    open_above = bool(above.text.strip()) and not ENDED.search(above.text.strip())
    return open_above and paragraph.key is None and paragraph.lines[0].text.strip()[:1].islower()
