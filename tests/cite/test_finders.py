"""Where the name that a post cites ends, and that no name is looked for in more ways than one."""

from __future__ import annotations

import pytest

from kb.cite import finders
from kb.link.patterns import pattern


@pytest.mark.parametrize(
    ("post", "name"),
    [
        ("see Fatigue and rest", "Fatigue"),
        ("see Push-Back of the Dead.", "Push-Back of the Dead"),
        ("see Heal X now", "Heal X"),
        ("see Phase 2-A", "Phase 2-A"),
        ("see Line of-Sight", "Line of-Sight"),
        ("see Aa" + " Aa" * 9, "Aa" + " Aa" * 6),
    ],
)
def test_a_name_ends_where_no_capital_follows(post: str, name: str) -> None:
    assert [found.name for found in finders.find(post) if found.form == "see"] == [name]


def test_hyphens_in_a_name_are_read_in_one_way() -> None:
    chains = ("A-" * 3_000, "A-1" * 2_000, "A 1-" * 1_500, "A of-" * 1_500)
    for chain in chains * 100:  # many ways to read one would make minutes of this
        assert pattern("finders.capital_name").fullmatch(f"{chain}@") is None


def test_a_name_in_brackets_with_its_book_is_an_entry() -> None:
    assert [found.form for found in finders.find("It goes (glossary, Surge).")] == ["entry"]


@pytest.mark.parametrize("post", ["the rule is 704.5m (Aura)", "we took it (Surge in the box)"])
def test_a_name_in_brackets_behind_a_number_or_with_a_place_is_none(post: str) -> None:
    assert not [found for found in finders.find(f"{post}.") if found.form == "entry"]
