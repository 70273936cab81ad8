"""Which citation says where a quotation is from? The citations of a post, outside of what it quotes."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from kb.cite.deciding import Decided, decide, links_found, own_links, ranges_apart
from kb.cite.finders import Found, find
from kb.cite.quotations import Quotation
from kb.cite.rules import Rules

_LINK_AND_WORDS = 12
"""Characters between a link's address and its words: `](`, `">`, ` <`."""

_LONGEST_CITATION = 300

NEAR_BEFORE, NEAR_AFTER = 160, 120
"""Characters between a citation and the quotation that it belongs to."""

# "CR 314.6: “", "rule 314.6 says that “"
_LEADS = re.compile(
    r"[\])>*_]*[\s:,—–-]*(?:(?:which )?(?:says?|states?|reads?|tells?|is|goes)(?: that| us)?)?[\s:,>*_]*"
)
# "” (314.6", "” — CR 314.6", "” from rule 314.6"
_TRAILS = re.compile(r"[\s.,;>*_]*[(\[—–-]*[\s\[(]*(?:see|from|per|cf\.?|is|that is|source:?)?\s*\[*")
# a line between, and no word: the citation may end another sentence
_APART = re.compile(r"[\])>*_\s]*\n[>*_\s]*")
# "” (314.6", "”\n— CR 314.6"
_SIGNED = re.compile(r"[^\S\n]*\n?[^\S\n]*[(\[—–-]")


def citations_outside(
    rules: Rules, post: str, text: str, quoted: Sequence[Quotation], game: str | None
) -> list[Decided]:
    """The citations of a post, and its links that hang on other words, in order; none inside a quotation."""
    found = [
        one for one in find(text) if one.form in ("wiki", "number", "bare") and not _is_inside(one, quoted)
    ]
    linked = list(_linked(rules, post))
    links = "\n" + " ".join(rules.address(folder) for folder in own_links(rules, post))
    said = decide(rules, text + links, ranges_apart(rules, found, game), game).decided
    alone = [one for one in linked if not any(_is_same(one, each) for each in _around(one, said))]
    return sorted([*said, *alone], key=lambda one: one.found.start)


def _is_inside(found: Found, quoted: Sequence[Quotation]) -> bool:
    """Whether a citation is part of a quotation; quotations stand in order."""
    number = bisect_left(quoted, found.end, key=lambda one: one.start) - 1
    return number >= 0 and quoted[number].end > found.start


def _linked(rules: Rules, post: str) -> Iterator[Decided]:
    """What the post's links to the rules lead to."""
    for match in links_found(rules, post):
        revision = rules.addressed(match[1])
        entry = rules.entry(revision.entry or "") if revision else None
        found = Found(start=match.start(), end=match.end(), form="link", name=match[1])
        yield Decided(found=found, entries=(entry,) if entry else ())


def _around(link: Decided, said: Sequence[Decided]) -> Sequence[Decided]:
    """The citations beside a link: the one before it and the one after it."""
    number = bisect_left(said, link.found.start, key=lambda one: one.found.start)
    return said[max(0, number - 1) : number + 1]


def _is_same(link: Decided, said: Decided) -> bool:
    """Whether a link hangs on words that cite the same, as in `[314.6](…)`."""
    between = max(link.found.start - said.found.end, said.found.start - link.found.end)
    return between <= _LINK_AND_WORDS and link.entries == said.entries and is_pinned_now(link)


def is_pinned_now(link: Decided) -> bool:
    """Whether a link leads to what its entry says now."""
    return all(link.found.name in (entry.permalink, entry.url) for entry in link.entries)


def belonging(text: str, quotation: Quotation, cited: Sequence[Decided], claimed: set[int]) -> int | None:
    """The citation that says where a quotation is from: the one that leads to it or follows it directly."""
    near: list[tuple[int, int]] = []
    first = bisect_left(
        cited, quotation.start - NEAR_BEFORE - _LONGEST_CITATION, key=lambda one: one.found.start
    )
    last = bisect_left(cited, quotation.end + NEAR_AFTER + 1, key=lambda one: one.found.start)
    for number in range(first, last):
        one = cited[number]
        before, after = quotation.start - one.found.end, one.found.start - quotation.end
        if number in claimed or not (0 <= before <= NEAR_BEFORE or 0 <= after <= NEAR_AFTER):
            continue
        between = (
            text[one.found.end : quotation.start] if before >= 0 else text[quotation.end : one.found.start]
        )
        between = between.replace("\0", "")
        if before >= 0 and _LEADS.fullmatch(between):
            near.append((2 if _APART.fullmatch(between) else 0, number))
        elif after >= 0 and _TRAILS.fullmatch(between):
            near.append((1 if _SIGNED.match(between) else 3, number))
        elif not re.search(r"\n\s*\n", between):
            near.append((10 + max(before, after), number))
    return min(near)[1] if near else None
