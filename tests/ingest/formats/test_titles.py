"""Which paragraphs of printed pages are headings, where only their words and their order tell."""

from __future__ import annotations

from kb.ingest.formats.titles import Paragraph, state_headings
from kb.ingest.lines import Line

LONG = (
    "A herder who has no goat left takes one from the yard, where all goats stand that nobody has fed today."
)


def headings(*words):
    paragraphs = [Paragraph([Line(number, text, text)]) for number, text in enumerate(words, 1)]
    state_headings(paragraphs, ())
    return [each.words for each in paragraphs if each.level]


def test_short_meanings_in_a_row_part_terms_that_begin_with_their_letter():
    words = ["A", "Ambush", LONG, "B", "Bell", LONG, "C", "Climb", LONG, "D", "Dawn", LONG]
    words += [
        "E",
        "Ebb",
        LONG,
        "Elder goat",
        "The oldest of them",
        "Evening",
        "The end of a turn",
        "Extra goat",
        LONG,
    ]
    found = headings(*words)
    assert [each for each in found if each[0] == "E"] == ["E", "Ebb", "Elder goat", "Evening", "Extra goat"]
    assert "The oldest of them" not in found


def test_short_paragraphs_in_a_row_without_their_letter_are_no_terms():
    words = ["A", "Ambush", LONG, "B", "Bell", LONG, "C", "Climb", LONG, "D", "Dawn", LONG]
    words += ["E", "Ebb", LONG, "Goat", "Four of them", "Wolf", "One of them", "Herder", LONG]
    assert "Wolf" not in headings(*words)


def test_what_a_term_was_called_before_is_no_term_of_its_own():
    words = ["A", "Ambush", LONG, "B", "Bell", LONG, "C", "Climb", LONG, "D", "Dawn", LONG]
    words += ["P", "Pasture", "Previously ‘The green’", LONG, "Pen", LONG]
    found = headings(*words)
    assert "Previously ‘The green’" not in found
    assert {"Pasture", "Pen"} <= set(found)
