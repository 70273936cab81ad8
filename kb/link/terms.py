"""Where does a text use the terms of its game? Finding only; `evidence` decides which uses become links."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kb.analyse import name_key
from kb.entries import Entry
from kb.link.inflect import plurals
from kb.link.lexicon import Lexicon
from kb.link.names import called, without_parameter
from kb.link.patterns import Patterns
from kb.link.tokens import Word, keys

_TERMS = Patterns("terms")

# "Trigger ⚡", and "Trigger :" where a program lost it
_SIGN_AFTER = re.compile(
    r"\s?[\u2190\u2191\u2193-\u21ff\u2295-\u2297\u25b6\u25c0\u2600-\u27be\u2b00-\u2bff\ue000-\uf8ff]|\s:"
)
_JOINTS = frozenset((",", "and", "or"))
_INSIDE_NAMES = frozenset(("of", "the"))
_SENTENCE_END = frozenset(".!?\n")

_LONGEST_LIST = 12
"""Terms that share one last word in one list."""

_LONGEST_TERM = 8
"""Words; a longer title is no term that a sentence could use."""


_Part = tuple[int, int, list[str]]
"""Words of a list, from and to, and the terms that they may stand for."""


class Use(NamedTuple):
    """A stretch of text that has the words of a term."""

    terms: tuple[str, ...]
    """Ids of the terms so called; several when two share a name."""

    start: int
    end: int
    capital: bool
    initial: bool
    """Whether the capital only begins a sentence."""

    in_name: bool
    """Whether it is part of a longer name in capitals: "Storm" in "Storm Crow"."""

    labelled: bool
    """Whether a number follows that the term does not take: "Scenario 17"."""

    icon: bool
    """Whether an icon follows: "Trigger {trigger}", "Trigger ⚡", or what is left of one: "Trigger :"."""

    words: int
    form: str
    """The words as they stand, in lower case."""


def is_obsolete(entry: Entry) -> bool:
    """Whether a term is only kept for those who remember it."""
    return bool(_TERMS.obsolete.search(entry.title or ""))


def _terms_of(entries: Sequence[Entry]) -> list[Entry]:
    """What has a name of its own: the terms; in a text that defines none the parts whose heading no other has."""
    terms = [entry for entry in entries if entry.kind == "term" and entry.title]
    if not terms:
        titled = Counter(name_key(entry.title) for entry in entries if entry.title)
        terms = [
            entry
            for entry in entries
            if entry.kind == "section" and entry.parent and entry.title and not entry.title[0].isdigit()
            if titled[name_key(entry.title)] == 1
        ]
    return [entry for entry in terms if not is_obsolete(entry)]


class Terms:
    """The terms of one game, ready to be found in a text."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        terms = _terms_of(entries)
        self.by_id = {entry.id: entry for entry in terms}
        self.names = [
            (name, entry.id)
            for entry in terms
            for name in dict.fromkeys(called(entry))
            if 0 < len(keys(name)) <= _LONGEST_TERM and len(name) > 1
        ]
        self._lexicon = Lexicon(self.names)
        titles = [(without_parameter(entry.title or ""), entry.id) for entry in terms]
        self._parametric = {term for title, term in titles if title != self.by_id[term].title}
        self._titles = Lexicon(titles)
        self._titled = {(keys(title), term) for title, term in titles}
        self._modifiers, self._heads = _modifiers(self.names)
        self._openers = (self._lexicon.openers | self._modifiers.openers) - {","}
        self.lemmas = self._lexicon.lemmas

    def uses(
        self, text: str, words: Sequence[Word], taken: Sequence[tuple[int, int]], *, in_post: bool = False
    ) -> Iterator[Use]:
        """Every use in a text, the longest where several begin; `taken` stretches are references already.

        Lists of terms that share a last word are read in rule texts, not in posts.
        """
        starts = [start for start, _end in taken]
        after = 0
        seen = len(words) if in_post else 0  # up to here a list of terms has been looked for in vain
        for at, word in enumerate(words):
            if at < after or word.key not in self._openers:
                continue
            place = bisect_right(starts, word.start) - 1
            if place >= 0 and word.start < taken[place][1]:
                continue
            shared: list[_Part] = []
            if at >= seen:
                shared, seen = self._shared(text, words, at)
            if not shared and (longest := self._lexicon.longest(words, at)):
                shared = [(at, *longest)]
            for first, after, terms in shared:
                yield self._use(text, words, first, after, terms)

    def _use(self, text: str, words: Sequence[Word], first: int, after: int, terms: Sequence[str]) -> Use:
        start, end = words[first].start, words[after - 1].end
        ids = self._best(words, first, after, terms)
        parameter = _TERMS.parameter.match(text, end) if self._parametric.issuperset(ids) else None
        return Use(
            terms=ids,
            start=start,
            end=parameter.end() if parameter else end,
            capital=words[first].capital,
            initial=words[first].initial,
            in_name=_is_in_name(words, first, after),
            labelled=parameter is None
            and words[first].capital
            and bool(_TERMS.number_after.match(text, end)),
            icon=_has_icon(text, end, words[first].key),
            words=after - first,
            form=" ".join(word.key for word in words[first:after]),
        )

    def _best(self, words: Sequence[Word], first: int, after: int, terms: Sequence[str]) -> tuple[str, ...]:
        """A term that is entitled so before one that has this only as another name."""
        if len(terms) == 1:
            return (terms[0],)
        written = tuple(word.key for word in words[first:after])
        exact = [term for term in terms if (written, term) in self._titled]
        found = self._titles.longest(words[first:after], 0)
        titled = [term for term in terms if found and found[0] == after - first and term in found[1]]
        return tuple(exact if len(exact) == 1 else titled if len(titled) == 1 else terms)

    def _shared(self, text: str, words: Sequence[Word], at: int) -> tuple[list[_Part], int]:
        """Terms that share a last word ("Shield or Toughness Tokens"), and how far was looked for them."""
        parts: list[_Part] = []
        position: int | None = at
        while position is not None and position < len(words) and len(parts) < _LONGEST_LIST:
            found = self._modifiers.longest(words, position)
            if found is None:
                break
            after, terms = found
            head = words[after].key if after < len(words) else ""
            complete = [term for term in terms if head in self._heads[term]]
            if complete:
                parts = self._sharing(parts, self._heads[complete[0]])
                return ([*parts, (position, after + 1, complete[:1])] if parts else []), at
            parts.append((position, after, terms))
            position = _after_joint(text, words, after)
        end = parts[-1][1] if parts else at
        if any(self._lexicon.longest(words, first) for first, _after, _terms in parts):
            return [], end  # "artifact, creature or land" are terms by themselves
        if len(parts) < 2 and not _is_name(words[at:end]):
            return [], end
        shared = (self._sharing(parts, frozenset((head,))) for head in _heads_before(text, words, at))
        return next(filter(None, shared), []), end

    def _sharing(self, parts: Sequence[_Part], head: frozenset[str]) -> list[_Part]:
        """The parts of a list that go with the word at its end, of these forms; none if one of them does not."""
        shared = [
            (first, after, [one for one in terms if self._heads[one] & head]) for first, after, terms in parts
        ]
        return shared if all(terms for _first, _after, terms in shared) else []


