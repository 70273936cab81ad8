"""Lines printed over each other: two lines whose letters an extractor mixed, and letters that were printed twice.

A heading that stands close below a paragraph is read into the paragraph's last line, letter by letter as they stand
from left to right: "toff thhee g wallame." Only the words of the text itself tell the two lines apart, so a line is
parted only if all of it reads as two rows of such words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from kb.ingest.clean.in_order import in_order
from kb.ingest.clean.known_words import words_in, words_of
from kb.ingest.clean.one_row import SHORTEST
from kb.ingest.clean.two_rows import ODD_CASE, Effort, partings
from kb.ingest.document import Text

# "LLaawwss"
_TWICE = re.compile(r"(?:(\S)\1)+")
# "GGameame", "R Rulesules": the first letter apart from the rest, each printed twice
_TWICE_APART = re.compile(r"\b(\w) ?\1(\w{2,})\2\b")
# "k riecakc t ion": a letter that is no word
_LONE = re.compile(r" [b-hj-z] ")
_FEWEST_MIXED = 3
"""A single line that seems to be two is more likely a name."""
_MOST_TRIED = 400
_MOST_SHARE = 0.1
_FEW = 12
"""A text where more lines than this, and more than that share of them, seem to be mixed is in another language."""
_LONGEST = 160
_FEWEST_LETTERS = 3
"""Different ones in a word that was printed twice: "XXOO" is a row of a board."""
_ODD_SHARE = 0.45
"""A word is odd if so many of its groups of three letters stand in no usual word."""


def mend_overprinted(lines: Sequence[str]) -> tuple[list[tuple[str, ...]], list[int]]:
    """For each line what it reads as: itself, or the two lines that were printed over each other, the upper first.

    Also the indexes of lines that seem to be two but do not read as two.
    """
    single = [_once(line) for line in lines]
    odd = _odd_words(single)
    tried = [index for index, line in enumerate(single) if _looks_mixed(line, odd)]
    if not _FEWEST_MIXED <= len(tried) <= min(_MOST_TRIED, max(_FEW, _MOST_SHARE * len(lines))):
        return [(line,) for line in single], []
    mixed = set(tried)
    words = words_of([line for index, line in enumerate(single) if index not in mixed])
    effort = Effort()
    found = {}
    for index in tried:
        if effort.left > 0 and (readings := partings(single[index], words, effort)):
            found[index] = readings
    parted = in_order(single, found)
    if len(parted) < _FEWEST_MIXED:
        return [(line,) for line in single], []
    read: list[tuple[str, ...]] = [parted.get(index, (line,)) for index, line in enumerate(single)]
    return read, [index for index in tried if index not in parted and ODD_CASE.search(single[index])]


def print_once(text: Text) -> Text:
    """Headings whose letters an extractor took twice, "11.. TTHHEE GGOOAATT", are read once, in whatever text."""
    return replace(
        text,
        lines=tuple(
            line.with_text(_once(line.text)) if _is_twice(line.text) else line for line in text.lines
        ),
    )


def _is_twice(line: str) -> bool:
    """Whether every letter of a line stands twice, and they make a word."""
    bare = line.strip()
    if len(bare) < 2 * SHORTEST or bare[0] != bare[1]:
        return False
    words = bare.split()
    spelt = any(word.isalpha() and len(set(word)) >= _FEWEST_LETTERS for word in words)
    return spelt and all(_TWICE.fullmatch(word) for word in words)


def _once(line: str) -> str:
    """A line of letters that were printed twice, once: `LLaawwss ooff GGooaattss` is `Laws of Goats`."""
    words = line.split()
    if len(line) < 2 * SHORTEST or not any(map(str.isalpha, line)):
        return line
    if all(_TWICE.fullmatch(word) for word in words):
        return " ".join(word[::2] for word in words)
    mended = _TWICE_APART.sub(r"\1\2", line)
    return mended if len(mended) < 0.6 * len(line) else line


def _looks_mixed(line: str, odd: frozenset[str]) -> bool:
    """Whether a line has a word with a capital inside, or looks like no words of the text in two places."""
    if len(line) > _LONGEST or len(line) < 2 * SHORTEST:
        return False
    strange = sum(1 for word in words_in(line) if word in odd)
    return strange > 1 or bool(ODD_CASE.search(line) or (strange and _LONE.search(line)))


def _odd_words(lines: Iterable[str]) -> frozenset[str]:
    """Words that stand once and whose letters follow each other as in no usual word of the text."""
    counts = Counter(word for line in lines for word in words_in(line))
    usual = {triple for word, many in counts.items() if many > 1 for triple in _triples(word)}
    return frozenset(
        word
        for word, many in counts.items()
        if many == 1 and len(word) >= SHORTEST and len(_triples(word) - usual) >= _ODD_SHARE * (len(word) - 2)
    )


def _triples(word: str) -> set[str]:
    return {word[at : at + 3] for at in range(len(word) - 2)}
