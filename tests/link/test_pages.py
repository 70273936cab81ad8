"""Contents pages."""

from __future__ import annotations

import pytest
from link_games import contents

from kb.link.booklets import is_ours, named_after, named_before
from kb.link.pages import Contents


@pytest.mark.parametrize(
    ("page", "entries"),
    [
        (1, ()),
        (2, ("setup",)),
        (5, ("setup",)),
        (9, ("appendix-a",)),
        (10, ("appendix-b",)),
        (11, ("appendix-c", "glossary")),
        (12, ()),
    ],
)
def test_what_stands_on_a_page(page, entries):
    assert Contents(contents()).on("rules", page) == tuple(f"hearthmoor:{entry}" for entry in entries)


def test_a_source_without_contents_speaks_of_the_only_one_there_is():
    assert Contents(contents()).on("faq", 8) == ("hearthmoor:appendix-a",)
    assert Contents(()).on("rules", 8) == ()


@pytest.mark.parametrize(
    ("words", "booklet"),
    [
        (" of the Walkthrough before", "Walkthrough"),
        (" of the Learn to Play Guide.", "Learn to Play Guide"),
        (" in the Campaign Guide.", "Campaign Guide"),
        (" of this rulebook", ""),
        (" of the game", ""),
    ],
)
def test_booklets_named_after_a_page(words, booklet):
    assert named_after("page 4" + words, 6, page=True) == booklet


def test_booklets_named_before_a_page():
    assert named_before("(Core Rules, page 11", 13) == "Core Rules"
    assert named_before("in the rulebook on pages 15", 19) == "rulebook"
    assert named_before("in this rulebook on page 15", 20) == ""


def test_a_source_of_the_game_is_no_other_booklet():
    assert is_ours("Reference Manual", ["reference-manual", "faq"])
    assert is_ours("rulebook", ["rules"])
    assert not is_ours("rulebook", ["faq"])
    assert not is_ours("Walkthrough", ["reference-manual", "faq"])
