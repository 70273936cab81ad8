"""Which rules and rulings decide a question? What it cites, what a thing is that it names, what a search finds."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from kb.analyse import EXAMPLE, sentences, stems
from kb.cite.citing import origin
from kb.cite.linking import citations
from kb.cite.places import PLACES, recognise
from kb.cite.rules import Rules, called
from kb.cite.shield import Span, replaced
from kb.cite.subjects import ASKING, Asked, Subject, asked, without_game
from kb.entries import Entry

if TYPE_CHECKING:
    from kb.search.answer import Hit

MOST = 5
"""Rules and rulings; whoever decides a question wants few."""

_SEARCHED = 20

ENOUGH = 2
"""Rules that say what is asked for by its name; beside fewer, what a search finds decides, too."""

STANDS_OUT = 0.26
"""By so much a hit that decides scores above those that a search ranks sixth to tenth, which seldom do."""

BEHIND_BEST = 1.5
"""How much more than that counts what it scores less than the best one."""

SAID_SO = 0.15
"""What it gains that says in the rules' words what players say. All three by logistic regression on 2,500 questions,
see tests/bench/RESULTS.md."""

FEWEST_WORDS = 5
"""Of a sentence that decides by itself: "No. See rule 314." leads on."""

CITED = "cited in the question"
DEFINED = "what it is"

LEAST_IN_COMMON = 5
"""Words that a rule about one thing and a rule about another share where both tell how the things work together."""

ALIKE = 0.6
"""The same where two rules say one thing of two: "Multiple instances of trample are redundant." """

LITTLE = 18
"""Words of a rule that hardly tells what a thing is, so that the next one tells it: "Menace is an evasion ability." """

MOST_BEFORE_NAME = 2
"""Words before the name of what a rule defines: "To scry", "A creature with"."""

LONG_LIST = 6
"""Commas of a sentence that counts things up."""

SAME = 0.9
"""Share of their words in which two rules are alike of which one is enough."""

_LONGEST_ANSWER = 400
"""Characters of an official answer, which is quoted whole, and of a sentence with those beside it."""

_SHORT_OPENING = 110
"""Characters of a sentence with which a rule opens that hardly decides without the next one."""

# "See rule 704."
_SEE = re.compile(r"(?i)\(?see\b")
# "See", "see also", "For more, see": words that only point
_POINTING = re.compile(r"(?i)\b(?:for\s(?:more|details|this)|see|also|and|or|the|under|on)\b|[^\w\s]")
# "as described on p.", "i.e.": no sentence ends there
_SHORTENED = re.compile(r"(?i)(?:^|[\s(])(?:pp?|pg|i\.e|e\.g|cf|no|nr|vs|etc|sec|art|ch|fig|dr|mr|ms|st)\.$")

# "It costs …", "In that case, …", "Similarly, …": a sentence that says nothing without the one before it
_LEANING = re.compile(
    r"(?i)[“\"(]?(?:its?|this|that|they|these|those|such|then|similarly|likewise|however|otherwise|in that case"
    r"|if (?:so|not|it|they|that)|the same)\b"
)

# "“Bands with other” is a special form of banding."
_OF_ANOTHER = re.compile(r"[“\"][^”\"\n]{2,40}[”\"]\s(?:is|are|means?)\b")

# "Team vs. Team Variant", "Casual Variants": headings of what is played only by those who chose it
_VARIANT = re.compile(r"(?i)\b(?:variants?|options?|optional|modes?|formats?)\b")
# "In an Archenemy game, …": what is said of one of them only
_IN_VARIANT = re.compile(
    r"(?:In|During|For) (?:an? |the )?(?:[a-z-]+ ){0,2}((?:[A-Z][\w-]* ){1,4})"
    r"(?:game|variant|format|mode|tournament)s?\b"
)

_KINDS = frozenset(("rule", "faq", "term", "step", "section", "example", "table"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """A rule or an official answer that bears on a question."""

    id: str
    kind: str
    sentence: str
    """The sentence that matters, as it stands in the text."""

    why: str
    """Why it was found: `cited in the question`, `words + meaning`."""

    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulings:
    """What decides a question, and a reply ready to be pasted; both empty where nothing fits."""

    rulings: tuple[Ruling, ...]
    reply: str
    game: str | None = None
    """The game that the question is about, where it tells."""

    why: str = ""
    """What in the question told the game; empty where it was given, or only one is held."""

    nearest: str | None = None
    """The id of what a search ranks first, where that does not seem to decide."""


def find_rulings(
    rules: Rules, post: str, *, to: str | None = None, source: str | None = None, game: str | None = None
) -> Rulings:
    """At most five rules and rulings that decide a question or a whole post."""
    source = source or recognise(post)
    words = frozenset(stems(post[:20_000]))
    decisions = citations(rules, post, source, game=game)
    found: dict[str, Ruling] = {}
    for decided in decisions.decided:
        entry = None if decided.reason else decided.entry
        if entry and entry.text:
            _add(rules, found, entry, _telling(entry.text, words), words, CITED)
    first = _add_searched(rules, found, post, decisions.game) if words else None
    rulings = tuple(found.values())[:MOST]
    reply = _reply(rules, rulings, to or source)
    return Rulings(
        rulings=rulings,
        reply=reply,
        game=decisions.game,
        why=decisions.why,
        nearest=None if first in {one.id for one in rulings} else first,
    )


def _add_searched(rules: Rules, found: dict[str, Ruling], post: str, game: str | None) -> str | None:
    """Add what the things named say of themselves or of each other, and what a search finds that is about as near to
    the question as its best; returns what came first, if it has a word of the question."""
    from kb.search import search  # only questions need it

    titles = [rules.games[game].title] if game else [one.title for one in rules.games.values()]
    question = post
    for title in titles:
        question = without_game(question, title)
    answer = search(rules.build, question, game=game, limit=_SEARCHED)
    if not answer.results:
        return None
    about = asked(rules, question, game or answer.results[0].game)
    words = frozenset(stems(question[:20_000])) - ASKING
    if not about.rest and len(about.subjects) == 2:
        _add_together(rules, found, about, words)
    elif not about.rest and len(about.subjects) == 1:
        _add_definition(rules, found, about.subjects[0], words)
    is_told = about.subjects and not about.rest and len(found) >= ENOUGH
    if answer.answered and not is_told:
        _add_hits(rules, found, answer.results, words)
    return answer.results[0].says if answer.answered or answer.results[0].coverage else None


def _add_definition(rules: Rules, found: dict[str, Ruling], subject: Subject, words: frozenset[str]) -> None:
    """Add what a glossary says a thing is, the rule that begins with its name, and what that goes on to say of it."""
    if subject.entry.text:
        spans = _whole_sentences(subject.entry.text)
        opening = next((one for one in spans if len(subject.entry.text[slice(*one)].split()) > 1), spans[0])
        _add(rules, found, subject.entry, opening, words, DEFINED)
    spoken = [
        rule
        for rule in subject.rules
        if subject.spoken.search(rule.text)
        and (_opens_with(rule.text, subject) or not _OF_ANOTHER.match(rule.text))
    ]
    first = next((at for at, rule in enumerate(spoken) if _opens_with(rule.text, subject)), None)
    is_little = first is not None and len(spoken[first].text.split()) < LITTLE
    for rule in spoken[first or 0 :][: 1 + is_little]:
        _add(rules, found, rule, _telling(rule.text, words), words, DEFINED)


def _opens_with(text: str, subject: Subject) -> bool:
    """Whether a text begins with the name of a thing: "Banding is", "To scry N means"."""
    match = subject.spoken.search(text)
    return match is not None and len(text[: match.start()].split()) <= MOST_BEFORE_NAME


def _add_together(rules: Rules, found: dict[str, Ruling], about: Asked, words: frozenset[str]) -> None:
    """Add the sentences that say of one of two things named what it does with the other; where there is none, of each
    thing the rule that has most in common with one of the other's."""
    one, other = about.subjects[:2]
    naming = [
        (rule, span)
        for this, that in ((one, other), (other, one))
        for rule in (this.entry, *this.rules)
        for span in _whole_sentences(rule.text)
        if that.spoken.search(rule.text, *span)
        and rule.text.count(",", *span) < LONG_LIST
        and (rule is not this.entry or this.spoken.search(rule.text, *span) or rule.kind == "term")
    ]
    naming.sort(key=lambda at: -len(words & set(stems(at[0].text[slice(*at[1])]))))
    for rule, span in naming[:3] or _nearest_pair(one, other):
        _add(rules, found, rule, span, words, f"{one.name} and {other.name}")


