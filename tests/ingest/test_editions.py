"""Which edition a text says it is."""

from __future__ import annotations

import pytest

from kb.ingest.editions import find_date, find_edition


@pytest.mark.parametrize(
    ("line", "edition"),
    [
        ("These rules are effective as of January 16, 2026.", "2026-01-16"),
        ("current as of March 15, 2003", "2003-03-15"),
        ("Version 2.0.1. Effective February 5, 2026", "2026-02-05"),
        ("Last updated: 1/16/2026", "2026-01-16"),
        ("Last updated: 16/1/2026", "2026-01-16"),
        ("VERSION 14 - DECEMBER, 2020", "14"),
        ("Updated 2024-06-07", "2024-06-07"),
        ("Version 1.4", "1.4"),
        ("Revised 3rd June 2019", "2019-06-03"),
        ("The company was founded on January 16, 1995.", None),
        ("You may play 2024 cards.", None),
    ],
)
def test_find_edition(line, edition):
    assert find_edition(["Rules", line, "1. Text"]) == edition


def test_a_date_far_down_is_not_the_edition():
    assert find_edition([*["Rule."] * 80, "Updated 2024-06-07"]) is None


def test_impossible_dates_are_no_dates():
    assert find_date("updated 45/45/2024") is None
    assert find_date("Smarch 3, 2024") is None
