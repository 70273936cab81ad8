"""What repeats at the edges of pages is left out, but for the second line of a title."""

from __future__ import annotations

from kb.ingest.document import Line
from kb.ingest.layout.page_edges import furniture


def left_out(*pages):
    printed = [
        [Line(100 * number + at, words, words) for at, words in enumerate(page)]
        for number, page in enumerate(pages)
    ]
    found = furniture(printed)
    return [[line.text for line in page if id(line) in found] for page in printed]


def rules(number):
    return [f"Goat {number} climbs the wall.", "It rests.", "It eats.", f"Then goat {number + 1} climbs."]


def test_the_second_line_of_titles_is_no_running_line():
    titles = (["Laws", "of the Goats"], ["Notes on the Laws", "of the Goats"], ["Laws", "of the Goats"])
    assert left_out(*(title + rules(number) for number, title in enumerate(titles))) == [[], [], []]


def test_a_running_line_is_left_out_and_a_second_one_that_goes_on_with_it_stays():
    title = ["The Laws of Goats", "for the moor"]
    assert left_out(*(title + rules(number) for number in range(4))) == [title[:1]] * 4
