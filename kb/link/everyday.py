"""Which words mean in a rule text mostly what they mean everywhere?

A game that writes its terms in small letters cannot tell "a case" from "a Case" or "two options" from an
Option. Terms of a single word in this list are therefore linked only where a capital, a longer name or
`links.toml` says that the term is meant. The list is of common English words, whatever the game.
"""

from __future__ import annotations

from functools import cache

from kb.link.inflect import irregular, plurals, verb_forms
from kb.link.patterns import words


def is_common(word: str) -> bool:
    """Whether a word is in the list as it stands: "fly" is, "flying" is not."""
    return word in words("everyday")


@cache
def _forms(name: str) -> frozenset[str]:
    return frozenset(
        form for word in words(name) for form in (word, *plurals(word), *verb_forms(word), *irregular(word))
    )


def is_everyday(word: str) -> bool:
    """Whether a word, in whatever form, is one of the common words of English."""
    return word in _forms("everyday")


def is_homely(word: str) -> bool:
    """Whether people say a word every day, be it the name of a thing in some game: "a scheme", "my partner"."""
    return is_everyday(word) or word in _forms("homely")
