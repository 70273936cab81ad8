"""Which edition a text says it is: cases that a rules expert can edit."""

from __future__ import annotations

import pytest
from case_files import read_cases

from kb.ingest.editions import find_date, find_stated


@pytest.mark.parametrize("case", read_cases("editions.txt", 2))
def test_find_edition(case):
    words, edition = case
    stated = find_stated(["Rules", *words.split("\n"), "1. Text"])
    assert (stated or "-") == edition


def test_a_date_far_down_is_not_the_edition():
    assert find_stated([*["Rule."] * 80, "Updated 2024-06-07"]) is None


def test_impossible_dates_are_no_dates():
    assert find_date("updated 45/45/2024") is None
    assert find_date("Smarch 3, 2024") is None
