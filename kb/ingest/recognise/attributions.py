"""Lines that say where what follows was taken from: provenance, not rules."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.ingest.document import Document, Node, Omitted, Stretch
from kb.ingest.editions import find_date

# "From the glossary of the Comprehensive Rules (June 7, 2024—Modern Horizons 3)"
_ATTRIBUTION = re.compile(
    r"(?:Quoted |Taken |Excerpt(?:ed)? |Adapted )?[Ff]rom (?:the )?[^.?!]{3,120}\([^()]{4,80}\)\W*$"
    r"|Source: \S.{2,120}[^.]$"
)


def attributions(document: Document) -> Document:
    """Attribution lines, with the edition that they name."""
    return document.claim(_find(document.paragraphs, document.claimed))


def _find(stretches: Sequence[Stretch], taken: object) -> list[Node]:
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
