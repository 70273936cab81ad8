"""What is wrong is put right with the exact wording and number, shown before it is done, and nothing else changes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_rules import BASE, EDITION

from kb.cite import PLACES, RIGHT, Rules, fixed, fixes, report, verify

WAITS = "Scheme rule 6 says that a figure waits 6 turns."
URL = f"{BASE}/hearthmoor/314.6@{EDITION}/"


def mended(rules: Rules, post: str, place: str = "markdown") -> str:
    game = "cellar" if "cellar" in post else "hearthmoor"
    return fixed(post, fixes(rules, post, report(rules, post, source=place, game=game), source=place))


@pytest.mark.parametrize(
    ("post", "expected"),
    [
        (f"CR 314.5 says “{WAITS}” So there.", f"CR 314.6 says “{WAITS}” So there."),
        ("CR 314.6: “Scheme rule 6 says that a hero waits 6 turns!”", f"CR 314.6: “{WAITS}”"),
        (
            "CR 314.6: “Scheme rule 6 […] that a hero waits 6 turns”",
            "CR 314.6: “Scheme rule 6 […] that a figure waits 6 turns”",
        ),
        ("CR 314.6:\n\n> Scheme rule 6 says that a\n> hero waits 6 turns.\n\nSo.", f"CR 314.6:\n\n> {WAITS}\n\nSo."),
        (f"[CR 314.5]({URL.replace('.6', '.5')}) says “{WAITS}”", f"[CR 314.6]({URL}) says “{WAITS}”"),
        (f"rule 314 .5 (314.5) says “{WAITS}”", f"rule 314 .5 (314.6) says “{WAITS}”"),
        (f"CR 314.6 says “{WAITS}” and CR 999.9", f"CR 314.6 says “{WAITS}” and CR 999.9"),
        ("CR 314.6: “Scheme rule 6 says that a figure stays.”", f"CR 314.6: “{WAITS}”"),
        ("CR 314.6: “Scheme rule 6 says that a figure stays” she said", f"CR 314.6: “{WAITS[:-1]}” she said"),
        (
            "The book says “Whoever opens the door of the cellar last sleeps.”",
            "The book says “Whoever opens the door of the cellar last lights the lamp beside the stairs first.”",
        ),
        ("CR 314.6: “Nobody ever wrote these words in a book.”",) * 2,
    ],
)  # fmt: skip
def test_what_is_wrong_is_put_right(rules: Rules, post: str, expected: str) -> None:
    assert mended(rules, post) == expected


@pytest.mark.parametrize(
    ("place", "post"),
    [
        ("bbcode", "CR 314.6:\n[quote]Scheme rule 6 says that a [b]hero[/b] waits 6 turns.[/quote]"),
        ("bgg", "CR 314.6:\n[q]Scheme rule 6 says that a hero waits 6 turns.[/q]"),
        ("html", "<p>CR 314.6</p><blockquote>Scheme rule 6 says that a hero waits 6 turns.</blockquote>"),
        ("discord", "CR 314.6:\n> Scheme rule 6 says that a hero waits 6 turns."),
        ("plain", "CR 314.5: “Scheme rule 6 says that a hero waits 6 turns.”"),
    ],
)
def test_what_was_put_right_is_right(rules: Rules, place: str, post: str) -> None:
    found = verify(rules, mended(rules, post, place), source=place, game="hearthmoor")
    assert found and all(one.verdict in RIGHT for one in found)


@given(st.text(max_size=200), st.sampled_from(sorted(PLACES)))
@settings(max_examples=100, deadline=None)
def test_nothing_else_changes(rules: Rules, post: str, place: str) -> None:
    whole = f"{post} CR 314.5 says “{WAITS}” {post}"
    made = fixes(rules, whole, report(rules, whole, source=place), source=place)
    assert all(whole[one.start : one.end] == one.old for one in made)
    back, moved = fixed(whole, made), 0
    for one in made:
        start = one.start + moved
        assert back[start : start + len(one.new)] == one.new
        moved += len(one.new) - len(one.old)
    assert len(back) == len(whole) + moved
