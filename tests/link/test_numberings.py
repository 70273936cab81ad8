"""References in texts that number their rules in other ways than Hearthmoor: cited as such texts cite."""

from __future__ import annotations

import pytest
from link_games import moor
from small_entries import entry

from kb.link import link
from kb.link.names import Names

BRACKETS = ("2", "2.1", "2.1(a)", "2.1(b)", "2.1(c)", "2.5", "4", "4.5", "4.5(c)")
IN_TURN = ("1", "1a", "1a1", "1a1a", "1b", "5", "5h")
LETTERS = ("A", "A1", "A1.3", "C", "C1", "C1.1", "C1.2")
ZEROS = ("1.0", "1.1", "1.5", "2.0", "2.1", "2.5")


def told(numbers, text, **titles):
    """What a rule with this text points at, in a text with rules of these numbers."""
    rules = [
        entry(number.replace("(", "-").rstrip(")").lower(), "Goats.", number=number, title=titles.get(number))
        for number in numbers
    ]
    here = entry("here", text, number="9")
    found = link([*rules, here], [], {}).references
    return [
        f"{each.text} -> {(each.target or each.status).partition(':')[2] or each.status}"
        for each in found
        if each.origin == here.id and each.kind == "see"
    ]


@pytest.mark.parametrize(
    ("numbers", "text", "expected"),
    [
        (BRACKETS, "See rules 2.1(b) and 4.5(c).", ["See rules 2.1(b) -> 2.1-b", "4.5(c) -> 4.5-c"]),
        (
            BRACKETS,
            "A goat stays (2.1(a), 2.5, 4.5(c)).",
            ["2.1(a) -> 2.1-a", "2.5 -> 2.5", "4.5(c) -> 4.5-c"],
        ),
        (BRACKETS, "A goat stays (4.5(c)).", ["4.5(c) -> 4.5-c"]),
        (BRACKETS, "See rule 4.5(d).", ["See rule 4.5 -> 4.5"]),
        (BRACKETS, "See 2.1(a) to 2.1(c).", ["See 2.1(a) -> 2.1-a", "2.1(c) -> 2.1-c"]),
        (IN_TURN, "A goat stays (1a1a, 1b and 5h).", ["1a1a -> 1a1a", "1b -> 1b", "5h -> 5h"]),
        (IN_TURN, "Wait for 5h, or for 1b (at most 5h of play).", []),
        (LETTERS, "A goat stays (A1.3, C1.2).", ["A1.3 -> a1.3", "C1.2 -> c1.2"]),
        (LETTERS, "The paper is A1, its edge is C1.", []),
        (LETTERS, "See section C and Appendix A.", ["See section C -> c", "Appendix A -> a"]),
        (ZEROS, "It costs 2.5 metres of cloth; a bid of 1.5 counts as 2.", []),
        (ZEROS, "It was printed in 1.000 copies.", []),
        (ZEROS, "This is told in 2.5 and 2.1.", ["2.5 -> 2.5", "2.1 -> 2.1"]),
    ],
)
def test_numbers_of_other_kinds(numbers, text, expected):
    assert sorted(told(numbers, text)) == sorted(expected)


def test_a_row_of_a_table_is_no_range_of_rules():
    assert told(("2", "2-3", "2-3-1"), "Die\tResult\n2-3\tStorm") == []


def test_an_article_before_a_name_may_be_part_of_it():
    titles = {"1": "The Idle Bridge", "2": "Bridge"}
    assert told(("1", "2"), "Goats wait (see The Idle Bridge).", **titles) == ["see The Idle Bridge -> 1"]
    assert told(("1", "2"), "Goats wait (see the Bridge).", **titles) == ["see the Bridge -> 2"]


@pytest.mark.parametrize(
    ("number", "near"), [("7.99", "7.10"), ("7.2x", "7.2"), ("8.3", "8.1"), ("1.9", "1.1")]
)
def test_the_nearest_number_stands_beside(number: str, near: str) -> None:
    assert Names(moor()).near_numbers(number)[0] == f"hearthmoor:{near}"
