"""The search of the site against that of the terminal: the same files, the same questions, the same answers."""

import json
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest
from small_builds import write_build
from small_entries import colors, entry, hearthmoor

from kb import builds, index
from kb.search import Searcher
from kb.site import browser_index
from kb.site.files import Files
from kb.store import Library

SCRIPT = Path(__file__).parents[1] / "js" / "search_build.mjs"
QUERIES = [
    "leap",
    "7.2B",
    "hearthmoor:leap",
    "Shield Tokens",
    "leap 3",
    "what does Leap {2} do",
    "grappled creatures",
    "graple an adjcent creature",
    "game:moorfaq leap",
    "kind:term walls",
    "leap -figures",
    "grapp*",
    "hop",
    "can walls be leapt over by a pushed creature?",
    "Breaking free costs an action. " * 12,
    "xqzzv",
    "",
    '"',
    "é规*-(",
]
AS_GOOD = 0.06
"""By how much scores differ that the browser's rounding may turn round: each is off by up to .05."""

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")


def in_browser(folder, queries, meaning=False):
    wishes = json.dumps({"meaning": meaning, "queries": queries})
    command = ["node", "--no-warnings", str(SCRIPT), str(folder)]
    done = subprocess.run(command, input=wishes, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def write_site(build):
    """The search data of all games of a build, as its site has it."""
    files, told = Files(build / "site"), []
    with Library(build) as library:
        for slug in library.slugs:
            own = builds.game(build, slug)
            folders = {entry.id: entry.url for entry in library.entries(slug)}
            written = browser_index.write_game(
                files, f"{slug}/", library.of(slug), own / builds.INDEX, folders
            )
            told.append(
                {"slug": slug, "title": slug, "kinds": [*library.counts()[slug]], "file": written.manifest}
            )
        table = index.table_for(builds.game(build, slug) / builds.INDEX for slug in library.slugs)
    browser_index.write_library(files, told, "", table)
    return build / "site" / "search"


@pytest.fixture(scope="module")
def site(build):
    return write_site(build)


@pytest.fixture(scope="module")
def of_the_table(tmp_path_factory):
    """A build whose terminal asks with the table, as every browser does."""
    build = write_build(tmp_path_factory.mktemp("table") / "build", hearthmoor(), quick=True)
    return build, write_site(build)


def test_words_give_the_answers_of_the_terminal(build, site):
    with Searcher(build) as searcher:
        for query, answer in zip(QUERIES, in_browser(site, [{"query": q} for q in QUERIES]), strict=True):
            expected = searcher.search(query, mode="lexical")
            assert answer["didYouMean"] == expected.did_you_mean
            assert [(hit["id"], hit["why"], hit["url"], hit["kind"]) for hit in answer["results"]] == [
                (hit.id, hit.why, hit.url, hit.kind) for hit in expected.results
            ], query
            scores = [hit["score"] for hit in answer["results"]]
            assert scores == pytest.approx([hit.score for hit in expected.results], abs=1e-5)
            if expected.results:
                first = expected.results[0]
                assert answer["excerpt"] == {
                    "text": first.excerpt,
                    "marks": [[*mark] for mark in first.marks],
                }


def test_a_number_that_only_begins_like_its_chapters_stands_by_itself_as_in_the_terminal(tmp_path):
    build = write_build(tmp_path / "build", colors())
    queries = ["105", "105.2", "105.2a", "grey frame"]
    answers = in_browser(write_site(build), [{"query": query} for query in queries])
    with Searcher(build) as searcher:
        expected = [searcher.search(query, mode="lexical").results[0].place for query in queries]
    assert [answer["results"][0]["place"] for answer in answers] == expected
    assert expected[0] == "hearthmoor:105"


def test_a_number_that_nothing_has_is_not_answered_as_in_the_terminal(of_the_table):
    build, site = of_the_table
    queries = ["rule 99", "88.1", "rule 7.2", "grappled creatures"]
    answers = in_browser(site, [{"query": query} for query in queries], meaning=True)
    with Searcher(build) as searcher:
        expected = [searcher.search(query).answered for query in queries]
    assert [answer["answered"] for answer in answers] == expected == [False, False, True, True]


def test_meaning_gives_nearly_the_scores_of_the_terminal(of_the_table):
    """The browser's table is cut and rounded to four bits, so scores differ a little; names and filters do not."""
    build, site = of_the_table
    queries = [{"query": query, "limit": 20} for query in QUERIES]
    with Searcher(build) as searcher:
        for asked, answer in zip(queries, in_browser(site, queries, meaning=True), strict=True):
            expected = {hit.id: hit.score for hit in searcher.search(**asked).results}
            found = {hit["id"]: hit["score"] for hit in answer["results"]}
            assert found == pytest.approx(expected, abs=0.12)


def test_a_result_says_where_it_stands(site):
    (answer,) = in_browser(site, [{"query": "breaking free"}])
    first = answer["results"][0]
    assert first["path"] == ["7. Fighting", "7.2 Grappling"] or first["path"] == [
        "7. Fighting",
        "7.2. Grappling",
    ]
    assert (first["number"], first["title"], first["game"]) == ("7.2a", None, "hearthmoor")


def test_a_refined_answer_has_the_order_of_the_terminal(of_the_table):
    """What the terminal finds as good as equal may change places, the last with what was cut off too."""
    build, site = of_the_table
    (answer,) = in_browser(site, [{"query": "leap over walls", "refined": True, "limit": 5}])
    with Searcher(build) as searcher:
        expected = {hit.id: hit.score for hit in searcher.search("leap over walls", limit=20).results}
    found = [hit["id"] for hit in answer["results"]]
    assert found[:2] == [*expected][:2]
    for one, other in pairwise(found):
        assert expected[one] > expected[other] - AS_GOOD
    assert expected[found[4]] > [*expected.values()][4] - AS_GOOD


def test_a_large_index_is_searched_in_parts(tmp_path, monkeypatch):
    monkeypatch.setattr("kb.index.portable.SPLIT_ABOVE", 5)
    monkeypatch.setattr("kb.index.portable.PART", 16)
    monkeypatch.setattr("kb.index.portable_vectors.PIECE_ENTRIES", 2)
    build = write_build(tmp_path / "build", hearthmoor())
    site = write_site(build)
    assert len([*site.parent.rglob("postings-*")]) > 2
    with Searcher(build) as searcher:
        for query, answer in zip(
            QUERIES[:12], in_browser(site, [{"query": q} for q in QUERIES[:12]]), strict=True
        ):
            expected = searcher.search(query, mode="lexical").results
            assert [hit["id"] for hit in answer["results"]] == [hit.id for hit in expected], query
        (answer,) = in_browser(site, [{"query": "shield tokens prevent it", "refined": True}])
        assert answer["results"][0]["id"] == "hearthmoor:shield-token"
        assert "meaning" in answer["results"][0]["why"]


THINGS = [
    "goblin",
    "castle",
    "potion",
    "tavern",
    "dragon",
    "harbour",
    "lantern",
    "bridge",
    "orchard",
    "temple",
    "violin",
    "anchor",
]
DEEDS = ["moves", "attacks", "trades", "sleeps", "climbs", "draws", "shuffles", "wins"]


def many_entries():
    """Chapters about a thing each, enough for a dozen pieces."""
    return [
        entry(f"{thing}-{number}", f"The {thing} {DEEDS[number % 8]} in round {number} of its chapter.")
        for thing in THINGS
        for number in range(20)
    ]


def test_of_a_large_index_a_query_loads_what_it_touches_and_ranks_as_if_all_were_there(tmp_path, monkeypatch):
    whole = write_site(write_build(tmp_path / "whole", many_entries()))
    monkeypatch.setattr("kb.index.portable.SPLIT_ABOVE", 100)
    monkeypatch.setattr("kb.index.portable.PART", 64)
    monkeypatch.setattr("kb.index.portable_vectors.PIECE_ENTRIES", 20)
    split = write_site(write_build(tmp_path / "split", many_entries()))
    pieces, parts = len([*split.parent.rglob("vectors-*")]), len([*split.parent.rglob("postings-*")])
    assert pieces == len(THINGS)
    assert parts > 5
    asked = [{"query": f"who may enter the {thing}?", "refined": True, "limit": 3} for thing in THINGS[3:5]]
    words_only = [{"query": f"{thing} sleeps", "limit": 8} for thing in THINGS[3:5]]
    for query, one, all_there in zip(asked, in_browser(split, asked), in_browser(whole, asked), strict=True):
        assert [hit["id"] for hit in one["results"]] == [hit["id"] for hit in all_there["results"]], query
        assert sum(file.startswith("vectors-") for file in one["files"]) == 1
        assert sum(file.startswith("postings-") for file in one["files"]) < parts / 2
    assert [answer["results"] for answer in in_browser(split, words_only)] == [
        answer["results"] for answer in in_browser(whole, words_only)
    ]


def test_the_same_build_gives_the_same_files(build, site, tmp_path):
    again = write_site(shutil.copytree(build, tmp_path / "again"))
    files = {path.name: path.read_bytes() for path in again.parent.rglob("*-*.*")}
    assert files == {path.name: path.read_bytes() for path in site.parent.rglob("*-*.*")}
    assert len(files) > 10


def test_texts_come_in_files_of_about_equal_size():
    entries = [entry(f"e{number}", "x" * 1000) for number in range(100)]
    found = list(browser_index.chunks(entries))
    assert [text for _, texts in found for text in texts] == [each.text for each in entries]
    assert [first for first, _ in found] == [0, 48, 96]