def _nearest_pair(one: Subject, other: Subject) -> list[tuple[Entry, Span]]:
    """Of two things the sentences that have most words in common but their names, where those are enough."""
    named = frozenset(stems(f"{one.name} {other.name}"))
    said = [
        [
            (rule, span, frozenset(stems(rule.text[slice(*span)])) - named)
            for rule in this.rules
            for span in _whole_sentences(rule.text)
        ]
        for this in (one, other)
    ]
    pairs = [
        (len(a & b) / math.sqrt(len(a) * len(b)), [(this, here), (that, there)])
        for this, here, a in said[0]
        for that, there, b in said[1]
        if LEAST_IN_COMMON <= len(a & b) < ALIKE * len(a | b)
    ]
    return max(pairs, key=lambda pair: pair[0])[1] if pairs else []


def _add_hits(rules: Rules, found: dict[str, Ruling], hits: Sequence[Hit], words: frozenset[str]) -> None:
    """Add what a search found that stands out, in the sentence that is nearest to the question."""
    from kb.search.ranking import PLAYERS_WORDS

    scores = [hit.score for hit in hits]
    rest = fmean(scores[MOST : 2 * MOST] or [scores[-1] if len(scores) > 1 else 0.0])
    for hit in hits:
        worth = hit.score - rest + BEHIND_BEST * (hit.score - scores[0])
        worth += SAID_SO * (PLAYERS_WORDS in hit.why)
        entry = rules.entry(hit.says) if worth >= STANDS_OUT else None
        if entry is None or not entry.text or entry.kind not in _KINDS:
            continue
        span = _span_of(entry.text, hit.excerpt)
        is_first = hit is hits[0]
        if is_first or (
            entry.kind != "example" and not _is_of_variant(rules, entry, entry.text[slice(*span)], words)
        ):
            _add(rules, found, entry, span, words, hit.why.replace("+", " + "))


