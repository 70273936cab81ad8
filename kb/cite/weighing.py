"""Is a bare number a rule's or an amount? What stands beside it in a post speaks for it or against it."""

from __future__ import annotations

from kb.link.patterns import pattern, words

DISMISSED = -3
"""A number that weighs no more is no rule's, whatever the post is about."""

ENOUGH = 4
"""What a number and its post have to weigh together for a link."""

_NEAR = 28
"""Characters beside a number that are looked at."""

_CALLED = pattern("finders.called")
_SIGN_BEFORE = pattern("finders.sign_before")
_LINE_BEFORE = pattern("finders.line_before")
_MARK_BEFORE = pattern("finders.mark_before")
_WORD_BEFORE = pattern("finders.word_before")
_SENTENCE_BEFORE = pattern("finders.sentence_before")
_SIGN_AFTER = pattern("finders.sign_after")
_TELLING_AFTER = pattern("finders.telling_after")
_WORD_AFTER = pattern("finders.word_after")


def weigh(post: str, start: int, end: int) -> int:
    """What the words around a number say: 0 nothing, less that it is an amount or another thing's."""
    lettered = post[end - 1].isalpha()
    before = _CALLED.sub("", post[max(0, start - _NEAR) : start])
    weight = _before(before, lettered=lettered)
    return weight + _after(post, end, lettered=lettered) if weight > DISMISSED else weight


def _before(before: str, *, lettered: bool) -> int:
    if _SIGN_BEFORE.search(before):
        return -9
    if _LINE_BEFORE.search(before):
        return 2
    word = _WORD_BEFORE.search(before)
    if word is None:
        return 1 if _MARK_BEFORE.search(before) else 0
    written = word[1].lower().replace("’", "'")
    if written in words("labels"):
        return -4
    is_amount = written in words("amounts") and not lettered
    if written in words("leads") or (word[2] and not is_amount):
        return 1
    if is_amount:
        return -2
    return -3 if word[1][0].isupper() and not _SENTENCE_BEFORE.search(before[: word.start(1)]) else 0


def _after(post: str, end: int, *, lettered: bool) -> int:
    if _SIGN_AFTER.match(post, end):
        return -9
    word = None if lettered else _WORD_AFTER.match(post, end)
    if word is None:
        return 1 if _TELLING_AFTER.match(post, end) else 0
    written = word[1].lower().replace("’", "'")
    for name, weight in (("saying", 2), ("citing", 1), ("closers", 0), ("units", -6), ("counted", -3)):
        if written in words(name):
            return weight
    return -1


def shape_weight(number: str) -> int:
    """How much a number looks like a rule's by itself: 702.19b more than 1.2.3, and that more than 7.2."""
    parts = number.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ").split(".")
    lettered = number[-1:].isalpha()
    if len(parts[0]) > 2:
        return 4 if lettered else 2
    return 3 if lettered or len(parts) > 2 else 1
