"""Is a term meant here, or only its words in their ordinary sense? The text itself tells.

A game that writes its terms in capitals means the term where the capital is and not where it is not. A game
that does not is linked with care: names of several words and uncommon single words, unless they occur in so
many entries that links to them would only be noise.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

from kb.analyse import name_key
from kb.link.everyday import EVERYDAY
from kb.link.names import called
from kb.link.settings import Settings
from kb.link.terms import Terms, Use

CAPITALISES = 0.5
"""Share of a term's occurrences inside sentences with a capital, from which the capital is its habit."""

INITIAL = 0.7
"""The same, from which a capital at the beginning of a sentence is taken for the term's own."""

SMALL = 0.1
"""Up to this share a term is one that its game writes small although it writes others in capitals."""

COMMON = 0.02
"""Share of a game's rules from which a term written small is too common to be linked."""

COMMON_IN_SMALL_GAME = 20
"""Entries; in a short text so many are not yet common, up to one in twelve."""

FAR = 1000
"""Characters after which a term is linked again within one entry."""


@dataclass(slots=True)
class Habit:
    """How one term is written in its game."""

    capital: int = 0
    small: int = 0
    entries: set[str] = field(default_factory=set)
    small_entries: set[str] = field(default_factory=set)

    @property
    def share(self) -> float:
        """Share of the occurrences inside sentences that have a capital; 0 if there are none."""
        return self.capital / (self.capital + self.small) if self.capital + self.small else 0.0


class Evidence:
    """What all uses of the terms of one game tell together."""

    def __init__(
        self, terms: Terms, uses: Mapping[str, Sequence[Use]], settings: Settings, rules: int
    ) -> None:
        self.habits = _habits(uses)
        shares = [habit.share for habit in self.habits.values() if habit.capital + habit.small > 1]
        self.capitalises = bool(shares) and median(shares) >= CAPITALISES
        self.limit = max(COMMON * rules, min(COMMON_IN_SMALL_GAME, len(uses) / 12))
        self.names = {
            term: frozenset(name_key(name) for name in called(entry)) for term, entry in terms.by_id.items()
        }
        self._decided = {
            word: frozenset(term for term, names in self.names.items() if names & getattr(settings, word))
            for word in ("allow", "deny", "force")
        }

    def links(
        self, uses: Iterable[Use], own: str, around: frozenset[str], words: int
    ) -> list[tuple[Use, str]]:
        """The uses to link in one entry and their terms: `own` is its id, `around` the names it stands under."""
        kept: list[tuple[Use, str]] = []
        last: dict[str, int] = {}
        for use in uses:
            term = use.terms[0]
            if len(use.terms) > 1 or term == own or self.names[term] & around or not self.means(use, term):
                continue
            if term not in last or use.start - last[term] > FAR:
                last[term] = use.start
                kept.append((use, term))
        return self._within_budget(kept, words)

    def means(self, use: Use, term: str) -> bool:
        """Whether this use means the term and deserves a link."""
        if term in self._decided["deny"] or use.labelled:
            return False
        if term in self._decided["force"]:
            return True
        habit = self.habits[term]
        if self.capitalises:
            return self._means_in_capitals(use, term, habit)
        if use.capital and not use.initial:
            return habit.share >= CAPITALISES and not use.in_name
        if habit.share >= CAPITALISES:
            return use.initial and use.capital and habit.share >= INITIAL and not use.in_name
        return self._means_small(use, term, habit) and not (use.capital and use.in_name)

    def _means_in_capitals(self, use: Use, term: str, habit: Habit) -> bool:
        if use.capital and not use.initial:
            return True
        if habit.share > SMALL or not habit.small:
            return use.capital and (habit.share >= INITIAL or not habit.small)
        return use.words > 1 or len(habit.small_entries) <= self.limit or term in self._decided["allow"]

    def _means_small(self, use: Use, term: str, habit: Habit) -> bool:
        if term in self._decided["allow"]:
            return True
        if len(habit.small_entries) > self.limit:
            return False
        return use.words > 1 or (len(use.form) > 2 and not self._is_everyday(use, term))

    def _is_everyday(self, use: Use, term: str) -> bool:
        return use.form in EVERYDAY or any(name in EVERYDAY for name in self.names[term])

    def _within_budget(self, links: list[tuple[Use, str]], words: int) -> list[tuple[Use, str]]:
        """The rarest terms first, as many as a page can carry and stay readable."""
        budget = max(4, words // 5) if self.capitalises else max(2, words // 15)
        if len(links) <= budget:
            return links
        forced = self._decided["force"]
        rarest = sorted(
            links, key=lambda link: (link[1] not in forced, len(self.habits[link[1]].entries), link[0].start)
        )
        kept = set(rarest[: max(budget, sum(term in forced for _use, term in links))])
        return [link for link in links if link in kept]


def _habits(uses: Mapping[str, Sequence[Use]]) -> dict[str, Habit]:
    habits: dict[str, Habit] = defaultdict(Habit)
    for entry, found in uses.items():
        for use in found:
            for term in use.terms:
                habit = habits[term]
                habit.entries.add(entry)
                if use.capital and not use.initial:
                    habit.capital += 1
                elif not use.initial:
                    habit.small += 1
                if not use.capital or use.initial:
                    habit.small_entries.add(entry)
    return habits
