"""Which numbers are cited with no word before them? "(4.3.1)", "(1e1a, 1b)", "as told in 4.2"; not "2.5 metres"."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from collections.abc import Iterator

from kb.link.citations import BRACKETS, cited, mention_of
from kb.link.mentions import Mention, Reading
from kb.refs.numbers import DOTTED, NUMBER, shape

# "12.3", "1e1a", "G.1.1" standing alone; no price, no version, no part of a longer number
_BARE = re.compile(rf"(?<![\w$€£¥#+])(?:{DOTTED}|(?=[A-Z]){NUMBER})")
# "9.9", "9-9", "9a9", "A9": of several levels
_LEVELLED = re.compile(r"[A-Za-z.-].*9|9.*[A-Za-z]")
_MONEY_BEFORE = re.compile(
    r"(?:[\d.,$€£¥#+–-]|\b(?:v|version|ver\.?|edition|level|costs?|pays?)\s*)$", re.IGNORECASE
)
_UNIT_AFTER = re.compile(
    r"\s?(?:%|°|[.,]\d|(?:inch|inches|in|met(?:er|re)s?|cm|mm|m|km|kg|g|lb|lbs|oz|ft|feet|yds?|yards?|seconds?|minutes?|hours?"
    r"|points?|players?|times|million|dollars?|euros?|or\s+(?:more|less|later|higher))\b)"
)
# words that lead to a rule's number and hardly to a quantity
_LEADS_TO_NUMBER = re.compile(
    r"(?:[(\[]|\b(?:see|in|of|to|from|by|per|under|through|and|or|with|also|steps?|rules?|that|cf\.?|gemäß|nach|laut|selon))\s*$",
    re.IGNORECASE,
)
# "and 2.5", "of 1.5": words that a quantity follows as well, unless the sentence pauses behind it
_MAY_COUNT = re.compile(r"\b(?:of|to|from|by|through|and|or|with|also|that)\s*$", re.IGNORECASE)
_PAUSE = re.compile(r"\s?(?:[.,;:)\]”\"]|$|(?:and|or|to|through|und|oder|bis)\b)")
# "(4.3.1)", "[See 3.7. Token]", "(2.3.4, 3.0, 5.0)": brackets around numbers only
_IN_BRACKETS = re.compile(r"[(\[](?:[Ss]ee\s+)?[\d.,;\s–a-zA-Z-]{0,60}$")
# "(1e1a, ", "(see A2 and ": nothing in them but numbers
_AMONG_NUMBERS = re.compile(
    r"[(\[](?:(?i:see|cf\.|siehe|vgl\.)\s)?(?:[A-Z]{0,2}\.?\d[\w.()]{0,15}(?:[,;]|\s(?:and|or|und|oder))?\s)*$"
)
# "1.05", "4.000": as decimals are written, unless a text numbers its rules so
_FILLED = re.compile(r"[.-]0\d")
# "(b)" behind "2.1"
_BEHIND = re.compile(BRACKETS)
# "4.2a", "6-5-3-1": not "1e1a" and "A2", which are codes and paper sizes more often than rules
_PARTED = re.compile(r"\d+[a-z]?[.-]")
_NEAR = 60
"""Characters in which the bracket is looked for that holds a number."""


def bare_numbers(reading: Reading, found: list[Mention]) -> Iterator[Mention]:
    """Dotted numbers without any word before them, where this text numbers its entries like that."""
    text = reading.text
    if not any(map(_LEVELLED.search, reading.names.shapes)):
        return
    starts = [mention.start for mention in found]
    for match in _BARE.finditer(text):
        claimed = bisect_right(starts, match.start()) - 1
        if claimed >= 0 and match.start() < found[claimed].end:
            continue
        before = text[max(0, match.start() - 12) : match.start()]
        if _MONEY_BEFORE.search(before) or _UNIT_AFTER.match(text, match.end()):
            continue
        number = match.group()
        if shape(number) not in reading.names.shapes:
            continue
        known = reading.names.numbered(number)
        if _FILLED.search(number) and number not in {entry.number for entry in known}:
            continue
        among = bool(_AMONG_NUMBERS.search(text, max(0, match.start() - _NEAR), match.start()))
        bracketed = _is_bracketed(reading, match.start(), _behind_brackets(reading, match.end()), among=among)
        if not _PARTED.match(number) and not (known and bracketed and among):
            continue
        decimal = len(number) < 5 and number.replace(".", "").replace("-", "").isdigit()
        if known and (bracketed or not decimal or _is_led_to(text, match, before)):
            for item in itertools.islice(cited(reading, match.start()), 1):
                yield mention_of(item, certain=False)
        elif not known and bracketed:
            yield Mention(start=match.start(), end=match.end(), form="number", name=number)


def _is_bracketed(reading: Reading, start: int, end: int, *, among: bool) -> bool:
    """Whether brackets hold nothing but numbers around this one."""
    if among:
        return bool(_PAUSE.match(reading.text, end))
    inside = _IN_BRACKETS.search(reading.text, max(0, start - _NEAR), start)
    return bool(inside) and reading.text[end : end + 1] in (")", "]", ",", ";", ".")


def _is_led_to(text: str, number: re.Match[str], before: str) -> bool:
    """Whether words lead to a number as to a rule's: "in 4.2", "and 4.3."; not "of 1.5 counts"."""
    may_count = _MAY_COUNT.search(before)
    return bool(_LEADS_TO_NUMBER.search(before)) and not (may_count and not _PAUSE.match(text, number.end()))


def _behind_brackets(reading: Reading, end: int) -> int:
    """Where a number ends with its brackets, in a text that numbers its rules so."""
    while reading.names.has_brackets and (brackets := _BEHIND.match(reading.text, end)):
        end = brackets.end()
    return end
