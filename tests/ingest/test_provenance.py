"""What a text says of where it is from: cases that a rules expert can edit."""

from __future__ import annotations

import pytest
from case_files import read_cases


@pytest.mark.parametrize("case", read_cases("provenance.txt", 2))
def test_provenance(case, read_words):
    words, expected = case
    reading, _ = read_words(f"Rules\n\n1.1. A goat climbs.\n\n{words}\n")
    source = reading.source
    assert " / ".join(told or "-" for told in (source.publisher, source.licence, source.origin)) == expected


def test_an_edition_that_only_the_pages_print_is_read(read_words):
    pages = "\f".join(
        f"Rules of the Goat 2024/25 | Chapter {page}\n\nA goat climbs the wall of page {page}.\n\n{page}"
        for page in range(1, 8)
    )
    assert read_words(pages)[0].source.edition == "2024/25"


def test_a_date_of_two_readings_is_told(read_words):
    reading, _ = read_words("Rules\n\nLast updated: 1/2/2026\n\nA goat climbs.\n")
    (problem,) = reading.problems
    assert (problem.code, problem.line) == ("ambiguous-date", 3)
    assert 'edition = "2026-02-01"' in problem.suggestion
