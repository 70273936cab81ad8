"""Which words does a line's end part, and are they written with a hyphen elsewhere?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from kb.ingest.document import Line
from kb.ingest.thresholds import FEWEST, LONGEST_LINE

# "team-", "under- ": a word parted at the line's end
_PARTED_WORD = re.compile(r"([^\W\d_]{2,})[-\u00ad]\s*$")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_REST = re.compile(r"\s*([a-zà-ÿ][\w'’-]*[^\s\w]*)")


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
        if left or begun.strip():  # no line becomes empty: each keeps its place
            words = (begun + kept, left) if left else (begun.rstrip(), kept)
            lines[index] = lines[index].with_text(words[0])
            lines[index + 1] = lines[index + 1].with_text(words[1])
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
