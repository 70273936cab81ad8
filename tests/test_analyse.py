"""Words, stems, names and sentences: the case files are read by the JavaScript tests too."""

import json
import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.analyse import LONGEST_WORD, STOP_WORDS, name_key, sentences, stem, stems, words

CASES = json.loads((Path(__file__).parent / "cases" / "analyse.json").read_text(encoding="utf-8"))
STEMS = (Path(__file__).parent / "cases" / "stems.tsv").read_text(encoding="utf-8").splitlines()


def cases(name: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", CASES[name], ids=lambda case: case["title"])


@cases("words")
def test_words(case):
    assert words(case["text"]) == case["is"]


@cases("stems")
def test_stems(case):
    assert stems(case["text"]) == case["is"]


@cases("names")
def test_spellings_of_one_name(case):
    assert name_key(case["one"]) == name_key(case["other"])


@cases("different_names")
def test_different_names(case):
    assert name_key(case["one"]) != name_key(case["other"])


@cases("sentences")
def test_sentences(case):
    assert [case["text"][start:end] for start, end in sentences(case["text"])] == case["is"]


def test_stems_are_those_of_the_case_file():
    wrong = [line for line in STEMS if stem(line.split("\t")[0]) != line.split("\t")[1]]
    assert len(STEMS) > 2000
    assert wrong == []


def test_a_stop_word_is_a_word_as_analysed():
    assert [word for word in STOP_WORDS if words(word) != [word]] == []


@given(st.text())
def test_words_of_any_text_are_stable(text):
    found = words(text)
    assert all(word and len(word) <= LONGEST_WORD for word in found)
    assert words(" ".join(found)) == found


@given(st.text())
def test_sentences_cover_every_character_that_is_not_blank(text):
    spans = sentences(text)
    assert all(start < end for start, end in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))
    assert "".join("".join(text[a:b] for a, b in spans).split()) == "".join(text.split())


@pytest.mark.parametrize(
    "text", ["'" * 200_000, "a'" * 100_000, '."' * 100_000, "a" * 200_000, "é" * 200_000]
)
def test_hostile_texts_take_no_time(text):
    started = time.perf_counter()
    words(text)
    sentences(text)
    name_key(text)
    assert time.perf_counter() - started < 2
