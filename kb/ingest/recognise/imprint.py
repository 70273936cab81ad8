"""Who made a text, when, and from what it was taken: rows above its title, attributions, credits; no rules."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from kb.ingest.document import Document, Node, Omitted, Stretch
from kb.ingest.editions import find_date
from kb.ingest.layout.features import ENDED
from kb.ingest.recognise.headings import MASTHEAD, heading_levels
from kb.ingest.words.titles import CREDITS, is_called

_TAIL = 0.75
"""Credits that begin after this share of a text run to its end; earlier ones to the next heading."""


# "100.1. These rules", "2.3 Movement"
_RULE = re.compile(r"\d{1,4}\.\d{1,3}[a-z]?\.?\s+(?=[^\W\d_])")


def credits(document: Document) -> Document:
    """Everything under a heading such as "Credits"."""
    return document.claim(_find_credits(document.paragraphs, document.claimed))


def _find_credits(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> list[Node]:
    if not any(is_called(stretch, CREDITS) for stretch in stretches):
        return []
    levels = heading_levels(stretches, taken)
    for index, stretch in enumerate(stretches):
        if index in taken or not is_called(stretch, CREDITS) or not levels[index]:
            continue
        end = len(stretches)
        if index < _TAIL * len(stretches):
            later = (
                i for i in range(index + 1, end) if 0 < levels[i] <= levels[index] or _is_rule(stretches[i])
            )
            end = next(later, end)
        left = tuple(i for i in range(index, end) if i not in taken)
        return [Omitted(stretches=left, reason="credits")]
    return []


def _is_rule(stretch: Stretch) -> bool:
    """Whether a rule begins: no credits are numbered like that."""
    return bool(_RULE.match(stretch.text))


_FEWEST = 2
_MOST = 12
_LONGEST = 90
_CENTRED = 8
"""Columns; a line of its own that begins so far inside, below rows that begin at the edge, is set in the middle."""


def masthead(document: Document) -> Document:
    """The first rows, if they begin at the left edge and the title stands below them in the middle of the page."""
    return document.claim(_find_masthead(document.paragraphs, document.claimed))


def _find_masthead(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> list[Node]:
    end = next((i for i, stretch in enumerate(stretches) if i and stretch.gap), 0)
    if not _FEWEST <= end <= _MOST or any(i in taken or stretches[i].heading for i in range(end + 1)):
        return []
    rows, title = stretches[:end], stretches[end]
    is_title = title.alone and title.indent >= _CENTRED
    if rows[0].indent or not is_title or not all(map(_may_be_row, stretches[: end + 1])):
        return []
    return [Omitted(stretches=tuple(range(end)), reason=MASTHEAD)]


def _may_be_row(stretch: Stretch) -> bool:
    return len(stretch.text) <= _LONGEST and not (stretch.mark or ENDED.search(stretch.text))


# "From the glossary of the Comprehensive Rules (June 7, 2024—Modern Horizons 3)"
_ATTRIBUTION = re.compile(
    r"(?:Quoted |Taken |Excerpt(?:ed)? |Adapted )?[Ff]rom (?:the )?[^.?!]{3,120}\([^()]{4,80}\)\W*$"
    r"|Source: \S.{2,120}[^.]$"
)


def attributions(document: Document) -> Document:
    """Attribution lines, with the edition that they name."""
    return document.claim(_find_attributions(document.paragraphs, document.claimed))


def _find_attributions(stretches: Sequence[Stretch], taken: object) -> list[Node]:
    return [
        Omitted(
            stretches=(index,),
            reason="attribution",
            title=stretch.text,
            edition=find_date(stretch.text),
        )
        for index, stretch in enumerate(stretches)
        if not stretch.mark and len(stretch.text) < 200 and _ATTRIBUTION.match(stretch.text)
    ]
