"""How does the print of a page tell paragraphs? Lines of plain text to stretches, with the layout around each."""

from __future__ import annotations

from collections.abc import Sequence

from kb.ingest.document import Line, Stretch, Text, refuse_overfull
from kb.ingest.layout.features import BULLET, MARK, is_bullet, is_row, looks_like_heading
from kb.ingest.layout.parted_words import whole_words, word_counts
from kb.ingest.layout.wrapping import Wrapping, is_continued, is_pointed_at, word_of_items, wrapping
from kb.ingest.numbering.beginnings import Beginnings, beginnings, without_label_tab


def stretches(text: Text) -> tuple[Stretch, ...]:
    """Part a plain text into paragraphs, list items and table rows; wrapped lines are joined."""
    lines = tuple(line.with_text(without_label_tab(line.text)) for line in text.lines)
    begin = beginnings(lines)
    groups = _runs(lines) if text.parted else _groups(lines, wrapping(lines), begin)
    groups = _with_marks(lines, groups, begin)
    refuse_overfull(text.file, len(groups))
    mended = _with_whole_words(lines, groups)
    return tuple(_stretch(mended, group) for group in groups)


def _with_whole_words(lines: Sequence[Line], groups: Sequence[Sequence[int]]) -> Sequence[Line]:
    """The lines with words that a line's end parted whole again: "shep-" above "herd"."""
    broken = [
        group for group in groups if any(lines[index].text.rstrip().endswith("-") for index in group[:-1])
    ]
    if not broken:
        return lines
    counts, mended = word_counts(lines), list(lines)
    for group in broken:
        whole = whole_words([lines[index] for index in group], counts)
        for index, line in zip(group, whole, strict=True):
            mended[index] = line
    return mended


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


def _with_marks(lines: Sequence[Line], groups: list[list[int]], begin: Beginnings) -> list[list[int]]:
    """A number or bullet on a line of its own is the beginning of what stands on the next."""
    joined: list[list[int]] = []
    for group in groups:
        alone = joined[-1][0] if joined and len(joined[-1]) == 1 else -1
        waits = alone in begin.alone or (alone >= 0 and is_bullet(lines[alone].text))
        if waits and not (group[0] in begin.numbered or group[0] in begin.alone):
            joined[-1] += group
        else:
            joined.append(group)
    return joined


def _groups(lines: Sequence[Line], wrapped: Wrapping, begin: Beginnings) -> list[list[int]]:
    """Indexes of the lines of each stretch."""
    groups: list[list[int]] = []
    item_word = ""  # the word that begins each item of an unmarked list
    for index, line in enumerate(lines):
        if line.is_blank:
            item_word = ""
            continue
        below = bool(wrapped.width and groups) and groups[-1][-1] == index - 1
        begins = index in begin.numbered
        joined = not begins and is_pointed_at(lines, index)
        if not joined and below and not begins and index - 1 not in begin.alone:
            joined = is_continued(lines, groups[-1], index, wrapped, item_word)
        if joined:
            groups[-1].append(index)
            continue
        if below and lines[index - 1].text.rstrip().endswith(":"):
            item_word = word_of_items(lines, index)
        elif looks_like_heading(line.text):
            item_word = ""
        groups.append([index])
    return groups


def _stretch(lines: Sequence[Line], group: list[int]) -> Stretch:
    first = lines[group[0]]
    before, after = group[0] - 1, group[-1] + 1
    gap = 0
    while before - gap >= 0 and lines[before - gap].is_blank:
        gap += 1
    at = 2 if is_bullet(first.text) else 1
    head, mark, indent = _marked(" ".join(lines[index].text for index in group[:at]))
    rest = [lines[index].text.strip() for index in group[at:]]
    return Stretch(
        first=first.number,
        last=lines[group[-1]].number,
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
    if number:
        return content[number.end() :].strip(), number[1], indent
    if bullet:
        return content[position:].strip(), bullet[2], indent
    return content.strip(), "", indent
