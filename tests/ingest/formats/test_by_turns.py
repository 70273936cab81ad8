"""Columns that a program read by turns are told by many pages, never by one of many."""

from __future__ import annotations

from kb.ingest.document import Line
from kb.ingest.formats.by_turns import one_after_the_other


def page(first, *numbers):
    return [
        Line(first + at, words, words)
        for at, words in enumerate(f"{number} A goat climbs the wall." for number in numbers)
    ]


TURNS = ("1.1", "5.1", "1.2", "5.2", "1.3", "5.3", "1.4", "5.4")


def words_of(pages):
    return [[line.text.split()[0] for line in lines if line.text] for lines in pages]


def test_a_page_read_by_turns_is_put_in_order():
    assert words_of(one_after_the_other([page(1, *TURNS)], ())) == [sorted(TURNS)]


def test_one_page_of_many_stays_as_it_is():
    others = [page(100 * at, *(f"{at}.{number}" for number in range(1, 9))) for at in range(6, 26)]
    read = one_after_the_other([page(1, *TURNS), *others], ())
    assert words_of(read)[0] == list(TURNS)


def test_digits_that_are_levels_of_their_own_are_in_order():
    digits = "12 121 122 2 21 211 212 22 3 31 311 312 32 321 322 4"
    nested = [f"3.{each}" for each in digits.split()]
    assert words_of(one_after_the_other([page(1, *nested)], ())) == [nested]


def test_contents_rows_of_tables_and_a_few_numbers_of_sentences_are_no_columns():
    listed = [f"{number}.0 Goats ........ {number}" for number in range(1, 7)]
    rules = [f"1.{rule}{below}" for rule in range(1, 5) for below in ("", ".1", ".2", ".3")]
    words = [*listed, *(f"{number} A goat climbs." for number in rules)]
    for place in (21, 18, 12, 9):
        words[place:place] = ["2-3\tStorm", "4.2 is the price.", "7-12\tFog"]
    lines = [Line(at, each, each) for at, each in enumerate(words, 1)]
    assert one_after_the_other([lines], ()) == [lines]


def test_labels_and_numbers_that_begin_again_tell_no_columns():
    labels = [f"{label}: A goat climbs wall {at}." for at in range(6) for label in ("Example", "Note")]
    again = [f"1.{rule} Goat {part} climbs." for part in range(3) for rule in (1, 2, 3)]
    for words in (labels, again):
        lines = [Line(at, each, each) for at, each in enumerate(words, 1)]
        assert one_after_the_other([lines], ()) == [lines]
