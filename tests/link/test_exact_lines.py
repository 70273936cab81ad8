"""On which line of its source a problem is."""

import pytest

from kb.entries import Location
from kb.link.problems import exact_line

SOURCE = {
    "moor/rules.txt": [
        "7.2 Goats climb.",
        "    They climb twice, see rule 9.9, and then they",
        "    rest. When it rains see",
        "    rule 9.8 and rule 9.9.",
    ]
}
TEXT = "Goats climb. They climb twice, see rule 9.9, and then they rest. When it rains see rule 9.8 and rule 9.9."


def lines(file):
    return SOURCE.get(file, ())


@pytest.mark.parametrize(
    ("words", "nth", "line"),
    [("see rule 9.9", 1, 2), ("see rule 9.8", 1, 3), ("rule 9.8", 1, 4), ("rule 9.9", 2, 4), ("Goats", 1, 1)],
)
def test_words_are_found_across_lines_and_among_their_like(words, nth, line):
    start = -1
    for _ in range(nth):
        start = TEXT.index(words, start + 1)
    place = Location(file="moor/rules.txt", first_line=1, last_line=4)
    assert exact_line(TEXT, start, start + len(words), place, lines) == line


@pytest.mark.parametrize("file", ["moor/rules.txt", "moor/rules.pdf"])
def test_words_that_the_source_has_not_are_told_on_the_first_line(file):
    place = Location(file=file, first_line=2, last_line=4)
    assert exact_line("Hens fly.", 0, 4, place, lines) == 2
