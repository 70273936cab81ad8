"""What the table is taught by: stretches of a text, and lines cast from moulds."""

from __future__ import annotations

import random
import re

import pytest

from kb.encoders import tabletop
from kb.encoders.phrases import Phrases

TEXT = "A goblin may climb a wall. It pays two gold for each space, unless it rests."


def test_the_same_seed_draws_the_same_stretches() -> None:
    first, again = (Phrases(TEXT, seed=3).stretches(200) for _ in range(2))
    assert first == again
    assert len(set(first)) == len(first) > 50
    assert any(stretch.lower() in TEXT.lower() for stretch in first)


@pytest.mark.parametrize("kind", ["answer", "question"])
def test_every_slot_of_a_mould_is_filled(kind: str) -> None:
    dice = random.Random(1)
    cast = [tabletop.cast(kind, dice) for _ in range(2000)]
    assert not [text for text in cast if re.search(r"[{}|]", text)]
