"""Which citations stand beside others? Names in a list, titles, questions, whole numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kb.analyse import STOP_WORDS, name_key
from kb.cite.comparing import TELLING_LETTERS
from kb.cite.finders import NUMBERS, entry_named, stem, whole_numbers
from kb.cite.meaning import BESIDE, LED_ON, Decided, entries_named
from kb.cite.quotations import Quotation, is_inside, words
from kb.cite.rules import Rules
from kb.link.names import Names, called, straight
from kb.link.patterns import Patterns

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
            yield Decided(found=entry_named(post, match.start(), match.end()), entries=(fitting[0],))


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
