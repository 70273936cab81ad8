"""Columns that a program read by turns are told by many pages, never by one of many."""

from __future__ import annotations

from kb.ingest.formats.by_turns import one_after_the_other
from kb.ingest.lines import Line


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
