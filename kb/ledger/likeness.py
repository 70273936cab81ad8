"""How much do two wordings have in common? Numbers inside them count for nothing: they move with their targets."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from math import log

from kb.analyse import STOP_WORDS, name_key, stem, words
from kb.ledger.said import Said

# "701.15a", "3", "2-1-4", "603.7d"
_NUMBER = re.compile(r"\d+(?:[.:-]\d+)*[a-z]?\b")

_MOST_HOLDERS = 60
"""Entries that hold a word; one that more of them hold finds no candidates."""

_OPENING = 8
"""Words with which a rule begins."""

_CANDIDATES = 8
"""Entries that are compared with one whose words nobody else has; the right one was among the first five of
all changed rules of Magic from 2016 to 2024."""


class Text:
    """What is compared of one entry."""

    def __init__(self, said: Said) -> None:
        self.said = said

    @cached_property
    def neutral(self) -> str:
        """Its text with a sign for each number, as one line."""
        return " ".join(_NUMBER.sub("#", self.said.markdown.lower()).split())

    @cached_property
    def counting(self) -> str:
        """The same, but with the numbers that have no parts: 5 turns are not 4."""
        counted = _NUMBER.sub(lambda one: one[0] if one[0].isdigit() else "#", self.said.markdown.lower())
        return " ".join(counted.split())

    @cached_property
    def title(self) -> str:
        """Its title, told alike however it is spelled."""
        return name_key(self.said.title or "")

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        """The words of its text and title in order."""
        return tuple(words(_NUMBER.sub(" ", f"{self.said.title or ''} {self.said.markdown}".lower())))

    @cached_property
    def bag(self) -> Counter[str]:
        """How often each word stands in it."""
        return Counter(self.tokens)

    @cached_property
    def pairs(self) -> Counter[tuple[str, str]]:
        """How often each word follows another."""
        return Counter(pairwise(self.tokens))

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of the words that mean something."""
        return frozenset(stem(word) for word in self.bag if word not in STOP_WORDS)


class Weights:
    """What a word tells: the fewer entries hold it, the more."""

    def __init__(self, holders: Mapping[str, int], count: int) -> None:
        self._holders, self._count = holders, count
        self._worth: dict[str, float] = {}

    def of(self, stems: Iterable[str]) -> float:
        """What words tell together."""
        return sum(self._worth.get(one) or self._weigh(one) for one in sorted(stems))

    def _weigh(self, stem: str) -> float:
        self._worth[stem] = log(1 + self._count / (1 + self._holders.get(stem, 0)))
        return self._worth[stem]

    def shared(self, one: Text, other: Text) -> float:
        """The share of what the shorter of two texts tells that the other tells too, 0 to 1."""
        least = min(self.of(one.stems), self.of(other.stems))
        return self.of(one.stems & other.stems) / least if least else 0.0


def likeness(one: Text, other: Text) -> float:
    """What two texts have in common, 0 to 1: the mean of the shares of their words and of their pairs of words."""
    if one.neutral == other.neutral and one.title == other.title:
        return 1.0
    return (_dice(one.bag, other.bag) + _dice(one.pairs, other.pairs)) / 2


def opening(one: Text, other: Text) -> float:
    """How far two texts begin alike: 1 for the first eight words."""
    alike = 0
    for word, other_word in zip(one.tokens[:_OPENING], other.tokens, strict=False):
        if word != other_word:
            break
        alike += 1
    return alike / _OPENING


def holds(whole: Text, part: Text, but: Text | None = None) -> float:
    """The share of a text's pairs of words that another holds, without those of it that a third one took up."""
    left = whole.pairs if but is None else whole.pairs - but.pairs
    return (part.pairs & left).total() / max(part.pairs.total(), 1)


def _dice(
    one: Counter[str] | Counter[tuple[str, str]], other: Counter[str] | Counter[tuple[str, str]]
) -> float:
    both = one.total() + other.total()
    small, large = (one, other) if len(one) <= len(other) else (other, one)
    shared = sum(min(count, large[key]) for key, count in small.items())  # type: ignore[index,misc]
    return 2 * shared / both if both else 1.0


class Candidates:
    """Finds the texts that share rare words with another."""

    def __init__(self, texts: Mapping[int, Text], weights: Callable[[], Weights]) -> None:
        """`weights` is asked for only where one has to be preferred to another."""
        self._holding: dict[str, list[int]] = defaultdict(list)
        self._weights = weights
        for place, text in texts.items():
            for one in text.stems:
                self._holding[one].append(place)

    def near(self, text: Text) -> Iterator[int]:
        """Places of the texts that share most with one, the best first."""
        shared: dict[int, list[str]] = defaultdict(list)
        for one in sorted(text.stems):
            holding = self._holding.get(one, ())
            if len(holding) <= _MOST_HOLDERS:
                for place in holding:
                    shared[place].append(one)
        if len(shared) <= 1:  # nothing to weigh: words are counted through both editions for that
            return iter(shared)
        ranked = sorted(shared, key=lambda place: (-self._weights().of(shared[place]), place))
        return iter(ranked[:_CANDIDATES])
