"""Which citation says where a quotation is from? The citations of a post, and what each quotation stands with."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from kb.cite.deciding import Decisions, decide, linked
from kb.cite.evidence import NAMING
from kb.cite.finders import Found, find
from kb.cite.meaning import Decided
from kb.cite.quotations import Quotation, is_inside
from kb.cite.rules import Rules
from kb.cite.shield import FILLER
from kb.link.patterns import Patterns, table

_BETWEEN = Patterns("attributing")
_BESIDE = Patterns("weighing")

LINK_AND_WORDS = 12
"""Characters between a link's address and its words: `](`, `">`, ` <`."""

_LONGEST_CITATION = 300

_LED = 120
"""Characters before a quotation that tell who is said to say it."""

_BEHIND = 12
"""Characters before a citation in which another quotation may end."""

NEAR_BEFORE, NEAR_AFTER = 160, 120
"""Characters between a citation and the quotation that it belongs to."""

_NAMED = 2
"""How much farther a name is than a number: of "**Clicks**: “…”, rule 1.11.2a" the number tells where that is from."""

CLEAR = 3
"""Up to here a quotation is said to be the citation's; beyond it only shares its sentence."""

SIGNED = 0.5
"""The same for a citation behind words that are announced as somebody's: "(CR 314.6)"."""

SHARED = 10
"""Up to here several quotations may belong to one citation, in one sentence."""

_FORMS = frozenset(("wiki", "number", "bare", "place", "page", "entry", "see"))
_SENTENCE_ENDS = frozenset(".!?…")
_SAYS_NOTHING = " \t\n,>*_)]}\0\x01"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribution:
    """What a quotation is said to be from."""

    cited: int | None = None
    """The number of the citation that it belongs to."""

    beside: int | None = None
    """The number of the nearest citation in its paragraph, where none belongs to it."""

    is_clear: bool = False
    """Whether the post says so, or the two merely stand together."""

    is_spoken: bool = False
    """Whether somebody's or a card's words are announced."""

    is_of_book: bool = False
    """Whether it is said to stand in a book of rules."""

    is_unsaid: bool = False
    """Whether nobody says that it stands there so: it is denied, remembered or only thought of."""


def citations_outside(
    rules: Rules, post: str, text: str, quoted: Sequence[Quotation], game: str | None
) -> Decisions:
    """The citations of a post, and its links that hang on other words, in order; none inside a quotation."""
    cites = ((one, replace(one, end=one.start + 1)) for one in find(text) if one.form in _FORMS)
    found = [one for one, begins in cites if not is_inside(begins, quoted)]  # it may end in a quoted title
    links = list(linked(rules, post))
    said = decide(rules, text, found, game, quoted, links)
    alone = [one for one in links if not _is_said(one, said.decided)]
    return replace(said, decided=tuple(sorted([*said.decided, *alone], key=lambda one: one.found.start)))


def _is_said(link: Decided, said: Sequence[Decided]) -> bool:
    """Whether a link hangs on words that cite the same, as in `[314.6](…)`: the ones before it or after it."""
    number = bisect_left(said, link.found.start, key=lambda one: one.found.start)
    return is_pinned_now(link) and any(
        max(link.found.start - one.found.end, one.found.start - link.found.end) <= LINK_AND_WORDS
        for one in said[max(0, number - 1) : number + 1]
        if one.entries == link.entries
    )


def is_pinned_now(link: Decided) -> bool:
    """Whether a link leads to what its entry says now."""
    return all(link.found.name in (entry.permalink, entry.url) for entry in link.entries)


def attributions(text: str, quoted: Sequence[Quotation], cited: Sequence[Decided]) -> list[Attribution]:
    """What each quotation is from: the nearest pairs first, a citation once, but for those in one sentence."""
    pairs = sorted(
        (
            (cost, place, number)
            for place, quotation in enumerate(quoted)
            for number, cost in _near(text, quoted, place, cited)
        ),
        key=lambda pair: (
            pair[0] + _NAMED * (cited[pair[2]].found.form in NAMING),
            pair[1],
            _gap(quoted[pair[1]], cited[pair[2]]),
        ),
    )
    chosen: dict[int, tuple[float, int]] = {}
    claimed: set[int] = set()
    for shares in (False, True):
        for cost, place, number in pairs:
            if place not in chosen and (cost < SHARED if shares else number not in claimed):
                chosen[place] = cost, number
                claimed.add(number)
    return [_attribution(text, quotation, cited, chosen.get(place)) for place, quotation in enumerate(quoted)]


def _gap(quotation: Quotation, cited: Decided) -> int:
    """How many characters stand between the two; less than none where the one is inside the other."""
    return max(cited.found.start, quotation.start) - min(cited.found.end, quotation.end)


def _attribution(
    text: str, quotation: Quotation, cited: Sequence[Decided], pair: tuple[float, int] | None
) -> Attribution:
    before = text[max(0, quotation.start - _LED) : quotation.start].replace("\0", "")
    behind = text[quotation.end : quotation.end + _LED].replace(FILLER, "").replace("\0", "")
    is_spoken = not quotation.block and bool(_BETWEEN.spoken.search(before))
    is_placed = bool(_BETWEEN.book_behind.match(behind))
    is_of_book = is_placed or bool(_BETWEEN.book.search(before))
    bracket = _BETWEEN.in_brackets.match(text, quotation.end)
    is_unsaid = bool(
        _BETWEEN.denied_behind.match(text, bracket.end() if bracket else quotation.end)
        or _BETWEEN.unsaid.search(before)
        or _BETWEEN.of_card.search(before)
        or _BETWEEN.denied.search(before)
        or (not is_placed and _BETWEEN.vague.search(before))
    )
    told = Attribution(is_spoken=is_spoken, is_of_book=is_of_book, is_unsaid=is_unsaid)
    if pair is None:
        return replace(told, beside=_beside(text, quotation, cited))
    is_behind = cited[pair[1]].found.start > quotation.start
    near = SIGNED if is_spoken and is_behind else CLEAR
    return replace(told, cited=pair[1], is_clear=pair[0] <= near and (is_behind or not quotation.named))


