"""Two rows of words that stand in one line are told apart by the text's words and by where letters would stand."""

from __future__ import annotations

import textwrap

import pytest

from kb.ingest.clean.known_words import words_of
from kb.ingest.clean.two_rows import part

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
