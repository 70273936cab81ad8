"""What is wrong with the references, told so that it can be mended."""

from __future__ import annotations

from dataclasses import replace

from link_games import contents, moor
from small_entries import entry

from kb.link import link


def _problems(text, code):
    entries = [replace(one, text=text, markdown=text) if one.id.endswith(":here") else one for one in moor()]
    return [one for one in link(entries, contents(), {}).problems if one.code == code]


def test_a_missing_reference_says_where_what_and_what_else():
    (told,) = _problems(
        "A creature stays where it is until it is free again (see rule 7.2x).", "missing-reference"
    )
    assert told.message == "8.2 refers to “see rule 7.2x”, which this text lacks"
    assert (told.file, told.line) == ("hearthmoor/rules.txt", 1)
    assert told.excerpt == "…stays where it is until it is free again (see rule 7.2x)."
    assert told.suggestion == "did you mean 7.2. Grappling?"


def test_a_missing_page_blames_the_contents_page():
    (told,) = _problems("See page 40.", "missing-reference")
    assert (
        told.message == "8.2 refers to “See page 40”, but no contents or page numbers say what stands there"
    )


def test_many_missing_pages_are_one_line():
    told = _problems("See page 40. See page 41. See page 42. See page 43.", "missing-reference")
    assert [one.message for one in told] == [
        "4 references are to page numbers, but no contents or page numbers say what stands there; "
        "the first is “See page 40”"
    ]


def test_the_same_words_are_told_once_an_entry():
    assert len(_problems("See rule 9.1. Again, see rule 9.2, but see rule 9.2.", "missing-reference")) == 2


def test_an_ambiguous_reference_brings_the_line_that_settles_it():
    (told,) = _problems("(see Moon)", "ambiguous-reference")
    assert (
        told.message
        == "8.2 refers to “see Moon”, which fits several entries: hearthmoor:moon, hearthmoor:moon-2"
    )
    assert told.suggestion.endswith(
        '[[settle]] text = "see Moon" from = "hearthmoor:here" to = "hearthmoor:moon"'
    )


def test_a_number_beside_another_name_is_suspicious():
    (told,) = _problems("See rule 7.2, “Pushing.”", "suspicious-reference")
    assert "prints the name “Pushing” beside it" in told.message
    assert told.suggestion == "it leads to 7.2. Grappling now"
    assert not _problems("See rule 7.2, “Grappling.”", "suspicious-reference")


def test_a_part_of_the_name_is_not_suspicious():
    assert not _problems("See section 8, “Multiplayer.”", "suspicious-reference")


def test_a_page_that_the_contents_page_contradicts_is_suspicious():
    (told,) = _problems("See Appendix C (page 12).", "suspicious-reference")
    assert "prints page 12 beside it, the contents page 11" in told.message


def _unmentioned(settings):
    terms = [
        entry(name.lower(), "Text.", kind="term", title=name)
        for name in ("Ally", "Berserk", "Candle", "Door (Obsolete)")
    ]
    found = link(
        [*terms, entry("1", "The Ally waits. No Ally acts.", number="1")], (), {"hearthmoor": settings}
    )
    return [one.message for one in found.problems if one.code == "term-never-mentioned"]


def test_terms_never_mentioned_are_summed_up_in_one_line():
    assert _unmentioned({}) == ["2 terms are never mentioned in any other entry: Berserk, Candle"]


def test_accepting_a_term_takes_it_out_of_the_line():
    accepted = {"accept": [{"code": "term-never-mentioned", "from": "hearthmoor:berserk"}]}
    assert _unmentioned(accepted) == ["1 term is never mentioned in any other entry: Candle"]


def test_a_section_that_nothing_reaches():
    root = entry("book", kind="section", title="Book")
    reached = entry("a", "Text.", kind="section", title="Attacks", parent=root.id)
    inside = entry("inner", "Text.", kind="section", title="Inner", parent=reached.id)
    lonely = entry("b", "See Attacks.", kind="section", title="Levels", parent=root.id)
    told = link([root, reached, inside, lonely], (), {}).problems
    assert [(one.code, one.message) for one in told] == [
        ("entry-unreached", "nothing refers to 1 section or anything in them: Levels")
    ]
