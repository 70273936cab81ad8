"""How does a row of words go on, letter by letter? What the next character costs, or whether it cannot come next.

A row is one of two mixed lines as far as it has been read; see two_rows.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from kb.ingest.clean.known_words import NUMBER, Words

# "competition's", "players'", "error'" at the end of a quotation
_OWNED = re.compile(r"'s?$")
_WIDEST_LEAD = 9.0
"""One of two mixed lines may be ahead of the other by the width of so many common letters."""
UNKNOWN = "?"
"""Begins a word that the text holds nowhere else, before its last two letters."""
_MOST_UNKNOWN = 2
"""Such words in a row while letters of the other stand between."""
# The prices, as negative logarithms of how likely each is; chosen on 110 mixed lines of one booklet.
# Held out: of 200 lines of the Magic rules mixed with headings by the widths of a type, 186 are parted rightly, and 180
# of 200 that have a stray space as well.
_BEHIND_COST = 2.0  # of a letter that stands left of the one before it, by the width of a common letter
_SLACK = 0.3  # so much of that is free: type differs in width
_WHOLE_COST = 4.0
_NO_SPACE_COST = 4.0
UNCLOSED_COST = 3.0
_RUN_ON_COST = 3.0  # of a small letter after a sentence
_PART_COST = 4.0  # of a word that only begins others of the text
_APOSTROPHES = "'’"
_BULLETS = "•◦▪‣●○■"
_MARKS = _BULLETS + " *‘“([-"
CLOSING = ",;:.!?)"
_AFTER_A_WORD = " ,;:.!?)"
_BEFORE_A_WORD = "‘“"
_OPENING = "(["
_WIDTHS = {
    letter: width
    for letters, width in (
        (" ijlI.,;:|!'’‘", 0.5),
        ("/ft()r-", 0.6),
        ("ckszvxyJ“”", 0.95),
        ("mMwW—", 1.55),
    )
    for letter in letters
}
"""In proportional type, against a common small letter."""
_CAPITAL_WIDTH = 1.3
SHORTEST = 4
"""Letters; a row with fewer is none."""


class Row(NamedTuple):
    """One of two mixed lines as far as it has been read."""

    text: str = ""
    word: str = ""
    """The word that has begun, in small letters."""

    before: str = ""
    cost: float = 0.0
    unknown: int = 0
    whole: bool = True
    """Whether no letter of the other row stands inside the word."""

    last: float = 0.0
    """Where its last letter begins, in widths of a common letter from the left."""

    end: float = 0.0
    """Where its last letter ends."""

    begun: float = 0.0
    """How unlikely the beginning of the word is, until the word has its price."""

    open: int = 0
    """How many brackets are open; fewer than none where more were closed."""


def begins(text: str) -> str:
    """The first letter of a row."""
    return text.lstrip(_MARKS)[:1]


def readings(row: Row, character: str, words: Words, reached: float) -> Iterator[Row]:
    """A row that takes the next letter; where both rows had a space, the line kept one, so a word may end without."""
    if reached - row.end >= _WIDEST_LEAD:
        return
    if more := read_on(row, character, words, reached, True):
        yield more
    if row.word in words.counts and character.isalpha():
        ended = closed(row, words)
        spaced = ended and ended._replace(text=row.text + " ", end=row.end + _width(" "))
        if spaced and (more := read_on(spaced, character, words, reached, True)):
            yield more._replace(cost=more.cost + _NO_SPACE_COST)


def read_on(row: Row, character: str, words: Words, reached: float, mixed: bool = False) -> Row | None:
    """The row with one more character, right of where the other has `reached`; None if no word goes on so."""
    behind = max(0.0, reached - row.end) if mixed else 0.0
    last = row.end + behind
    end = last + _width(character)
    cost = row.cost + (_BEHIND_COST * max(0.0, behind - _SLACK) if row.text else 0.0)
    if character.isalpha() or (
        character in _APOSTROPHES and (row.word + "'" in words.beginnings or row.word in words.counts)
    ):
        return _spelled(row, character, words, mixed, cost, last, end)
    if character in _AFTER_A_WORD and (not row.text or row.text[-1] == " "):
        return None
    if character in _BEFORE_A_WORD and row.text[-1:].isalnum():
        return None
    ended = closed(row, words)
    if ended is None:
        return None
    alone = mixed and row.whole and row.word
    cost += ended.cost - row.cost + 1 + (min(_WHOLE_COST, 1.3 * len(row.word)) if alone else 0)
    before = ended.before
    if character in _OPENING and row.text[-1:].isalnum():
        cost += _NO_SPACE_COST
    elif character == ")":
        cost += 0.0 if row.open > 0 else UNCLOSED_COST
    elif character in "’”":
        quoted = row.text.count("‘" if character == "’" else "“") > row.text.count(character)
        cost += 0.0 if quoted else UNCLOSED_COST
    elif character == "/":
        before = character  # what it joins does not follow from what is before it
    elif character.isdigit() and not row.text[-1:].isdigit():
        cost += words.cost(before, NUMBER) + (_NO_SPACE_COST if row.text[-1:].isalpha() else 0.0)
        before = NUMBER
    opened = row.open + (character == "(") - (character == ")")
    return Row(row.text + character, "", before, cost, row.unknown, True, last, end, 0.0, opened)


def _spelled(
    row: Row, letter: str, words: Words, mixed: bool, cost: float, last: float, end: float
) -> Row | None:
    """The row with one more letter of a word."""
    if letter.isupper() and row.word and not row.text[-1].isupper():
        return None
    begun_badly = 0.0 if row.word else _begun_badly(row.text, letter)
    cost += begun_badly
    joint = " " if begun_badly == _NO_SPACE_COST else ""
    text, word = row.text + joint + letter, row.word + ("'" if letter in _APOSTROPHES else letter.lower())
    whole = row.whole if row.word else True
    if word[0] == UNKNOWN:
        cost += words.cost_of_letter(word[-3:-1], word[-1])
        return Row(text, UNKNOWN + word[-2:], row.before, cost, row.unknown, whole, last, end, 0.0, row.open)
    known = word if word in words.beginnings else _OWNED.sub("", word)
    if known in words.beginnings:
        begun = words.beginnings[known]
        return Row(text, word, row.before, cost, row.unknown, whole, last, end, begun, row.open)
    if row.unknown >= (_MOST_UNKNOWN if mixed else 2 * _MOST_UNKNOWN):
        return None
    cost += words.cost_of_leaving(word)
    last_two = f" {word}"[-2:]
    return Row(text, UNKNOWN + last_two, row.before, cost, row.unknown + 1, whole, last, end, 0.0, row.open)


def _begun_badly(text: str, letter: str) -> float:
    """The price of a word right after a stop or comma, or of a small letter after a sentence."""
    if text[-1:] in CLOSING + _BULLETS or (text[-1:] in _APOSTROPHES and text[-2:-1].isalnum()):
        return _NO_SPACE_COST if text else 0.0
    return _RUN_ON_COST if letter.islower() and text[-2:] in (". ", "! ", "? ") else 0.0


def _width(character: str) -> float:
    return _WIDTHS.get(character) or (_CAPITAL_WIDTH if character.isupper() else 1.0)


def closed(row: Row, words: Words) -> Row | None:
    """The row with its last word ended; None if that is no word."""
    if not row.word:
        return row
    if row.word[0] == UNKNOWN:
        return row._replace(word="", before=UNKNOWN, whole=True, begun=0.0)
    word = row.word if words.holds(row.word) else _OWNED.sub("", row.word)
    glued = row.text[-len(row.word) - 1 :][:1]  # "hand(s)", "704.6e"
    is_ending = (glued == "(" and row.word in words.bracketed) or (glued.isdigit() and len(row.word) < 3)
    cost = row.cost + (_quoted(row) if row.word[-1] == "'" else 0.0)
    if not (words.holds(word) or is_ending):
        if row.unknown >= _MOST_UNKNOWN or len(word) < SHORTEST:
            return None
        cost += _PART_COST + words.cost_of_leaving(f"{word} ")  # "exact" where the text has "exactly"
        return row._replace(
            word="", before=UNKNOWN, cost=cost, unknown=row.unknown + 1, whole=True, begun=0.0
        )
    cost += words.cost(row.before, word)
    return Row(row.text, "", word, cost, row.unknown, True, row.last, row.end, 0.0, row.open)


def _quoted(row: Row) -> float:
    """The price of the mark behind a word: it closes a quotation, or stands for what the players own."""
    if row.text.count("‘") >= sum(map(row.text.count, _APOSTROPHES)):
        return 0.0
    return 1.0 if row.word.endswith("s'") else UNCLOSED_COST
