"""A citation names parts of a rule one in the other, or a range of rules by their numbers."""

from __future__ import annotations

from small_entries import entry

from kb.link import link


def seen(words, *numbers):
    """What each citation in some words leads to, where rules with these numbers exist."""
    rules = [entry(f"rule-{at}", "A goat jumps.", number=number) for at, number in enumerate(numbers)]
    origin = entry("citing", words)
    numbered = {rule.id: rule.number for rule in rules}
    found = link([origin, *rules], (), {}).references
    return [(each.text, numbered.get(each.target)) for each in found if each.origin == origin.id]


def test_parts_in_parts_are_followed_as_far_as_they_exist():
    numbers = ("5.09", "5.09(b)", "5.09(b)(3)", "5.10")
    assert seen("Play goes on (see Rule 5.09(b)(3)).", *numbers) == [("see Rule 5.09(b)(3)", "5.09(b)(3)")]
    assert seen("Play goes on (see Rule 5.09(b)(4)).", *numbers) == [("see Rule 5.09(b)", "5.09(b)")]
    assert seen("See Law 19.2(b)(ii).", "19.2", "19.2(b)", "19.2(b)(ii)") == [
        ("See Law 19.2(b)(ii)", "19.2(b)(ii)")
    ]


def test_whole_numbers_with_a_hyphen_between_are_a_range_where_no_rule_has_such_a_number():
    assert [target for _, target in seen("Rules 101-103 are fixed.", "101", "102", "103")] == ["101", "103"]
    assert [target for _, target in seen("Rule 101-103 is fixed.", "101", "101-103")] == ["101-103"]
