"""Two rows of words that stand in one line are told apart by the text's words and by where letters would stand."""

from __future__ import annotations

import sys
import textwrap

import pytest

from kb.ingest.clean.damage import join_displaced, part_overprinted
from kb.ingest.clean.two_rows import Words, part, two_rows
from kb.ingest.document import Line

TEXT = (
    "A goat that stands beside the wall may climb it, and a goat that stands on the wall may climb down. "
    "A goat that has climbed twice in one turn has to rest, whatever its herder would like it to do. "
    "A herder feeds the goats at noon, and a goat that was fed does not have to rest until the evening. "
    "When the wolf comes out of the forest every goat hides in the yard until the herder calls it again. "
)
LINES = textwrap.wrap(TEXT * 3, 60)
NARROW, WIDE = 0.5, 1.5  # in proportional type, against a common letter
MIXED = (
    ("has to rest until the evening.", "Goat hides"),
    ("feeds the goats at noon", "The wolf"),
    ("Terminates the climb of the goat on the wall.", "Goat hides"),  # a word that stands nowhere else
    ("Ambles down the wall until the evening comes.", "Evening climb"),
)


def placed(row):
    """Every letter of a row with the place where it begins."""
    place = 0.0
    for letter in row:
        yield place, letter
        place += NARROW if letter in " filt.,'" else WIDE if letter in "mwMW" else 1.0


def printed_over(upper, lower):
    """Two rows as an extractor reads them that sorts letters by where they stand; it puts a space after a row."""
    both = sorted([*placed(upper), *placed(f"{lower} ")], key=lambda each: each[0])
    return "".join(letter for _, letter in both)


@pytest.mark.parametrize(("upper", "lower"), MIXED)
def test_two_rows_are_parted_where_their_letters_stand_the_upper_first(upper, lower):
    lines = [*LINES, printed_over(upper, lower)]
    assert two_rows(lines, [len(LINES)]) == {len(LINES): (upper, lower)}


@pytest.mark.parametrize(
    "line",
    [
        "every goat hides in the yard until the herder calls it",
        "Handheld microphones, smartwatches and headphones are no goats",
        "Herdsman Shepherdess Goatherd",
        "x" * 150,
    ],
)
def test_a_sound_line_stays_one(line):
    assert part(line, Words(LINES)) is None


def test_a_mark_goes_with_the_row_that_begins_something():
    lines = [*LINES, printed_over("the goat has to rest until the evening.", "3. No climb")]
    assert two_rows(lines, [len(LINES)])[len(LINES)] == (
        "the goat has to rest until the evening.",
        "3. No climb",
    )


def page(*lines):
    return [Line(number, words, words) for number, words in enumerate(lines, 1)]


def test_a_page_keeps_every_letter_and_tells_what_does_not_read_as_two_rows():
    mixed = [printed_over(upper, lower) for upper, lower in MIXED]
    (parted,), told = part_overprinted([page(*LINES, *mixed)], "text.txt")
    assert [line.text for line in parted[len(LINES) :]] == [row for rows in MIXED for row in rows]
    assert [line.number for line in parted[-2:]] == [len(LINES) + 4] * 2
    assert told == []
    unclear = ["xQzrth bXvkrn qJwpf", "zKqxj wVbnm rTplk", "kJhgf dSqwz xCvbn"]
    (kept,), (problem,) = part_overprinted([page(*LINES, *unclear)], "text.txt")
    assert [line.text for line in kept[len(LINES) :]] == unclear
    assert problem.code == "overprinted"
    assert problem.line == len(LINES) + 1


def test_what_a_text_costs_is_counted_and_has_an_end(monkeypatch):
    lines = [*LINES, *(printed_over(upper, lower) for upper, lower in MIXED)]
    monkeypatch.setattr(sys.modules[two_rows.__module__], "MOST_WAY_STEPS", 10)
    assert two_rows(lines, range(len(LINES), len(lines))) == {}


@pytest.mark.parametrize(
    ("above", "below", "read"),
    [
        ("th", "of the 138 goat fair", ["", "of the 138th goat fair"]),
        ("st rd", "the 21 and the 13 and the 3 goat", ["", "the 21st and the 13 and the 3rd goat"]),
        ("nd", "the 11 goat", ["nd", "the 11 goat"]),
        ("See (the wall", "Wolf )", ["See (the wall)", "Wolf"]),
        ("the wall)", "Wolf )", ["the wall)", "Wolf )"]),
    ],
)
def test_endings_of_ordinals_and_closing_marks_go_back_where_they_belong(above, below, read):
    assert [line.text for line in join_displaced(page(above, below))] == read
