"""Which words point at an entry by its name? "(see Fatigue)", "See also Harm and Splash"."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kb.link import booklets
from kb.link.mentions import Mention, Reading
from kb.link.patterns import Patterns

_TEXT = Patterns("text.pointers")

_MOST_NAMES = 100
_LONGEST_SENTENCE = 600
"""Characters in which the names that "those entries" takes up are looked for."""


def named_targets(reading: Reading) -> Iterator[Mention]:
    """Names after "see"."""
    text = reading.text
    for match in _TEXT.see.finditer(text):
        if _TEXT.tells.search(text[max(0, match.start() - 10) : match.start()]):
            yield from _names_from(reading, match)
    for match in _TEXT.described.finditer(text):
        mention = _name_at(reading, match.end(), match.end())
        if mention and mention.form == "name" and not mention.booklet:
            yield replace(mention, certain=False)


def _names_from(reading: Reading, match: re.Match[str]) -> Iterator[Mention]:
    """The names of a list after "see"."""
    text = reading.text
    position, first = match.end(), match.start()
    article = _TEXT.article.search(text, first, position)
    for _ in range(_MOST_NAMES):
        mention = _known_at(reading, article.start(), first) if article else None
        mention, article = mention or _name_at(reading, position, first), None
        if mention is None:
            break
        yield mention
        page = _TEXT.page.match(text, mention.end)
        separator = _TEXT.separator.match(text, page.end() if page else mention.end)
        if separator is None:
            break
        position = first = separator.end()


def _name_at(reading: Reading, position: int, first: int) -> Mention | None:
    text = reading.text
    if those := _TEXT.those.match(text, position):
        return Mention(start=first, end=those.end(), form="those")
    if quoted := _TEXT.quoted.match(text, position):
        name = quoted["name"].strip(" .,")
        certain = name[:1].isupper() or name[:1].isdigit()
        return Mention(start=first, end=quoted.end(), form="name", name=name, certain=certain)
    if bracketed := _TEXT.bracketed.match(text, position):
        name = bracketed["name"].strip()
        return Mention(start=first, end=bracketed.end(), form="name", name=name, certain=False)
    if known := _known_at(reading, position, first):
        return known
    if booklet := booklets.named_at(text, position):
        name = booklet.group()
        return Mention(start=first, end=booklet.end(), form="name", name=name, booklet=name, certain=False)
    capitals = _TEXT.capitals.match(text, position)
    if capitals and not _TEXT.no_name.match(text, position):
        return Mention(start=first, end=capitals.end("name"), form="name", name=capitals["name"])
    return None


def _known_at(reading: Reading, position: int, first: int) -> Mention | None:
    """The longest name of an entry that stands here, and nothing more."""
    at = reading.word_at(position)
    known = None if at is None else reading.names.lexicon.longest(reading.words, at)
    if known is None or not _ends_well(reading, known[0], position):
        return None
    end = reading.words[known[0] - 1].end
    name = reading.text[position:end]
    return Mention(start=first, end=end, form="name", name=name, candidates=tuple(known[1]))


def _ends_well(reading: Reading, after: int, position: int) -> bool:
    """Whether the name is all that is pointed at: not in "see attack damage dealt" or "see Attack Step"."""
    if after >= len(reading.words):
        return True
    following = reading.words[after]
    if reading.text[position].isupper():
        return not following.capital or following.initial or following.key in ("", ",")
    return following.key in ("", ",", "and", "or", "on", "for", "below", "above", "section", "rules", "entry")


def terms_just_named(text: str, at: int, spans: Sequence[tuple[int, str]]) -> list[str]:
    """What "those entries" at `at` are: what the sentence before names, after its colon if it has one.

    `spans` are the places where entries are named, in order, with their ids.
    """
    lead = max(0, at - _LONGEST_SENTENCE)
    end = lead + len(text[lead:at].rstrip().rstrip(".!?"))
    start = max(text.rfind(mark, lead, end) for mark in (". ", "! ", "? ", "\n"))
    begin = max(start, text.rfind(":", max(start, lead), end))
    first, last = bisect_left(spans, (begin + 1, "")), bisect_left(spans, (at, ""))
    return list(dict.fromkeys(entry for _at, entry in spans[first:last]))
