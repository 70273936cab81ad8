"""Values that a text has a hundred thousand of are values like any other."""

from __future__ import annotations

from dataclasses import replace

from kb.ingest.document import Line


def test_alike_is_equal_and_found_in_a_set() -> None:
    assert Line(1, "a", "a") in {Line(1, "a", "a")}
    assert Line(1, "a", "a") != Line(2, "a", "a")


def test_a_change_makes_another() -> None:
    line = Line(1, "a", "a")
    assert replace(line, text="b") == Line(1, "a", "b")
    assert line.text == "a"


def test_it_holds_nothing_but_its_fields() -> None:
    assert not hasattr(Line(1, "a", "a"), "__dict__")
