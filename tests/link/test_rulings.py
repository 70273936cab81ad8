"""Answers and the rules they rest on."""

from __future__ import annotations

from dataclasses import replace

import pytest
from link_games import cellar
from small_entries import entry

from kb.link import link


def _rests_on(question, answer, *rules):
    faq = entry("faq", answer, game="cellar", kind="faq", title=question, order=99)
    entries = [
        *cellar(),
        *(replace(one, game="cellar", id=one.id.replace("hearthmoor", "cellar")) for one in rules),
        faq,
    ]
    found = [one for one in link(entries, (), {}).references if one.kind == "ruling"]
    assert all(one.origin == "cellar:faq" and one.status == "resolved" for one in found)
    assert all(one.start == one.end == len(answer) and one.text == "" for one in found)
    return [one.target.removeprefix("cellar:") for one in found]


def test_an_answer_rests_on_what_it_refers_to():
    rule = entry("5.1", "Nobody acts twice.", number="5.1")
    assert _rests_on("May I act twice?", "No. See rule 5.1.", rule) == ["5.1"]


def test_an_answer_rests_on_the_terms_of_question_and_answer():
    assert _rests_on("Does a Trap stop an Ally?", "Only if it is Placed there.") == ["place", "trap", "ally"]


def test_an_answer_without_either_rests_on_the_rule_that_says_it():
    rules = [
        entry("candles", "A candle burns down one notch at the end of every watch.", number="1"),
        entry("doors", "A door opens towards you, never away from you.", number="2"),
        entry("rats", "Rats flee from light and gnaw through rope.", number="3"),
    ]
    assert _rests_on(
        "Does a candle burn down while nobody watches?", "Yes, one notch every watch.", *rules
    ) == ["candles"]


def _about_boats(*texts):
    """Rules that nearly all speak of boats, so that the word tells nothing, and some more."""
    boats = [f"A boat of {number} oars." for number in range(14)]
    return [entry(f"boat-{number}", text, number=f"{number}") for number, text in enumerate([*texts, *boats])]


def test_an_answer_rests_on_the_rule_that_speaks_of_the_same_name():
    rules = _about_boats("Whatever one boat carries, another carries. So it is with Calypso.")
    assert _rests_on("What if Calypso carries a boat?", "It is a boat.", *rules) == ["boat-0"]


def test_everyday_words_in_common_are_chance():
    rules = _about_boats("If a boat removes all cards, that boat is a good boat.")
    assert _rests_on("What if a boat sinks?", "Then all its cards are removed. The boat too.", *rules) == []


def test_one_telling_word_in_common_is_chance():
    rules = _about_boats("A boat under a flag may take part.")
    assert _rests_on("May a boat take its flag?", "A boat may.", *rules) == []


def test_an_answer_like_no_rule_rests_on_nothing():
    rules = [entry("rats", "Rats flee from light and gnaw through rope.", number="3")]
    assert _rests_on("Is there an expansion?", "Not yet, but soon.", *rules) == []


def _overruled(*errata):
    """What errata overrule of the cellar's rules and of rule 5.1."""
    rule = entry("5.1", "Nobody acts twice.", number="5.1", game="cellar")
    heading = entry("errata", "", game="cellar", title="Errata", kind="section", order=90)
    below = [replace(one, parent=heading.id, order=91 + at) for at, one in enumerate(errata)]
    found = link([*cellar(), rule, heading, *below], (), {}).references
    return [
        (one.origin.removeprefix("cellar:"), one.target.removeprefix("cellar:"))
        for one in found
        if one.kind == "ruling"
    ]


def _erratum(slug, text, **facts):
    return entry(slug, text, **{"game": "cellar", "number": None, "kind": "rule", **facts})


def test_an_erratum_overrules_what_its_title_names():
    numbered = _erratum("a", "Should read: “Nobody acts at all, see Trap.”", title="Rule 5.1")
    bare = _erratum("b", "Should read: “Nobody acts.”", title="5.1 (page 3)")
    named = _erratum("c", "Should read: “A snare.”", title="Trap")
    assert _overruled(numbered, bare, named) == [("a", "5.1"), ("b", "5.1"), ("c", "trap")]


def test_an_erratum_without_such_a_title_overrules_what_it_refers_to_first():
    assert _overruled(_erratum("a", "Change rule 5.1 to: “Anybody acts twice.”")) == [("a", "5.1")]
    assert _overruled(_erratum("a", "Change the last line to: “See rule 5.1.”", title="Back page")) == []


@pytest.mark.parametrize(
    ("text", "overrules"),
    [
        ("See rule 5.1.", False),
        ("Rule 5.1 means that nobody should act as a scout. Replace the token with a card.", False),
        ("Rule 5.1 should read: “Nobody acts at all.”", True),
        ("Rule 5.1 now says that anybody acts twice.", True),
        ("In rule 5.1, change “twice” to “thrice”.", True),
        ("Rule 5.1 is replaced by: Anybody acts.", True),
        ("Regel 5.1 sollte richtig lauten: „Niemand handelt.“", True),
    ],
)
def test_under_errata_and_faq_an_erratum_says_so_itself(text: str, overrules: bool) -> None:
    heading = entry("more", "", game="cellar", title="Errata and FAQ", kind="section", order=90)
    rule = entry("5.1", "Nobody acts twice.", number="5.1", game="cellar")
    told = entry("a", text, game="cellar", title="Acting", parent=heading.id, order=91)
    found = link([*cellar(), rule, heading, told], (), {}).references
    kinds = [one.kind for one in found if one.origin == told.id]
    assert ("ruling" in kinds, "see" in kinds) == (overrules, True)


def test_an_erratum_may_have_the_number_of_what_another_corrects() -> None:
    rule = entry("5.1", "Nobody acts twice.", number="5.1", game="cellar")
    heading = entry("errata", "", game="cellar", title="Errata", kind="section", order=90, source="faq")
    first = entry("5.1-2", "Should read: “Once.”", number="5.1", game="cellar", source="faq", order=91)
    second = entry("b", "Rule 5.1 is replaced by: “Never.”", game="cellar", source="more", order=92)
    below = [replace(one, parent=heading.id) for one in (first, second)]
    found = link([*cellar(), rule, heading, *below], (), {}).references
    told = {(one.origin, one.target) for one in found if one.kind == "ruling"}
    assert told == {("cellar:5.1-2", "cellar:5.1"), ("cellar:b", "cellar:5.1")}


def test_the_numbers_of_a_list_of_errata_are_their_own():
    assert _overruled(_erratum("a", "Should read: “Nobody.”", number="5", title="Back page")) == []
    assert _overruled(_erratum("a", "Nobody acts, see rule 5.1.", kind="step", number="5.1")) == []
