"""The forms of a word."""

from __future__ import annotations

import pytest

from kb.link.inflect import lemmas


@pytest.mark.parametrize(
    ("word", "forms"),
    [
        ("die", "dice"),
        ("ally", "allies"),
        ("boss", "bosses"),
        ("potato", "potatoes"),
        ("leap", "leaps leaped leaping leapt"),
        ("place", "places placed placing"),
        ("stun", "stuns stunned stunning"),
        ("equip", "equipped equipping"),
        ("carry", "carries carried carrying"),
        ("free", "freed freeing"),
        ("friend", "friendly"),
        ("deal", "dealt"),
        ("appendix", "appendices"),
        ("defeated", "defeating"),
        ("occupied", "occupying"),
    ],
)
def test_forms_of_a_word(word, forms):
    found = lemmas([word])
    assert [found.get(form) for form in (word, *forms.split())] == [(word,)] * (len(forms.split()) + 1)


def test_a_word_that_is_a_name_itself_is_no_verb_form_of_another():
    assert lemmas(["range", "ranged"])["ranged"] == ("ranged",)


def test_a_plural_that_is_a_name_itself_may_be_either():
    assert lemmas(["rule", "rules"])["rules"] == ("rules", "rule")


@pytest.mark.parametrize("word", ["of", "x", "the", "7", "1a"])
def test_words_without_other_forms(word):
    assert lemmas([word]) == {word: (word,)}
