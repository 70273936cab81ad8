"""Which rules and rulings decide a question? What the question cites, and what a search finds for it; only quoted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kb.analyse import sentences, stems
from kb.cite.citing import origin
from kb.cite.linking import citations
from kb.cite.places import PLACES, recognise
from kb.cite.rules import Rules
from kb.entries import Entry
from kb.link.everyday import is_everyday

MOST = 5
"""Rules and rulings; whoever decides a question wants few."""

_SEARCHED = 20

SHARED = 2
"""Words that a rule must share with a question, not counting those of every sentence; fewer is chance."""

FEWEST_WORDS = 5
"""Of a sentence that decides anything: "See rule 314." does not."""

_LONGEST_ANSWER = 400
"""Characters of an official answer, which is quoted whole."""

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


def find_rulings(
    rules: Rules, post: str, *, to: str | None = None, source: str | None = None, game: str | None = None
) -> Rulings:
    """At most five rules and rulings that decide a question or a whole post."""
    source = source or recognise(post)
    asked = frozenset(stems(post[:20_000]))
    found: dict[str, tuple[Entry, str, str]] = {}
    decisions = citations(rules, post, source, game=game)
    for decided in decisions.decided:
        if len(decided.entries) == 1 and not decided.reason and decided.entries[0].text:
            entry = decided.entries[0]
            found.setdefault(entry.id, (entry, _telling(entry.text, asked), "cited in the question"))
    for entry, sentence, why in _searched(rules, post, asked, decisions.game):
        found.setdefault(entry.id, (entry, sentence, why))
    kept = list(found.values())[:MOST]
    rulings = tuple(
        Ruling(id=entry.id, kind=entry.kind, sentence=sentence, why=why, url=rules.url(entry))
        for entry, sentence, why in kept
    )
    reply = _reply(rules, kept, to or source)
    return Rulings(rulings=rulings, reply=reply, game=decisions.game, why=decisions.why)


def _searched(
    rules: Rules, post: str, asked: frozenset[str], game: str | None
) -> list[tuple[Entry, str, str]]:
    """What a search finds and has enough of the question's words, in the order of the search."""
    from kb.search import search  # only questions need it

    if not asked:
        return []
    found = []
    for hit in search(rules.build, post, game=game, limit=_SEARCHED).results:
        entry = rules.entry(hit.id)
        if entry is None or not entry.text or entry.kind not in _KINDS:
            continue
        named = _is_named(entry, asked)
        shared = asked & frozenset(stems(f"{entry.title or ''} {entry.text}"))
        sentence = entry.text[:_LONGEST_ANSWER] if entry.kind == "faq" else hit.excerpt
        is_telling = entry.kind == "faq" or len(sentence.split()) >= FEWEST_WORDS
        if named and not is_telling:
            sentence = entry.text[slice(*sentences(entry.text)[0])]
        if named or (is_telling and len(shared) >= min(SHARED, len(asked))):
            found.append((entry, sentence, hit.why.replace("+", " + ")))
    return found


def _is_named(entry: Entry, asked: frozenset[str]) -> bool:
    """Whether a question has the name of an entry, one that is no everyday word: that alone is no chance."""
    names = [name for name in (entry.title or "", *entry.aliases) if not is_everyday(name.lower())]
    return any(named and named <= asked for named in (frozenset(stems(name)) for name in names))


def _telling(text: str, asked: frozenset[str]) -> str:
    """The sentence of a text that has most of the words asked for."""
    spans = sentences(text)
    best = max(
        spans, key=lambda span: (len(asked & set(stems(text[span[0] : span[1]]))), -span[0]), default=(0, 0)
    )
    return text[best[0] : best[1]]


def _reply(rules: Rules, kept: Sequence[tuple[Entry, str, str]], to: str) -> str:
    place = PLACES[to]
    quoted = [
        place.quote(
            place.escape(sentence), place.escape(rules.source_title(entry)), origin(rules, entry, place)
        )
        for entry, sentence, _ in kept
    ]
    while quoted and place.most and len("\n\n".join(quoted)) > place.most:
        quoted.pop()
    return "\n\n".join(quoted)
