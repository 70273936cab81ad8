"""Do a post's citations and quotations hold? Each is judged against the texts, and against what they said before."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kb.cite.attributing import belonging, citations_outside, is_pinned_now
from kb.cite.comparing import LONGEST, Difference, Texts, difference, holds, likeness_to_cited, runs_on
from kb.cite.deciding import Decided
from kb.cite.places import recognise
from kb.cite.quotations import Quotation, quotations, words
from kb.cite.rules import Rules
from kb.cite.shield import line_starts, machine_parts, masked
from kb.entries import Entry
from kb.findings import Revision

VERDICTS = ("exact", "changed", "misnumbered", "not found", "re-used number", "withdrawn")
"""What a citation or quotation may be found to be; `withdrawn` is what stood in an edition and stands nowhere now."""

EDITED = 0.6
"""Share of a quotation's words in the rule it cites, from which it is that rule with other words."""

ANOTHER = 0.7
"""The same in another rule, from which that one is quoted."""

CLEARLY = 0.1
"""By how much more of a quotation another rule must have than the one it cites."""

UNCITED = 0.75
"""The same where nothing is cited, from which a quotation is one of the rules at all."""


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

    until: str | None = None
    """The last edition that had what no text has any more."""

    was: str = ""
    """What it said."""


def verify(rules: Rules, post: str, *, source: str | None = None, game: str | None = None) -> list[Finding]:
    """Judge each citation and each quotation of a post, in order."""
    source = source or recognise(post)
    text = masked(post, machine_parts(post, source))
    quoted = quotations(post, text, source)
    cited = citations_outside(rules, post, text, quoted, game)
    judge, searched = _Judge(rules, post), _game(cited, rules, game)
    claimed: set[int] = set()
    found: list[tuple[int, Finding]] = []
    for quotation in quoted:
        number = belonging(text, quotation, cited, claimed)
        if number is not None:
            claimed.add(number)
        finding = judge.quotation(quotation, None if number is None else cited[number], searched)
        if finding:
            found.append((quotation.start, finding))
        elif number is not None:
            claimed.discard(number)
    for number, one in enumerate(cited):
        if number not in claimed and (finding := judge.citation(one)):
            found.append((one.found.start, finding))
    return [finding for _, finding in sorted(found, key=lambda each: each[0])]


def _game(cited: Sequence[Decided], rules: Rules, game: str | None) -> str | None:
    """The game whose texts are searched for a quotation that cites nothing."""
    games = {entry.game for one in cited for entry in one.entries}
    return game or (
        next(iter(games)) if len(games) == 1 else next(iter(rules.games)) if len(rules.games) == 1 else None
    )


