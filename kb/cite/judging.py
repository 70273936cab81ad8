"""Is this citation or quotation right? One at a time, against the texts and against what they said before."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kb.analyse import name_key
from kb.cite.attributing import Attribution, is_pinned_now
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
"""The same in another rule, from which that one is quoted."""

CLEARLY = 0.3
"""By how much more of a quotation another rule must have than the one it cites."""

WHOLE, NEARER = 0.98, 0.15
"""So much of a quotation in another rule, and so much more than in the one it cites, are as clear."""

UNCITED = 0.7
"""The same where nothing is cited, from which a quotation is one of the rules at all."""

_LED = 80
"""Characters before a quotation in which the book may be named that it is said to be from."""

_SPOKEN = 250
"""Characters before a quotation in which a post may speak of the condition that the quotation leaves out."""

LONG = 12
"""Words from which a piece of a sentence, quoted in other words and without its number, is taken for a rule's."""

_LONGEST_READ = 9_000
"""Characters of rules that follow each other, which a quotation may be taken from."""

_SLIP = 40
"""Characters between a rule's words and the number of another letter that is taken for theirs."""

FEWEST_CHANGED = 4
"""Words of a quotation that is told to be wrong, one more where it begins in mid-sentence; a shorter one is only ever
right."""


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

    def quotation(self, quotation: Quotation, cited: Decided | None, said: Attribution) -> Finding | None:
        """A quotation, with the citation that belongs to it; nothing about words that are no rule's."""
        quotation = self._without_glosses(quotation)
        if cited is None:
            return self._uncited(quotation, said)
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
                meant = one if one in inside else inside[0]
                return self._exact(quotation, cited, meant, inside, said)
            if not holders and self._runs_on(one, quotation.parts):
                return self._told("exact", quotation, cited, one)
        finding = self._wrong(quotation, cited, entry, holders, game)
        is_named = cited.found.form not in (*NUMBERS, "link")
        if finding.verdict == "misnumbered" and is_named and finding.entry in self._cited:
            return self._uncited(quotation, said)  # "Leap says “…”, see 702.19b"
        count = len(words(quotation.text))
        is_doubtful = count < FEWEST or quotation.emphasised
        is_untold = is_doubtful and finding.verdict == "not found" and not finding.missing
        is_common = count < TELLING and quotation.is_piece and finding.verdict == "misnumbered"
        if said.is_unsaid or count < FEWEST_CHANGED + quotation.is_piece or is_untold or is_common:
            return None
        is_behind = cited.found.start > quotation.end
        is_elsewhere = bool(holders) and finding.verdict == "misnumbered" and not said.is_clear
        is_of_other = said.is_of_book or finding.entry in self._cited
        is_apart = "\n" in self._post[cited.found.end : quotation.start]
        if is_elsewhere and (is_apart or (is_behind and is_of_other)):
            return self._uncited(quotation, said)
        is_whole = count >= TELLING and not (quotation.is_piece or quotation.block or said.is_spoken)
        is_told = said.is_clear or said.is_of_book or finding.missing or is_whole
        return finding if is_told or finding.verdict != "not found" else None

    def inside(
        self, quotation: Quotation, first: Decided, last: Decided, said: Attribution
    ) -> Finding | None:
        """A quotation of a rule between the two ends of a range that is cited: the same as if that were cited."""
        ends = (*first.entries, *last.entries)
        if len(ends) != 2 or ends[0].game != ends[1].game:
            return None
        for held in self._rules.texts(ends[0].game).holding(quotation.parts):
            if ends[0].order < held.order < ends[1].order:
                return self.quotation(quotation, replace(last, entries=(held,)), said)
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
        return self.quotation(found, cited, Attribution(is_clear=True)) if found else None

    def _without_glosses(self, quotation: Quotation) -> Quotation:
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

    def _exact(
        self,
        quotation: Quotation,
        cited: Decided | None,
        entry: Entry,
        holders: Sequence[Entry],
        said: Attribution,
    ) -> Finding | None:
        """Words that a rule has; nothing where they are cut short and nobody says that they stand there so."""
        led = self._post[max(0, quotation.start - _SPOKEN) : quotation.start]
        # a post may say that it quotes how a rule begins or ends
        if _CUT.part_before.search(led[-_LED:]) or not all(
            is_cut(one.text, quotation.parts, quotation.text, led) for one in holders
        ):
            return self._told("exact", quotation, cited, entry)
        return None if said.is_unsaid else self._told("exact, cut short", quotation, cited, entry)

    def _uncited(self, quotation: Quotation, said: Attribution) -> Finding | None:
        """A quotation without a number: of the one game that has it, the likeliest first."""
        asked = quotation.all_words
        count = len(asked)
        if quotation.is_piece and _CUT.named_by_it.match(self._post, quotation.end):
            return None
        is_held = False
        led = f" {name_key(self._post[max(0, quotation.start - _LED) : quotation.start])} "
        for number, game in enumerate(self._games):
            found = self._rules.texts(game).holding(quotation.parts)
            is_held = is_held or bool(found)
            own = self._cited if not said.is_spoken else frozenset()
            is_meant = said.is_of_book and not number
            found = [
                one
                for one in found
                if is_meant
                or one.id in own
                or (one.title and f" {name_key(one.title)} " in led)
                or not repeats(one.text, quotation.parts)
            ]
            fewest = FEWEST if not (number and quotation.is_piece) else TELLING
            if count < fewest:  # too few words, unless they are all of a rule
                found = [
                    one
                    for one in found
                    if words(one.text) == asked
                    or ((is_meant or one.id in self._cited) and is_sentence(one.text, asked))
                ]
            if found:
                cited = next((one for one in found if one.id in self._cited), _fullest(found, quotation))
                return self._exact(quotation, None, cited, found, said)
        if count < FEWEST or is_held:
            return None
        if not said.is_unsaid and (old := self._said_before(quotation)):
            return old
        near = []
        for number, game in enumerate(self._games):
            least = ANOTHER if number and self._is_about else UNCITED - CLEARLY
            near.append(self._rules.texts(game).nearest(quotation.parts, least))
        entry, score = max(near, key=lambda each: each[1] if each[0] else 0.0)
        if entry and len(words(entry.text)) <= 2 * TELLING:
            score = max(score, likeness_to_cited(asked, entry.text))
        is_told = said.is_of_book and (self._is_about or self._is_of_held(quotation))
        is_fragment = count < LONG and quotation.is_piece
        is_headline = quotation.emphasised and count <= LONG and not quotation.text.rstrip().endswith(".")
        if (
            entry
            and (is_told or not (said.is_spoken or is_fragment or is_headline))
            and not said.is_unsaid
            and score * count >= TELLING - 2
            and score >= UNCITED
        ):
            return self._told("changed", quotation, None, entry)
        is_question = quotation.text.rstrip().endswith("?")  # as no rule does
        is_other = quotation.emphasised or quotation.named or is_question or said.is_unsaid
        return self._told("not found", quotation, None, entry) if is_told and not is_other else None

    def _said_before(self, quotation: Quotation) -> Finding | None:
        """A quotation of what a text said in an edition of the past: changed, if that goes on nearly so."""
        parts, asked = quotation.parts, quotation.all_words
        for game in self._games if len(asked) >= TELLING else ():
            if past := _newest(self._rules.said_before(game, max(parts, key=len)), parts):
                now = self._rules.entry(past.entry or "")
                if now and likeness_to_cited(asked, now.text) >= EDITED:
                    return self._told("changed", quotation, None, now, past)
                return self._gone("withdrawn", quotation, None, past)
        return None

    def _is_of_held(self, quotation: Quotation) -> bool:
        """Whether a held text or game is named beside a quotation, in several words, or nothing else before it."""
        before = self._post[max(0, quotation.start - _LED) : quotation.start]
        near = f" {name_key(before)} {name_key(self._post[quotation.end : quotation.end + _LED])} "
        is_named = any(" " in name and f" {name} " in near for name in self._rules.called)
        return is_named or _CUT.others.search(before) is None

    def _wrong(
        self,
        quotation: Quotation,
        cited: Decided,
        entry: Entry | None,
        holders: list[Entry],
        game: str,
    ) -> Finding:
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
            return self._told("misnumbered", quotation, cited, _fullest(beside or holders, quotation))
        nearest, score = self._rules.texts(game).nearest(quotation.parts)
        own = likeness_to_cited(quotation.all_words, entry.text) if entry else 0.0
        is_called_so = nearest and name_key(nearest.title or "") == name_key(cited.found.name)
        is_own = entry and nearest and (is_called_so or self._rules.is_within(nearest, entry))
        if nearest and is_own and score >= max(own, EDITED):
            return self._told("changed", quotation, cited, nearest)
        if nearest and (score >= max(own + CLEARLY, ANOTHER) or score >= max(own + NEARER, WHOLE)):
            is_telling = len(quotation.all_words) >= TELLING  # few words are like many rules
            return self._told("misnumbered" if is_telling else "not found", quotation, cited, nearest)
        if own >= EDITED:
            return self._told("changed", quotation, cited, entry)
        return self._told("not found", quotation, cited, nearest)

    def _outdated(
        self, quotation: Quotation, cited: Decided, entry: Entry | None, game: str
    ) -> Finding | None:
        """Words that the cited rule, or the cited number, had in an edition of the past."""
        parts = quotation.parts
        history = self._rules.history(entry) if entry else []
        own = _newest((one for one in history if one.fate != "current"), parts)
        if entry and own:
            if likeness_to_cited(quotation.all_words, entry.text) < EDITED:
                return self._gone("re-used number", quotation, cited, own)
            return self._told("changed", quotation, cited, entry, own)
        number = (entry.number if entry else None) or cited.found.name
        so_numbered = self._rules.numbered_before(game, number)
        past = _newest((one for one in so_numbered if not (entry and one.entry == entry.id)), parts)
        if past is None:
            return None
        now = self._rules.entry(past.entry or "")
        if now is None:
            return self._gone("re-used number" if entry else "withdrawn", quotation, cited, past)
        return self._told("re-used number" if entry else "misnumbered", quotation, cited, now)

    def beside(self, quotation: Quotation, cited: Decided, said: Attribution) -> Finding | None:
        """A quotation that nothing ties to the citation beside it but its words: nearly those cited, or a sibling's."""
        entry, asked = cited.entry, quotation.all_words
        if (
            entry is None
            or said.is_unsaid
            or said.is_spoken
            or quotation.named
            or len(words(quotation.text)) < FEWEST
        ):
            return None
        holders = self._rules.texts(entry.game).holding(quotation.parts)
        if holders:
            slip = self._is_slip(quotation, cited, entry, holders) and not said.is_of_book
            return self._told("misnumbered", quotation, cited, holders[0]) if slip else None
        if quotation.is_piece:
            return None
        own = likeness_to_cited(asked, entry.text)
        _, most = self._rules.texts(entry.game).nearest(quotation.parts)
        return self._told("changed", quotation, cited, entry) if own >= max(EDITED, most) else None

    def _is_slip(self, quotation: Quotation, cited: Decided, entry: Entry, holders: Sequence[Entry]) -> bool:
        """Whether a sentence close to a letter's number is another letter's, which the post does not cite."""
        between = self._post[cited.found.end : quotation.start]
        gap = max(cited.found.start - quotation.end, len(between))
        is_sibling = all(one.parent == entry.parent and one.id not in self._cited for one in holders)
        is_apart = gap > _SLIP or _CUT.own_sentence.search(between)
        return is_sibling and (entry.number or "")[-1:].isalpha() and not is_apart

    def _runs_on(self, entry: Entry, parts: list[list[str]]) -> bool:
        """Whether the words go on from the rule that is cited to those below it, or to the next ones beside it."""
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
        readings = ((words(read(whole)), words(read(beside))) for read in (str, without_pointers))
        return any(
            holds([*own, *following], parts) and not holds(following, parts) for own, following in readings
        )

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
            missing=verdict == "not found" and cited is not None and not cited.entries,
            at=at,
            cited_at=cited_at,
        )


def tells_of_past(post: str, start: int) -> bool:
    """Whether a post says that a number, which begins there, was so: "it used to be 701.17a"."""
    return _CUT.was.search(post[max(0, start - _LED) : start]) is not None


def _fullest(holders: Sequence[Entry], quotation: Quotation) -> Entry:
    """The first of the entries that say what is quoted without turning or limiting it."""
    return min(holders, key=lambda one: is_cut(one.text, quotation.parts, quotation.text))


def _newest(past: Iterable[Revision], parts: Sequence[Sequence[str]]) -> Revision | None:
    """The last of some wordings, in order, that has the parts of a quotation."""
    return next((one for one in reversed([*past]) if held_then(one, parts)), None)
