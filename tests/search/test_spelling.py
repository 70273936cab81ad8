"""Correcting spelling: the case file is read by the JavaScript tests too."""

import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.analyse import stem
from kb.search.spelling import correct, distance

FILE = json.loads((Path(__file__).parents[1] / "cases" / "spelling.json").read_text(encoding="utf-8"))
VOCABULARY = dict(sorted(FILE["vocabulary"].items()))
STEMS = {stem(word) for word in VOCABULARY}


def is_known(word: str) -> bool:
    return word in FILE["known"] or stem(word) in STEMS


@pytest.mark.parametrize("case", FILE["cases"], ids=lambda case: case["title"])
def test_correct(case):
    assert correct(case["text"], lambda: VOCABULARY, is_known) == case["is"]


def test_the_vocabulary_is_not_read_when_every_word_is_known():
    def unread():
        raise AssertionError

    assert correct("the player attacks", unread, is_known) is None


def slow_distance(one: str, other: str) -> int:
    """Optimal string alignment as it is defined, without any shortcut."""
    if not one or not other:
        return len(one) + len(other)
    best = min(
        slow_distance(one[:-1], other) + 1,
        slow_distance(one, other[:-1]) + 1,
        slow_distance(one[:-1], other[:-1]) + (one[-1] != other[-1]),
    )
    if len(one) > 1 and len(other) > 1 and one[-1] == other[-2] and one[-2] == other[-1]:
        best = min(best, slow_distance(one[:-2], other[:-2]) + 1)
    return best


@given(st.text("abc", max_size=5), st.text("abc", max_size=5), st.integers(1, 2))
def test_distance_is_the_defined_one_up_to_its_limit(one, other, limit):
    assert distance(one, other, limit) == min(slow_distance(one, other), limit + 1)


def test_a_long_text_of_unknown_words_is_not_slow():
    text = " ".join(f"{a}{b}{c}x{a}q" for a in "abcdefghij" for b in "klmnopqrst" for c in "uvwxyzabcd")
    started = time.perf_counter()
    correct(text, lambda: VOCABULARY, is_known)
    assert time.perf_counter() - started < 1
