"""On which rules and terms does an answer rest?"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from kb.analyse import name_key, stems
from kb.entries import Entry, Reference
from kb.link.evidence import Evidence, Place
from kb.link.mentions import reference
from kb.link.names import called
from kb.link.patterns import words as listed
from kb.link.terms import Terms
from kb.link.tokens import read

MOST = 5
"""Entries that one answer is tied to; a page that lists all its rulings must not list everything."""

SIMILAR = 0.25
"""Cosine of the weighted words from which an answer without references is taken to rest on a rule."""

_NEAR_BEST = 0.85
"""Share of the best rule's likeness that another must have to be named beside it."""

_MOST_HOLDING = 400
"""Rules; a word in more of them weighs next to nothing and would make answers times rules the cost."""

_LEAST_SHARED = 3
"""Words that an answer and its rule must share."""

_LEAST_TELLING = 2
"""Telling words among them; a single one in common is chance, unless it is a name, which counts so often."""

_TELLING = 0.25
"""Share of the rules up to which a word that they hold tells one from another, if it is no everyday word."""


def rulings(
    entries: Sequence[Entry], references: Iterable[Reference], terms: Terms, evidence: Evidence
) -> list[Reference]:
    """A `ruling` reference from every answer to each entry it rests on.

    What the answer itself refers to comes first, then the terms of its question, else the rules that say it
    in much the same words.
    """
    answers = [entry for entry in entries if entry.kind == "faq"]
    if not answers:
        return []
    pointed: dict[str, list[str]] = defaultdict(list)
    for kind in ("see", "mention"):
        for one in references:
            if one.kind == kind and one.target:
                pointed[one.origin].append(one.target)
    likeness = Likeness(
        entry for entry in entries if entry.kind in ("rule", "term", "section", "step") and entry.text
    )
    found = []
    for answer in answers:
        around = frozenset(name_key(name) for name in called(answer))
        question = answer.title or ""
        uses = list(terms.uses(question, read(question), ()))
        place = Place(entry=answer.id, chapter=answer.id, around=around, uses=uses)
        asked = [term for _use, term in evidence.links(place)]
        targets = [*pointed[answer.id], *asked] or list(likeness.rules_for(f"{question} {answer.text}"))
        first = list(dict.fromkeys(targets))[:MOST]
        found += [ruling(answer, target) for target in first if target != answer.id]
    return found


class Likeness:
    """Rules found by the words they share with an answer, rare words counting more."""

    def __init__(self, rules: Iterable[Entry]) -> None:
        counted = [(entry.id, Counter(_words(f"{entry.title or ''} {entry.text}"))) for entry in rules]
        seen = Counter(word for _rule, words in counted for word in words)
        self._weight = {word: math.log((len(counted) + 1) / (number + 0.5)) for word, number in seen.items()}
        self._holding: dict[str, list[tuple[str, float]]] = defaultdict(list)
        self._length: dict[str, float] = {}
        few = max(1, _TELLING * len(counted))
        everyday = stems(" ".join(listed("everyday")))
        self._telling = {word for word, number in seen.items() if number <= few}.difference(everyday)
        for rule, words in counted:
            weights = self._weigh(words)
            self._length[rule] = math.sqrt(sum(weight * weight for weight in weights.values()))
            for word, weight in weights.items():
                self._holding[word].append((rule, weight))

    def rules_for(self, text: str) -> Iterator[str]:
        """Ids of the rules that are like a text, the likest first."""
        weights = self._weigh(Counter(_words(text)))
        length = math.sqrt(sum(weight * weight for weight in weights.values()))
        score: dict[str, float] = defaultdict(float)
        shared: Counter[str] = Counter()
        telling: Counter[str] = Counter()
        names = _names(text)
        for word, weight in weights.items():
            tells = _LEAST_TELLING if word in names else 1  # "Loki", which one rule of all speaks of
            for rule, other in self._holding[word] if len(self._holding[word]) <= _MOST_HOLDING else ():
                score[rule] += weight * other * tells
                shared[rule] += 1
                telling[rule] += tells if word in self._telling else 0
        likest = sorted(
            (
                (value / (length * self._length[rule]), rule)
                for rule, value in score.items()
                if shared[rule] >= _LEAST_SHARED and telling[rule] >= _LEAST_TELLING
            ),
            key=lambda one: (-one[0], one[1]),
        )
        for value, rule in likest[: MOST - 2]:
            if value >= max(SIMILAR, _NEAR_BEST * likest[0][0]):
                yield rule

    def _weigh(self, words: Counter[str]) -> dict[str, float]:
        return {
            word: (1 + math.log(number)) * self._weight[word]
            for word, number in words.items()
            if word in self._weight
        }


def _words(text: str) -> list[str]:
    """What can make a rule and an answer alike; "1" or "2" cannot."""
    return [word for word in stems(text) if not word.isdigit()]


def _names(text: str) -> set[str]:
    """The words that are written as names: "Loki" in "can Loki take damage"."""
    words = (text[word.start : word.end] for word in read(text) if word.capital and not word.initial)
    return set(stems(" ".join(words)))


def ruling(answer: Entry, target: str) -> Reference:
    """A reference that rests on the whole of an entry: its span is empty at the end."""
    end = len(answer.text)
    return reference(answer, end, end, kind="ruling", target=target)
