"""Searching a build by words from end to end, on a small invented game."""

import time
from dataclasses import replace

import pytest
from small_builds import write_build
from small_entries import entry, hearthmoor

from kb.errors import BuildError
from kb.search import Searcher, search


@pytest.fixture
def found(build):
    def ids(query, **wishes):
        answer = search(build, query, mode="lexical", **wishes)
        return [hit.id for hit in answer.results]

    return ids


@pytest.mark.parametrize(
    ("query", "id", "why"),
    [
        ("7.2b", "hearthmoor:7.2b", "number"),
        ("7.2B.", "hearthmoor:7.2b", "number"),
        ("hearthmoor:leap", "hearthmoor:leap", "id"),
        ("leap x", "hearthmoor:leap", "title"),
        ("Shield Tokens", "hearthmoor:shield-token", "title"),
        ("can I leap twice", "moorfaq:can-i-leap-twice", "title"),
    ],
)
def test_a_number_id_or_title_comes_first(build, query, id, why):
    first = search(build, query, mode="lexical").results[0]
    assert (first.id, first.why, first.score) == (id, why, 1.0)


def test_a_named_entry_is_not_listed_twice(found):
    assert found("leap").count("hearthmoor:leap") == 1


def test_words_find_titles_paths_and_texts(found):
    assert found("grappled")[0] == "hearthmoor:7.2"
    assert "hearthmoor:7.2a" in found("grappling rules")


@pytest.mark.parametrize("mode", ["lexical", "hybrid"])
@pytest.mark.parametrize("query", ["grappled figure", "can a figure leap a wall"])
def test_only_the_first_hit_of_each_place_shown_has_an_excerpt(build, query, mode):
    with Searcher(build) as searcher:
        whole = searcher.search(query, mode=mode, limit=30).results
        some = searcher.search(query, mode=mode, limit=30, excerpts=2).results
    assert [hit.id for hit in some] == [hit.id for hit in whole]
    firsts = {hit.place: hit for hit in reversed(whole)}.values()
    shown = {hit.id for hit in sorted(firsts, key=whole.index)[:2]}
    assert len(shown) == 2
    for hit, told in zip(some, whole, strict=True):
        expected = told if hit.id in shown else replace(told, excerpt="", marks=())
        assert hit == expected


def test_a_hit_says_what_a_reader_needs(build):
    hit = search(build, "prevent damage", mode="lexical").results[0]
    assert (hit.id, hit.game, hit.kind, hit.title) == (
        "hearthmoor:shield-token",
        "hearthmoor",
        "term",
        "Shield Token",
    )
    assert hit.url == "hearthmoor/shield-token/"
    assert hit.why == "words"
    assert hit.excerpt == "Spend a shield token to prevent damage."
    assert [hit.excerpt[start:end] for start, end in hit.marks] == ["prevent", "damage"]


@pytest.mark.parametrize(
    ("query", "wishes", "expected"),
    [
        ("leap", {"game": "moorfaq"}, ["moorfaq:can-i-leap-twice"]),
        ("game:moorfaq leap", {}, ["moorfaq:can-i-leap-twice"]),
        ("kind:faq leap", {}, ["moorfaq:can-i-leap-twice"]),
        ("leap", {"kind": "faq"}, ["moorfaq:can-i-leap-twice"]),
        ("leap -figures", {}, ["moorfaq:can-i-leap-twice"]),
        ("leap twice -figures", {}, ["moorfaq:can-i-leap-twice"]),
        ('"breaks free"', {}, ["hearthmoor:7.2b"]),
        ('"shield token to prevent"', {}, ["hearthmoor:shield-token"]),
        ("grapp*", {}, ["hearthmoor:7.2", "hearthmoor:7.2a", "hearthmoor:7.2b"]),
    ],
)
def test_filters_and_operators(found, query, wishes, expected):
    assert found(query, **wishes) == expected


def test_a_phrase_that_nobody_wrote_is_words(found):
    assert found('"walls leap"')[0] in ("hearthmoor:leap", "moorfaq:walls")


def test_spelling_is_corrected_and_said(build):
    answer = search(build, "graple an adjcent creature", mode="lexical")
    assert answer.did_you_mean == "grapple an adjacent creature"
    assert answer.results[0].id == "hearthmoor:7.2"
    assert answer.results[0].why == "words+spelling"


def test_a_word_is_no_form_of_a_listed_one_because_its_stem_is_that_word(build):
    assert search(build, "housee", mode="lexical").did_you_mean == "house"


def test_what_is_spelt_well_is_not_mentioned(build):
    assert search(build, "grapple a creature", mode="lexical").did_you_mean is None


def test_limit(found):
    assert len(found("creature", limit=2)) == 2


@pytest.mark.parametrize("query", ["", " ", "*", "?", '"', "-", "the of", "\x00\x1f", "{", "'" * 10_000])
def test_a_query_without_words_finds_nothing(found, query):
    assert found(query) == []


@pytest.mark.parametrize(
    "query",
    [
        "leap " * 2000,
        "grapple creatuer xyzzy " * 400,
        '"leap" -a b* ' * 700,
        "(" * 10_000,
        "é规" * 5000,
        "a*" * 5000,
    ],
)
def test_no_query_is_slow_or_fatal(build, query):
    with Searcher(build) as searcher:
        started = time.perf_counter()
        searcher.search(query, mode="lexical")
        assert time.perf_counter() - started < 1


def test_text_of_other_scripts_is_found(tmp_path):
    build = write_build(
        tmp_path / "build", [entry("a", "규칙 카드를 뽑는다"), entry("b", "Zug um Zug: fünf Züge")]
    )
    assert [hit.id for hit in search(build, "규칙", mode="lexical").results] == ["hearthmoor:a"]
    assert [hit.id for hit in search(build, "funf", mode="lexical").results] == ["hearthmoor:b"]


def test_an_index_of_other_entries_than_the_store_is_refused(tmp_path):
    build = write_build(tmp_path / "build", hearthmoor())
    (build / "games" / "hearthmoor" / "index" / "catalogue.json").write_text("{}")
    with pytest.raises(BuildError, match="kb build"):
        search(build, "leap", mode="lexical")


def test_a_long_post_shows_as_many_places_as_hits(build):
    post = "A creature that is grappled breaks free when pushed. " * 20
    found = [hit.id for hit in search(build, post, mode="lexical").results]
    assert len({id.rstrip("abc") for id in found}) == len(found)
    assert "hearthmoor:7.2" in {id.rstrip("abc") for id in found}


def test_a_short_question_shows_every_sub_rule(build):
    found = {hit.id for hit in search(build, "creature breaks free", mode="lexical").results}
    assert {"hearthmoor:7.2a", "hearthmoor:7.2b"} <= found


def test_a_build_may_be_named_by_its_path_in_words(build):
    assert search(str(build), "leap x").results == search(build, "leap x").results
    with pytest.raises(BuildError, match="no build in nowhere"):
        search("nowhere", "leap x")
