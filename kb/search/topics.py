"""What is an entry about that nobody asked for? Rules of a variant or a rare ability seldom answer plain questions."""

from __future__ import annotations

from array import array
from collections.abc import Collection

from kb.index.catalogue import Catalogue


def off_topic(asked: Collection[str], catalogue: Catalogue) -> array[float]:
    """For each entry the rarity of the rarest stem of its title and those above that is not asked for, 0 to 1."""
    values = [
        next((rarity for stem, rarity in topic if stem not in asked), 0.0) for topic in catalogue.topics
    ]
    return array("d", map(values.__getitem__, catalogue.topic_of))
