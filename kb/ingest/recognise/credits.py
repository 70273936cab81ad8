"""Credits and legal lines at a text's end: no rules."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from kb.ingest.document import Document, Node, Omitted, Stretch
from kb.ingest.recognise.headings import heading_levels
from kb.ingest.recognise.sections import CREDITS, is_called

_TAIL = 0.75
"""Credits that begin after this share of a text run to its end; earlier ones to the next heading."""


# "100.1. These rules", "2.3 Movement"
_RULE = re.compile(r"\d{1,4}\.\d{1,3}[a-z]?\.?\s+(?=[^\W\d_])")


def credits(document: Document) -> Document:
    """Everything under a heading such as "Credits"."""
    return document.claim(_find(document.paragraphs, document.claimed))


def _find(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> list[Node]:
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
