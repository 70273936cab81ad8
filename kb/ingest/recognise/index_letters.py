"""Letters and guide words that stand between the entries of a glossary, as in any dictionary."""

from __future__ import annotations

import re

# "A", "A–C", "X, Y & Z", "- B -", "[C]", "**D**", "E.", "Aa", "0–9", "#"
_LETTERS = re.compile(
    r"[\W_]{0,4}(?:[^\W\d_a-z](?:\s?[-–—/&,]{1,2}\s?[^\W\d_a-z]){0,6}|([^\W\d_a-z])\s?[a-z]|0\s?[-–]\s?9|#)[\W_]{0,4}"
)
# "ABILITY — AN", "BANE–BOW"
_GUIDE = re.compile(r"([^\W\d_a-z]{1,20})\s?[-–—]\s?([^\W\d_a-z]{1,20})")
_LONGEST = 30


def is_index_letter(words: str) -> bool:
    """Whether a line is the letter under which terms stand, or names the first and the last term of a page."""
    if len(words) > _LONGEST:
        return False
    letters = _LETTERS.fullmatch(words)
    if letters:
        return letters[1] is None or letters[1].casefold() == words.strip("* ")[-1].casefold()
    guide = _GUIDE.fullmatch(words)
    return bool(guide) and guide is not None and guide[1] <= guide[2]
