"""Which entry of one edition is which of the next? By what it says: title, words, place and neighbours.

Sure signs come first and each entry is used once. A number alone decides nothing: it is one sign of place among others.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from kb.ledger.likeness import Candidates, Text, Weights, holds, likeness, opening
from kb.ledger.said import Said

ALIKE = 0.5
"""Likeness from which two wordings are one that was edited, wherever they stand. Of the Magic rules that have one
number in 2016 and 2026 but other words, 498 reach it and 678 do not; those near it are edited rules and others
alike."""

_ALIKE_HERE = 0.3
"""Likeness that is enough between two that have the same number or neighbours under the same heading."""

_SHARED_HERE = 0.2
"""What two between the same neighbours must share of their rare words to be one that was reworded wholly."""

_SHARED_ELSEWHERE = 0.6
"""The same for two that have no heading, neighbour or number in common: phrases that stand everywhere are no sign."""

_OPENING = 0.15
"""What beginning with the same words is worth: of the parts of a rule that was split, the first goes on."""

# "a" of "702.51a", "3" of "608.3": what its place below its parent is called
_LABEL = re.compile(r"[a-z]+$|\d+$")

_TELLING = 4
"""Words; a shorter text ("Draw a card.") is no sign of its own that two entries are one."""

_MOST_SIBLINGS = 40
"""Entries under one heading that are compared with each other; more would take quadratic time."""

_HELD = 0.6
"""The share of an entry's pairs of words that another must hold for the one to be a part of the other."""

_FEWEST_PARTED = 5
"""Words of an entry that can be told to be a part of another."""

_HEADING = "heading"

_ROUNDS = 8
"""What is recognised helps to recognise its neighbours, parents and children; texts nest about so deep."""


@dataclass(frozen=True, slots=True)
class Matched:
    """What became of the entries of one edition in another, by their places in both."""

    pairs: dict[int, int]
    """Old place → new place."""

    split: tuple[tuple[int, int], ...]
    """An old entry and a new one that holds words of it, besides the one that it became."""

    merged: tuple[tuple[int, int], ...]
    """An old entry that became none, and the new one that holds its words."""


def match(old: Side, new: Side, placed: bool = True) -> Matched:
    """Match two editions; unless `placed`, as entries that have no place in common, so that words must tell."""
    if not old.said or not new.said:
        return Matched({}, (), ())
    matching = _Matching(old, new)
    matching.run(placed)
    return Matched(matching.pairs, tuple(matching.split()), tuple(matching.merged()))


class Side:
    """The entries of one edition, what is compared of them, and how they stand to each other."""

    def __init__(self, said: Sequence[Said]) -> None:
        self.said = said
        self.texts = [Text(one) for one in said]
        self.children: dict[int | None, list[int]] = defaultdict(list)
        self.rank: list[int] = []
        for place, one in enumerate(said):
            siblings = self.children[one.parent]
            self.rank.append(len(siblings))
            siblings.append(place)

    @cached_property
    def holders(self) -> Counter[str]:
        """How many entries hold each word."""
        return Counter(word for text in self.texts for word in text.stems)

    def beside(self, place: int, step: int) -> int | None:
        """The sibling before or after an entry."""
        siblings, rank = self.children[self.said[place].parent], self.rank[place] + step
        return siblings[rank] if 0 <= rank < len(siblings) else None


