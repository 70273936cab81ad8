"""Common words near a word of the texts are spared from correction; the others need not be known."""

from __future__ import annotations

from kb import encoders
from kb.analyse import stem
from kb.index.valid_words import SHORTEST, slips_allowed, valid_words
from kb.search.spelling import distance

VOCABULARY = ["planes", "creature", "creatures", "leap", "walls", "battlefield", "ox", "7th", "Éclair"]
STEMS = {stem(word) for word in VOCABULARY}


def test_a_common_word_beside_a_word_of_the_texts_is_spared() -> None:
    assert valid_words(["planet", "leaf", "leaping", "wells", "leap", "zebra"], VOCABULARY, STEMS) == [
        "leaf",
        "planet",
        "wells",
    ]


def test_it_is_what_looking_at_every_pair_gives() -> None:
    common = encoders.pieces()[1000:12_000:3]

    def is_near(word: str) -> bool:
        allowed = slips_allowed(word)
        held = (other for other in VOCABULARY if len(other) >= SHORTEST and other.isalpha())
        return any(other[0] == word[0] and distance(word, other, allowed) <= allowed for other in held)

    expected = [
        word
        for word in sorted(common)
        if len(word) >= SHORTEST and word.isalpha() and stem(word) not in STEMS and is_near(word)
    ]
    assert valid_words(common, VOCABULARY, STEMS) == expected != []


def test_no_words_at_all() -> None:
    assert valid_words([], VOCABULARY, STEMS) == []
    assert valid_words(["planet"], [], STEMS) == []
