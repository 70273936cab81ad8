"""What a reader calls an entry."""

from __future__ import annotations

import pytest
from small_entries import entry

from kb.entries import full_label, label


@pytest.mark.parametrize(
    ("number", "title", "kind", "expected"),
    [
        ("314.6", None, "rule", "314.6"),
        ("702", "Keyword Abilities", "section", "702. Keyword Abilities"),
        ("b", None, "step", "Step b"),
        ("3", None, "step", "Step 3"),
        ("3", "Deal damage", "step", "3. Deal damage"),
        ("b", None, "rule", "b"),
        (None, "Leap X", "term", "Leap X"),
        (None, None, "faq", "First words"),
    ],
)
def test_a_label(number: str | None, title: str | None, kind: str, expected: str) -> None:
    assert label(number, title, "First words", kind=kind) == expected


@pytest.mark.parametrize(
    ("number", "title", "path", "told"),
    [
        ("101.1", None, ("1. Playing", "101. Moving"), "101.1 (Moving)"),
        ("101.1b", None, ("1. Playing", "101. Moving", "101.1"), "101.1b (Moving)"),
        ("101", "Moving", ("1. Playing",), "101. Moving"),
        ("7", None, (), "7"),
        ("7.1a", None, ("7.1",), "7.1a"),
        (None, "Ember", ("Glossary",), "Ember"),
        ("4", None, ("Playing the game",), "4 (Playing the game)"),
    ],
)
def test_a_rule_without_a_title_is_called_after_what_it_stands_under(
    number: str | None, title: str | None, path: tuple[str, ...], told: str
) -> None:
    assert full_label(entry("x", number=number, title=title, path=path)) == told
