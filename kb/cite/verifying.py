"""Do a post's citations and quotations hold? All of a post, and what it is about."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from kb.analyse import name_key
from kb.cite.attributing import likeliest
from kb.cite.deciding import Decisions, decide, linked
from kb.cite.finders import NUMBERS, find
from kb.cite.judging import VERDICTS, Finding, Judge, is_pinned_now
from kb.cite.meaning import Decided
from kb.cite.places import recognise
from kb.cite.quotations import Quotation, is_inside, quotations
from kb.cite.rules import Rules
from kb.cite.saying import say
from kb.cite.shield import as_read

_TOLD = ("exact", *(verdict for verdict in VERDICTS if verdict != "exact"))

LINK_AND_WORDS = 12
"""Characters between a link's address and its words: `](`, `">`, ` <`."""

_FORMS = frozenset(("wiki", "number", "bare", "place", "page", "entry", "see"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What was found out about a post."""

    findings: tuple[Finding, ...]

    game: str | None
    """The game that the post is about."""

    why: str
    """What in the post told the game; empty where it was given, or only one is held."""

    text: str
    """The post as its quotations were read: what a reader does not see of it is blotted out."""

    def in_one_line(self, rules: Rules) -> str:
        """What readers of the post may be told: "Checked against Magic 2026-01-16: 3 quotations exact"."""
        entries = (rules.entry(finding.entry) for finding in self.findings if finding.entry)
        texts = dict.fromkeys(
            " ".join(filter(None, (rules.games[one.game].title, one.edition))) for one in entries if one
        )
        if self.game and not texts:
            texts = {rules.games[self.game].title: None}
        quoted = Counter(one.verdict for one in self.findings if one.text != one.cited)
        plain = Counter(one.verdict for one in self.findings if one.text == one.cited)
        told = say(", ").join([*_counted(quoted, _quotations), *_counted(plain, _citations)])
        return say("Checked against {0}: {1}", say(", ").join(texts), told) if texts and told else ""


def verify(rules: Rules, post: str, *, source: str | None = None, game: str | None = None) -> list[Finding]:
    """Judge each citation and each quotation of a post, in order."""
    return list(report(rules, post, source=source, game=game).findings)


def report(rules: Rules, post: str, *, source: str | None = None, game: str | None = None) -> Report:
    """The same, with the game that the post is about and why."""
    text, quoted, decisions, judge = read(rules, post, source or recognise(post), game)
    cited = decisions.decided
    claimed: set[int] = set()  # where the citations stand that say where something is from
    found: list[tuple[int, Finding]] = []
    told: list[Quotation] = []
    for quotation, reading in zip(quoted, likeliest(judge, text, quoted, cited), strict=True):
        if reading:
            told.append(quotation)
            by, said = reading.cited, judge.finding(reading)
            found.append((quotation.start, said))
            # what became of a number of the past is told by itself, beside words that are found nowhere
            if by and (by.entries or said.verdict != "not found" or said.missing):
                claimed.add(by.start)
    end = 0  # of the last rule that is copied without marks: what that cites the post does not
    gone = {one.found.name for one in cited if one.start in claimed}
    for one in cited:
        if one.start in claimed or one.found.start < end:
            continue
        recited = judge.recited(text, one, quoted)
        if recited and is_inside(
            replace(one.found, start=recited.at[0], end=recited.at[1]), told, or_emphasised=True
        ):
            recited = None
        end = recited.at[1] if recited else end
        finding = recited or judge.citation(one)
        is_again = one.found.name in gone and finding and finding.verdict in ("not found", "withdrawn")
        if finding and not is_again:  # that a number leads nowhere is told once
            found.append((one.found.start, finding))
            gone.add(one.found.name)
    found.sort(key=lambda each: each[0])
    findings = tuple(finding for _, finding in found)
    return Report(findings=findings, game=decisions.game, why=decisions.why, text=text)


def read(
    rules: Rules, post: str, source: str, game: str | None
) -> tuple[str, list[Quotation], Decisions, Judge]:
    """A post as a reader reads it, its quotations, what it cites, and who judges these."""
    text = as_read(post, source)
    quoted = quotations(post, text, source)
    decisions = _cited(rules, post, text, quoted, game)
    games = [game] if game else _games(decisions.decided, rules, decisions.game)
    judge = Judge(rules, post, games, decisions.decided, is_about=decisions.game is not None)
    return text, [one for one in quoted if not _is_title(one, decisions.decided)], decisions, judge


def _cited(rules: Rules, post: str, text: str, quoted: Sequence[Quotation], game: str | None) -> Decisions:
    """The citations of a post, and its links that hang on other words, in order.

    Of what stands inside quotations only the numbers in quotation marks that nothing has: "rule 704.99 kills it".
    """
    cites = [(one, replace(one, end=one.start + 1)) for one in find(text) if one.form in _FORMS]
    found = [one for one, begins in cites if not is_inside(begins, quoted)]  # it may end in a quoted title
    links = list(linked(rules, post))
    said = decide(rules, text, found, game, quoted, links)
    alone = [one for one in links if not _is_said(one, said.decided)]
    marked = [one for one in quoted if not (one.block or one.named or one.emphasised)]
    spoken = [one for one, begins in cites if one.form in NUMBERS and is_inside(begins, marked)]
    if spoken and said.game:
        heard = decide(rules, text, spoken, said.game, (), ()).decided
        alone += [one for one in heard if not one.entries and one.found.form in NUMBERS]
    return replace(said, decided=tuple(sorted([*said.decided, *alone], key=lambda one: one.found.start)))


def _is_said(link: Decided, said: Sequence[Decided]) -> bool:
    """Whether a link hangs on words that cite the same, as in `[314.6](…)`: the ones before it or after it."""
    number = bisect_left(said, link.found.start, key=lambda one: one.found.start)
    return is_pinned_now(link) and any(
        max(link.found.start - one.found.end, one.found.start - link.found.end) <= LINK_AND_WORDS
        for one in said[max(0, number - 1) : number + 1]
        if one.entries == link.entries
    )


def _is_title(quotation: Quotation, cited: Sequence[Decided]) -> bool:
    """Whether it is a title that is cited by itself, or behind its number: rule 508, “Declare Attackers Step”."""
    after = bisect_left(cited, quotation.start, key=lambda one: one.found.start)
    is_behind = after > 0 and quotation.end <= cited[after - 1].found.end
    return is_behind or (after < len(cited) and name_key(cited[after].found.name) == name_key(quotation.text))


def _games(cited: Sequence[Decided], rules: Rules, about: str | None) -> list[str]:
    """The games whose texts are searched for a quotation that cites nothing, the likeliest first."""
    games = [*([about] if about else []), *(entry.game for one in cited for entry in one.entries)]
    return [*dict.fromkeys([*games, *rules.games])]


def _counted(verdicts: Counter[str], first: Callable[[int, str], str]) -> list[str]:
    """How often each verdict: "3 quotations exact", "1 changed"; the right ones first."""
    called = {
        "cited": say("found"),
        "exact, cut short": say("cut short"),  # a comma parts what is counted
        "re-used number": say("under a re-used number"),
    }
    counts = [(verdicts[one], called.get(one) or say(one)) for one in _TOLD if verdicts[one]]
    return [
        say("{0} {1}", count, verdict) if number else first(count, verdict)
        for number, (count, verdict) in enumerate(counts)
    ]


def _quotations(count: int, verdict: str) -> str:
    return say("{0} quotations {1}", count, verdict) if count > 1 else say("1 quotation {0}", verdict)


def _citations(count: int, verdict: str) -> str:
    return say("{0} citations {1}", count, verdict) if count > 1 else say("1 citation {0}", verdict)
