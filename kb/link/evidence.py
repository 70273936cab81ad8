"""Is a term meant here, or only its words in their ordinary sense? The text itself tells.

A game that writes its terms in capitals means the term where the capital is and not where it is not. A game
that does not is linked with care: names of several words and uncommon single words, unless so many entries
would link them that the links would only be noise. What is too common for that is linked once in each
chapter, and what would even so be linked too often is not linked at all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import median

from kb.analyse import name_key
from kb.link.everyday import is_common, is_everyday
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
"""Share of a game's rules; a term written small that would be linked from more is too common to be."""

COMMON_IN_SMALL_GAME = 20
"""Entries; in a short text so many are not yet common, up to one in twelve."""

COMMON_IN_TINY_GAME = 5
"""Entries; fewer are never too many."""

FAR = 1000
"""Characters after which a term is linked again within one entry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """An entry as far as links from it are concerned."""

    entry: str
    chapter: str
    """Id of the chapter or section it belongs to."""

    around: frozenset[str]
    """Names (as `name_key` gives them) of the entry and of what it stands under: without capitals to tell a
    term from its words, nobody needs a link to what the heading says."""

    uses: Sequence[Use]


@dataclass(slots=True)
class Habit:
    """How one term is written in its game."""

    capital: int = 0
    small: int = 0
    entries: set[str] = field(default_factory=set)
    linking: set[str] = field(default_factory=set)
    """Entries that would link it where it is written small."""

    first: dict[str, str] = field(default_factory=dict)
    """For each chapter, the first of those entries."""

    @property
    def share(self) -> float:
        """Share of the occurrences inside sentences that have a capital; 0 if there are none."""
        return self.capital / (self.capital + self.small) if self.capital + self.small else 0.0


class Evidence:
    """What all uses of the terms of one game tell together."""

    def __init__(self, terms: Terms, places: Sequence[Place], settings: Settings, rules: int) -> None:
        self.names = {
            term: frozenset(name_key(name) for name in called(entry)) for term, entry in terms.by_id.items()
        }
        self._decided = {
            word: frozenset(term for term, names in self.names.items() if names & getattr(settings, word))
            for word in ("allow", "deny", "force")
        }
        self._settings, self._places = settings, places
        self.habits = _habits(places)
        shares = [habit.share for habit in self.habits.values() if habit.capital + habit.small > 1]
        self.capitalises = bool(shares) and median(shares) > CAPITALISES
        self.limit = max(COMMON * rules, min(COMMON_IN_SMALL_GAME, len(places) / 12), COMMON_IN_TINY_GAME)
        for place in places:
            for use, term in self._meant(place):
                if not use.capital or use.initial:
                    self.habits[term].linking.add(place.entry)
                    self.habits[term].first.setdefault(place.chapter, place.entry)

    def links(self, place: Place) -> list[tuple[Use, str]]:
        """The uses to link in one entry, and their terms."""
        kept: list[tuple[Use, str]] = []
        last: dict[str, int] = {}
        for use, term in self._meant(place):
            if self._helps(use, term, place) and (term not in last or use.start - last[term] > FAR):
                last[term] = use.start
                kept.append((use, term))
        return kept

    def held_back(self) -> list[tuple[str, int]]:
        """Terms that are used in their sense but too often to be linked, with the number of entries."""
        common = [(term, len(habit.linking)) for term, habit in self.habits.items()]
        return sorted((one for one in common if one[1] > self.limit), key=lambda one: (-one[1], one[0]))

    def undecided(self) -> dict[str, tuple[str, ...]]:
        """Names that several terms have and nobody has settled, with those terms."""
        return {
            use.form: use.terms
            for place in self._places
            for use in place.uses
            if len(use.terms) > 1 and place.entry not in use.terms and not self._settled(use, place)
        }

    def _meant(self, place: Place) -> Iterable[tuple[Use, str]]:
        for use in place.uses:
            term = use.terms[0] if len(use.terms) == 1 else self._settled(use, place)
            if (
                term
                and term != place.entry
                and (self.capitalises or not self.names[term] & place.around)
                and self._means(use, term)
            ):
                yield use, term

    def _settled(self, use: Use, place: Place) -> str:
        """Which of several terms so called people say is meant; empty where they have not said."""
        if place.entry in use.terms:
            return ""  # speaks of itself
        target = self._settings.target(place.entry, use.form)
        return target if target in use.terms else ""

    def _means(self, use: Use, term: str) -> bool:
        """Whether the term is meant, however often it is."""
        if term in self._decided["deny"] or use.labelled:
            return False
        if term in self._decided["force"]:
            return True
        habit = self.habits[term]
        if self.capitalises:
            return self._means_among_capitals(use, habit)
        if habit.share >= CAPITALISES:
            return use.capital and not use.in_name and (not use.initial or habit.share >= INITIAL)
        if use.capital and (use.in_name or not use.initial):
            return False  # a card or a format that is called like the term
        return use.words > 1 or term in self._decided["allow"] or self._is_telling(use, term)

    def _means_among_capitals(self, use: Use, habit: Habit) -> bool:
        if use.capital and (use.icon or not use.initial):
            return True
        if use.words == 1 and (habit.share > SMALL or not habit.small):
            return use.capital and (habit.share >= INITIAL or not habit.small)
        return True

    def _is_telling(self, use: Use, term: str) -> bool:
        """Whether a single word is by itself more than a common English word."""
        if use.form in self.names[term]:
            return len(use.form) > 2 and not is_common(use.form)
        return not is_everyday(use.form) and not any(map(is_common, self.names[term]))

    def _helps(self, use: Use, term: str, place: Place) -> bool:
        """Whether links to a term are few enough to help; a capital inside a sentence always helps."""
        habit = self.habits[term]
        small = not use.capital or (use.initial and habit.share < CAPITALISES)
        is_wanted = term in self._decided["allow"] or term in self._decided["force"]
        is_name = self.capitalises and use.words > 1
        if not small or is_wanted or is_name or len(habit.linking) <= self.limit:
            return True
        once = not self.capitalises and len(habit.first) <= self.limit
        return once and habit.first.get(place.chapter) == place.entry


def _habits(places: Iterable[Place]) -> dict[str, Habit]:
    habits: dict[str, Habit] = defaultdict(Habit)
    for place in places:
        for use in place.uses:
            for term in use.terms:
                habit = habits[term]
                habit.entries.add(place.entry)
                if not use.initial:
                    habit.capital += use.capital
                    habit.small += not use.capital
    return habits