def _beside(text: str, quotation: Quotation, cited: Sequence[Decided]) -> int | None:
    """The nearest citation of the same paragraph."""
    after = bisect_left(cited, quotation.start, key=lambda one: one.found.start)
    near = []
    for number in (after - 1, after):
        gap = _gap(quotation, cited[number]) if 0 <= number < len(cited) else -1
        if 0 <= gap <= NEAR_BEFORE:
            first = min(cited[number].found.end, quotation.end)
            between = text[first : first + gap]
            # an empty line parts the two, but for those that set a block apart
            if not _BETWEEN.empty_line.search(between.strip(_SAYS_NOTHING) if quotation.block else between):
                near.append((gap, number))
    return min(near)[1] if near else None


def _near(
    text: str,
    quoted: Sequence[Quotation],
    place: int,
    cited: Sequence[Decided],
) -> Iterator[tuple[int, float]]:
    """The citations that may tell where a quotation, at its place among all, is from, and how far each is from it.

    What announces the next quotation is no sign of this one.
    """
    quotation, following = quoted[place], quoted[place + 1 : place + 2]
    first = bisect_left(
        cited, quotation.start - NEAR_BEFORE - _LONGEST_CITATION, key=lambda one: one.found.start
    )
    last = bisect_left(cited, quotation.end + NEAR_AFTER + 1, key=lambda one: one.found.start)
    before = bisect_left(cited, quotation.start, key=lambda one: one.found.start) - 1
    led = text[max(0, quotation.start - _LED) : quotation.start]
    if before >= 0 and _BETWEEN.same.search(led):
        yield before, CLEAR
    if before >= 0 and _BETWEEN.same_behind.match(text, quotation.end):
        former = quoted[max(place - 1, 0)]
        start = (quotation if former.block else former).start
        yield max(bisect_left(cited, start, key=lambda one: one.found.start) - 1, 0), CLEAR
    if before > 0 and _BETWEEN.first_of_two.search(led):
        yield before - 1, CLEAR
    is_apart = bool(_BETWEEN.led_paragraph.search(led)) and not _BETWEEN.spoken.search(led.rstrip())
    is_block = quotation.block or is_apart
    for number in range(first, last):
        found = cited[number].found
        is_led = text[found.end : quotation.start].strip(_SAYS_NOTHING) == ":"
        if not is_led and _BETWEEN.not_that.search(text[max(0, found.start - _BEHIND) : found.start]):
            continue
        cost = None
        if 0 <= quotation.start - found.end <= NEAR_BEFORE:
            if _is_in_next_item(_BETWEEN.bullet, text, found.start, quotation.start):
                continue
            cost = _cost("announcing", text[found.end : quotation.start], is_block=is_block)
        elif 0 <= found.start - quotation.end <= NEAR_AFTER:
            inside = text[max(0, quotation.end - 3) : quotation.end]
            between = text[quotation.end : found.start]
            is_quoted = not quotation.block and between.rstrip(" *_").endswith("\n>")
            is_of_next = is_quoted or any(_is_announcing(text, found, one) for one in following)
            if is_of_next or _is_in_next_item(_BETWEEN.item, text, quotation.start, found.start):
                continue
            said = between.strip(_SAYS_NOTHING)
            begins = said[:1].isupper() or bool(_BETWEEN.anew.match(between))
            is_led_on = _BESIDE.citing.match(text, found.end) or _BETWEEN.leads_on.match(text, found.end)
            is_ended = _SENTENCE_ENDS.intersection(inside) and not _BETWEEN.tied.match(between)
            is_anew = bool(is_ended and (begins or is_led_on))
            cost = _cost("following", between, is_block=quotation.block, is_anew=is_anew)
        if cost is not None:
            yield number, cost + (not cited[number].entries)


def _is_announcing(text: str, found: Found, quotation: Quotation) -> bool:
    """Whether a citation says what is quoted behind it: "CR 314.6 says “…”"."""
    between = text[found.end : quotation.start]
    is_said = len(between) <= NEAR_BEFORE and bool(between.strip(_SAYS_NOTHING))
    return is_said and _cost("announcing", between, is_block=quotation.block) == 0


def _is_in_next_item(mark: re.Pattern[str], text: str, start: int, end: int) -> bool:
    """Whether the later of two places stands in a later line of a list, whose items begin with a mark."""
    first, last = (text.rfind("\n", 0, place) + 1 for place in (start, end))
    return first < last and mark.match(text, first) is not None and mark.match(text, last) is not None


@lru_cache(maxsize=4096)
def _cost(side: str, between: str, *, is_block: bool, is_anew: bool = False) -> float | None:
    """How far a citation is from the quotation on its side; None where they do not belong together."""
    said = between.replace("\0", "").replace(FILLER, "")
    kinds = ("", "block") if is_block else ("", "inline", "anew") if is_anew else ("", "inline")
    for name, where, cost, by_line, by_character in table("tables")[side]:
        if where in kinds and getattr(_BETWEEN, name).search(said):
            return cost + by_line * said.count("\n") + by_character * len(said) if cost >= 0 else None
    return None
