"""What a reader calls an entry."""

from __future__ import annotations

import pytest

from kb.entries import label


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
