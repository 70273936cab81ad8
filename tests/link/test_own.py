"""The links that a text makes itself go where they say, before anything that is found in its words."""

from __future__ import annotations

from dataclasses import replace

from small_entries import entry

from kb.findings import Anchored, SourceLink
from kb.link import link
from kb.link.own import own_links

WALL = entry("wall", "See the yard, the moat and the web.", title="Wall", kind="term")
YARD = entry("7.2", "The yard (rule 7.1) has a wall.", number="7.2")
ANCHORS = [
    Anchored(game="hearthmoor", name="Yard X", entry=YARD.id),
    Anchored(game="hearthmoor", name="rule:wall", entry=WALL.id),
    Anchored(game="elsewhere", name="moat", entry="elsewhere:moat"),
]


def to(target, origin=WALL, start=8, end=12):
    return SourceLink(origin=origin.id, start=start, end=end, target=target)


def verdict(target):
    (reference,) = own_links([WALL, YARD], [to(target)], ANCHORS)
    return reference.status, reference.target


def test_a_link_leads_to_the_entry_that_holds_its_anchor():
    for target in ("#Yard X", "#Yard%20X", "Yard X", "rules.html#Yard X"):
        assert verdict(target) == ("resolved", YARD.id)


def test_an_address_of_the_texts_own_making_tells_the_number_of_its_target():
    for target in ("rules:rule:7.2", "rules:7.2", "guide:RULE:7.2"):
        assert verdict(target) == ("resolved", YARD.id)
    assert verdict("rules:rule:7.3") == ("missing", None)


def test_such_an_address_prefers_the_source_that_it_stands_in():
    other = replace(entry("7.2-2", "Another yard.", number="7.2"), source="another")
    (reference,) = own_links([WALL, YARD, other], [to("rules:rule:7.2")], ANCHORS)
    assert (reference.status, reference.target) == ("resolved", YARD.id)
    (reference,) = own_links(
        [WALL, YARD, replace(other, source=YARD.source)], [to("rules:rule:7.2")], ANCHORS
    )
    assert reference.status == "missing"


def test_what_names_no_anchor_is_missing_with_the_nearest():
    (reference,) = own_links([WALL, YARD], [to("#Yard Y")], ANCHORS)
    assert (reference.status, reference.target, reference.candidates) == ("missing", None, (YARD.id,))
    assert verdict("rule:gate") == ("missing", None)
    assert verdict("#moat") == ("missing", None)  # an anchor of another game


def test_the_web_and_other_files_are_external():
    for target in (
        "https://example.org/#Yard X",
        "//example.org",
        "mailto:a@example.org",
        "other.pdf",
        "../faq/",
    ):
        assert verdict(target) == ("external", None)


def test_no_entry_links_to_itself():
    assert own_links([WALL, YARD], [to("rule:wall")], ANCHORS) == []


def test_words_are_those_of_the_text():
    (reference,) = own_links([WALL, YARD], [to("#Yard X")], ANCHORS)
    assert (reference.kind, reference.text, reference.start, reference.end) == ("see", "yard", 8, 12)


def test_own_links_go_before_what_is_found_in_the_words():
    chapter = entry("7.1", "A wall is high.", number="7.1")
    links = [to("rule:wall", origin=YARD, start=15, end=18)]
    linked = link([WALL, chapter, YARD], (), {}, links=links, anchors=ANCHORS)
    at_the_number = [
        one for one in linked.references if one.origin == YARD.id and one.start < 18 and one.end > 10
    ]
    assert [(one.text, one.target) for one in at_the_number] == [("7.1", WALL.id)]
    found = link([WALL, chapter, YARD], (), {})
    assert ("rule 7.1", chapter.id) in [(one.text, one.target) for one in found.references]


def test_missing_links_are_told_as_problems():
    linked = link([WALL, YARD], (), {}, links=[to("#Yard Y")], anchors=ANCHORS)
    assert [problem.code for problem in linked.problems if "yard" in problem.message] == ["missing-reference"]
