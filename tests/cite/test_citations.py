"""What a post cites, case by case: forms that people use, and what only looks like one."""

from __future__ import annotations

import pytest
from case_files import read_cases

from kb.cite import Rules, link

FORMS = read_cases("citations.txt", 2)
FALSE_FRIENDS = read_cases("citations_false.txt", 1)


@pytest.mark.parametrize("case", FORMS)
def test_a_citation(rules: Rules, case: list[str]) -> None:
    post, expected = case
    linked = link(rules, post, game="hearthmoor", source="markdown")
    told = [f"{words} -> {id.partition(':')[2]}" for words, id in linked.links]
    told += [f"? {doubt.text}" for doubt in linked.doubts]
    assert "\n".join(told) == expected.replace("(none)", "")


@pytest.mark.parametrize("case", FALSE_FRIENDS)
def test_a_false_friend(rules: Rules, case: list[str]) -> None:
    (post,) = case
    linked = link(rules, post, game="hearthmoor", source="markdown")
    assert linked.text == post
    assert linked.links == ()


def test_there_are_enough_cases() -> None:
    assert len(FORMS) >= 120
    assert len(FALSE_FRIENDS) >= 60
