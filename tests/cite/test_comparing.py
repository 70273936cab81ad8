"""Whether what is left out around a quotation turns or limits what it says."""

from __future__ import annotations

import pytest

from kb.cite.comparing import is_cut
from kb.cite.quotations import words

FLIGHT = "A figure with flight can't be blocked except by figures with flight. See rule 9."
TURN = "If a figure is tired, it falls asleep. It may dream then."
ROAD = "Lanterns burn all night.\n\nNobody may camp on the road if a cart stands there; the others wait at the inn."
ORDER = "A ban wins over any leave, subject to rule 9. That is all."
ALLY = "Allies move first. Exception: a mule moves last."


@pytest.mark.parametrize(
    ("text", "quoted", "cut"),
    [
        (FLIGHT, "A figure with flight can't be blocked except by figures with flight.", False),
        (FLIGHT, "A figure with flight can't be blocked", True),
        (FLIGHT, "can't be blocked except by figures with flight", False),
        (TURN, "it falls asleep", True),
        (TURN, "If a figure is tired, it falls asleep.", False),
        (TURN, "It may dream then.", False),
        (ROAD, "the others wait at the inn", False),
        (ROAD, "camp on the road if a cart stands there", True),
        (ORDER, "A ban wins over any leave", True),
        (ORDER, "A ban wins over any leave, subject to rule 9.", False),
        (ALLY, "Allies move first.", True),
        (ALLY, "a mule moves last", False),
    ],
)
def test_what_turns_or_limits_a_quotation_is_not_left_out(text: str, quoted: str, cut: bool) -> None:
    assert is_cut(text, [words(quoted)], quoted) == cut


def test_a_post_may_have_the_condition_in_its_own_words() -> None:
    assert not is_cut(TURN, [words("it falls asleep")], "it falls asleep", "When one of mine is tired, ")


def test_words_that_are_not_there_are_no_cut() -> None:
    assert not is_cut(TURN, [words("it wakes up")], "it wakes up")
