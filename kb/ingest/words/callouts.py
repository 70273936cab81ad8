"""Words that introduce an example, a note or an exception: never a title."""

from __future__ import annotations

import re

# "Example:", "Examples: …", "*Example: …*", "Example A:", "Example 2."
_EXAMPLE = re.compile(
    r"\W{0,4}(?:For )?(?:Examples?|Beispiele?|Exemples?|Ejemplos?|Esempio|Esempi|例)(?: [A-Z0-9]{1,2})?"
    r"\*{0,2}\s?[:.—–-]",
    re.IGNORECASE,
)
# "Note:", "Note 1:", "Exception: …", "DESIGN NOTE:", "Change to:", "Add the following:"
_CALLOUT = re.compile(
    r"\W{0,4}(?:(?:design|play|designer'?s?|important|historical) )?"
    r"(?:notes?|nota bene|exceptions?|important|reminder|remember|clarification|warning|tip|hint|caution|attention|"
    r"errata|erratum|option(?:al)?|variant|designer|"
    r"(?:change|replace|delete|remove|add|insert|append)\w{0,2}(?: (?:to|with|by|the|as|following|sentence|text)){0,3}|"
    r"(?:this )?(?:card |text )?should read|new text|old text|"
    r"hinweis|anmerkung|ausnahme|achtung|wichtig|remarque|nota)(?: \d{1,2})?\*{0,2}\s?[:—–]",
    re.IGNORECASE,
)
# "Some specific examples:", "Examples of Linked cards include:"
_INTRODUCTION = re.compile(r"[^.?!]*\bexamples?\b[^.?!]{0,60}:$", re.IGNORECASE)
_LONGEST = 90
"""Characters; a callout's words are fewer, and few paragraphs have its sign among so many."""


def is_example(words: str) -> bool:
    """Whether a paragraph is an example of what stands above it."""
    return bool(_EXAMPLE.match(words))


def is_callout(words: str) -> bool:
    """Whether a paragraph is a note, an exception or the like."""
    start = words[:_LONGEST]
    return (":" in start or "—" in start or "–" in start) and bool(_CALLOUT.match(words))


def introduces_examples(words: str) -> bool:
    """Whether a line says that examples follow it."""
    plain = words.strip("*_ ")
    return plain.endswith(":") and bool(_INTRODUCTION.match(plain))
