"""Which sentence of an entry shows why it was found, and which of its words were asked for?"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass

from kb.analyse import sentences, stems

LONGEST = 240
"""Characters of an excerpt; a longer sentence is cut around the words asked for."""

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpt:
    """A stretch of an entry's text, and where in it the words of the query stand."""

    text: str
    marks: tuple[tuple[int, int], ...]


def excerpt(
    text: str, asked: Collection[str], worth: Callable[[str], float], best: int | None = None
) -> Excerpt:
    """The sentence that holds the most of the stems asked for, or sentence number `best`."""
    spans = sentences(text)
    if not spans:
        return Excerpt(text="", marks=())
    if best is None or best >= len(spans):
        values = [
            sum(worth(stem) for stem in set(stems(text[start:end])) & set(asked)) for start, end in spans
        ]
        best = values.index(max(values))
    start, end = spans[best]
    sentence = " ".join(text[start:end].split())
    marks = [match.span() for match in _WORD.finditer(sentence) if not set(asked).isdisjoint(stems(match[0]))]
    return _cut(sentence, marks)


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
