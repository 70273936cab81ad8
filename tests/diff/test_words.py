"""Words taken out and put in: right, readable, and in bounded time."""

from __future__ import annotations

import json
import random
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.diff.words import ADDED, REMOVED, SAME, changes, rising, tokens

CASES = json.loads((Path(__file__).parents[1] / "cases" / "word_changes.json").read_text(encoding="utf-8"))
WORDS = st.lists(st.sampled_from(["a", "b", "c", "d ", "e\n", "(", ".", "702.19b"]), max_size=30).map(
    " ".join
)


@pytest.mark.parametrize("case", CASES["cases"], ids=lambda case: case["title"])
def test_changes(case: dict[str, Any]) -> None:
    found = changes(case["old"], case["new"], case.get("renumbered"))
    assert [list(piece) for piece in found] == case["is"]


@given(st.one_of(WORDS, st.text(max_size=60)), st.one_of(WORDS, st.text(max_size=60)))
@settings(deadline=None)
def test_no_word_is_lost_or_invented(old: str, new: str) -> None:
    found = changes(old, new)
    assert "".join(text for kind, text in found if kind != REMOVED) == new.lstrip()
    assert "".join("".join(text for kind, text in found if kind != ADDED).split()) == "".join(old.split())
    assert all(text for _, text in found)
    assert all(one[0] != other[0] for one, other in pairwise(found))


@given(WORDS)
def test_a_text_is_the_same_as_itself(text: str) -> None:
    assert {kind for kind, _ in changes(text, text)} <= {SAME}
    assert "".join(tokens(text)) == text.lstrip()


@given(st.lists(st.integers(0, 20), max_size=12))
def test_rising(values: list[int]) -> None:
    row = [values[at] for at in rising(values)]
    assert all(one < other for one, other in pairwise(row))
    longest = [1] * len(values)
    for at, value in enumerate(values):
        longest[at] += max((longest[one] for one in range(at) if values[one] < value), default=0)
    assert len(row) == max(longest, default=0)


def hostile() -> dict[str, tuple[str, str]]:
    drawn = random.Random(5)
    few = [" ".join(drawn.choice("abcdefgh") for _ in range(60_000)) for _ in range(2)]
    many = [" ".join(str(drawn.randrange(30_000)) for _ in range(60_000)) for _ in range(2)]
    return {
        "few words": (few[0], few[1]),
        "many words": (many[0], many[1]),
        "one word": ("x " * 60_000, "x " * 30_000 + "y " + "x " * 30_000),
        "by turns": ("x y " * 30_000, "y x " * 30_000),
        "one long word": ("x" * 300_000, "x" * 300_001),
        "marks": ("(" * 60_000, "(" * 30_000 + ")" * 30_000),
        "blanks": (" " * 300_000 + "a", " " * 300_001 + "b"),
        "many changes": (
            " ".join(f"{n} a" for n in range(9_000)),
            " ".join(f"{n} b" for n in range(9_000)),
        ),
    }


@pytest.mark.parametrize("name", hostile())
def test_hostile_texts_take_bounded_time(name: str) -> None:
    old, new = hostile()[name]
    started = time.process_time()
    changes(old, new)
    assert time.process_time() - started < 3
