"""REFs alone and in questions, headings and pointers: what leads, and whose sentence is shown."""

import pytest
from small_builds import write_build
from small_entries import entry

from kb.entries import Reference
from kb.search import search


def pointer(origin, target):
    return Reference(
        origin=origin, kind="see", text="rule 7.19", start=51, end=59, target=target, status="resolved"
    )


ENTRIES = [
    entry("7", "", number="7", title="Abilities"),
    entry("7.19", "", number="7.19", title="Crush", parent="hearthmoor:7"),
    entry("7.19a", "Crush is a static ability.", number="7.19a", parent="hearthmoor:7.19"),
    entry(
        "7.19b",
        "A giant with crush deals its excess damage to the defending hero behind the blocking figure.",
        number="7.19b",
        parent="hearthmoor:7.19",
    ),
    entry("7.20", "", number="7.20", title="Guard", parent="hearthmoor:7"),
    entry(
        "7.20a",
        "A figure with guard may stop any giant.",
        number="7.20a",
        parent="hearthmoor:7.20",
    ),
    entry(
        "crush",
        "An ability that lets giants hit what is behind. See rule 7.19.",
        kind="term",
        title="Crush",
    ),
    entry("8", "Heroes roll two dice.", number="8"),
]


@pytest.fixture(scope="module")
def build(tmp_path_factory):
    references = [pointer("hearthmoor:crush", "hearthmoor:7.19")]
    return write_build(tmp_path_factory.mktemp("naming") / "build", ENTRIES, references=references)


@pytest.mark.parametrize(
    ("query", "id"),
    [
        ("7.19b", "hearthmoor:7.19b"),
        ("rule 7.19b", "hearthmoor:7.19b"),
        ("§7.19b.", "hearthmoor:7.19b"),
        ('"7.19b"', "hearthmoor:7.19b"),
        ("“7.19B”", "hearthmoor:7.19b"),
        ("https://rules.example/hearthmoor/7.19b/", "hearthmoor:7.19b"),
        ("hearthmoor 7.19b", "hearthmoor:7.19b"),
        ("does 7.19b apply when two figures block?", "hearthmoor:7.19b"),
        ("what is rule 8 about", "hearthmoor:8"),
        ("7.19", "hearthmoor:7.19"),
        ("what is crush", "hearthmoor:7.19b"),
        ("how does crush work?", "hearthmoor:7.19b"),
        ("what does crush do", "hearthmoor:7.19b"),
    ],
)
def test_what_is_named_leads(build, query, id):
    assert search(build, query).results[0].id == id


def test_a_heading_shows_the_rule_that_says_what_it_is(build):
    first = search(build, "crush").results[0]
    assert (first.id, first.says) == ("hearthmoor:7.19", "hearthmoor:7.19b")
    assert first.excerpt.startswith("A giant with crush")


def test_an_entry_that_only_points_gives_its_place_to_what_it_points_at(build):
    ids = [hit.id for hit in search(build, "giants hit behind").results]
    assert "hearthmoor:crush" not in ids
    assert "hearthmoor:7.19" not in ids
    assert ids[0] == "hearthmoor:7.19b"


def test_asked_for_terms_the_term_itself_is_found(build):
    assert [hit.id for hit in search(build, "giants hit behind", kind="term").results] == ["hearthmoor:crush"]


@pytest.mark.parametrize(
    "query", ["crush", "what is crush", "7.19b", "giants behind figures", "guard figure"]
)
def test_scores_fall_from_first_to_last(build, query):
    scores = [hit.score for hit in search(build, query).results]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ("number:7.19*", ["hearthmoor:7.19", "hearthmoor:7.19a", "hearthmoor:7.19b"]),
        ("number:7.20a", ["hearthmoor:7.20a"]),
        ("title:guard", ["hearthmoor:7.20"]),
        ('"static ability"', ["hearthmoor:7.19a"]),
        ("number:7.19* -static giant", ["hearthmoor:7.19b"]),
        ("kind:term", ["hearthmoor:crush"]),
    ],
)
def test_exact_wishes_hold(build, query, ids):
    found = [hit.id for hit in search(build, query, mode="lexical").results]
    assert found == ids


def test_two_kinds_are_either(build):
    assert {hit.kind for hit in search(build, "giants", kind=["rule", "faq"]).results} == {"rule"}
    assert {hit.kind for hit in search(build, "giants", kind=["term", "faq"]).results} == {"term"}


def test_what_nobody_wrote_so_is_not_answered_and_the_nearest_told(build):
    answer = search(build, '"giant behind crush"')
    assert not answer.answered
    assert answer.results
