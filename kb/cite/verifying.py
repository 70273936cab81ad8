"""Do a post's citations and quotations hold? Each is judged against the texts, and against what they said before."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.cite.comparing import Difference, Texts, difference, holds, likeness
from kb.cite.deciding import Decided, decide, links_found, own_links, ranges_apart
from kb.cite.finders import Found, find
from kb.cite.places import recognise
from kb.cite.quotations import Quotation, quotations, words
from kb.cite.rules import Rules
from kb.cite.shield import line_starts, machine_parts, masked
from kb.entries import Entry
from kb.findings import Revision

VERDICTS = ("exact", "changed", "misnumbered", "not found", "re-used number")
"""What a citation or quotation may be found to be."""

EDITED = 0.6
"""Share of a quotation's words in the rule it cites, from which it is that rule with other words."""

ANOTHER = 0.7
"""The same in another rule, from which that one is quoted."""

UNCITED = 0.75
"""The same where nothing is cited, from which a quotation is one of the rules at all."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What was found out about one citation or quotation of a post."""

    verdict: str
    """One of VERDICTS."""

    line: int
    text: str
    """The quotation, or the citation where nothing is quoted with it."""

    cited: str
    """The words that cite; empty for a quotation without a citation."""

    entry: str | None
    """Id of the entry that has these words, or the nearest to them."""

    url: str
    difference: Difference = ()
    since: str | None = None
    """The edition since which the text reads otherwise, if that is known."""


def verify(rules: Rules, post: str, *, source: str | None = None, game: str | None = None) -> list[Finding]:
    """Judge each citation and each quotation of a post, in order."""
    source = source or recognise(post)
    text = masked(post, machine_parts(post, source))
    quoted = quotations(post, text, source)
    cited = _citations(rules, post, text, quoted, game)
    judge = _Judge(rules, post)
    claimed: set[int] = set()
    found: list[tuple[int, Finding]] = []
    for quotation in quoted:
        number = _belonging(text, quotation, cited, claimed)
        if number is not None:
            claimed.add(number)
        finding = judge.quotation(
            quotation, None if number is None else cited[number], _game(cited, rules, game)
        )
        if finding:
            found.append((quotation.start, finding))
        elif number is not None:
            claimed.discard(number)
    for number, one in enumerate(cited):
        if number not in claimed and (finding := judge.citation(one)):
            found.append((one.found.start, finding))
    return [finding for _, finding in sorted(found, key=lambda each: each[0])]


def _citations(
    rules: Rules, post: str, text: str, quoted: Sequence[Quotation], game: str | None
) -> list[Decided]:
    """The citations outside of quotations."""
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
    return between <= _LINK_AND_WORDS and link.entries == said.entries and _is_pinned_now(link)


def _is_pinned_now(link: Decided) -> bool:
    return all(link.found.name in (entry.permalink, entry.url) for entry in link.entries)


def _game(cited: Sequence[Decided], rules: Rules, game: str | None) -> str | None:
    """The game whose texts are searched for a quotation that cites nothing."""
    games = {entry.game for one in cited for entry in one.entries}
    return game or (
        next(iter(games)) if len(games) == 1 else next(iter(rules.games)) if len(rules.games) == 1 else None
    )


def _belonging(text: str, quotation: Quotation, cited: Sequence[Decided], claimed: set[int]) -> int | None:
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
            near.append((0, number))
        elif after >= 0 and _TRAILS.fullmatch(between):
            near.append((1, number))
        elif not re.search(r"\n\s*\n", between):
            near.append((10 + max(before, after), number))
    return min(near)[1] if near else None


