"""Which sentence of an entry shows why it was found, and which of its words were asked for?"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kb.analyse import sentences, stems

LONGEST = 240
"""Characters of an excerpt; a longer sentence is cut around the words asked for."""

WORDS_SHARE = 0.4
"""Weight of the words that a sentence holds beside its nearness in meaning, as between entries."""

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpt:
    """A stretch of an entry's text, and where in it the words of the query stand."""

    text: str
    marks: tuple[tuple[int, int], ...]


def excerpt(
    text: str,
    asked: Collection[str],
    worth: Callable[[str], float],
    nearness: Mapping[int, float] | None = None,
) -> Excerpt:
    """The sentence that holds the most of the stems asked for, each by its worth.

    With `nearness`, how near a sentence (by its number) is to the question in meaning, both count.
    """
    spans = sentences(text)
    if not spans:
        return Excerpt(text="", marks=())
    wanted = {stem: worth(stem) for stem in asked}
    best = _best(text, spans, wanted, nearness) if len(spans) > 1 else 0
    sentence = " ".join(text[slice(*spans[best])].split())
    marks = [
        match.span()
        for match in _WORD.finditer(sentence)
        if not wanted.keys().isdisjoint(_stems_of(match[0]))
    ]
    return _cut(sentence, marks)


def _best(
    text: str,
    spans: Sequence[tuple[int, int]],
    wanted: Mapping[str, float],
    nearness: Mapping[int, float] | None,
) -> int:
    """Which sentence is worth most."""
    whole = sum(wanted.values()) or 1.0
    values = []
    for number, (start, end) in enumerate(spans):
        held = wanted.keys() & _held(text[start:end])
        words = sum(value for stem, value in wanted.items() if stem in held) / whole
        values.append(words if nearness is None else WORDS_SHARE * words + nearness.get(number, 0.0))
    return values.index(max(values))


@lru_cache(maxsize=8192)
def _held(sentence: str) -> frozenset[str]:
    """The stems of a sentence; the same entries answer many questions."""
    return frozenset(stems(sentence))


@lru_cache(maxsize=65536)
def _stems_of(word: str) -> tuple[str, ...]:
    """The stems of one word as it stands in a text; texts say the same words again and again."""
    return tuple(stems(word))


def _cut(sentence: str, marks: list[tuple[int, int]]) -> Excerpt:
    """At most LONGEST characters, at word boundaries, from a little before the first mark."""
    if len(sentence) <= LONGEST:
        return Excerpt(text=sentence, marks=tuple(marks))
    first = marks[0][0] if marks else 0
    start = max(0, min(first - LONGEST // 3, len(sentence) - LONGEST))
    start = sentence.find(" ", start) + 1 if start else 0
    end = (
        sentence.rfind(" ", start, start + LONGEST + 1) if start + LONGEST < len(sentence) else len(sentence)
    )
    end = end if end > start else start + LONGEST
    before, after = "… " if start else "", " …" if end < len(sentence) else ""
    kept = [(a - start + len(before), b - start + len(before)) for a, b in marks if a >= start and b <= end]
    return Excerpt(text=before + sentence[start:end] + after, marks=tuple(kept))
