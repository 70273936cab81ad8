"""The words of a text as names are compared with them."""

from __future__ import annotations

from kb.link.lexicon import Lexicon
from kb.link.tokens import keys, read


def _words(text):
    return [(word.key, text[word.start : word.end]) for word in read(text) if word.key]


def test_possessives_and_apostrophes():
    assert _words("Gog’s heroes' can’t") == [("gog", "Gog"), ("heroes", "heroes"), ("can't", "can’t")]


def test_icons_stand_between_words_like_blanks():
    assert _words("Avert Harm {harm} effect {2/U}") == [
        ("avert", "Avert"),
        ("harm", "Harm"),
        ("effect", "effect"),
    ]


def test_abbreviations_are_one_word():
    assert keys("S.P.E.C.I.A.L. Tokens") == ("s.p.e.c.i.a.l", "tokens")


def test_marks_end_names_and_commas_belong_to_them():
    assert keys("Active Player, Nonactive Player Order,") == (
        "active",
        "player",
        ",",
        "nonactive",
        "player",
        "order",
    )
    assert [word.key for word in read("Leap. Over")] == ["leap", "", "over"]


def test_where_a_capital_means_nothing():
    text = "Heroes win. The Hero: “Leap over” Traps\n- Walls (Doors) block; Then 1) Rest"
    initial = [text[word.start : word.end] for word in read(text) if word.initial and word.key]
    assert initial == ["Heroes", "The", "Leap", "Walls", "Then"]


def test_hyphens_glue_words():
    assert [word.key for word in read("non-Aura and Push/Pull") if word.glued] == ["aura"]


def test_the_longest_name_wins():
    lexicon = Lexicon([("Line", "line"), ("Line of Fire", "fire"), ("Fire", "fire-itself")])
    words = read("Lines of Fire and lines")
    assert lexicon.longest(words, 0) == (3, ["fire"])
    assert lexicon.longest(words, 4) == (5, ["line"])
    assert lexicon.longest(words, 1) is None


def test_a_name_does_not_begin_or_end_inside_a_hyphenated_word():
    lexicon = Lexicon([("Aura", "aura")])
    assert lexicon.longest(read("Aura"), 0) == (1, ["aura"])
    assert lexicon.longest(read("non-Aura"), 1) is None
    assert lexicon.longest(read("Aura-like"), 0) is None


def test_a_name_is_found_with_the_quotation_marks_inside_it():
    lexicon = Lexicon([("Sleeping “Goat” Clause", "clause")])
    for written in ("a sleeping “goat” clause", 'a sleeping "goat" clause', "a sleeping goat clause"):
        words = read(written)
        assert lexicon.longest(words, 1) == (len(words), ["clause"])
    assert lexicon.longest(read("a sleeping. Goat clause"), 1) is None
