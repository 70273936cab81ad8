"""Choosing and cutting the sentence to show: the case file is read by the JavaScript tests too."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.analyse import stems
from kb.search.excerpt import LONGEST, excerpt

CASES = json.loads((Path(__file__).parents[1] / "cases" / "excerpt.json").read_text(encoding="utf-8"))[
    "cases"
]


def expanded(text: str) -> str:
    """`@aaaa x 80@` is that word eighty times, `@a * 900@` that letter without blanks."""
    text = re.sub(r"@(\w+) x (\d+)@", lambda m: " ".join([m[1]] * int(m[2])), text)
    return re.sub(r"@(\w) \* (\d+)@", lambda m: m[1] * int(m[2]), text)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["title"])
def test_excerpt(case):
    found = excerpt(expanded(case["text"]), stems(case["query"]), lambda stem: 1.0)
    assert [found.text[start:end] for start, end in found.marks] == case["marked"]
    if case.get("is_cut"):
        assert "…" in found.text
        assert len(found.text) <= LONGEST + 4
    else:
        assert found.text == case["is"]


@given(st.text(max_size=600), st.text(max_size=20))
def test_marks_are_words_in_order_inside_the_excerpt(text, query):
    found = excerpt(text, stems(query), lambda stem: 1.0)
    assert len(found.text) <= LONGEST + 4
    position = 0
    for start, end in found.marks:
        assert position <= start < end <= len(found.text)
        position = end


def test_the_sentence_nearest_in_meaning_is_shown():
    assert excerpt("One. Two. Three.", [], lambda stem: 1.0, {0: 0.1, 1: 0.3}).text == "Two."


def test_words_and_meaning_choose_together():
    assert excerpt("One. Two.", ["one"], lambda stem: 1.0, {0: 0.1, 1: 0.3}).text == "One."
    assert excerpt("One. Two.", ["one"], lambda stem: 1.0, {0: 0.1, 1: 0.6}).text == "Two."
