"""Taking queries apart: the case file is read by the JavaScript tests too."""

import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.search.query import LONGEST, parse

FILE = json.loads((Path(__file__).parents[1] / "cases" / "query.json").read_text(encoding="utf-8"))
GAMES, KINDS = FILE["games"], FILE["kinds"]
NOTHING = {
    "phrases": [],
    "excluded": [],
    "prefixes": [],
    "games": [],
    "kinds": [],
    "titles": [],
    "numbers": [],
}


@pytest.mark.parametrize("case", FILE["cases"], ids=lambda case: case["title"])
def test_parse(case):
    found = parse(case["query"], GAMES, KINDS)
    lists = {
        "phrases": [list(phrase) for phrase in found.phrases],
        "excluded": [list(phrase) for phrase in found.excluded],
        "prefixes": list(found.prefixes),
        "games": list(found.games),
        "kinds": list(found.kinds),
        "titles": [list(title) for title in found.titles],
        "numbers": list(found.numbers),
    }
    assert {"text": found.text, **lists} == NOTHING | case["is"]


@given(st.text(alphabet='ab"“”-*: \n~^()[]game:kind', max_size=200))
def test_no_query_is_an_error(text):
    parse(text, GAMES, KINDS)


@pytest.mark.parametrize("part", ['"', '-"', "a* ", "-a ", "game:", "game:magic ", "-", "\x00", " "])
def test_no_query_is_slow(part):
    started = time.perf_counter()
    found = parse(part * LONGEST, GAMES, KINDS)
    assert len(found.text) <= LONGEST
    assert time.perf_counter() - started < 0.5
