"""Which words cite a printed number? "see rule 702.19b", "rules 603.7d–f", "Appendix C", "(4.3.1)"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from kb.link import booklets
from kb.link.mentions import Mention, Reading
from kb.link.patterns import Patterns, words
from kb.refs import cues
from kb.refs.numbers import is_dotted, key, range_end, shape

_TEXT = Patterns("text.citations")

_LISTS = Patterns("citations")

_BRACKET_NEAR = 80
"""Characters in which the bracket is looked for that a list of numbers may stand in."""
_SURE_CUES = frozenset(("rule", "section", "article", "law", "regulation", "appendix", "clause"))
_LONGEST_LIST = 200
"""Numbers; a longer list is not one that people wrote."""


class _Item(NamedTuple):
    """A number of a list, perhaps the first of a range."""

    number: str
    start: int
    end: int
    title: str = ""
    to: str = ""
    between: tuple[int, int] = (0, 0)


def cited_numbers(reading: Reading, found: list[Mention]) -> Iterator[Mention]:
    """Numbers after a word that announces them."""
    text = reading.text
    for match in _TEXT.cue.finditer(text):
        cue = cues.canonical(match["cue"] or match["sign"])
        if not match["see"] and _TEXT.counted.search(text, max(0, match.start() - 8), match.start()):
            continue
        items = list(cited(reading, match.end(), _LISTS.letter if cue == "appendix" else _LISTS.item))
        items = items or list(_lettered(reading, match.end()))
        if items and not match["see"] and _TEXT.of_a_thing.match(text, items[-1].end):
            continue
        booklet = booklets.named_after(text, items[-1].end) if items else ""
        certain = cue in _SURE_CUES and (
            bool(match["see"]) or bool(reading.names.shapes) or cue == "appendix"
        )
        for index, item in enumerate(_with_parts(reading, items)):
            start = item.start if index else match.start()
            yield mention_of(item, start, cue=cue, booklet=booklet, certain=certain)


def numbers_seen(reading: Reading, found: list[Mention]) -> Iterator[Mention]:
    """Numbers right after "see": dotted ones, and whole ones that stand beside the name of their entry."""
    text = reading.text
    for match in _TEXT.see_number.finditer(text):
        for index, item in enumerate(_with_parts(reading, cited(reading, match.end()))):
            dotted = is_dotted(item.number)
            if not dotted and not _is_titled(reading, item):
                break
            start = item.start if index else match.start()
            yield mention_of(item, start, certain=dotted and shape(item.number) in reading.names.shapes)


def _with_parts(reading: Reading, items: Iterable[_Item]) -> Iterator[_Item]:
    """Numbers with the parts that are named in brackets behind them, where entries of ours are those parts."""
    for item in items:
        while not item.to and (part := _TEXT.part.match(reading.text, item.end)):
            name = part["part"] or part["below"]
            named = (f"{item.number}{name}", f"{item.number}.{name}")
            known = next((each for each in named if _is_part(reading, each)), "")
            if not known:
                break
            item = item._replace(number=known, end=part.end())
        yield item


def _is_part(reading: Reading, number: str) -> bool:
    found = reading.names.numbered(number)
    return bool(found) and is_dotted(number)


def cited(reading: Reading, position: int, pattern: re.Pattern[str] = _LISTS.item) -> Iterator[_Item]:
    """The numbers of a list, with the brackets that belong to them; those of what is no entry are left."""
    if pattern is not _LISTS.item or not reading.names.has_brackets:
        yield from numbers_at(reading.text, position, pattern)
        return
    for item in numbers_at(reading.text, position, _TEXT.item_in_brackets, _TEXT.range_in_brackets):
        while not (item.to or item.title or reading.names.numbered(item.number)):
            brackets = _TEXT.last_brackets.search(item.number)
            if brackets is None:
                break
            item = item._replace(number=item.number[: brackets.start()], end=item.end - len(brackets[0]))
        yield item


def _lettered(reading: Reading, position: int) -> Iterator[_Item]:
    """The letter that an entry is numbered with: "section C", "See rule G"."""
    letter = _TEXT.capital.match(reading.text, position)
    if letter and reading.names.lettered(letter[0]):
        yield _with_range(reading.text, letter[0], letter.start(), letter.end(), _LISTS.range)


def mention_of(item: _Item, start: int | None = None, **facts: Any) -> Mention:
    """The mention of one number; `start` is where the words before it begin."""
    return Mention(
        start=item.start if start is None else start,
        end=item.end,
        form="number",
        name=item.number,
        title=item.title,
        to=item.to,
        between=item.between,
        **facts,
    )


def numbers_at(
    text: str, position: int, pattern: re.Pattern[str] = _LISTS.item, until: re.Pattern[str] = _LISTS.range
) -> Iterator[_Item]:
    """The numbers of a list that begins at `position`, ranges and names beside them included; it goes on only as
    nobody writes by accident."""
    first = previous = ""
    end, goes_on = position, 0
    for _ in range(_LONGEST_LIST):
        match = pattern.match(text, position)
        if match is None:
            if not (previous[-1:].isalpha() and is_dotted(previous)):
                return
            match = _LISTS.small_letter.match(text, position)
            if match is None or not (goes_on or _closes_letter(text, end, match)):
                return
            number = range_end(previous, match.group())
        else:
            number = match.group()
            if first and not _goes_on(text, first, match):
                return
        item = _with_range(text, number, match.start(), match.end(), until)
        yield item
        first, previous, end = first or number, number, item.end
        goes_on = _next_letter(text, end, number)
        if goes_on:
            position = goes_on
            continue
        separator = _LISTS.separator.match(text, item.end)
        if separator is None or "\n" in separator.group():
            return
        position = separator.end()


def _next_letter(text: str, end: int, previous: str) -> int:
    """Where the letter stands that comes next in the alphabet and goes on a list, whatever follows it; else 0."""
    match = _LISTS.next_letter.match(text, end)
    is_next = match and previous[-1].isalpha() and ord(match["letter"]) == ord(previous[-1]) + 1
    return match.start("letter") if match and is_next else 0


def _closes_letter(text: str, end: int, letter: re.Match[str]) -> bool:
    """Whether a letter behind a number goes on with it: "704.5f, g", "702.19b–d"; not "704.5f, a creature"."""
    between = text[end : letter.start()]
    is_tight = not any(map(str.isspace, between))
    if letter.group() in words("letters") and not is_tight:
        return False
    if is_tight and between and letter.group() not in words("letters"):
        return True
    if text.startswith(")", letter.end()):  # a list letter unless the bracket was opened before the number
        return text.rfind("(", max(0, end - _BRACKET_NEAR), end) > text.rfind(
            ")", max(0, end - _BRACKET_NEAR), end
        )
    return _LISTS.closing.match(text, letter.end()) is not None


def _goes_on(text: str, first: str, other: re.Match[str]) -> bool:
    """Whether a number goes on a list: built alike, and nothing is counted with it."""
    number = other.group()
    is_plain = not (_LISTS.lettered.fullmatch(first) and _LISTS.lettered.fullmatch(number))
    if (is_plain and len(key(first)[0]) != len(key(number)[0])) or not _alike(first, number):
        return False
    return (
        is_dotted(number)
        or _LISTS.closing.match(text, other.end()) is not None
        or text.startswith(")", other.end())
    )


def _with_range(text: str, number: str, start: int, end: int, until: re.Pattern[str]) -> _Item:
    last = until.match(text, end)
    if last and _reads_as_range(text, number, end, last) and _ends_range(number, last["last"]):
        return _Item(
            number, start, last.end(), "", range_end(number, last["last"]), (end, last.start("last"))
        )
    title = _LISTS.title.match(text, end)
    if title:
        return _Item(number, start, title.end(), title["title"].strip(" .,;"))
    return _Item(number, start, end)


def _reads_as_range(text: str, number: str, end: int, last: re.Match[str]) -> bool:
    """Whether a dash and what follows are a range: "702.19b–d", not "704.5f – a creature", "104.3 - 2 of them".

    Nor "9f3 – 15 or more": one whose parts are letters goes on so only without blanks.
    """
    letter = _LISTS.small_letter.match(text, last.start("last"))
    if letter and letter.end() == last.end("last"):
        return _LISTS.to_letter.match(text, end) is not None or _closes_letter(text, end, letter)
    return (
        text[end] not in " \n"
        or is_dotted(last["last"])
        or (not any(map(str.isalpha, number)) and _LISTS.closing.match(text, last.end()) is not None)
    )


def _ends_range(first: str, last: str) -> bool:
    """Whether the second number can end a range that the first begins: in "rule 5 to 2 players" not."""
    if last.isalpha():
        return is_dotted(first) or first[-1:].isdigit()
    whole = range_end(first, last)
    if len(key(whole)) != len(key(first)):
        return len(key(whole)) == len(key(first)) + 1
    return key(whole)[-1].zfill(6) > key(first)[-1].zfill(6) or key(whole)[:-1] != key(first)[:-1]


def _alike(first: str, other: str) -> bool:
    """Whether two numbers can stand in one list: both dotted, or both whole and about as long."""
    if is_dotted(first) != is_dotted(other):
        return len(key(first)[0]) >= 3 and len(key(other)[0]) == len(key(first)[0])
    return is_dotted(first) or abs(len(first) - len(other)) <= 1


def _is_titled(reading: Reading, item: _Item) -> bool:
    """Whether the entry with this number has the name that is printed beside it."""
    for entry in reading.names.numbered(item.number):
        beside = reading.text[item.end : item.end + 60].lstrip(' .,:“"')
        if entry.title and (item.title or beside.lower().startswith(entry.title.lower())):
            return True
    return False
