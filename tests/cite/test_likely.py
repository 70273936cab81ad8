"""What stands beside a name tells whether it cites its entry."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from small_entries import entry

from kb.cite import Rules, link
from kb.cite.likely import Candidate, candidates
from kb.cite.linking import citations
from kb.link.names import Names
from kb.link.patterns import table

WORDS = "It hits before others."


def _candidates(rules: Rules, post: str) -> list[Candidate]:
    with patch("kb.cite.deciding.with_likely", side_effect=lambda *given: given[3]) as asked:
        citations(rules, post, "markdown", game="hearthmoor")
    rules, text, quoted, decided, game = asked.call_args.args
    return list(candidates(rules, text, quoted, decided, game, decided, {}))


@pytest.mark.parametrize(
    ("post", "cited"),
    [
        ("It is copied from Line of Fire.", "Line of Fire"),
        ("That is in First Strike, first sentence.", "First Strike"),
        ("Look at First Strike (glossary).", "First Strike"),
        ("Read Line of Fire again", "Line of Fire"),
        (f"from First Strike: “{WORDS}”", "First Strike"),
        (f"“{WORDS}” (First Strike)", "First Strike"),
        ("My First Strike hero is tired, no Fatigue left.", ""),
        ("First Strikes hit", ""),
        ("We had an ember, CR 314.6 was no help", "CR 314.6"),
    ],
)
def test_a_name_is_a_citation_by_what_stands_beside_it(rules: Rules, post: str, cited: str) -> None:
    assert [words for words, _ in link(rules, post, game="hearthmoor").links] == [cited] * bool(cited)


def test_the_longest_name_is_read_and_none_in_a_quotation(rules: Rules) -> None:
    post = f"no line of fire, two embers; “{WORDS} First Strike is so.” says he"
    found = [post[one.start : one.end] for one in _candidates(rules, post)]
    assert found == ["line of fire", "embers"]


def test_traits_name_what_stands_there(rules: Rules) -> None:
    (one,) = _candidates(rules, f"- Embers.\n“{WORDS}”")
    assert {"several", "capital", "begins", "ends", "-1 -", "+1+2 . \n", "kind term"} <= set(one.traits)
    (two,) = _candidates(rules, f"an ember: “{WORDS}”")
    assert "quoted right behind other" in two.traits
    assert one.weight == sum(table("tables")["likely"].get(trait, 0) for trait in ("always", *one.traits))


def test_a_link_reads_as_the_name_did(rules: Rules) -> None:
    post = "CR 314.6, see Leap. Copied from Line of Fire, embers and more; no ember is like First Strike."
    once = link(rules, post, game="hearthmoor").text
    assert "[Line of Fire](" in once
    before = {one.traits for one in _candidates(rules, post)}
    for one in _candidates(rules, once):
        assert tuple(one.replace("others 2", "others 1") for one in one.traits) in before


def test_names_that_begin_alike_are_told_apart_by_their_lengths() -> None:
    titles = [f"the rule {number:04}" for number in range(2_000)]
    same = [entry(f"same-{number}", title="the same", kind="term") for number in range(100)]
    openers = Names([*(entry(one, title=one, kind="term") for one in titles), *same]).openers
    assert {length: len(named) for length, named in openers["the"].items()} == {13: 2_000}


def test_names_side_by_side_are_read_in_linear_time(rules: Rules) -> None:
    many = "Line of Fire, First Strike ember " * 2_000
    assert len(link(rules, many, game="hearthmoor").links) == 4_000  # all but the embers
