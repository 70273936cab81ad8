"""Where does a paragraph begin and end? Lines of plain text to stretches, with the layout around each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from kb.ingest.lines import Line, Stretch, Text
from kb.ingest.numbering.beginnings import Beginnings, beginnings, without_label_tab
from kb.ingest.numbering.labels import compound

LONGEST_WRAPPED = 120
"""Characters; a longer line was not wrapped by hand."""

_ROOMY = 0.75
"""A line that would be so short with one more word was not broken for want of room."""
NARROW = 84
"""Columns; in a text without a longer line one sentence on two lines shows that all were wrapped."""

BULLET = re.compile(r"(\s*)([-*•–—·▪◦‣●○■□►➢✦])\s+(?=\S)")
# "1. ", "12) ", "(2) ", "a. ", "b) ", "iv. ", "A. ", "II. ", "Q. ", "A: ", "Q1. "
MARK = re.compile(
    r"\s*(\d{1,4}(?:[.):]|\.\))|\((?:\d{1,3}[a-z]?|[A-Za-z]|[ivx]{2,5}|[IVX]{2,5})\)"
    r"|[A-Za-z][.)]|[ivx]{2,5}[.)]|[IVX]{2,5}[.)]|[QAFPDR]\d{0,3}[.:)]"
    r"|(?i:question|answer|frage|antwort|réponse|pregunta|respuesta|domanda|risposta)\s?\d{0,3}:)\s+(?=\S)"
)
# "climbs.", "climbs!”", "climbs.[2]"
ENDED = re.compile(r"[.!?:;…。！？：][\"'”’)\]*}」』]*(?:\s?\[[\w*†‡\ue100-\ue102]{1,12}\])*$")
SMALL_WORDS = frozenset(
    [
        "a",
        "an",
        "and",
        "as",
        "at",
        "but",
        "by",
        "for",
        "from",
        "in",
        "into",
        "nor",
        "of",
        "off",
        "on",
        "or",
        "out",
        "over",
        "per",
        "the",
        "to",
        "up",
        "vs",
        "via",
        "with",
        *(
            "am",
            "das",
            "dem",
            "den",
            "der",
            "des",
            "für",
            "im",
            "mit",
            "und",
            "vom",
            "von",
            "zu",
            "zum",
            "zur",
        ),
        *("au", "aux", "de", "du", "en", "et", "la", "le", "les", "pour", "à"),
        *("con", "del", "della", "di", "e", "el", "il", "las", "los", "para", "y"),
    ]
)
_SAYING = re.compile(r"\w")
_WORD = re.compile(r"[^\W\d_][\w'’-]*")


def stretches(text: Text) -> tuple[Stretch, ...]:
    """Part a plain text into paragraphs, list items and table rows; wrapped lines are joined."""
    lines = tuple(line.with_text(without_label_tab(line.text)) for line in text.lines)
    if text.parted:
        return tuple(_stretch(lines, group) for group in _runs(lines))
    begin = beginnings(lines)
    groups = _with_numbers(_groups(lines, _wrap_width(lines), begin), begin)
    return tuple(_stretch(lines, group) for group in groups)


def looks_like_heading(words: str) -> bool:
    """Whether a line reads as a title: short, no sentence end, its longer words capitalised."""
    words = words.strip().strip("*")
    if not words or len(words) > 70 or (ENDED.search(words) and not words.endswith((". . .", "…", ":", "?"))):
        return False
    names = _WORD.findall(words)
    if not names or (names[0][0].islower() and not words[0].isdigit()):
        return False
    longer = [name for name in names[1:] if name.lower() not in SMALL_WORDS]
    return not any(name[0].islower() for name in longer)


def _wrap_width(lines: Sequence[Line]) -> int:
    """The column at which lines were broken by hand; 0 for a text whose lines are paragraphs."""
    pairs, broken = 0, []
    for line, following in pairwise(lines):
        if line.is_blank or following.is_blank:
            continue
        pairs += 1
        words, after = line.text.strip(), following.text.strip()
        if 30 <= len(words) <= LONGEST_WRAPPED and after[0].islower() and not ENDED.search(words):
            broken.append(len(words))
    narrow = broken and max(broken) >= 55 and max(len(line.text.rstrip()) for line in lines) <= NARROW
    if not narrow and (len(broken) < 3 or len(broken) < 0.08 * pairs):
        return 0
    return sorted(broken)[int(len(broken) * 0.95)]


def _runs(lines: Sequence[Line]) -> list[list[int]]:
    """Indexes of the lines of each stretch where blank lines part all but the rows of tables."""
    groups: list[list[int]] = []
    for index, line in enumerate(lines):
        if line.is_blank:
            continue
        goes_on = groups and groups[-1][-1] == index - 1 and not is_row(line.text)
        if goes_on and not is_row(lines[index - 1].text):
            groups[-1].append(index)
        else:
            groups.append([index])
    return groups


def _with_numbers(groups: list[list[int]], begin: Beginnings) -> list[list[int]]:
    """A number on a line of its own is the beginning of what stands on the next."""
    joined: list[list[int]] = []
    for group in groups:
        waits = joined and len(joined[-1]) == 1 and joined[-1][0] in begin.alone
        if waits and not (group[0] in begin.numbered or group[0] in begin.alone):
            joined[-1] += group
        else:
            joined.append(group)
    return joined


def _groups(lines: Sequence[Line], width: int, begin: Beginnings) -> list[list[int]]:
    """Indexes of the lines of each stretch."""
    groups: list[list[int]] = []
    item_word = ""  # the word that begins each item of an unmarked list
    for index, line in enumerate(lines):
        if line.is_blank:
            item_word = ""
            continue
        joined = (
            width
            and groups
            and groups[-1][-1] == index - 1
            and not (index in begin.numbered or index - 1 in begin.alone)
            and _is_continued(lines, groups[-1], index, width, item_word)
        )
        if joined:
            groups[-1].append(index)
            continue
        if width and groups and groups[-1][-1] == index - 1 and lines[index - 1].text.rstrip().endswith(":"):
            item_word = _item_word(lines, index)
        elif looks_like_heading(line.text):
            item_word = ""
        groups.append([index])
    return groups


def _is_continued(lines: Sequence[Line], group: list[int], index: int, width: int, item_word: str) -> bool:
    """Whether a line goes on with the paragraph of the lines above it."""
    above, here = lines[index - 1].text.strip(), lines[index].text.strip()
    if (
        lines[index].heading
        or lines[index - 1].heading
        or not (_SAYING.search(above) and _SAYING.search(here))
    ):
        return False
    if _starts_anew(lines[index].text) or len(above) > LONGEST_WRAPPED or "\t" in above:
        return False
    if len(above) == 1:
        return False  # "A" above "Ability"
    had_room = len(above) + 1 + len(_first_word(here)) < width
    if had_room and here.isupper() and not above.isupper() and looks_like_heading(here):
        return False  # "30 cards", and below it "SETTING UP"
    if len(group) < 3 and _is_heading(lines, group[0], group[-1]):
        both = len(group) == 1 and group[0] > 0 and _is_heading(lines, index, index)
        return both and not compound(above) and _second_half(lines, index)
    if item_word and ENDED.search(above):
        return _first_word(here) != item_word and not _is_heading(lines, index, index)
    if ENDED.search(above):
        full = len(above) <= width + 2 and len(above) + 1 + len(_first_word(here)) > width
        return full and not looks_like_heading(here)
    return not _is_title_line(lines, group, index, width)


def _is_title_line(lines: Sequence[Line], group: Sequence[int], index: int, width: int) -> bool:
    """Whether the line above stands below a blank line and had room for much of this one: a term, not its meaning."""
    first, here = group[0], lines[index].text.strip()
    room = len(lines[first].text.strip()) + 1 + len(_first_word(here)) < _ROOMY * width
    return len(group) == 1 and (not first or lines[first - 1].is_blank) and room and not here[:1].islower()


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


def _second_half(lines: Sequence[Line], index: int) -> bool:
    """A heading on two lines: below it a sentence begins, above its first half one has ended."""
    following = lines[index + 1].text.strip() if index + 1 < len(lines) else ""
    return (
        len(following) > len(lines[index].text.strip())
        and index >= 2
        and bool(ENDED.search(lines[index - 2].text.strip()))
    )


def _item_word(lines: Sequence[Line], index: int) -> str:
    """The first word of an unmarked list's items: that of its first item, if it begins more lines after a sentence."""
    word = _first_word(lines[index].text)
    again = 0
    for above, line in zip(lines[index:], lines[index + 1 :], strict=False):
        if line.is_blank or (looks_like_heading(line.text) and ENDED.search(above.text.strip())):
            break
        again += _first_word(line.text) == word and bool(ENDED.search(above.text.strip()))
    return word if again else ""