class _Judge:
    def __init__(self, rules: Rules, post: str) -> None:
        self._rules, self._post = rules, post
        self._lines = line_starts(post)

    def citation(self, decided: Decided) -> Finding | None:
        """A citation by itself: it leads somewhere or nowhere."""
        found = decided.found
        if found.form == "link" and decided.entries and not is_pinned_now(decided):
            return self._old_link(decided)
        if len(decided.entries) == 1:
            return self._told(
                "exact", found.start, self._post[found.start : found.end], decided, decided.entries[0]
            )
        if decided.entries:
            return None
        if past := self._last_meant(decided):
            return self._moved(decided, past)
        near = [id for game in self._rules.games for id in self._rules.names(game).near_numbers(found.name)]
        entry = self._rules.entry(near[0]) if near else None
        return self._told("not found", found.start, self._post[found.start : found.end], decided, entry)

    def _old_link(self, decided: Decided) -> Finding:
        """A permanent address whose wording is one of the past."""
        found, entry = decided.found, decided.entries[0]
        words_then = self._rules.addressed(found.name)
        number = words_then.number if words_then else None
        moved = bool(number) and entry.number != number
        taken = moved and bool(self._rules.names(entry.game).numbered(number or ""))
        since = _since(self._rules.history(entry), words_then) if words_then else None
        verdict = "re-used number" if taken else "misnumbered" if moved else "changed"
        told = difference(words(words_then.markdown), words(entry.text)) if words_then else ()
        return self._told(
            verdict, found.start, self._post[found.start : found.end], decided, entry, told, since
        )

    def _last_meant(self, cited: Decided) -> Revision | None:
        """The newest wording that a link or a number led to, where it leads to nothing now."""
        if cited.found.form == "link":
            return self._rules.addressed(cited.found.name)
        past = [
            one for game in self._rules.games for one in self._rules.numbered_before(game, cited.found.name)
        ]
        return past[-1] if past else None

    def _moved(self, cited: Decided, past: Revision) -> Finding:
        """A citation of what has another number now, or stands nowhere any more."""
        place, text = cited.found.start, self._post[cited.found.start : cited.found.end]
        now = self._rules.entry(past.entry or "")
        if now is None:
            return self._withdrawn(place, text, cited, past)
        since = _since(self._rules.history(now), past)
        return self._told("misnumbered", place, text, cited, now, since=since)

    def _withdrawn(self, place: int, text: str, cited: Decided | None, past: Revision) -> Finding:
        """What stood in an edition of the past, with the address that keeps it."""
        told = self._told("withdrawn", place, text, cited, None)
        url = self._rules.address(past.address)
        return replace(told, url=url, until=past.last, was=past.markdown.replace("\\", ""))

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
        for one in cited.entries if cited else ():
            if any(self._is_within(holder, one) or _are_namesakes(holder, one) for holder in holders):
                return self._quoted("exact", quotation, cited, one)
            if not holders and self._runs_on(one, quotation.parts):
                return self._quoted("exact", quotation, cited, one)
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
            now = self._rules.entry(before.entry or "")
            if now is None:
                gone = self._withdrawn(quotation.start, quotation.text, cited, before)
                return replace(gone, verdict="re-used number") if entry else gone
            return self._quoted("re-used number" if entry else "misnumbered", quotation, cited, now)
        if holders:
            return self._quoted("misnumbered", quotation, cited, holders[0])
        texts = self._rules.texts(game)
        own = likeness_to_cited(asked, words(entry.text)) if entry else 0.0
        if entry and own >= EDITED and texts.nearest(parts, own + CLEARLY)[0] is None:
            return self._quoted("changed", quotation, cited, entry)
        nearest, score = texts.nearest(parts)
        if nearest and score >= ANOTHER and nearest != entry:
            return self._quoted("misnumbered", quotation, cited, nearest)
        return self._quoted(
            "changed" if own >= EDITED else "not found", quotation, cited, entry if own >= EDITED else nearest
        )

    def _runs_on(self, entry: Entry, parts: list[list[str]]) -> bool:
        """Whether the words go on from the rule that is cited to those below it, or to the next ones beside it."""
        own = words(entry.text)
        below: list[str] = []
        beside: list[str] = []
        for one in self._rules.names(entry.game).entries[entry.order + 1 :]:
            if len(own) + len(below) + len(beside) > LONGEST or one.parent is None:
                break
            if self._is_within(one, entry):
                below += words(one.text)
            elif one.parent == entry.parent:
                beside += words(one.text)
            else:
                break
        return holds([*own, *below], parts) or runs_on([*own, *below], beside, parts)

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
        is_near = verdict != "not found" or (cited is not None and entry in cited.entries)
        told = difference(asked, words(entry.text)) if entry and verdict != "exact" and is_near else ()
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


def _are_namesakes(one: Entry, other: Entry) -> bool:
    """Whether a glossary and a rule have the same title: whoever cites the one by its name may quote the other."""
    return bool(one.title) and one.title == other.title


def _held(revision: Revision, parts: list[list[str]]) -> bool:
    return holds(words(revision.markdown.replace("\\", "")), parts)


def _since(history: Sequence[Revision], past: Revision) -> str | None:
    """The edition that first read otherwise than a wording of the past."""
    return next((one.first for one in history[history.index(past) + 1 :]), None)
