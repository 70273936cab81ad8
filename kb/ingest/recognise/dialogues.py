"""Questions of players and the answers of those who made the game, each after the name of who speaks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from kb.ingest.document import Node, Question, Stretch
from kb.ingest.recognise import bodies

_FEWEST = 2
# "Marie: When I use the lantern …?", "**Designer:** First flip it."
_SPOKEN = re.compile(r"(?P<stars>\*{0,3})(?P<who>[^\W\d_a-z][\w .'’()-]{0,30}?)\s?:(?P=stars)\s+(?=\S)")
_FARTHEST = 40
"""Characters; no name and its colon take more."""
# who may settle a question
_KNOWS = re.compile(
    r"\b(?:designers?|developers?|publishers?|authors?|editors?|judges?|referees?|officials?|support"
    r"|(?:rules|design) team|autor(?:in)?|verlag|redaktion|auteure?|éditeur)\b",
    re.IGNORECASE,
)


def dialogues(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> Iterator[Node]:
    """A question of one speaker and what a maker of the game says to it, up to the next speaker or heading."""
    spoken = {
        index: match
        for index, stretch in enumerate(stretches)
        if index not in taken and not stretch.heading and (match := _spoken(stretch.text))
    }
    starts = [i for i, match in spoken.items() if i + 1 in spoken and _is_pair(stretches, spoken, i)]
    if len(starts) < _FEWEST:
        return
    for start in starts:
        end = start + 2
        while end < len(stretches) and end not in taken and _goes_on(stretches[end], end in spoken):
            end += 1
        first = stretches[start + 1].text[spoken[start + 1].end() :]
        yield Question(
            stretches=tuple(range(start, end)),
            title=bodies.title(stretches[start].text[spoken[start].end() :]),
            body=(bodies.body(first), *(bodies.paragraph(stretches[i]) for i in range(start + 2, end))),
        )


def _spoken(words: str) -> re.Match[str] | None:
    return _SPOKEN.match(words) if ":" in words[:_FARTHEST] else None


def _is_pair(stretches: Sequence[Stretch], spoken: Mapping[int, re.Match[str]], index: int) -> bool:
    asks = stretches[index].text.rstrip("*_ ").endswith("?")
    return asks and bool(_KNOWS.search(spoken[index + 1]["who"])) and not _KNOWS.search(spoken[index]["who"])


def _goes_on(stretch: Stretch, begins: bool) -> bool:
    return not (begins or stretch.heading or stretch.role == "row")