class _Matching:
    def __init__(self, old: Side, new: Side) -> None:
        self.old, self.new = old, new
        self.pairs: dict[int, int] = {}
        self.back: dict[int, int] = {}

    @cached_property
    def weights(self) -> Weights:
        """What the words of both tell."""
        return Weights(self.old.holders + self.new.holders, len(self.old.said) + len(self.new.said))

    def run(self, placed: bool) -> None:
        """All passes, the surest first."""
        self._by_sign(_unchanged)
        self._by_sign(_titled)
        self._by_sign(_worded)
        self._by_sign(_counted)
        self._by_sign(_headed)
        if not placed:
            self._by_likeness(placed=False)
            return
        self._roots()
        for _ in range(_ROUNDS):
            before = len(self.pairs)
            self._by_sign_below(lambda text: text.title or None)
            self._by_sign_below(lambda text: text.neutral or None)
            self._by_likeness(placed=True)
            self._by_children()
            if len(self.pairs) == before:
                break
        self._repeated()
        self._between_neighbours()

    def split(self) -> Iterator[tuple[int, int]]:
        """New entries that hold words which an old one lost.

        One that became none goes on first in the entry that stands in its place, over all its parts: 500.5, then
        500.5a and 500.5b.
        """
        parts: dict[int, list[int]] = defaultdict(list)
        for old, new in self._parts():
            parts[old].append(new)
        for old, found in parts.items():
            parents = {self.new.said[new].parent for new in found}
            if old not in self.pairs and len(found) > 1 and len(parents) == 1:
                over = parents.pop()
                if over is not None and self.new.said[over].number == self.old.said[old].number:
                    yield old, over
            yield from ((old, new) for new in found)

    def _parts(self) -> Iterator[tuple[int, int]]:
        free = [place for place in self._free_new() if len(self.new.texts[place].tokens) >= _FEWEST_PARTED]
        near = self._candidates(self.old.texts, range(len(self.old.texts)) if free else ())
        for place in free:
            text = self.new.texts[place]
            best = max(near.near(text), key=lambda one: holds(self.old.texts[one], text), default=None)
            if best is not None and self._is_part(text, self.old.texts[best], self._became(best)):
                yield best, place

    def merged(self) -> Iterator[tuple[int, int]]:
        """Old entries whose words a new one took up."""
        free = [place for place in self._free_old() if len(self.old.texts[place].tokens) >= _FEWEST_PARTED]
        near = self._candidates(self.new.texts, range(len(self.new.texts)) if free else ())
        for place in free:
            text = self.old.texts[place]
            best = max(near.near(text), key=lambda one: holds(self.new.texts[one], text), default=None)
            if best is not None and self._is_part(text, self.new.texts[best], self._was(best)):
                yield place, best

    def _became(self, old: int) -> Text | None:
        return self.new.texts[self.pairs[old]] if old in self.pairs else None

    def _was(self, new: int) -> Text | None:
        return self.old.texts[self.back[new]] if new in self.back else None

    def _is_part(self, text: Text, whole: Text, other: Text | None) -> bool:
        """Whether a whole holds a text with its rare words, and not only because the whole's other reading does."""
        if holds(whole, text) < _HELD or holds(whole, text, other) < _HELD / 2:
            return False
        return self.weights.of(text.stems & whole.stems) >= _SHARED_ELSEWHERE * self.weights.of(text.stems)

    def _pair(self, old: int, new: int) -> None:
        self.pairs[old] = new
        self.back[new] = old

    def _free_old(self) -> list[int]:
        return [place for place in range(len(self.old.said)) if place not in self.pairs]

    def _free_new(self) -> list[int]:
        return [place for place in range(len(self.new.said)) if place not in self.back]

    def _by_sign(self, sign: Callable[[Text], Hashable | None]) -> None:
        """The one old entry that has the same sign as only one new."""
        olds = _unique((place, sign(self.old.texts[place])) for place in self._free_old())
        news = _unique((place, sign(self.new.texts[place])) for place in self._free_new())
        for key, place in olds.items():
            if key in news:
                self._pair(place, news[key])

    def _by_sign_below(self, sign: Callable[[Text], Hashable | None]) -> None:
        """The same among those that stand under the same entry."""

        def of(side: Side, place: int, above: Callable[[int], int | None]) -> Hashable | None:
            parent, told = side.said[place].parent, sign(side.texts[place])
            below = None if parent is None else above(parent)
            return None if below is None or told is None else (below, _sort(side.said[place]), told)

        olds = _unique((place, of(self.old, place, self.pairs.get)) for place in self._free_old())
        news = _unique((place, of(self.new, place, self._as_new)) for place in self._free_new())
        for key, place in olds.items():
            if key in news:
                self._pair(place, news[key])

    def _as_new(self, place: int) -> int | None:
        """A new place, if it is matched."""
        return place if place in self.back else None

    def _roots(self) -> None:
        """Two texts that are editions of one begin with one entry, whatever it is called now."""
        if self.old.said and self.new.said and 0 not in self.pairs and 0 not in self.back:
            first, other = self.old.said[0], self.new.said[0]
            alone = len(self.old.children[None]) == len(self.new.children[None]) == 1
            if alone and first.kind == other.kind == "section":
                self._pair(0, 0)

    def _by_children(self) -> None:
        """What stands above most of an entry's children: a section that got another title."""
        votes: dict[int, Counter[int]] = defaultdict(Counter)
        for old, new in self.pairs.items():
            above, over = self.old.said[old].parent, self.new.said[new].parent
            if above is not None and over is not None and over not in self.back and above not in self.pairs:
                votes[over][above] += 1
        for over, counted in sorted(votes.items()):
            above, count = min(counted.items(), key=lambda each: (-each[1], each[0]))
            most = max(len(self.old.children[above]), len(self.new.children[over]))
            if above not in self.pairs and 2 * count >= most and self._may_be_one(above, over):
                self._pair(above, over)

    def _may_be_one(self, old: int, new: int) -> bool:
        one, other = self.old.said[old], self.new.said[new]
        return one.kind == other.kind or (one.number == other.number and _sort(one) == _sort(other))

    def _candidates(self, texts: Sequence[Text], places: Iterable[int]) -> Candidates:
        return Candidates({place: texts[place] for place in places}, lambda: self.weights)

    def _by_likeness(self, placed: bool) -> None:
        """Those that are most alike, the most alike first; place counts where there is any."""
        free = self._free_new()
        near = self._candidates(self.new.texts, free)
        below: dict[int | None, list[int]] = defaultdict(list)
        for place in free:
            below[self.new.said[place].parent].append(place)
        scored = []
        for old in self._free_old():
            parent = self.old.said[old].parent
            siblings = below.get(self.pairs.get(parent), []) if placed and parent is not None else []
            close = siblings if len(siblings) <= _MOST_SIBLINGS else []
            for new in {*near.near(self.old.texts[old]), *close}:
                if self._may_be_one(old, new):
                    score = self._score(old, new, placed)
                    if score > 0:
                        scored.append((-score, abs(old - new) if placed else 0, old, new))
        for _, _, old, new in sorted(scored):
            if old not in self.pairs and new not in self.back:
                self._pair(old, new)

    def _score(self, old: int, new: int, placed: bool) -> float:
        """How sure it is that two are one; 0 where it is not."""
        one, other = self.old.texts[old], self.new.texts[new]
        if one.title and other.title and one.title != other.title and not placed:
            return 0.0
        alike = likeness(one, other)
        if len(one.tokens) < _TELLING and one.neutral != other.neutral:
            alike /= 2
        place = self._place(old, new) if placed else 0.0
        if place < 0.1 and self.weights.shared(one, other) < _SHARED_ELSEWHERE:
            return 0.0
        enough = _ALIKE_HERE if place >= 0.2 else ALIKE
        return alike + place + _OPENING * opening(one, other) if alike >= enough else 0.0

    def _place(self, old: int, new: int) -> float:
        """What place, neighbours and number say for two being one, at most 0.4."""
        one, other = self.old.said[old], self.new.said[new]
        parent = one.parent is not None and self.pairs.get(one.parent) == other.parent
        sides = sum(self._same_beside(old, new, step) for step in (-1, 1))
        label, other_label = _LABEL.findall(one.number or ""), _LABEL.findall(other.number or "")
        same = parent and bool(label) and label == other_label
        deeper = bool(label and other_label) and label[0].isdigit() != other_label[0].isdigit()
        return 0.1 * parent + 0.1 * sides + 0.1 * same - 0.1 * deeper

    def _same_beside(self, old: int, new: int, step: int) -> bool:
        """Whether the siblings on one side are one, or there is none on either."""
        one, other = self.old.beside(old, step), self.new.beside(new, step)
        if one is None or other is None:
            return one is None and other is None
        return self.pairs.get(one) == other

    def _repeated(self) -> None:
        """Texts that stand in several places word for word: in the order in which they stand."""
        for sign in (_unchanged, _worded, _said_alike):
            waiting: dict[Hashable, list[int]] = defaultdict(list)
            for place in self._free_new():
                if (key := sign(self.new.texts[place])) is not None:
                    waiting[key].append(place)
            for place in self._free_old():
                key = sign(self.old.texts[place])
                if key is not None and waiting.get(key):
                    self._pair(place, waiting[key].pop(0))

    def _between_neighbours(self) -> None:
        """What stands between the same neighbours under the same heading and is about the same."""
        for old in self._free_old():
            parent = self.old.said[old].parent
            if parent is None or parent not in self.pairs:
                continue
            new = self._in_the_same_gap(old, self.pairs[parent])
            if new is not None and self._is_about_the_same(old, new):
                self._pair(old, new)

    def _in_the_same_gap(self, old: int, parent: int) -> int | None:
        """The only free new entry between the same neighbours, where the old one is alone between them too."""
        before, after = self.old.beside(old, -1), self.old.beside(old, 1)
        siblings = self.new.children[parent]
        first = 0 if before is None else self._rank_of(before, parent)
        last = len(siblings) - 1 if after is None else self._rank_of(after, parent)
        if first is None or last is None:
            return None
        inside = siblings[first + (before is not None) : last + (after is None)]
        return inside[0] if len(inside) == 1 and inside[0] not in self.back else None

    def _rank_of(self, old: int, parent: int) -> int | None:
        new = self.pairs.get(old)
        return self.new.rank[new] if new is not None and self.new.said[new].parent == parent else None

    def _is_about_the_same(self, old: int, new: int) -> bool:
        one, other = self.old.texts[old], self.new.texts[new]
        if not self._may_be_one(old, new):
            return False
        if bool(one.said.purged or other.said.purged):
            return one.said.number == other.said.number
        return self.weights.shared(one, other) >= _SHARED_HERE