def _is_of_variant(rules: Rules, entry: Entry, sentence: str, words: frozenset[str]) -> bool:
    """Whether what is said counts only in a variant of the game that the question does not name."""
    if told := _IN_VARIANT.match(sentence):
        return words.isdisjoint(stems(told[1]))
    titles = [one.title or "" for one in (entry, *rules.names(entry.game).ancestors(entry))]
    headed = next((number for number, title in enumerate(titles) if _VARIANT.search(title)), None)
    return headed is not None and words.isdisjoint(stems(" ".join(titles[: headed + 1])))


def _add(
    rules: Rules, found: dict[str, Ruling], entry: Entry, span: Span, words: frozenset[str], why: str
) -> None:
    """Add the sentence of an entry that matters; what only points elsewhere leads on to what it points at."""
    if entry.id in found:
        return
    span = _whole_answer(entry.text) if entry.kind == "faq" else _with_neighbours(entry.text, span, words)
    pointers = [
        one
        for one in rules.store.references_from(entry.id)
        if one.kind == "see" and one.target and span[0] <= one.start < span[1]
    ]
    unpointed = replaced(entry.text[: span[1]], ((one.start, one.end, "") for one in pointers))
    left = _POINTING.sub("", unpointed[span[0] :]).split()
    targets = [target for one in pointers if (target := rules.entry(one.target or "")) and target.text]
    if len(left) >= FEWEST_WORDS or entry.kind == "faq" or not pointers:
        _put(rules, found, entry, span, why)
    if len(left) < FEWEST_WORDS:
        for target in targets[:1]:
            telling = _with_neighbours(target.text, _telling(target.text, words), words)
            _put(rules, found, target, telling, f"{why}, where {called(entry)} points")


