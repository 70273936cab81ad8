"""Which number does each page print, and what is each page called? Numbers that count on from page to page."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from kb.ingest.document import Line
from kb.ingest.numbering.number_labels import in_roman, roman

FEWEST = 3
"""So many pages must print a line at their edge before it counts as theirs; of two pages both."""
_NEAR = 4
"""A page number counts on from that of a page so near, whatever pages are missing elsewhere."""
_LONGEST_LABEL = 12
_MOST_NUMBERED = 0.8
"""Where so many pages print their number, it is one wherever on its page it stands."""
# "95", "- 12 -", "Page 3 of 10", "Seite 4 von 9", "[12]", "{12}------", "=== Page 3 ===", "<!-- page 3 -->"
_NUMBER = re.compile(
    r"[-–—\s|#\[{<!=]*(?:(?:page|p\.|pg\.?|seite|s\.|página|pág\.|pagina|стр\.)\s*)?(\d{1,4})"
    r"(?:\s*(?:/|of|von|de|di|sur|из)\s*\d{1,4})?[-–—\s|\]}>=]*",
    re.IGNORECASE,
)
# "Page 12", "=== Page 3 of 10 ===", "{12}------": a line that says of itself that it counts pages
_SAID = re.compile(r"[-–—\s|\[#<!=]*(?:(?:page|seite|página|pagina)\b|\{\d{1,4}\}-{3})", re.IGNORECASE)
# "iv", "- xii -": pages before the first chapter
_ROMAN = re.compile(r"[-–—\s|\[]*([ivxl]{1,7})[-–—\s|\]]*")
# "4433": 43, its digits printed twice
_TWICE = re.compile(r"(?:(\d)\1)+")

ARABIC, ROMAN = "arabic", "roman"
Shift = tuple[str, int]
"""A way of counting: arabic or roman, and how far the printed number is ahead of the page's place."""
Counts = Mapping[int, Shift]
"""The way in which pages are counted, by their place from 0; only those that print their number."""


def page_number(words: str) -> int | None:
    """The page that a line is nothing but the number of."""
    match = _NUMBER.fullmatch(words)
    return int(match[1]) if match else None


def says_page(words: str) -> bool:
    """Whether a line says of itself that it counts a page."""
    return bool(_SAID.match(words))


def counted(edges: Sequence[tuple[int, Line]]) -> dict[int, Shift]:
    """How pages count, told by the lines at their edges; a missing page only shifts the count."""
    shifts: dict[Shift, set[int]] = defaultdict(set)
    for number, line in edges:
        for style, printed in [*_printed(line.text), *_beside(line.text)]:
            shifts[style, printed - number].add(number)
    places = {number for number, _ in edges}
    steady: dict[int, Shift] = {}
    for shift, numbers in sorted(shifts.items(), key=lambda each: len(each[1])):
        if len(numbers) >= (2 if places == {0, 1} else FEWEST):
            steady |= {number: shift for number in numbers if _has_near(number, numbers)}
    return steady


def numbers_of(
    pages: Sequence[Sequence[Line]], edges: Sequence[tuple[int, Line]], counts: Counts
) -> Iterator[Line]:
    """The lines that are nothing but the number of their page."""
    yield from (
        line for number, line in edges if number in counts and _is_number(line.text, number, counts[number])
    )
    arabic = {number: shift for number, (style, shift) in counts.items() if style == ARABIC}
    if len(arabic) >= _MOST_NUMBERED * len(pages):
        yield from _inside(pages, arabic)


def counted_beside(edges: Sequence[tuple[int, Line]], counts: Counts) -> Iterator[Line]:
    """The lines that tell the number of their page before or behind other words."""
    for number, line in edges:
        style, shift = counts.get(number, ("", 0))
        if (style, number + shift) in _beside(line.text):
            yield line


def page_names(counts: Counts, many: int, labels: Sequence[str] = ()) -> list[str]:
    """What each of so many pages is called: as printed, else as its file labels it, else by its place.

    A page without a number between or before those that have one counts with them; `[2]` is the second page of a
    text whose count begins later.
    """
    if counts:
        known = sorted(counts)
        return [_named(counts, known, number) for number in range(many)]
    told = [label.strip() if label.isprintable() else "" for label in labels]
    if len(told) == many and all(0 < len(label) <= _LONGEST_LABEL for label in told):
        return told
    return [str(number) for number in range(1, many + 1)]


def _named(counts: Counts, known: Sequence[int], page: int) -> str:
    """A page between two ways of counting is the first of the later one: chapters begin on pages without a number."""
    at = bisect_left(known, page)
    after = known[at] if at < len(known) else None
    before = page if after == page else known[at - 1] if at else None
    later = after is not None and page + counts[after][1] >= 1
    style, shift = counts[after] if after is not None and (later or before is None) else counts[before or 0]
    number = page + shift
    if number < 1:
        return f"[{page + 1}]"
    return str(number) if style == ARABIC else in_roman(number)


def _has_near(number: int, numbers: set[int]) -> bool:
    return any(number + step in numbers or number - step in numbers for step in range(1, _NEAR + 1))


def _is_number(words: str, page: int, shift: Shift) -> bool:
    style, ahead = shift
    return (style, page + ahead) in _printed(words)


def _printed(words: str) -> list[tuple[str, int]]:
    """The page that a line may be the number of."""
    if match := _NUMBER.fullmatch(words):
        twice = [(ARABIC, int(match[1][::2]))] if _TWICE.fullmatch(match[1]) else []
        return [(ARABIC, int(match[1])), *twice]
    match = _ROMAN.fullmatch(words)
    value = roman(match[1]) if match else 0
    return [(ROMAN, value)] if value else []


def _beside(words: str) -> list[tuple[str, int]]:
    """The page that a running line may tell before or behind its words."""
    parts = words.split()
    ends = (parts[0], parts[-1]) if len(parts) > 1 else ()
    return [(ARABIC, int(end)) for end in ends if end.isdecimal() and len(end) < 5]


def _inside(pages: Sequence[Sequence[Line]], arabic: Mapping[int, int]) -> Iterator[Line]:
    """Page numbers that a picture on the page has moved away from its edge."""
    expected: dict[int, Counter[int]] = defaultdict(Counter)
    for number, shift in arabic.items():
        for near in range(number - _NEAR, number + _NEAR + 1):
            expected[near][shift] += 1
    for number, page in enumerate(pages):
        for line in page:
            alone = line.text.strip()
            counts_on = (printed - number in expected[number] for _, printed in _printed(line.text))
            if alone.isdecimal() and len(alone) > 1 and any(counts_on):
                yield line
