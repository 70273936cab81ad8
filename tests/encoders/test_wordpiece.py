"""Texts are cut into pieces as BERT cuts them."""

from __future__ import annotations

import json
import time

import pytest
from case_files import CASES

from kb import encoders
from kb.encoders.wordpiece import WordPiece

ROWS = json.loads((CASES / "pieces.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def cutter() -> WordPiece:
    return WordPiece(encoders.pieces())


@pytest.mark.parametrize("row", ROWS, ids=[row["title"] for row in ROWS])
def test_a_text_is_cut_like_this(cutter: WordPiece, row: dict[str, object]) -> None:
    assert cutter.split(str(row["text"])) == row["pieces"]


@pytest.mark.parametrize("row", ROWS, ids=[row["title"] for row in ROWS])
def test_numbers_name_the_same_pieces(cutter: WordPiece, row: dict[str, object]) -> None:
    numbers = cutter.ids(str(row["text"]), unknown=100)
    assert [encoders.pieces()[number] for number in numbers] == row["pieces"]


def test_unknown_words_are_left_out_unless_asked_for(cutter: WordPiece) -> None:
    assert cutter.ids("\U0001f3b2 wall") == cutter.ids("wall")


@pytest.mark.parametrize(
    ("word", "known"),
    [
        ("goblin", True),
        ("Goblin", True),
        ("goblni", False),
        ("meeple", False),
        ("two words", False),
        ("", False),
    ],
)
def test_a_known_word_is_a_piece_of_its_own(cutter: WordPiece, word: str, known: bool) -> None:
    assert cutter.knows(word) is known


@pytest.mark.parametrize(
    "text",
    ["a" * 1_000_000, "\u0301\u0323" * 200_000, "ab " * 300_000, "\U0001f3b2" * 500_000, "\ud800" * 100_000],
    ids=["one word", "marks out of order", "many words", "pictures", "half characters"],
)
def test_no_text_takes_more_than_its_share_of_time(cutter: WordPiece, text: str) -> None:
    started = time.perf_counter()
    cutter.ids(text)
    assert time.perf_counter() - started < 5
