"""Where does a paragraph end on pages that print no blank lines? Where a line stops short of the margin.

A program that wraps text puts a word on the line while it fits. So a line that had room for the first word of the
next one ended a paragraph, a heading or an item.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from kb.ingest.document import Line
from kb.ingest.layout.features import BULLET, ENDED, MARK, first_word
from kb.ingest.layout.page_edges import BEGINS
from kb.ingest.thresholds import FAR, FEW, FEWEST, LONGEST_LINE, MANY_LINES, ROOMY

_NARROW = 0.04
"""So many of the lines that surely go on are narrower than the margin tells: short words, wide letters."""
# "team-", "under- ": a word parted at the line's end
_PARTED_WORD = re.compile(r"([^\W\d_]{2,})[-\u00ad]\s*$")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_REST = re.compile(r"\s*([a-zà-ÿ][\w'’-]*[^\s\w]*)")


def margin(pages: Sequence[Sequence[Line]]) -> int:
    """How long a line would be that has no room for one more word; 0 where blank lines part the paragraphs."""
    lines = [line for page in pages for line in page]
    if len(lines) < MANY_LINES:
        return 0
    lengths = sorted(
        reach(above, below)
        for page in pages
        for above, below in pairwise(page)
        if _surely_goes_on(above.text.strip(), below.text.strip())
    )
    room = lengths[int(_NARROW * len(lengths))] if len(lengths) >= FAR else 0
    blank = sum(1 for line in lines if line.is_blank)
    return room if blank <= FEW * len(lines) or _stand_close(pages, room) else 0


def _stand_close(pages: Sequence[Sequence[Line]], room: int) -> bool:
    """Whether most paragraphs stand right below each other: blank lines then only tell of gaps on the page."""
    close = apart = 0
    for above, below in (pair for page in pages for pair in pairwise(page)):
        ended = ENDED.search(above.text.strip()) and len(above.text.strip()) < ROOMY * room
        if not ended or MARK.match(below.text):
            continue
        close, apart = close + (not below.is_blank), apart + below.is_blank
    return close >= max(FAR, apart)


def _surely_goes_on(above: str, below: str) -> bool:
    return len(above) > 30 and below[:1].islower() and not ENDED.search(above)


def reach(above: Line, below: Line) -> int:
    """How long a line would be with the first word of the next."""
    return len(above.text.strip()) + 1 + len(first_word(below.text))


def begins(above: Line, below: Line, room: int) -> bool:
    """Whether a paragraph begins with the second of two lines."""
    words = below.text
    mark = MARK.match(
        words
    )  # "2. A goat", but not "(see below)" and not "a. m.", that a line begins with by chance
    if BULLET.match(words) or (mark and mark[1][0].isdigit()) or "\t" in words + above.text:
        return True
    long = reach(above, below)
    if long >= ROOMY * room and words.strip()[:1].islower() and not ENDED.search(above.text.strip()):
        return False  # wide letters: the line was full though others hold more
    return long < room


def reads_on(above: Line, line: Line, room: int = 0) -> bool:
    """Whether the first line of a page goes on with the last of the page before, which had no `room` left."""
    last, words = above.text.strip(), line.text.strip()
    if ENDED.search(last) or BEGINS.match(words) or MARK.match(words):
        return False
    return words[:1].islower() or reach(above, line) >= room


def whole_words(group: Sequence[Line], counts: Counter[str]) -> list[Line]:
    """The lines of a paragraph with words that a line's end parted whole again."""
    lines = list(group)
    for index in range(len(lines) - 1):
        parted, rest = _parted_word(lines[index].text), _REST.match(lines[index + 1].text)
        if not parted or not rest:
            continue
        plain = f"{parted[1]}{rest[1]}"
        hyphened = f"{parted[1]}-{rest[1]}"
        known = _known(hyphened, counts), _known(plain, counts)
        apart = min(_known(parted[1], counts), _known(rest[1], counts)) >= FEWEST
        apart = apart or lines[index].text[: parted.start()].endswith("-")
        kept = hyphened if known[0] > known[1] or (not any(known) and apart) else plain
        begun, left = lines[index].text[: parted.start()], lines[index + 1].text[rest.end() :].lstrip()
        if left and begun.endswith("-"):  # "removed-from-" above "the-game zone"
            lines[index] = lines[index].with_text(begun + kept)
            lines[index + 1] = lines[index + 1].with_text(left)
        elif begun.strip():  # no line becomes empty: each keeps its place
            lines[index], lines[index + 1] = (
                lines[index].with_text(begun.rstrip()),
                lines[index + 1].with_text(f"{kept} {left}".rstrip()),
            )
        elif left:
            lines[index], lines[index + 1] = lines[index].with_text(kept), lines[index + 1].with_text(left)
    return lines


def _known(word: str, counts: Counter[str]) -> int:
    found = _WORD.match(word)
    return counts[found[0].lower()] if found else 0


def word_counts(lines: Sequence[Line]) -> Counter[str]:
    """How often each word stands in the lines, those that a line's end parts not counted."""
    return Counter(word.lower() for line in lines for word in _WORD.findall(_without_parted(line.text)))


def _without_parted(words: str) -> str:
    parted = _parted_word(words)
    return words[: parted.start()] if parted else words


def _parted_word(words: str) -> re.Match[str] | None:
    """The word that a line's end parts; looked for at the end alone, for a line may be one word of a megabyte."""
    words = words.rstrip()
    if not words.endswith(("-", "\u00ad")):
        return None
    return _PARTED_WORD.search(words, max(0, len(words) - LONGEST_LINE))
