"""What is an entry about that nobody asked for? Rules of a variant or a rare ability seldom answer plain questions."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Collection

from kb.index.catalogue import Catalogue
from kb.index.topics import unpacked


class Topics:
    """The titles of the entries and those above them, as stems, the rarest first."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._topics, self._topic_of = catalogue.topics, catalogue.topic_of
        rarest = [topic.split(" ", 2)[:2] if topic else ["", "0"] for topic in self._topics]
        self._rarest = array("d", [float(rarity) for _, rarity in rarest])
        self._by_rarest: dict[str, list[int]] = defaultdict(list)
        for number, (stem, _) in enumerate(rarest):
            self._by_rarest[stem].append(number)

    def off_topic(self, asked: Collection[str]) -> array[float]:
        """For each entry the rarity of the rarest stem of its titles that is not asked for, 0 to 1."""
        values = self._rarest[:]
        for stem in asked:
            for number in self._by_rarest.get(stem, ()):
                missing = (rarity for other, rarity in unpacked(self._topics[number]) if other not in asked)
                values[number] = next(missing, 0.0)
        return array("d", map(values.__getitem__, self._topic_of))
