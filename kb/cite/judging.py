"""Is this citation or quotation right? One at a time, against the texts and against what they said before."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kb.analyse import name_key
from kb.cite.comparing import (
    EDITED,
    FEWEST,
    TELLING,
    Difference,
    copied,
    difference,
    held_then,
    holds,
    is_cut,
    is_sentence,
    likeness_to_cited,
    repeats,
    without_pointers,
)
from kb.cite.finders import NUMBERS
from kb.cite.meaning import Decided
from kb.cite.quotations import Quotation, words
from kb.cite.rules import Rules
from kb.cite.shield import FILLER, line_starts
from kb.entries import Entry
from kb.findings import Revision
from kb.link.patterns import Patterns
from kb.refs.numbers import key

_CUT = Patterns("comparing")
_QUOTED = Patterns("quotations")

VERDICTS = (
    "cited",
    "exact",
    "exact, cut short",
    "changed",
    "misnumbered",
    "not found",
    "re-used number",
    "withdrawn",
)
"""What a citation or quotation may be found to be; `withdrawn` is what stood in an edition and stands nowhere now."""

RIGHT = frozenset(("cited", "exact"))
"""Verdicts that leave nothing to be mended."""

ANOTHER = 0.8
"""Share of a quotation's words in another rule than it cites, from which that one is quoted."""

CLEARLY = 0.3
"""By how much more of a quotation another rule must have than the one it cites."""

WHOLE, NEARER = 0.98, 0.15
"""So much of a quotation in another rule, and so much more than in the one it cites, are as clear."""

ALIKE = 0.4
"""So much of it where nothing is cited, from which it may be of the rules at all."""

_MOST_HOLDERS = 3
"""More rules that have a quotation make no difference."""

_ONCE = ("game 0", "holders 1")
"""What is told of words that a text once had, as of those that one has."""

_LED = 80
"""Characters before a quotation or a number that tell what it is a part of, and whether it is of the past."""

_SPOKEN = 150
"""Characters before a quotation in which a post may speak of the condition that the quotation leaves out."""

_LONGEST_READ = 9_000
"""Characters of rules that follow each other, which a quotation may be taken from."""


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

    missing: bool = False
    """Whether what is cited is a number that nothing has."""

    at: tuple[int, int] = (0, 0)
    """Where in the post the quotation stands, or the citation where nothing is quoted with it."""

    cited_at: tuple[int, int] | None = None
    """Where the words that cite stand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What may be told of a quotation: as words of what is cited, or of whatever text has them."""

    verdict: str
    """One of VERDICTS."""

    quotation: Quotation
    cited: Decided | None
    entry: Entry | None
    past: Revision | None
    """The wording of the past that has these words."""

    signs: tuple[str, ...]
    """What its words and those of the texts tell."""