def _first_word(words: str) -> str:
    return words.strip().split(" ", 1)[0]


def _starts_anew(content: str) -> bool:
    return bool(BULLET.match(content) or MARK.match(content) or is_row(content))


def is_row(content: str) -> bool:
    """Whether a line is a row of a table: columns parted by tabs or upright strokes."""
    inner = content.strip()
    return ("\t" in content.rstrip() and bool(inner)) or inner.endswith("|") or inner.count("|") >= 2


def _stretch(lines: Sequence[Line], group: list[int]) -> Stretch:
    first, last = lines[group[0]], lines[group[-1]]
    before, after = group[0] - 1, group[-1] + 1
    gap = 0
    while before - gap >= 0 and lines[before - gap].is_blank:
        gap += 1
    head, mark, indent = _marked(first.text)
    rest = [lines[index].text.strip() for index in group[1:]]
    return Stretch(
        first=first.number,
        last=last.number,
        text=" ".join([head, *rest]).strip(),
        mark=mark,
        indent=indent,
        alone=(before < 0 or gap > 0) and (after >= len(lines) or lines[after].is_blank),
        gap=gap,
        lines=tuple(lines[index].text for index in group),
        heading=first.heading,
        role="row" if len(group) == 1 and is_row(first.text) else "paragraph",
        depth=1 if mark and indent > 0 else 0,
    )


def _marked(content: str) -> tuple[str, str, int]:
    """A line without its mark, the mark and the indent: `- a. Each` is `Each` with the mark `a.`."""
    bullet = BULLET.match(content)
    position = bullet.end() if bullet else 0
    number = MARK.match(content, position)
    indent = len(content) - len(content.lstrip(" "))
    if number and not (bullet and number[1][0] in "QAFPDR"):
        return content[number.end() :].strip(), number[1], indent
    if bullet:
        return content[position:].strip(), bullet[2], indent
    return content.strip(), "", indent