def _modifiers(named: Sequence[tuple[str, str]]) -> tuple[Lexicon, dict[str, frozenset[str]]]:
    """For terms that share a last word: what stands before it, and the forms of that word for each term."""
    by_head: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for name, term in named:
        words = keys(name)
        if len(words) > 1 and "," not in words:
            by_head[words[-1]].append((" ".join(words[:-1]), term))
    modifiers: list[tuple[str, str]] = []
    heads: dict[str, frozenset[str]] = {}
    for head, listed in by_head.items():
        if len({term for _modifier, term in listed}) > 1:
            modifiers += listed
            heads |= {term: frozenset({head} | plurals(head)) for _modifier, term in listed}
    return Lexicon(modifiers), heads


def _after_joint(text: str, words: Sequence[Word], at: int) -> int | None:
    """The index after ", ", " or ", ", and ", "and/or" or "/"; None where the list ends."""
    parted = at < len(words) and "/" in text[words[at - 1].end : words[at].start]
    position = at
    while position < len(words) and words[position].key in _JOINTS and position < at + 3:
        position += 1
    return position if position > at or parted else None


def _heads_before(text: str, words: Sequence[Word], at: int) -> Iterator[str]:
    """The words of the sentence before a list, nearest first: one of them may be what it leaves out."""
    for index in range(at - 1, max(-1, at - 25), -1):
        if any(mark in _SENTENCE_END for mark in text[words[index].end : words[index + 1].start]):
            return
        if words[index].key:
            yield words[index].key


def _is_name(words: Sequence[Word]) -> bool:
    """Whether words without their last one are clear by themselves: "Weaken Tokens and Damage Boost"."""
    return len(words) > 1 and all(_is_capital(word) for word in words)


def _has_icon(text: str, end: int, word: str) -> bool:
    following = text[end : end + len(word) + 4].lstrip().lower()
    return following.startswith("{" + word + "}") or bool(_SIGN_AFTER.match(text, end))


def _is_in_name(words: Sequence[Word], first: int, after: int) -> bool:
    """Whether capital words beside it make it part of a name: "Storm Crow", "Wall of Spears"."""
    if not words[first].capital:
        return False
    before = first - 2 if first > 1 and words[first - 1].key in _INSIDE_NAMES else first - 1
    following = after + 1 if after < len(words) and words[after].key in _INSIDE_NAMES else after
    return (before >= 0 and _is_capital(words[before]) and not words[before].initial) or (
        following < len(words) and _is_capital(words[following])
    )


def _is_capital(word: Word) -> bool:
    return word.capital and word.key not in ("", ",")
