"""Which words cite a printed number? "see rule 702.19b", "rules 603.7d–f", "Appendix C", "(4.3.1)"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from kb.link import booklets
from kb.link.mentions import Mention, Reading
from kb.link.number_lists import LISTS, Item, numbers_at, with_range
from kb.link.patterns import Patterns
from kb.refs import cues
from kb.refs.numbers import is_dotted, shape

_TEXT = Patterns("text.citations")

_SURE_CUES = frozenset(("rule", "section", "article", "law", "regulation", "appendix", "clause"))


def cited_numbers(reading: Reading) -> Iterator[Mention]:
    """Numbers after a word that announces them."""
    text = reading.text
    for match in _TEXT.cue.finditer(text):
        cue = cues.canonical(match["cue"] or match["sign"])
        if not match["see"] and _TEXT.counted.search(text, max(0, match.start() - 8), match.start()):
            continue
        items = list(cited(reading, match.end(), LISTS.letter if cue == "appendix" else LISTS.item))
        items = items or list(_lettered(reading, match.end()))
        if not items or (not match["see"] and _TEXT.of_a_thing.match(text, items[-1].end)):
            continue
        booklet = booklets.named_after(text, items[-1].end)
        certain = cue in _SURE_CUES and (
            bool(match["see"]) or bool(reading.names.shapes) or cue == "appendix"
        )
        for index, item in enumerate(_with_parts(reading, items)):
            start = item.start if index else match.start()
            yield mention_of(item, start, cue=cue, booklet=booklet, certain=certain)


def numbers_seen(reading: Reading) -> Iterator[Mention]:
    """Numbers right after "see": dotted ones, and whole ones that stand beside the name of their entry."""
    text = reading.text
    for match in _TEXT.see_number.finditer(text):
        for index, item in enumerate(_with_parts(reading, cited(reading, match.end()))):
            dotted = is_dotted(item.number)
            if not dotted and not _is_titled(reading, item):
                break
            start = item.start if index else match.start()
            yield mention_of(item, start, certain=dotted and shape(item.number) in reading.names.shapes)


def _with_parts(reading: Reading, items: Iterable[Item]) -> Iterator[Item]:
    """Numbers with the parts that are named in brackets behind them, where entries of ours are those parts."""
    for item in items:
        while not item.to and (part := _TEXT.part.match(reading.text, item.end)):
            name = part["part"] or part["below"]
            named = (f"{item.number}{name}", f"{item.number}.{name}")
            known = next((each for each in named if is_dotted(each) and reading.names.numbered(each)), "")
            if not known:
                break
            item = item._replace(number=known, end=part.end())
        yield item


def cited(reading: Reading, position: int, pattern: re.Pattern[str] = LISTS.item) -> Iterator[Item]:
    """The numbers of a list, with the brackets that belong to them; those of what is no entry are left."""
    if pattern is not LISTS.item or not reading.names.has_brackets:
        yield from numbers_at(reading.text, position, pattern)
        return
    for item in numbers_at(reading.text, position, _TEXT.item_in_brackets, _TEXT.range_in_brackets):
        while not (item.to or item.title or reading.names.numbered(item.number)):
            brackets = _TEXT.last_brackets.search(item.number)
            if brackets is None:
                break
            item = item._replace(number=item.number[: brackets.start()], end=item.end - len(brackets[0]))
        yield item


def _lettered(reading: Reading, position: int) -> Iterator[Item]:
    """The letter that an entry is numbered with: "section C", "See rule G"."""
    letter = _TEXT.capital.match(reading.text, position)
    if letter and reading.names.lettered(letter[0]):
        yield with_range(reading.text, letter[0], letter.start(), letter.end(), LISTS.range)


def mention_of(item: Item, start: int | None = None, **facts: Any) -> Mention:
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


def _is_titled(reading: Reading, item: Item) -> bool:
    """Whether the entry with this number has the name that is printed beside it."""
    beside = reading.text[item.end : item.end + 60].lstrip(' .,:“"').lower()
    titles = [entry.title for entry in reading.names.numbered(item.number) if entry.title]
    return any(item.title or beside.startswith(title.lower()) for title in titles)