class Judge:
    """Judges the citations and quotations of one post."""

    def __init__(
        self,
        rules: Rules,
        post: str,
        games: Sequence[str],
        cited: Iterable[Decided],
        *,
        is_about: bool = True,
    ) -> None:
        """The games are in the order of how likely a post is about them; `is_about`: it is about the first."""
        self._rules, self._post, self._games, self._is_about = rules, post, games, is_about
        self._lines = line_starts(post)
        self._with_next: dict[str, list[tuple[list[str], list[str]]]] = {}
        self._cited = frozenset(entry.id for one in cited for entry in one.entries)

    def citation(self, decided: Decided) -> Finding | None:
        """A citation by itself: it leads somewhere or nowhere."""
        past = self._last_meant(decided)
        if past and decided.found.form == "link" and decided.entries and not is_pinned_now(decided):
            return self._old_link(decided, decided.entries[0], past)
        if decided.entry:
            return self._titled_otherwise(decided, decided.entry) or self._told(
                "cited", None, decided, decided.entry
            )
        if decided.entries:
            return None
        if past:
            return self._moved(decided, past)
        games = self._games[:1] if self._is_about else self._games
        near = [id for game in games for id in self._rules.names(game).near_numbers(decided.found.name)]
        entry = self._rules.entry(near[0]) if near else None
        return self._told("not found", None, decided, entry)

    def _titled_otherwise(self, cited: Decided, entry: Entry) -> Finding | None:
        """A number behind which the post has the title of another heading beside it: rule 701.17, “Sacrifice”."""
        if cited.found.form not in NUMBERS or not entry.title:
            return None
        inside = _CUT.title_inside.search(self._post[cited.found.start : cited.found.end])
        printed = inside or _CUT.title_behind.match(self._post, cited.found.end)
        if printed is None:
            return None
        name = name_key(printed["printed"])
        beside = self._rules.names(entry.game).children[entry.parent]
        meant = [one for one in beside if one.number and name_key(one.title or "") == name]
        if len(meant) != 1 or meant[0] is entry:
            return None
        past = self._rules.numbered_before(entry.game, entry.number or "")
        was_so = any(name_key(one.title or "") == name for one in past)
        return self._told("re-used number" if was_so else "misnumbered", None, cited, meant[0])

    def _old_link(self, cited: Decided, entry: Entry, past: Revision) -> Finding:
        """A permanent address whose wording is one of the past."""
        verdict = "changed"
        if past.number and entry.number != past.number:
            is_taken = self._rules.names(entry.game).numbered(past.number)
            verdict = "re-used number" if is_taken else "misnumbered"
        told = self._told(verdict, None, cited, entry, past)
        return replace(told, difference=difference(past.markdown.replace("\\", ""), entry.text))

    def _last_meant(self, cited: Decided) -> Revision | None:
        """The newest wording that a link or a number led to, where it leads to nothing now."""
        if cited.found.form == "link":
            return self._rules.addressed(cited.found.name)
        name = cited.found.name
        past = [one for game in self._rules.games for one in self._rules.numbered_before(game, name)]
        return past[-1] if past else None

    def _moved(self, cited: Decided, past: Revision) -> Finding | None:
        """A citation of what has another number now, unless the post tells that, or of what stands nowhere any more."""
        now = self._rules.entry(past.entry or "")
        if now is None:
            return self._gone("withdrawn", None, cited, past)
        if tells_of_past(self._post, cited.found.start):
            return None
        return self._told("misnumbered", None, cited, now, past)

    def _gone(
        self, verdict: str, quotation: Quotation | None, cited: Decided | None, past: Revision
    ) -> Finding:
        """What stood in an edition of the past, with the address that keeps it."""
        told = self._told(verdict, quotation, cited, None)
        url = self._rules.address(past.address)
        return replace(told, url=url, until=past.last, was=past.markdown.replace("\\", ""))

    def readings(self, quotation: Quotation) -> Iterator[Reading]:
        """What may be told of a quotation if nothing that the post cites is its source: what a text has, or nearly."""
        asked = quotation.all_words
        for number, game in enumerate(self._games):
            if found := self._rules.texts(game).holding(quotation.parts):
                held = next((one for one in found if one.id in self._cited), _fullest(found, quotation))
                signs = [f"game {min(number, 1)}", f"holders {min(len(found), _MOST_HOLDERS)}"]
                signs += ["repeated"] if all(repeats(one.text, quotation.parts) for one in found) else []
                signs += ["sentence"] if any(is_sentence(one.text, asked) for one in found) else []
                yield self._held(quotation, None, held, found, signs)
                return
        if old := self._said_before(quotation):
            yield old
            return
        about = f"about {int(self._is_about)}"
        near = []
        for number, game in enumerate(self._games):
            least = ANOTHER if number and self._is_about else ALIKE
            near.append(self._rules.texts(game).nearest(quotation.parts, least))
        entry, score = max(near, key=lambda each: each[1] if each[0] else 0.0)
        if entry and len(words(entry.text)) <= 2 * TELLING:
            score = max(score, likeness_to_cited(asked, entry.text))
        signs = [f"like {_tenths(score if entry else 0)}", about]
        if entry:
            yield self._reading("changed", quotation, None, entry, signs=signs)
        yield self._reading("not found", quotation, None, entry, signs=signs)

    def reading(self, quotation: Quotation, cited: Decided) -> Reading:
        """What is to be told of a quotation if it is from what is cited."""
        entry = cited.entry
        game = entry.game if entry else self._likeliest(cited.found.name, quotation)
        holders = self._rules.texts(game).holding(quotation.parts)
        for one in cited.entries:
            called = {name_key(one.title or ""), name_key(cited.found.name)}
            # a glossary and a rule may have one title: whoever cites the one by its name may quote the other
            inside = [
                each
                for each in holders
                if self._rules.is_within(each, one) or (one.title and name_key(each.title or "") in called)
            ]
            if inside:
                return self._held(quotation, cited, one if one in inside else inside[0], inside)
            if not holders and self._runs_on(one, quotation.parts):
                return self._reading("exact", quotation, cited, one)
        return self._wrong(quotation, cited, entry, holders, game)

    def inside(self, quotation: Quotation, first: Decided, last: Decided) -> Reading | None:
        """A quotation of a rule between the two ends of a range that is cited: the same as if that were cited."""
        ends = (*first.entries, *last.entries)
        if len(ends) != 2 or ends[0].game != ends[1].game:
            return None
        for held in self._rules.texts(ends[0].game).holding(quotation.parts):
            if ends[0].order < held.order < ends[1].order:
                return self.reading(quotation, replace(last, entries=(held,)))
        return None

    def recited(self, text: str, cited: Decided, quoted: Sequence[Quotation]) -> Finding | None:
        """The words of a rule that stand right behind its number with nothing around them: a rule as it is copied."""
        entry = cited.entry
        if entry is None:
            return None

        def is_held(said: Quotation) -> bool:  # by a rule, or once by the number that is cited
            held = self._rules.texts(entry.game).holding(said.parts)
            return bool(held or self._outdated(said, cited, entry, entry.game))

        found = copied(text, cited.found, entry, quoted, is_held)
        return self.finding(self.reading(self.without_glosses(found), cited)) if found else None

    def without_glosses(self, quotation: Quotation) -> Quotation:
        """A quotation without what the poster put in, if a text has the rest: "[sic]", "(emphasis mine)", "Leap: ".

        And a block of several lines as parts of a rule, between which others are left out.
        """
        first, behind = quotation.text[:1], quotation.text[1:]  # what begins it is there in place of words
        apart = quotation.text.replace("\n", " … ") if quotation.block else quotation.text
        unnamed = _QUOTED.headed.sub("", quotation.text)
        unnamed = unnamed if len(words(unnamed)) >= FEWEST else quotation.text  # few words are anybody's
        shorn = (first + _QUOTED.gloss.sub(" ", behind), unnamed, apart)
        readings = [quotation, *(replace(quotation, text=text) for text in shorn if text != quotation.text)]
        held = (
            one for one in readings if any(self._rules.texts(game).holding(one.parts) for game in self._games)
        )
        return next(held, quotation)

    def _likeliest(self, number: str, quotation: Quotation) -> str:
        """The game that had a number which leads nowhere now, or has the words that are quoted with it."""
        had = (game for game in self._games if self._rules.numbered_before(game, number))
        has = (game for game in self._games if self._rules.texts(game).holding(quotation.parts))
        return next(had, None) or next(has, None) or self._games[0]

    def _held(
        self,
        quotation: Quotation,
        cited: Decided | None,
        entry: Entry,
        holders: Sequence[Entry],
        signs: Sequence[str] = (),
    ) -> Reading:
        """Words that a rule has, whole or cut short."""
        led = self._post[max(0, quotation.start - _SPOKEN) : quotation.start]
        # a post may say that it quotes how a rule begins or ends
        is_whole = _CUT.part_before.search(led[-_LED:]) or not all(
            is_cut(one.text, quotation.parts, quotation.text, led) for one in holders
        )
        verdict = "exact" if is_whole else "exact, cut short"
        return self._reading(verdict, quotation, cited, entry, signs=signs)

    def _said_before(self, quotation: Quotation) -> Reading | None:
        """A quotation of what a text said in an edition of the past: changed, if that goes on nearly so."""
        parts, asked = quotation.parts, quotation.all_words
        for game in self._games if len(asked) >= TELLING else ():
            if past := _newest(self._rules.said_before(game, max(parts, key=len)), parts):
                now = self._rules.entry(past.entry or "")
                if now and likeness_to_cited(asked, now.text) >= EDITED:
                    return self._reading("changed", quotation, None, now, past, _ONCE)
                return self._reading("withdrawn", quotation, None, None, past, _ONCE)
        return None

    def _wrong(
        self,
        quotation: Quotation,
        cited: Decided,
        entry: Entry | None,
        holders: list[Entry],
        game: str,
    ) -> Reading:
        """Words that the cited rule does not have."""
        if old := self._outdated(quotation, cited, entry, game):
            return old
        if holders:
            chapter = key(cited.found.name)[:1]
            beside = [
                one
                for one in holders
                if (one.parent == entry.parent if entry else key(one.number or "")[:1] == chapter)
            ]
            signs = ["beside"] if beside else []
            signs.append(f"holders {min(len(holders), _MOST_HOLDERS)}")
            return self._reading(
                "misnumbered", quotation, cited, _fullest(beside or holders, quotation), signs=signs
            )
        nearest, score = self._rules.texts(game).nearest(quotation.parts)
        own = likeness_to_cited(quotation.all_words, entry.text) if entry else 0.0
        signs = [f"like {_tenths(own)}", f"near {_tenths(score)}"]
        is_called_so = nearest and name_key(nearest.title or "") == name_key(cited.found.name)
        is_own = entry and nearest and (is_called_so or self._rules.is_within(nearest, entry))
        if nearest and is_own and score >= max(own, EDITED):
            return self._reading("changed", quotation, cited, nearest, signs=signs)
        if nearest and (score >= max(own + CLEARLY, ANOTHER) or score >= max(own + NEARER, WHOLE)):
            is_telling = len(quotation.all_words) >= TELLING  # few words are like many rules
            return self._reading(
                "misnumbered" if is_telling else "not found", quotation, cited, nearest, signs=signs
            )
        if own >= EDITED:
            return self._reading("changed", quotation, cited, entry, signs=signs)
        return self._reading("not found", quotation, cited, nearest, signs=signs)

    def _outdated(
        self, quotation: Quotation, cited: Decided, entry: Entry | None, game: str
    ) -> Reading | None:
        """Words that the cited rule, or the cited number, had in an edition of the past."""
        parts = quotation.parts
        history = self._rules.history(entry) if entry else []
        own = _newest((one for one in history if one.fate != "current"), parts)
        if entry and own:
            if likeness_to_cited(quotation.all_words, entry.text) < EDITED:
                return self._reading("re-used number", quotation, cited, None, own)
            return self._reading("changed", quotation, cited, entry, own)
        number = (entry.number if entry else None) or cited.found.name
        so_numbered = self._rules.numbered_before(game, number)
        past = _newest((one for one in so_numbered if not (entry and one.entry == entry.id)), parts)
        if past is None:
            return None
        now = self._rules.entry(past.entry or "")
        if now is None:
            return self._reading("re-used number" if entry else "withdrawn", quotation, cited, None, past)
        return self._reading("re-used number" if entry else "misnumbered", quotation, cited, now, past)

    def _runs_on(self, entry: Entry, parts: list[list[str]]) -> bool:
        """Whether the words go on from the rule that is cited to those below it, or to the next ones beside it."""
        if entry.id not in self._with_next:
            self._with_next[entry.id] = self._read_on(entry)
        return any(
            holds([*own, *following], parts) and not holds(following, parts)
            for own, following in self._with_next[entry.id]
        )

    def _read_on(self, entry: Entry) -> list[tuple[list[str], list[str]]]:
        """The words of a rule and what is below it, and those of the next ones beside it: with pointers and without."""
        whole, beside = entry.text, ""
        for one in self._rules.names(entry.game).entries[entry.order + 1 :]:
            if len(whole) + len(beside) > _LONGEST_READ or one.parent is None:
                break
            if self._rules.is_within(one, entry):
                whole += f"\n{one.text}"
            elif one.parent == entry.parent:
                beside += f"\n{one.text}"
            else:
                break
        return [(words(read(whole)), words(read(beside))) for read in (str, without_pointers)]

    def _reading(
        self,
        verdict: str,
        quotation: Quotation,
        cited: Decided | None,
        entry: Entry | None,
        past: Revision | None = None,
        signs: Sequence[str] = (),
    ) -> Reading:
        more = ["cited"] if entry and entry.id in self._cited else []
        more += ["past"] if past and cited else []
        return Reading(
            verdict=verdict,
            quotation=quotation,
            cited=cited,
            entry=entry,
            past=past,
            signs=(*signs, *more),
        )

    def finding(self, reading: Reading) -> Finding:
        """A reading of a quotation as it is told."""
        if reading.past and reading.entry is None:
            return self._gone(reading.verdict, reading.quotation, reading.cited, reading.past)
        # that a text said so under another number is told without since when
        past = reading.past if reading.verdict == "changed" else None
        return self._told(reading.verdict, reading.quotation, reading.cited, reading.entry, past)

    def _told(
        self,
        verdict: str,
        quotation: Quotation | None,
        cited: Decided | None,
        entry: Entry | None,
        past: Revision | None = None,
    ) -> Finding:
        """What was found out about a quotation, or about the citation where nothing is quoted.

        `past` is the wording of the entry that it has or leads to, if that is not what the entry says now.
        """
        cited_at = (cited.found.start, cited.found.end) if cited else None
        at = (quotation.start, quotation.end) if quotation else cited_at or (0, 0)
        text = quotation.text if quotation else self._post[slice(*at)]
        is_near = verdict != "not found" or (cited is not None and entry in cited.entries)
        is_compared = quotation and verdict != "exact" and is_near
        told = difference(text.replace(FILLER, ""), entry.text) if entry and is_compared else ()
        history = self._rules.history(entry) if entry and past else []
        since = next((one.first for one in history[history.index(past) + 1 :]), None) if past else None
        return Finding(
            verdict=verdict,
            line=bisect_right(self._lines, at[0]),
            text=" ".join(text.replace("\0", "").replace(FILLER, "").split()),
            cited=self._post[slice(*cited_at)] if cited_at else "",
            entry=entry.id if entry else None,
            url=self._rules.url(entry) if entry else "",
            difference=told,
            since=since,
            missing=(
                verdict == "not found"
                and cited is not None
                and not cited.entries
                and self._last_meant(cited) is None
            ),
            at=at,
            cited_at=cited_at,
        )


def is_pinned_now(link: Decided) -> bool:
    """Whether a link leads to what its entry says now."""
    return all(link.found.name in (entry.permalink, entry.url) for entry in link.entries)


def _tenths(share: float) -> int:
    return int(10 * share)


def tells_of_past(post: str, start: int) -> bool:
    """Whether a post says that a number, which begins there, was so: "it used to be 701.17a"."""
    return _CUT.was.search(post[max(0, start - _LED) : start]) is not None


def _fullest(holders: Sequence[Entry], quotation: Quotation) -> Entry:
    """The first of the entries that say what is quoted without turning or limiting it."""
    return min(holders, key=lambda one: is_cut(one.text, quotation.parts, quotation.text))


def _newest(past: Iterable[Revision], parts: Sequence[Sequence[str]]) -> Revision | None:
    """The last of some wordings, in order, that has the parts of a quotation."""
    return next((one for one in reversed([*past]) if held_then(one, parts)), None)
