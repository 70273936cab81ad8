"""Did the reader mean another word? Only a word that nobody knows is ever corrected, and said openly."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from kb.analyse import STOP_WORDS, words
from kb.index.valid_words import SHORTEST, slips_allowed

# "don't" typed in a hurry: no misspelling of another word
_APART = """
arent cant couldnt didnt doesnt dont hadnt hasnt havent isnt itll ive lets mustnt shouldnt thats theres theyll
theyre theyve wasnt werent whats wheres whos wont wouldnt youll youre youve
"""
_CONTRACTIONS = frozenset(_APART.split())
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_SENTENCE_STARTS = frozenset('.?!:;("“')

MOST = 16
"""Different words of a query that are corrected at most: a post in another language is left alone."""


def correct(
    text: str, vocabulary: Callable[[], Mapping[str, int]], known: Callable[[str], bool]
) -> str | None:
    """The query with its misspelt words corrected to words of the texts, or None when there is none.

    `known` says whether a word needs no correction; `vocabulary` is only asked for when one does.
    """
    shouted = text.upper() == text
    seen: dict[str, str] = {}

    def mend(match: re.Match[str]) -> str:
        typed = match[0]
        if typed[0].isupper() and not shouted and not _starts_sentence(text, match.start()):
            return typed  # a name
        if typed not in seen:
            changed = sum(word != mended for word, mended in seen.items())
            seen[typed] = _mended(typed, vocabulary, known) if changed < MOST else typed
        return seen[typed]

    mended = _WORD.sub(mend, text)
    return mended if mended != text else None


def _mended(typed: str, vocabulary: Callable[[], Mapping[str, int]], known: Callable[[str], bool]) -> str:
    found = words(typed)
    if len(found) != 1 or len(found[0]) < SHORTEST or _is_fine(found[0], known):
        return typed
    return nearest(found[0], vocabulary()) or typed


def _starts_sentence(text: str, start: int) -> bool:
    before = text[:start].rstrip() if start < 3 else text[start - 3 : start].rstrip()
    return not before or before[-1] in _SENTENCE_STARTS


def nearest(word: str, vocabulary: Mapping[str, int]) -> str | None:
    """The word of the vocabulary, or function word, that was most likely meant.

    Fewest slips, then whether letters were only left out, which happens most, then words that stand in the texts (or
    are function words) before those that players say, then nearest length, most frequent.
    Of 1,500 words of a manual, slips made by chance, 98 of 100 are found so, 90 without the second.
    """
    allowed, letters, initial = slips_allowed(word), {*word}, word[0]
    best: tuple[int, bool, bool, int, int, str] | None = None
    for candidate in [one for one in (*vocabulary, *STOP_WORDS) if one[0] == initial]:
        difference = abs(len(candidate) - len(word))
        if difference > allowed or len(candidate) < SHORTEST or not candidate.isalpha():
            continue
        if len(letters.symmetric_difference(candidate)) > 2 * allowed:
            continue  # a slip changes one letter into another at most
        slips = distance(word, candidate, allowed)
        if slips <= allowed:
            held = vocabulary.get(candidate, 0)
            is_said_only = not held and candidate not in STOP_WORDS
            rank = (slips, not _is_left_of(word, candidate), is_said_only, difference, -held, candidate)
            best = rank if best is None or rank < best else best
    return best[-1] if best else None


def _is_left_of(word: str, whole: str) -> bool:
    """Whether a word is another one with letters left out."""
    rest = iter(whole)
    return all(letter in rest for letter in word)


def distance(one: str, other: str, limit: int) -> int:
    """Letters to change, add, drop or swap with a neighbour; anything above `limit` counts as `limit` + 1."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        previous, row = row, [at]
        for to, wanted in enumerate(other, 1):
            cost = min(previous[to] + 1, row[to - 1] + 1, previous[to - 1] + (letter != wanted))
            if at > 1 and to > 1 and letter == other[to - 2] and one[at - 2] == wanted:
                cost = min(cost, before[to - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
        before = previous
    return min(row[-1], limit + 1)


def _is_fine(word: str, known: Callable[[str], bool]) -> bool:
    return word in STOP_WORDS or word in _CONTRACTIONS or known(word)