class _Judge:
    def __init__(self, rules: Rules, post: str) -> None:
        self._rules, self._post = rules, post
        self._lines = line_starts(post)

    def citation(self, decided: Decided) -> Finding | None:
        """A citation by itself: it leads somewhere or nowhere."""
        found = decided.found
        if found.form == "link" and not _is_pinned_now(decided):
            return self._old_link(decided)
        if len(decided.entries) == 1:
            return self._told(
                "exact", found.start, self._post[found.start : found.end], decided, decided.entries[0]
            )
        if decided.entries:
            return None
        near = [id for game in self._rules.games for id in self._rules.names(game).near_numbers(found.name)]
        entry = self._rules.entry(near[0]) if near else None
        return self._told("not found", found.start, self._post[found.start : found.end], decided, entry)

    def _old_link(self, decided: Decided) -> Finding:
        """A permanent address whose wording is one of the past."""
        found, entry = decided.found, decided.entries[0]
        words_then = self._rules.addressed(found.name)
        number = words_then.number if words_then else None
        taken = (
            bool(number)
            and entry.number != number
            and bool(self._rules.names(entry.game).numbered(number or ""))
        )
        since = _since(self._rules.history(entry), words_then) if words_then else None
        verdict = "re-used number" if taken else "changed"
        told = difference(words(words_then.markdown), words(entry.text)) if words_then else ()
        return self._told(
            verdict, found.start, self._post[found.start : found.end], decided, entry, told, since
        )

    def quotation(self, quotation: Quotation, cited: Decided | None, game: str | None) -> Finding | None:
        """A quotation, with the citation that belongs to it."""
        entry = cited.entries[0] if cited and len(cited.entries) == 1 else None
        game = entry.game if entry else game
        if game is None:
            return None
        texts = self._rules.texts(game)
        holders = texts.holding(quotation.parts)
        if entry is None and cited is None:
            return self._uncited(quotation, texts, holders)
        if entry and any(self._is_within(one, entry) for one in holders):
            return self._quoted("exact", quotation, cited, entry)
        return self._wrong(quotation, cited, entry, holders, game)

    def _uncited(self, quotation: Quotation, texts: Texts, holders: list[Entry]) -> Finding | None:
        if holders:
            return self._quoted("exact", quotation, None, holders[0])
        nearest, score = texts.nearest(quotation.parts, UNCITED)
        return self._quoted("changed", quotation, None, nearest) if nearest and score >= UNCITED else None

    def _wrong(
        self,
        quotation: Quotation,
        cited: Decided | None,
        entry: Entry | None,
        holders: list[Entry],
        game: str,
    ) -> Finding:
        """Words that the cited rule does not have."""
        parts = quotation.parts
        asked = [word for part in parts for word in part]
        if entry and (past := self._past(entry, parts)):
            return self._quoted(
                "changed", quotation, cited, entry, since=_since(self._rules.history(entry), past)
            )
        if before := self._before(cited, entry, game, parts):
            now = self._rules.entry(before.entry or "") or entry
            return self._quoted("re-used number" if entry else "misnumbered", quotation, cited, now)
        if holders:
            return self._quoted("misnumbered", quotation, cited, holders[0])
        nearest, score = self._rules.texts(game).nearest(parts)
        own = likeness(asked, words(entry.text)) if entry else 0.0
        if entry and own >= EDITED and own >= score - 0.1:
            return self._quoted("changed", quotation, cited, entry)
        if nearest and score >= ANOTHER and nearest != entry:
            return self._quoted("misnumbered", quotation, cited, nearest)
        return self._quoted(
            "changed" if own >= EDITED else "not found", quotation, cited, entry if own >= EDITED else nearest
        )

    def _past(self, entry: Entry, parts: list[list[str]]) -> Revision | None:
        """The newest wording of the past in which an entry had these words."""
        past = [one for one in self._rules.history(entry) if one.fate != "current"]
        return next((one for one in reversed(past) if _held(one, parts)), None)

    def _before(
        self, cited: Decided | None, entry: Entry | None, game: str, parts: list[list[str]]
    ) -> Revision | None:
        """What the cited number meant when it stood for these words, if it stands for others now."""
        number = (entry.number if entry else None) or (cited.found.name if cited else "")
        past = self._rules.numbered_before(game, number)
        return next(
            (one for one in reversed(past) if one.entry != (entry and entry.id) and _held(one, parts)), None
        )

    def _is_within(self, holder: Entry, entry: Entry) -> bool:
        """Whether the words stand in the entry or below it: 702.19 is cited and 702.19b quoted."""
        names = self._rules.names(entry.game)
        return holder.id == entry.id or any(above.id == entry.id for above in names.ancestors(holder))

    def _quoted(
        self,
        verdict: str,
        quotation: Quotation,
        cited: Decided | None,
        entry: Entry | None,
        since: str | None = None,
    ) -> Finding:
        asked = [word for part in quotation.parts for word in part]
        told = difference(asked, words(entry.text)) if entry and verdict != "exact" else ()
        return self._told(verdict, quotation.start, quotation.text, cited, entry, told, since)

    def _told(
        self,
        verdict: str,
        place: int,
        text: str,
        cited: Decided | None,
        entry: Entry | None,
        told: Difference = (),
        since: str | None = None,
    ) -> Finding:
        return Finding(
            verdict=verdict,
            line=bisect_right(self._lines, place),
            text=" ".join(text.replace("\0", "").split()),
            cited=self._post[cited.found.start : cited.found.end] if cited else "",
            entry=entry.id if entry else None,
            url=self._rules.url(entry) if entry else "",
            difference=told,
            since=since,
        )


def _held(revision: Revision, parts: list[list[str]]) -> bool:
    return holds(words(revision.markdown.replace("\\", "")), parts)


def _since(history: Sequence[Revision], past: Revision) -> str | None:
    """The edition that first read otherwise than a wording of the past."""
    return next((one.first for one in history[history.index(past) + 1 :]), None)