def _put(rules: Rules, found: dict[str, Ruling], entry: Entry, span: Span, why: str) -> None:
    """Keep a sentence, unless it is there already or only leads up to a list."""
    sentence = entry.text[slice(*span)]
    is_told = any(_same_words(sentence, one.sentence) for one in found.values())
    if entry.id not in found and not is_told and not sentence.endswith(":"):
        url = rules.url(entry)
        found[entry.id] = Ruling(id=entry.id, kind=entry.kind, sentence=sentence, why=why, url=url)


def _same_words(one: str, other: str) -> bool:
    """Whether two sentences say the same, but for a word or two: several rules repeat one another."""
    a, b = set(stems(one)), set(stems(other))
    return len(a & b) >= SAME * max(len(a | b), 1)


def _whole_sentences(text: str) -> list[Span]:
    """Where each sentence of a text stands, none ended by "p." or "i.e.".

    Those of its examples only where it has no other: half an example decides nothing.
    """
    found: list[Span] = []
    examples = [match.span() for match in EXAMPLE.finditer(text)]
    told = [span for span in sentences(text) if not any(first <= span[0] < last for first, last in examples)]
    for start, end in told or sentences(text):
        if found and _SHORTENED.search(text[: found[-1][1]][-12:]) and "\n" not in text[found[-1][1] : start]:
            found[-1] = found[-1][0], end
        else:
            found.append((start, end))
    return found


def _span_of(text: str, excerpt: str) -> Span:
    """Where the sentence stands that an excerpt was cut from; the first one, where it is not found."""
    sought = excerpt.removeprefix("… ").removesuffix(" …")
    spans = _whole_sentences(text)
    return next((span for span in spans if sought in " ".join(text[slice(*span)].split())), spans[0])


def _with_neighbours(text: str, span: Span, wanted: frozenset[str]) -> Span:
    """A sentence with those that it leans on, and the next one where that has more of the words asked for, or where it
    only opens the rule: "Shroud is a static ability." """
    spans = _whole_sentences(text)
    at = next((number for number, one in enumerate(spans) if one[1] >= span[1]), len(spans) - 1)
    start, end = spans[at] if spans else span
    for one in reversed(spans[:at]):
        if not _LEANING.match(text, start) or "\n" in text[one[1] : start] or end - one[0] > _LONGEST_ANSWER:
            break
        start = one[0]
    opens = start == spans[0][0] and end - start <= _SHORT_OPENING if spans else False
    for one in spans[at + 1 : at + 2]:
        more = wanted & set(stems(text[slice(*one)])) - set(stems(text[start:end]))
        goes_on = more or (opens and not _SEE.match(text, one[0]))
        if goes_on and "\n" not in text[end : one[0]] and one[1] - start <= _LONGEST_ANSWER:
            end = one[1]
    return start, end


def _whole_answer(text: str) -> Span:
    """An official answer, or as many of its sentences as are bearable."""
    spans = _whole_sentences(text)
    ends = [end for _, end in spans if end <= _LONGEST_ANSWER]
    return spans[0][0], (ends or [spans[0][1]])[-1]


def _telling(text: str, wanted: frozenset[str]) -> Span:
    """The sentence of a text that has most of the words asked for, the first of several."""
    spans = _whole_sentences(text)
    return max(spans, key=lambda span: len(wanted & set(stems(text[slice(*span)]))), default=(0, 0))


def _reply(rules: Rules, kept: Sequence[Ruling], to: str) -> str:
    place = PLACES[to]
    quoted = []
    for one in kept:
        if entry := rules.entry(one.id):
            said, who = place.escape(one.sentence), place.escape(rules.source_title(entry))
            quoted.append(place.quote(said, who, origin(rules, entry, place)))
    while quoted and place.most and len("\n\n".join(quoted)) > place.most:
        quoted.pop()
    return "\n\n".join(quoted)
