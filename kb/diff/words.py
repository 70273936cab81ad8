"""Which words of a text were taken out, and which put in? Never slower than its length allows.

Words that stand once in both texts are anchors (patience diff); what little lies between them is compared word by
word.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence

SAME, REMOVED, ADDED = "same", "removed", "added"

Piece = tuple[str, str]
"""What became of some words, one of SAME, REMOVED, ADDED; and the words, with the blanks behind them."""

MOST_CELLS = 60_000
"""Pairs of words between two anchors that are compared one by one; beyond it all of them were exchanged."""

LONGEST = 20_000
"""Words and marks of a text that are compared; of a longer one only its beginning and end stay."""

DEEPEST = 12
"""Times that what lies between anchors is searched for anchors again."""

# "702.19b", "player’s", "double-faced", "(", "{2/U}": a word or a mark, with the blanks behind it
_TOKEN = re.compile(r"(?:[^\W_]+(?:[.'’-][^\W_]+)*|\S)\s*")
# Blanks before the first word
_LEAD = re.compile(r"\s*")

Span = tuple[int, int, int, int]
"""A stretch of the old words and a stretch of the new ones."""


def tokens(text: str) -> list[str]:
    """The words and marks of a text, each with the blanks behind it; together they are the text without its lead."""
    return _TOKEN.findall(text, _LEAD.match(text).end())  # type: ignore[union-attr]


def changes(old: str, new: str, renumbered: Mapping[str, str] | None = None) -> list[Piece]:
    """One text with what changed; a number that only follows its rule (old → new) is the same."""
    before, after = tokens(old), tokens(new)
    moved = renumbered or {}
    ours = [moved.get(word, word) for word in map(str.rstrip, before)]
    theirs = [word.rstrip() for word in after]
    pieces: list[Piece] = []
    last = ""
    for span in _spans(ours, theirs):
        told = _told(before, after, span, ours, theirs)
        if told[0][0] == SAME:
            last = before[span[1] - 1]
        elif pieces and pieces[-1][0] == SAME:
            told = _parted_blanks(pieces, last, told)
        pieces += told
    return _readable(_joined(pieces))


def is_same(pieces: Sequence[Piece]) -> bool:
    """Whether no word was taken out or put in."""
    return all(kind == SAME for kind, _ in pieces)


def _told(
    before: Sequence[str], after: Sequence[str], span: Span, ours: Sequence[str], theirs: Sequence[str]
) -> list[Piece]:
    """A stretch as pieces; the words of the new text where both are the same."""
    first, last, start, end = span
    if ours[first:last] == theirs[start:end] or _stripped(before[first:last]) == theirs[start:end]:
        return [(SAME, "".join(after[start:end]))]
    return [(REMOVED, "".join(before[first:last])), (ADDED, "".join(after[start:end]))]


def _parted_blanks(pieces: list[Piece], last: str, told: list[Piece]) -> list[Piece]:
    """A change with the blanks before it, where both texts part the word `last` from it differently."""
    same, removed, added = pieces[-1][1], told[0][1], told[1][1]
    blank, other = _blanks(last), _blanks(same)
    if not removed or blank == other or (other and not added):
        return told
    if added:
        pieces[-1] = (SAME, same.rstrip())
    return [(REMOVED, blank + removed), (ADDED, other + added if added else "")]


def _blanks(text: str) -> str:
    """The blanks at the end of a text."""
    return text[len(text.rstrip()) :]


def _stripped(words: Sequence[str]) -> list[str]:
    return [word.rstrip() for word in words]


def _spans(old: Sequence[str], new: Sequence[str]) -> list[Span]:
    """Both texts cut into stretches that are equal or exchanged, in order."""
    found: list[Span] = []
    waiting: list[tuple[Span, int]] = [((0, len(old), 0, len(new)), 0)]
    while waiting:
        (first, last, start, end), depth = waiting.pop()
        head = 0
        while first + head < last and start + head < end and old[first + head] == new[start + head]:
            head += 1
        tail = 0
        while (
            first + head < last - tail
            and start + head < end - tail
            and old[last - tail - 1] == new[end - tail - 1]
        ):
            tail += 1
        inner = (first + head, last - tail, start + head, end - tail)
        if head:
            found.append((first, first + head, start, start + head))
        if tail:
            waiting.append(((last - tail, last, end - tail, end), depth))
        if inner[0] < inner[1] and inner[2] < inner[3]:
            parts = _parted(old, new, inner, depth)
            if parts:
                waiting += [(part, depth + 1) for part in reversed(parts)]
                continue
        if inner[0] < inner[1] or inner[2] < inner[3]:
            found.append(inner)
    return found


def _parted(old: Sequence[str], new: Sequence[str], span: Span, depth: int) -> list[Span]:
    """A stretch cut at words that both sides share; nothing where they share none."""
    first, last, start, end = span
    is_short = max(last - first, end - start) <= LONGEST
    pairs = _anchors(old, new, span) if depth < DEEPEST and is_short else []
    if not pairs and (last - first) * (end - start) <= MOST_CELLS:
        pairs = _common(old, new, span)
    parts: list[Span] = []
    for one, other in pairs:
        if first < one or start < other:
            parts.append((first, one, start, other))
        parts.append((one, one + 1, other, other + 1))
        first, start = one + 1, other + 1
    if pairs and (first < last or start < end):
        parts.append((first, last, start, end))
    return parts


def _anchors(old: Sequence[str], new: Sequence[str], span: Span) -> list[tuple[int, int]]:
    """The words that stand once on either side, as many as come in the same order."""
    first, last, start, end = span
    count, other_count = Counter(old[first:last]), Counter(new[start:end])
    places = {new[at]: at for at in range(start, end) if other_count[new[at]] == 1}
    pairs = [(at, places[old[at]]) for at in range(first, last) if count[old[at]] == 1 and old[at] in places]
    return [pairs[at] for at in rising([other for _, other in pairs])]


def rising(values: Sequence[int]) -> list[int]:
    """Where the longest rising row of values stands."""
    tops: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for at, value in enumerate(values):
        place = bisect_left(tops, value)
        before.append(ends[place - 1] if place else -1)
        if place == len(tops):
            tops.append(value)
            ends.append(at)
        else:
            tops[place] = value
            ends[place] = at
    row, at = [], ends[-1] if ends else -1
    while at >= 0:
        row.append(at)
        at = before[at]
    return row[::-1]


def _common(old: Sequence[str], new: Sequence[str], span: Span) -> list[tuple[int, int]]:
    """The longest row of words that both sides share, compared one by one."""
    first, last, start, end = span
    width = end - start + 1
    table = [[0] * width]
    for one in range(last - 1, first - 1, -1):
        below, row = table[-1], [0] * width
        for other in range(width - 2, -1, -1):
            is_one = old[one] == new[start + other]
            row[other] = below[other + 1] + 1 if is_one else max(below[other], row[other + 1])
        table.append(row)
    table.reverse()
    pairs, one, other = [], 0, 0
    while one < last - first and other < width - 1:
        if old[first + one] == new[start + other]:
            pairs.append((first + one, start + other))
            one, other = one + 1, other + 1
        elif table[one + 1][other] >= table[one][other + 1]:
            one += 1
        else:
            other += 1
    return pairs


def _joined(pieces: Sequence[Piece]) -> list[Piece]:
    """Neighbours of one kind as one, what was taken out before what was put in."""
    joined: list[Piece] = []
    removed = added = ""
    for kind, words in (*pieces, (SAME, "")):
        if kind == REMOVED:
            removed += words
        elif kind == ADDED:
            added += words
        elif words or (removed or added):
            joined += [piece for piece in ((REMOVED, removed), (ADDED, added)) if piece[1]]
            removed = added = ""
            if words and joined and joined[-1][0] == SAME:
                joined[-1] = (SAME, joined[-1][1] + words)
            elif words:
                joined.append((SAME, words))
    return joined


def _readable(pieces: Sequence[Piece]) -> list[Piece]:
    """Without islands: a few same words between longer changes on both sides read better as changed."""
    groups = _groups(pieces)
    kept: list[tuple[str, str, str]] = []
    for place, (removed, added, same) in enumerate(groups):
        if kept:
            before, island = max(len(kept[-1][0]), len(kept[-1][1])), len(kept[-1][2])
            is_island = 0 < island <= min(before, max(len(removed), len(added)))
            if is_island or (island == 0 and place):
                last = kept.pop()
                removed, added = last[0] + last[2] + removed, last[1] + last[2] + added
        kept.append((removed, added, same))
    flat = [piece for group in kept for piece in zip((REMOVED, ADDED, SAME), group, strict=True)]
    return _joined([piece for piece in flat if piece[1]])


def _groups(pieces: Sequence[Piece]) -> list[tuple[str, str, str]]:
    """What was taken out, put in, and is the same behind it, again and again."""
    groups: list[list[str]] = []
    for kind, words in pieces:
        place = (REMOVED, ADDED, SAME).index(kind)
        if not groups or groups[-1][2] or (place == 0 and groups[-1][1]):
            groups.append(["", "", ""])
        groups[-1][place] += words
    return [(removed, added, same) for removed, added, same in groups]
