"""What may be told of a quotation, the traits of each reading, and the likeliest."""

from __future__ import annotations

import pytest

from kb.cite import Rules, verify
from kb.cite.attributing import likeliest, readings
from kb.cite.verifying import read

SIX = "Scheme rule 6 says that a figure waits 6 turns."


def _traits(rules: Rules, post: str) -> list[tuple[str, str, tuple[str, ...]]]:
    """The verdict of each reading of the first quotation, what it is said to be from, and its traits."""
    text, quoted, decisions, judge = read(rules, post, "markdown", "hearthmoor")
    first = next(iter(readings(judge, text, quoted, decisions.decided)))
    return [(one.verdict, one.cited.found.name if one.cited else "", traits) for one, traits in first]


def test_each_near_citation_may_be_the_source_or_none(rules: Rules) -> None:
    found = _traits(rules, f"CR 314.5 says “{SIX}” (314.6)")
    assert [one[:2] for one in found] == [("exact", ""), ("misnumbered", "314.5"), ("exact", "314.6")]


def test_what_stands_between_and_beside_is_read(rules: Rules) -> None:
    (_, *alone), (_, _, before), (_, _, behind) = _traits(rules, f"CR 314.5 says, “{SIX}” (314.6)")
    assert {"source < all says ,", "source < first says", "source < last says ,"} <= {*before}
    assert {"source <marked cited 0", "source < rival 1 0", "misnumbered holders 1"} <= {*before}
    assert {"source > all (", "source > cited beside )", "source > form number"}.isdisjoint(alone[1])
    assert {"source > all (", "source > cited beside )", "source >marked far 1"} <= {*behind}


def test_traits_do_not_tell_lengths_apart_that_are_as_good_as_the_same(rules: Rules) -> None:
    far = [_traits(rules, f"CR 314.5 {'and so ' * times}“{SIX}”")[1][2] for times in (5, 6)]
    assert [[one for one in traits if "far" in one] for traits in far] == 2 * [
        ["misnumbered <marked far 7", "misnumbered < far 7", "source <marked far 7", "source < far 7"]
    ]


@pytest.mark.parametrize("post", ["", "“”", "CR 314.6", f"“{SIX}”", f"(314.5)(314.6)“{SIX}”(314.5)(314.6)"])
def test_every_post_has_as_many_answers_as_quotations(rules: Rules, post: str) -> None:
    text, quoted, decisions, judge = read(rules, post, "markdown", None)
    assert len(likeliest(judge, text, quoted, decisions.decided)) == len(quoted)


def test_citations_far_away_or_behind_many_others_are_no_source(rules: Rules) -> None:
    far = _traits(rules, f"CR 314.5 {'so it goes on ' * 20}“{SIX}”")
    many = _traits(rules, f"{'314.5, ' * 9}“{SIX}”")
    assert [one[0] for one in far] == ["exact"]
    assert [one[1] for one in many] == ["", *4 * ["314.5"]]


@pytest.mark.parametrize(
    ("post", "verdict"),
    [
        ("“A hero eats the cat whenever he likes”, says the rulebook.", ["not found"]),
        ("The club rules say “A hero eats the cat whenever he likes”.", []),
        ("My card says: “Scheme rule 6 says that a dragon waits 6 turns.”", []),
        ("“Scheme rule 6 says that a dragon waits 6 turns.” is CR 314.6.", ["changed"]),
    ],
)
def test_who_is_said_to_say_it_tells_whether_anything_is_due(
    rules: Rules, post: str, verdict: list[str]
) -> None:
    assert [one.verdict for one in verify(rules, post, game="hearthmoor")] == verdict
