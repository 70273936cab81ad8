"""Which citations stand beside others? Names in a list, names beside words, titles, questions, whole numbers."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from kb.analyse import STOP_WORDS, name_key
from kb.cite.comparing import TELLING, TELLING_LETTERS, Texts
from kb.cite.evidence import NAMING, SPOKEN
from kb.cite.finders import NUMBERS, Found, entry_named, stem, whole_numbers
from kb.cite.meaning import BESIDE, JOINED, LED_ON, MARKS, Decided, entries_named
from kb.cite.quotations import Quotation, is_inside, words
from kb.cite.rules import Rules
from kb.entries import Entry
from kb.link.everyday import is_common
from kb.link.names import Names, called, straight
from kb.link.patterns import Patterns
from kb.refs.numbers import is_dotted

_LED = 90
"""Characters before a quotation in which its entry may be named."""

_MOST_HOLDING = 4
"""Entries with the same words, whose names are looked for."""

_ALIKE = 0.5
"""Share of a quotation's words in an entry, from which a name before it is that entry's."""

_SAYS_NOTHING = " \t,*_(\0\x01"

_BULLET = 40
"""Characters of marks at most between a colon and what is quoted."""

_SAID = Patterns("naming")


def next_named(rules: Rules, post: str, decided: Sequence[Decided]) -> Iterator[Decided]:
    """The names that stand in a list behind one that is cited: "see Push, Pull and Grab"."""
    for one in decided:
        entry, end = one.entry, one.end
        match = _SAID.name_next.match(post, end) if entry and one.found.form in LED_ON else None
        while entry and match:
            start, end = match.span("title")
            found = entry_named(post, start, end)
            called_so = [
                each
                for each in entries_named(rules.names(entry.game), found)
                if words(found.name) in map(words, called(each))
            ]
            if len(called_so) == 1:
                yield Decided(found=found, entries=(called_so[0],))
            match = _SAID.name_next.match(post, end) if len(called_so) == 1 else None


def named_by_words(
    rules: Rules,
    post: str,
    quoted: Sequence[Quotation],
    decided: Sequence[Decided],
    game: str,
) -> Iterator[Decided]:
    """The names beside words of the entries so called, "Reading Harm again: “…”", “…” (Harm)."""
    cited = {one.entries[0].id for one in decided if one.entries and one.found.form not in SPOKEN}
    for quotation in quoted:
        start = max(0, quotation.start - _LED)
        after = bisect_left(decided, quotation.end + BESIDE, key=lambda one: one.found.start)
        last = decided[after - 1] if after else None
        is_cited = last is not None and last.end > start and last.found.form not in SPOKEN
        for found, entry in _named_beside(
            rules.names(game), rules.texts(game), post, quotation, is_cited=is_cited
        ):
            if not is_inside(found, quoted):
                if entry.id not in cited:
                    yield Decided(found=found, entries=(entry,))
                break


def meant_otherwise(decided: Iterable[Decided], by_words: Sequence[Decided]) -> Iterator[Decided]:
    """The citations but for names that mean another entry so called, as the words beside them tell."""
    for one in decided:
        number = bisect_left(by_words, one.start, key=lambda each: each.end - 1)
        told = by_words[number] if number < len(by_words) else None
        is_same = told is not None and told.start < one.end == told.end
        is_of_it = told and told.entry and one.entry and one.entry.parent == told.entry.id
        if one.found.form not in NAMING or not is_same or is_of_it:
            yield one


def titled(
    names: Names,
    post: str,
    quoted: Sequence[Quotation],
    decided: Iterable[Decided],
) -> Iterator[Decided]:
    """The titles that nobody writes but to cite, a question or a heading, as they stand in the text."""
    cited = {entry.id for one in decided for entry in one.entries}
    written = straight(post)
    for title, entry in names.telling_titles.items():
        at = max(written.find(title), written.find(f"t{title[1:]}") if title.startswith("The ") else -1)
        beside = post[max(0, at - 1) : at] + post[at + len(title) : at + len(title) + 1]
        is_in_word = "/" in beside or any(map(str.isalnum, beside))
        if at < 0 or is_in_word or entry.id in cited:
            continue
        if not any(one.named and one.start <= at < one.end for one in quoted):
            yield Decided(found=entry_named(post, at, at + len(title)), entries=(entry,))


def questions_asked(names: Names, post: str) -> Iterator[Decided]:
    """The questions that are named by what they ask about, "the FAQ on Loki", "the Loki question", if only one fits."""
    said = [*_SAID.asked_on.finditer(post), *_SAID.asked.finditer(post)]
    asked = [
        (one, _plain_words(one.title or "")) for one in (names.entries if said else ()) if one.kind == "faq"
    ]
    for match in said:
        told = _plain_words(match["about"])
        fitting = [one for one, known in asked if told and told <= known]
        if len(fitting) == 1:
            found = Found(start=match.start(), end=match.end(), form="entry", name=match[0])
            yield Decided(found=found, entries=(fitting[0],))


def _plain_words(text: str) -> frozenset[str]:
    """The words of a text that say something, without an s at their end."""
    return frozenset(word.rstrip("s") for word in name_key(text).split() if word not in STOP_WORDS)


def headings_numbered(
    names: Names, post: str, quoted: Sequence[Quotation], decided: Sequence[Decided]
) -> Iterator[Decided]:
    """The headings with a large whole number that stands alone, in a post that cites by such numbers.

    Each is beside the words of its title, "subgames are 729", where a rule of it is cited, "nothing in 601", or in a
    list with a rule: "305 and 116.2a".
    """
    numbers = [
        one.entry.number or "" if one.entry and one.found.form == "link" else one.found.name
        for one in decided
        if one.found.form in (*NUMBERS, "link")
    ]
    cited = {stem(number).partition(".")[0] for number in numbers}
    if not any(map(names.numbered, cited)):
        return
    for found in whole_numbers(post):
        headed = [one for one in names.numbered(found.name) if one.title and one.number == found.name]
        if len(headed) != 1 or is_inside(found, quoted):
            continue
        led = post[max(0, found.start - BESIDE) : found.start]
        before = led.rpartition("\n")[2]
        behind = post[found.end : found.end + BESIDE].partition("\n")[0]
        said = set(name_key(f"{before} {behind}").split()).intersection(
            name_key(headed[0].title or "").split()
        )
        is_alone = before.endswith("(")  # which needs its title
        is_led = any(map(str.isalpha, before)) or bool(_SAID.wrapped.search(led))
        is_of_cited = found.weight > 0 and is_led and found.name in cited and not is_alone
        is_listed = bool(_SAID.listed_with.match(post, found.end))
        if is_of_cited or is_listed or any(len(word) >= TELLING_LETTERS for word in said):
            yield Decided(found=found, entries=(headed[0],))


def _named_beside(
    names: Names, texts: Texts, post: str, quotation: Quotation, *, is_cited: bool
) -> Iterator[tuple[Found, Entry]]:
    near = texts.holding(quotation.parts)[:_MOST_HOLDING]
    is_led = post[max(0, quotation.start - _BULLET) : quotation.start].rstrip(_SAYS_NOTHING).endswith(":")
    if not near and len(quotation.all_words) >= TELLING and (is_led or not is_cited):
        near = [*filter(None, [texts.nearest(quotation.parts, _ALIKE)[0]])]
    for entry in dict.fromkeys(_home(names, one) for one in near):
        found = _named_at(post, quotation, entry)
        if not found and not is_cited:
            found = _last_named(post, max(0, quotation.start - _LED), quotation.start, entry)
        if not found:
            behind = post[quotation.end : quotation.end + BESIDE].partition("\n")[0]
            found = _last_named(post, quotation.end, quotation.end + len(behind), entry, fewest=2)
        if found:
            yield found, entry


def _home(names: Names, entry: Entry) -> Entry:
    """The entry, or of a point or step without a title what it is one of."""
    over = names.by_id.get(entry.parent or "")
    is_point = entry.number and not entry.title and not is_dotted(entry.number)
    return over if is_point and over else entry


def _named_at(post: str, quotation: Quotation, entry: Entry) -> Found | None:
    """Where an entry is called by its name right before its words, "Harm: “…”", or right behind them, “…” (Harm)."""
    lead, trail = _SAID.leads_words, _SAID.trails_words.match(post, quotation.end)
    for name in _written(entry):
        at = post.rfind(name, max(0, quotation.start - len(name) - JOINED), quotation.start)
        is_led = at >= 0 and lead.fullmatch(post[at + len(name) : quotation.start])
        if is_led and name.islower() and " " not in name:
            is_led = _SAID.colon_led.match(post, at + len(name))
        begun = _SAID.begun if name.islower() else _SAID.word_begun
        if is_led and begun.search(post[max(0, at - MARKS) : at]):
            return entry_named(post, at, at + len(name))
        if trail and post.startswith(name, trail.end()) and not post[trail.end() + len(name) :][:1].isalnum():
            return entry_named(post, trail.end(), trail.end() + len(name))
    return None


def _written(entry: Entry) -> Iterable[str]:
    """The names of an entry, in small letters, too: "moving links"."""
    names = [*called(entry)]
    return dict.fromkeys([*names, *map(str.lower, names)])


def _last_named(post: str, start: int, end: int, entry: Entry, fewest: int = 1) -> Found | None:
    """Where in a stretch of a post an entry is called by its name for the last time, with a capital."""
    for name in dict.fromkeys(called(entry)):
        at = post.rfind(name, start, end) if name.count(" ") + 1 >= fewest else -1
        goes_on = at >= 0 and post.startswith(" ", at + len(name))
        if goes_on and _SAID.headed.search(post[max(0, at - MARKS) : at]):
            continue
        beside = post[max(0, at - 1) : at] + post[at + len(name) : at + len(name) + 1]
        if at >= 0 and name[0].isupper() and not (is_common(name) or any(map(str.isalnum, beside))):
            return entry_named(post, at, at + len(name))
    return None
