"""Words that introduce an example, a note or an exception: never a title."""

from __future__ import annotations

import re

# "Example:", "Examples: …", "*Example: …*", "Example A:", "Example 2."
_EXAMPLE = re.compile(r"\W{0,4}(?:For )?Examples?(?: [A-Z0-9]{1,2})?\*{0,2}\s?[:.—–-]", re.IGNORECASE)
# "Note:", "Exception: …", "DESIGN NOTE:"
_CALLOUT = re.compile(
    r"\W{0,4}(?:(?:design|play|designer'?s?|important|historical) )?"
    r"(?:notes?|nota bene|exceptions?|important|reminder|remember|clarification|warning|tip|hint|caution|attention|"
    r"errata|erratum|option(?:al)?|variant|designer)\*{0,2}\s?[:—–]",
    re.IGNORECASE,
)


def is_example(words: str) -> bool:
    """Whether a paragraph is an example of what stands above it."""
    return bool(_EXAMPLE.match(words))


def is_callout(words: str) -> bool:
    """Whether a paragraph is a note, an exception or the like."""
    return bool(_CALLOUT.match(words))
