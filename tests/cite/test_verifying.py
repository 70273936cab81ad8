"""Quotations are found as places write them and judged against the texts of now and of before."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_builds import write_build
from small_entries import entry
from small_rules import BASE, EDITION, entries, first_revisions, write_later

from kb.cite import PLACES, Rules, verify
from kb.cite.comparing import difference

WAITS = "Scheme rule 6 says that a figure waits 6 turns."


def told(rules: Rules, post: str, **facts: str) -> list[tuple[str, str, str | None]]:
    return [(one.verdict, one.cited, one.entry) for one in verify(rules, post, **facts)]


@pytest.mark.parametrize(
    ("place", "post"),
    [
        ("markdown", f"CR 314.6 says “{WAITS}”"),
        ("markdown", f'CR 314.6: "{WAITS}"'),
        ("markdown", f"“{WAITS}” (CR 314.6)"),
        ("markdown", f"“{WAITS}” — [CR 314.6]({BASE}/hearthmoor/314.6@{EDITION}/)"),
        ("markdown", "CR 314.6 says “Scheme rule 6 says\nthat a figure   waits 6 turns”"),
        ("markdown", "CR 314.6 says “scheme rule 6 […] waits 6 turns.”"),
        ("markdown", "CR 314.6 says “Scheme rule 6 says that…”"),
        ("markdown", "CR 314.6 says “...a figure waits 6 turns”"),
        ("markdown", f"CR 314.6\n\n> {WAITS}\n\nSo there."),
        ("markdown", "> Scheme rule 6 says that\n> a figure waits 6 turns.\n\nrule 314.6"),
        ("bbcode", f"CR 314.6: [quote]{WAITS}[/quote]"),
        ("bgg", f'CR 314.6: [q="The Book"]{WAITS}[/q]'),
        ("html", f"<p>CR 314.6:</p><blockquote><p>{WAITS}</p></blockquote>"),
        ("plain", f"CR 314.6: “{WAITS}”"),
        ("plain", f'CR 314.6 says "{WAITS}\nSo there.'),
        ("markdown", f"CR 314.6: “{WAITS}"),
    ],
)
def test_a_quotation_as_printed_is_exact(rules: Rules, place: str, post: str) -> None:
    found = verify(rules, post, source=place)
    assert [(one.verdict, one.entry) for one in found if len(one.text) > 20] == [
        ("exact", "hearthmoor:314.6")
    ]
    assert {one.verdict for one in found} == {"exact"}


@pytest.mark.parametrize(
    ("post", "verdict", "quoted"),
    [
        (f"314.6 {WAITS}", "exact", WAITS),
        (f"CR 314.6. {WAITS} So wait.", "exact", WAITS),
        (f"Read CR 314.6: {WAITS}\n\nThat is all.", "exact", WAITS),
        (f"**CR 314.6** {WAITS}", "exact", WAITS),
        (
            f"314.6 {WAITS.replace('6 turns', 'seven turns')}",
            "changed",
            WAITS.replace("6 turns", "seven turns"),
        ),
        ("CR 314.6. A figure has to sit there for a while, poor thing.", "cited", "CR 314.6"),
    ],
)
def test_a_rule_copied_without_marks_is_a_quotation(
    rules: Rules, post: str, verdict: str, quoted: str
) -> None:
    (finding,) = verify(rules, post, source="markdown")
    assert (finding.verdict, finding.entry) == (verdict, "hearthmoor:314.6")
    assert finding.text.strip("“”") == quoted.strip("“”")


@pytest.mark.parametrize(
    ("quoted", "verdict"),
    [
        (WAITS.replace("waits", "waits [sic]"), "exact"),
        (WAITS.replace("waits", "[runs]"), "changed"),
        (WAITS.replace("Scheme rule 6", "[The book of 1996]"), "changed"),
    ],
)
def test_what_stands_in_brackets_replaces_no_word(rules: Rules, quoted: str, verdict: str) -> None:
    (finding,) = verify(rules, f"CR 314.6 says “{quoted}”")
    assert finding.verdict == verdict


def test_in_a_series_each_quotation_has_the_number_before_it(rules: Rules) -> None:
    post = f"702.19b “No such sentence stands in any rule of this game.” 314.6 “{WAITS}” 702.999"
    assert ("exact", "314.6", "hearthmoor:314.6") in told(rules, post)


def test_a_number_that_heads_a_quoted_line_is_not_of_the_sentence_above_it(rules: Rules) -> None:
    changed = WAITS.replace("6 turns", "7 turns")
    found = told(
        rules, f"The rules say “{changed}”\n> 702.19b Grappling is a test of strength", source="reddit"
    )
    assert [(verdict, cited) for verdict, cited, _ in found][:1] == [("changed", "")]


@pytest.mark.parametrize("says", ["The card says", "Oracle text reads:"])
def test_what_a_card_says_is_no_wrong_rule(rules: Rules, says: str) -> None:
    post = f"{says} “{WAITS.replace('figure', 'dragon')}”, see CR 314.6"
    assert told(rules, post) == [("cited", "CR 314.6", "hearthmoor:314.6")]


def test_a_changed_word_is_shown(rules: Rules) -> None:
    (finding,) = verify(rules, "CR 314.6 says “Scheme rule 6 says that a hero waits 6 turns.”")
    assert finding.verdict == "changed"
    assert finding.difference == (
        ("same", "Scheme rule 6 says that a"),
        ("post", "hero"),
        ("text", "figure"),
        ("same", "waits 6 turns"),
    )
    assert finding.url == f"{BASE}/hearthmoor/314.6@{EDITION}/"


def test_what_differs_is_told_in_the_words_of_either() -> None:
    assert difference("A goat may\nwait in U.S. towns", "A creature(s) may wait in U.S. cities.") == (
        ("same", "A"),
        ("post", "goat"),
        ("text", "creature(s)"),
        ("same", "may wait in U.S"),
        ("post", "towns"),
        ("text", "cities"),
    )


def test_what_differs_is_told_within_the_sentences_that_are_repeated() -> None:
    text = "A goat may wait except in towns. Any goat waits there without grass. (See rule 3, “Grass.”)"
    assert difference("A goat may wait in towns without rest.", text) == (
        ("same", "A goat may wait"),
        ("text", "except"),
        ("same", "in towns"),
        ("post", "without rest"),
    )


def test_each_wrong_citation_is_told_with_what_is_right(rules: Rules) -> None:
    assert told(rules, f"CR 314.5 says “{WAITS}”") == [("misnumbered", "CR 314.5", "hearthmoor:314.6")]
    assert told(rules, f"rule 999.9 says “{WAITS}”", game="hearthmoor") == [
        ("misnumbered", "rule 999.9", "hearthmoor:314.6")
    ]
    assert told(rules, "See CR 314.6, and CR 314.16.") == [
        ("cited", "CR 314.6", "hearthmoor:314.6"),
        ("not found", "CR 314.16", "hearthmoor:314.6"),
    ]
    ((verdict, _, _),) = told(rules, "CR 314.6 says “nothing of this kind stands in any book I know of”")
    assert verdict == "not found"


def test_a_rule_may_be_quoted_under_its_parent(rules: Rules) -> None:
    assert told(rules, "702.19 tells us “Leaping figures, case b.”")[0][0] == "exact"


def test_a_quotation_without_citation_is_looked_for_everywhere(rules: Rules) -> None:
    post = f"Hearthmoor says “{WAITS}” and Bob said “I never liked any of these rules anyway”."
    assert told(rules, post, game="hearthmoor") == [("exact", "", "hearthmoor:314.6")]


def test_each_quotation_has_its_own_citation(rules: Rules) -> None:
    two = f"CR 314.6 says “{WAITS}” CR 314.5 says “{WAITS.replace('6', '5')}”"
    assert [verdict for verdict, _, _ in told(rules, two)] == ["exact", "exact"]


def test_lines_are_counted_from_one(rules: Rules) -> None:
    assert [one.line for one in verify(rules, "CR 314.6\n\n\nCR 314.5")] == [1, 4]


def later(folder: Path) -> Rules:
    return Rules(write_later(folder / "build"))


def test_what_was_right_once_is_told_with_the_edition_that_changed_it(tmp_path: Path) -> None:
    with later(tmp_path) as rules:
        (edited,) = verify(rules, f"CR 314.6 says “{WAITS}”")
        assert (edited.verdict, edited.since) == ("changed", "2026-01-16")
        assert ("post", "6") in edited.difference
        (reused,) = verify(rules, f"CR 314.5 says “{WAITS.replace('6', '5')}”")
        assert (reused.verdict, reused.entry) == ("re-used number", "hearthmoor:314.4")


@pytest.mark.parametrize(
    ("post", "verdict", "entry"),
    [
        ("See rule 314, “Schemes.”", "cited", "hearthmoor:314"),
        ("See rule 314, “Triggers.”", "misnumbered", "hearthmoor:603"),
        ("CR 314 (Triggers) is long.", "misnumbered", "hearthmoor:603"),
        ("CR 314 (Leaping) is long.", "cited", "hearthmoor:314"),
        ("CR 314.6 (Triggers) is long.", "cited", "hearthmoor:314.6"),
    ],
)
def test_a_title_behind_a_number_is_that_of_the_number(
    rules: Rules, post: str, verdict: str, entry: str
) -> None:
    assert [(one.verdict, one.entry) for one in verify(rules, post)] == [(verdict, entry)]


def test_words_of_an_edition_before_are_told_without_their_number(tmp_path: Path) -> None:
    with Rules(write_later(tmp_path)) as rules:
        past = next(
            one for one in rules.store.revisions() if one.fate != "current" and len(one.markdown) > 40
        )
        (found,) = verify(rules, f"They told me “{past.markdown}” once.", game=past.game)
        now = rules.entry(past.entry or "")
        assert (found.verdict, found.entry) == (("changed", now.id) if now else ("withdrawn", None))


def test_an_old_permanent_address_is_judged_by_what_it_meant(tmp_path: Path) -> None:
    with later(tmp_path) as rules:
        links = [f"[that]({BASE}/hearthmoor/314.{number}@{EDITION}/)" for number in (6, 5, 3)]
        assert [one.verdict for one in verify(rules, "\n\n".join(links))] == [
            "changed",
            "re-used number",
            "cited",
        ]


def test_a_sentence_beside_the_number_of_another_letter_is_misnumbered(tmp_path: Path) -> None:
    refund = "Nobody gets a refund of what was paid for a lamp."
    held = [
        entry("7.1", "Lamps.", number="7.1"),
        entry("7.1a", "A lamp that is countered goes out at once.", number="7.1a", parent="hearthmoor:7.1"),
        entry("7.1b", refund, number="7.1b", parent="hearthmoor:7.1"),
        entry("7.2", "Embers.", number="7.2"),
        entry("7.2a", "An ember glows until the end of the night.", number="7.2a", parent="hearthmoor:7.2"),
    ]
    with Rules(write_build(tmp_path / "build", held)) as rules:
        slip = told(rules, f"Also obligatory, 7.1a: “{refund}”")
        cited_too = told(rules, f"Also obligatory: 7.1a, no refunds. “{refund}” As 7.1b has it.")
        apart = told(rules, f"First 7.1a. It used to be called a debt, “{refund}”")
        of_another = told(rules, f"Also obligatory: 7.2a, no refunds. “{refund}”")
    assert slip == [("misnumbered", "7.1a", "hearthmoor:7.1b")]
    assert ("exact", "7.1b", "hearthmoor:7.1b") in cited_too
    assert ("exact", "", "hearthmoor:7.1b") in apart
    assert ("exact", "", "hearthmoor:7.1b") in of_another


def test_a_ledger_of_one_edition_has_no_past() -> None:
    assert {one.fate for one in first_revisions(entries())} == {"current"}


@given(st.text(max_size=300), st.sampled_from(sorted(PLACES)))
@settings(max_examples=150, deadline=None)
def test_any_text_can_be_verified(rules: Rules, post: str, place: str) -> None:
    for finding in verify(rules, f"{post} CR 314.6 {post}", source=place):
        assert 1 <= finding.line <= (post * 2).count("\n") + 1