def _unchanged(text: Text) -> Hashable | None:
    """It says the same under the same name; a number alone says nothing."""
    said = text.said
    return (said.kind, said.name, said.title, said.hash) if said.title or said.markdown else None


def _titled(text: Text) -> Hashable | None:
    return (text.said.kind, text.title) if text.title else None


def _headed(text: Text) -> Hashable | None:
    return (_HEADING, text.title) if _sort(text.said) == _HEADING else None


def _sort(said: Said) -> str:
    """Its kind; whether "1.1 Players" is read as a heading or as a rule that is called so depends on the print."""
    return _HEADING if said.number and said.title and said.kind in ("section", "rule") else said.kind


def _worded(text: Text) -> Hashable | None:
    return (text.said.kind, text.title, text.neutral) if len(text.tokens) >= _TELLING else None


def _counted(text: Text) -> Hashable | None:
    """Where only its numbers tell a text from others, those that count something: numbers with parts move."""
    return (text.said.kind, text.title, text.counting) if len(text.tokens) >= _TELLING else None


def _said_alike(text: Text) -> Hashable | None:
    return (text.said.kind, text.title, text.neutral) if text.title or text.neutral else None


def _unique(signs: Iterable[tuple[int, Hashable | None]]) -> dict[Hashable, int]:
    """Places by their sign, without those that share it."""
    found: dict[Hashable, list[int]] = defaultdict(list)
    for place, sign in signs:
        if sign is not None:
            found[sign].append(place)
    return {sign: places[0] for sign, places in found.items() if len(places) == 1}
