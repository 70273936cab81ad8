"""Two rows of words that stand in one line are told apart by the text's words and by where letters would stand."""

from __future__ import annotations

import sys
import textwrap

import pytest

from kb.ingest.clean.known_words import words_of
from kb.ingest.clean.overprinted import mend_overprinted
from kb.ingest.clean.two_rows import Effort, part, partings

TEXT = (
    "A goat that stands beside the wall may climb it, and a goat that stands on the wall may climb down. "
    "A goat that has climbed twice in one turn has to rest, whatever its herder would like it to do. "
    "A herder feeds the goats at noon, and a goat that was fed does not have to rest until the evening. "
    "When the wolf comes out of the forest every goat hides in the yard until the herder calls it again. "
)
LINES = textwrap.wrap(TEXT * 3, 60)
# In proportional type, against a common letter
NARROW, WIDE = 0.5, 1.5


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


@pytest.mark.parametrize(
    ("upper", "lower"),
    [
        ("has to rest until the evening.", "Goat hides"),
        ("Slumbers in the forest until noon.", "Herder"),  # either may go on after the other's end
        ("Terminates the climb of the goat on the wall.", "Goat hides"),  # a word that stands nowhere else
        ("Ambles down the wall until the evening comes.", "Evening climb"),
    ],
)
def test_two_rows_are_parted_where_their_letters_stand(upper, lower):
    assert set(part(printed_over(upper, lower), words_of(LINES)) or ()) == {upper, lower}


@pytest.mark.parametrize(
    "line",
    [
        "every goat hides in the yard until the herder calls it",
        "Handheld microphones, smartwatches and headphones are no goats",
        "Herdsman Shepherdess Goatherd",
    ],
)
def test_a_sound_line_stays_one(line):
    assert part(line, words_of(LINES)) is None


def test_damage_as_long_as_a_page_is_no_word():
    words = words_of([*LINES, "x" * 100_000])
    assert max(map(len, words.beginnings)) < 10


@pytest.mark.parametrize(
    ("upper", "lower", "at"),
    [
        ("has to rest until the evening.", "Goat hides", 9),
        ("the herder feeds the goats.", "Evening climb", 16),
    ],
)
def test_a_space_where_the_type_stands_wide_parts_no_word(upper, lower, at):
    line = printed_over(upper, lower)
    assert set(part(line[:at] + " " + line[at:], words_of(LINES)) or ()) == {upper, lower}


def test_a_heading_does_not_end_with_a_word_that_leads_on():
    words = words_of(
        [*LINES, "The goat of the herder. It stands on the wall of a herder, in the yard of the herder."]
    )
    line = printed_over("feeds the goat", "Wall of the herder")
    assert set(part(line, words) or ()) == {"feeds the goat", "Wall of the herder"}


def alphabetical(*mixed):
    """A list of terms under their letters, some of whose headings are printed over the line above."""
    lines = []
    for letter, above, heading in mixed:
        lines += [
            letter,
            f"{letter}nthill" if letter == "A" else f"{letter}each",
            printed_over(above, heading),
        ]
        lines += ["A herder feeds the goats at noon.", ""]
    return lines


def test_of_two_readings_as_likely_the_heading_begins_with_the_letter_it_stands_under():
    lines = alphabetical(
        ("A", "Rests the herder", "Always climb"),
        ("B", "Climbs the wall.", "Bell and herder"),
        ("C", "Hides the goat", "Climb twice"),
        ("E", "Stands in the yard", "Evening goat"),
    )
    read, unclear = mend_overprinted([*LINES, *lines])
    headings = [rows[1] for rows in read if len(rows) == 2]
    assert [heading[0] for heading in headings] == ["A", "B", "C", "E"]
    assert not unclear


def test_brackets_with_the_initials_of_the_heading_belong_to_it():
    lines = [*LINES, "The Grey Goat Herder (GGH) is a herder of the forest.", "Ask the Grey Goat Herder."]
    mixed = [
        printed_over("of the goats and the wolf in the yard", "Grey Goat Herder (GGH)"),
        printed_over("has to rest until the evening.", "Goat hides"),
        printed_over("Slumbers in the forest until noon.", "Herder"),
    ]
    read, _ = mend_overprinted([*lines, *mixed])
    assert "Grey Goat Herder (GGH)" in [row for rows in read if len(rows) == 2 for row in rows]


def test_what_a_text_costs_is_counted_and_has_an_end(monkeypatch):
    effort = Effort()
    before = effort.left
    assert partings(printed_over("has to rest until the evening.", "Goat hides"), words_of(LINES), effort)
    assert 0 < effort.left < before
    lines = alphabetical(
        ("A", "Rests the herder", "Always climb"),
        ("B", "Climbs the wall.", "Bell and herder"),
        ("C", "Hides the goat", "Climb twice"),
    )
    assert any(len(rows) == 2 for rows in mend_overprinted([*LINES, *lines])[0])
    monkeypatch.setattr(sys.modules[mend_overprinted.__module__], "Effort", lambda: Effort(left=0))
    assert all(len(rows) == 1 for rows in mend_overprinted([*LINES, *lines])[0])
