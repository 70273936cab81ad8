"""Each cleaner by its cases, and that nothing disappears without being listed."""

from __future__ import annotations

import pytest
from case_files import read_cases

from kb.ingest.clean import clean
from kb.ingest.document import Line, Text
from kb.markup import plain, render


def text_of(words: str) -> Text:
    lines = tuple(Line(number, line, line) for number, line in enumerate(words.split("\n"), 1))
    return Text(file="game/rules.txt", lines=lines)


@pytest.mark.parametrize("case", read_cases("cleaners.txt", 2))
def test_cleaners(case):
    came, left = case
    assert [line.text.rstrip() for line in clean(text_of(came)).lines] == left.split("\n")


def test_what_is_taken_away_is_listed_with_its_line_and_reason():
    cleaned = clean(text_of("Combat\n\nStrike.\n\nCombat\n\nRest. (continued on next page)"))
    assert [(left.line, left.reason, left.text) for left in cleaned.left_out] == [
        (5, "running header", "Combat"),
        (7, "continued on next page", "(continued on next page)"),
    ]


def test_marks_of_links_cannot_be_forged():
    cleaned = clean(text_of("Climb \ue1000\ue101the wall\ue102 now."))
    assert cleaned.lines[0].text == "Climb 0the wall now."


def test_an_icon_is_named_in_markdown_only_by_the_word_that_it_stands_behind():
    came = "A Climb ☠ costs one. Each Climb ☠ ends, while Climbing ☠ too. Gain ★ and **Rest ⚡**."
    cleaned = clean(text_of(came)).lines[0].text
    assert (
        plain(cleaned) == "A Climb ☠ costs one. Each Climb ☠ ends, while Climbing ☠ too. Gain ★ and Rest ⚡."
    )
    assert cleaned.count("{climb}") == 3 and cleaned.count("{") == 3
    assert 'Climb <span class="icon" role="img" aria-label="climb" title="climb">☠</span> costs' in render(
        cleaned
    )


def test_the_name_of_an_icon_cannot_be_forged():
    cleaned = clean(text_of("Pay ☠\u2060{ember} now."))
    assert plain(cleaned.lines[0].text) == "Pay ☠{ember} now."
