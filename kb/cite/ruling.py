"""Which rules and rulings decide a question? What the question cites, and what a search finds for it; only quoted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kb.analyse import sentences, stems
from kb.cite.citing import origin
from kb.cite.linking import citations
from kb.cite.places import PLACES, recognise
from kb.cite.rules import Rules, called
from kb.entries import Entry
from kb.link.everyday import is_everyday

MOST = 5
"""Rules and rulings; whoever decides a question wants few."""

_SEARCHED = 20

SHARED = 2
"""Words that a rule must share with a question, not counting those of every sentence; fewer is chance."""

NEAR = 0.65
"""Share of the best score from which a hit decides, too: of 90 questions about four texts it keeps every answer that
five hits have (96 % of those that are answered at all) with 3 hits in place of 5."""

FEWEST_WORDS = 5
"""Of a sentence that decides by itself: "No. See rule 314." leads on."""

CITED = "cited in the question"

_LONGEST_ANSWER = 400
"""Characters of an official answer, which is quoted whole, and of a sentence with those beside it."""

# "See", "see also", "For more, see": words that only point
_POINTING = re.compile(r"(?i)\b(?:for\s(?:more|details|this)|see|also|and|or|the|under|on)\b|[^\w\s]")
# "as described on p.", "i.e.": no sentence ends there
_SHORTENED = re.compile(r"(?i)(?:^|[\s(])(?:pp?|pg|i\.e|e\.g|cf|no|nr|vs|etc|sec|art|ch|fig|dr|mr|ms|st)\.$")

# "It costs …", "In that case, …", "Similarly, …": a sentence that says nothing without the one before it
_LEANING = re.compile(
    r"(?i)[“\"(]?(?:its?|this|that|they|these|those|such|then|similarly|likewise|however|otherwise|in that case"
    r"|if (?:so|not|it|they|that)|the same)\b"
)

Span = tuple[int, int]

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
    """Where nothing fits, the id of what a search ranks first although it does not seem to answer."""


def find_rulings(
    rules: Rules, post: str, *, to: str | None = None, source: str | None = None, game: str | None = None
) -> Rulings:
    """At most five rules and rulings that decide a question or a whole post."""
    source = source or recognise(post)
    asked = frozenset(stems(post[:20_000]))
    decisions = citations(rules, post, source, game=game)
    found: dict[str, Ruling] = {}
    for decided in decisions.decided:
        if len(decided.entries) == 1 and not decided.reason and decided.entries[0].text:
            _add(rules, found, decided.entries[0], _telling(decided.entries[0].text, asked), asked, CITED)
    nearest = _add_searched(rules, found, post, asked, decisions.game)
    rulings = tuple(found.values())[:MOST]
    reply = _reply(rules, rulings, to or source)
    return Rulings(
        rulings=rulings,
        reply=reply,
        game=decisions.game,
        why=decisions.why,
        nearest=None if rulings else nearest,
    )


def _add_searched(
    rules: Rules, found: dict[str, Ruling], post: str, asked: frozenset[str], game: str | None
) -> str | None:
    """Add what a search finds and is about as near to the question as its best; returns what came first."""
    from kb.search import search  # only questions need it

    answer = search(rules.build, post, game=game, limit=_SEARCHED) if asked else None
    if answer is None or not answer.results:
        return None
    if answer.answered:
        best = answer.results[0].score
        for number, hit in enumerate(answer.results):
            entry = rules.entry(hit.says)
            if entry is None or not entry.text or entry.kind not in _KINDS:
                continue
            shared = asked & frozenset(stems(f"{entry.title or ''} {entry.text}"))
            is_told = entry.kind != "example" and (_is_named(entry, asked) or len(shared) >= SHARED)
            if number == 0 or (is_told and hit.score >= NEAR * best):
                _add(
                    rules, found, entry, _span_of(entry.text, hit.excerpt), asked, hit.why.replace("+", " + ")
                )
    return answer.results[0].id


def _add(
    rules: Rules, found: dict[str, Ruling], entry: Entry, span: Span, asked: frozenset[str], why: str
) -> None:
    """Add the sentence of an entry that matters; what only points elsewhere leads on to what it points at."""
    if entry.id in found:
        return
    span = _whole_answer(entry.text) if entry.kind == "faq" else _with_neighbours(entry.text, span, asked)
    pointers = [
        one
        for one in rules.store.references_from(entry.id)
        if one.kind == "see" and one.target and span[0] <= one.start < span[1]
    ]
    words = _POINTING.sub("", _without(entry.text, span, [(one.start, one.end) for one in pointers])).split()
    targets = [target for one in pointers if (target := rules.entry(one.target or "")) and target.text]
    if words or not targets:
        sentence = entry.text[slice(*span)]
        found[entry.id] = Ruling(
            id=entry.id, kind=entry.kind, sentence=sentence, why=why, url=rules.url(entry)
        )
    if len(words) < FEWEST_WORDS:
        for target in targets[:1]:
            if target.id not in found:
                telling = _with_neighbours(target.text, _telling(target.text, asked), asked)
                sentence = target.text[slice(*telling)]
                told = f"{why}, where {called(entry)} points"
                found[target.id] = Ruling(
                    id=target.id, kind=target.kind, sentence=sentence, why=told, url=rules.url(target)
                )


def _without(text: str, span: Span, stretches: Iterable[Span]) -> str:
    """A sentence without the words that point elsewhere."""
    parts, position = [], span[0]
    for start, end in stretches:
        parts.append(text[position : max(position, start)])
        position = max(position, end)
    return "".join([*parts, text[position : max(position, span[1])]])


def _whole_sentences(text: str) -> list[Span]:
    """Where each sentence of a text stands, none ended by "p." or "i.e."."""
    found: list[Span] = []
    for start, end in sentences(text):
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


def _with_neighbours(text: str, span: Span, asked: frozenset[str]) -> Span:
    """A sentence with those that it leans on, and the next one where that has more of the words asked for."""
    spans = _whole_sentences(text)
    at = next((number for number, one in enumerate(spans) if one[1] >= span[1]), len(spans) - 1)
    start, end = spans[at] if spans else span
    for one in reversed(spans[:at]):
        if not _LEANING.match(text, start) or "\n" in text[one[1] : start] or end - one[0] > _LONGEST_ANSWER:
            break
        start = one[0]
    for one in spans[at + 1 : at + 2]:
        more = asked & set(stems(text[slice(*one)])) - set(stems(text[start:end]))
        if more and "\n" not in text[end : one[0]] and one[1] - start <= _LONGEST_ANSWER:
            end = one[1]
    return start, end


def _whole_answer(text: str) -> Span:
    """An official answer, or as many of its sentences as are bearable."""
    spans = _whole_sentences(text)
    ends = [end for _, end in spans if end <= _LONGEST_ANSWER]
    return spans[0][0], (ends or [spans[0][1]])[-1]


def _is_named(entry: Entry, asked: frozenset[str]) -> bool:
    """Whether a question has the name of an entry, one that is no everyday word: that alone is no chance."""
    names = [name for name in (entry.title or "", *entry.aliases) if not is_everyday(name.lower())]
    return any(named and named <= asked for named in (frozenset(stems(name)) for name in names))


def _telling(text: str, asked: frozenset[str]) -> Span:
    """The sentence of a text that has most of the words asked for."""
    spans = _whole_sentences(text)
    return max(
        spans, key=lambda span: (len(asked & set(stems(text[slice(*span)]))), -span[0]), default=(0, 0)
    )


def _reply(rules: Rules, kept: Sequence[Ruling], to: str) -> str:
    place = PLACES[to]
    quoted = [
        place.quote(
            place.escape(one.sentence), place.escape(rules.source_title(entry)), origin(rules, entry, place)
        )
        for one in kept
        if (entry := rules.entry(one.id))
    ]
    while quoted and place.most and len("\n\n".join(quoted)) > place.most:
        quoted.pop()
    return "\n\n".join(quoted)
