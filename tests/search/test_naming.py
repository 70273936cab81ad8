"""REFs alone and in questions, headings and pointers: what leads, and whose sentence is shown."""

import pytest
from small_builds import write_build
from small_entries import colors, entry

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
        ("crush 2", "hearthmoor:7.19b"),
        ("whats crush {3} do?", "hearthmoor:7.19b"),
        ("section 8", "hearthmoor:8"),
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


@pytest.mark.parametrize("mode", ["hybrid", "lexical"])
@pytest.mark.parametrize(("query", "meant"), [("7.19z", "7.19"), ("does 7.20c apply?", "does 7.20 apply?")])
def test_a_number_that_nothing_has_is_read_as_the_nearest_above_it(build, query, meant, mode):
    answer = search(build, query, mode=mode)
    assert (answer.did_you_mean, answer.answered) == (meant, True)
    assert answer.results[0].id == search(build, meant, mode=mode).results[0].id


def test_a_number_of_another_chapter_is_no_rule_of_this_one(build):
    assert search(build, "99.19z").did_you_mean is None


@pytest.mark.parametrize("mode", ["hybrid", "lexical"])
@pytest.mark.parametrize("query", ["rule 99.19", "99.19", "Rule 99?"])
def test_of_a_number_that_nothing_has_the_nearest_are_told_and_nothing_else(build, query, mode):
    answer = search(build, query, mode=mode)
    assert not answer.answered
    assert [hit.why for hit in answer.results] == ["number"] * 2  # it is above all that is held
    assert [hit.number for hit in answer.results] == ["7.20a", "8"]


def test_an_amount_is_no_number_of_a_rule(build):
    assert not any(hit.why == "number" for hit in search(build, "99").results)


def test_a_rule_whose_number_only_begins_like_its_chapters_is_a_place_of_its_own(tmp_path):
    build = write_build(tmp_path / "build", colors())
    for query, place in (("105", "105"), ("105.2", "105.2"), ("105.2a", "105.2")):
        assert search(build, query).results[0].place == f"hearthmoor:{place}"


def test_a_heading_of_many_shows_the_first_rule_below_it(tmp_path):
    rules = [
        entry("7", "", kind="section", number="7", title="Abilities"),
        entry("702", "", number="702", title="Keyword Abilities", parent="hearthmoor:7"),
        entry("702.1", "Most abilities say what they do.", number="702.1", parent="hearthmoor:702"),
        *(
            entry(f"702.{one}", f"Keyword {one} moves giants.", number=f"702.{one}", parent="hearthmoor:702")
            for one in range(2, 80)
        ),
    ]
    build = write_build(tmp_path / "build", rules)
    first = search(build, "702").results[0]
    assert (first.id, first.says) == ("hearthmoor:702", "hearthmoor:702.1")
    assert search(build, "what are keyword abilities?").results[0].id == "hearthmoor:702.1"
