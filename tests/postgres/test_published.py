"""Published rules answer as the build does that they are copies of, in every command and in the same order."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

import pytest
from postgres_server import started

from kb import pipeline
from kb.cite import Rules, cite, link, report
from kb.postgres import PublishedLibrary
from kb.postgres.connecting import Server
from kb.publishing import publish
from kb.search import Searcher, open_searcher
from kb.search.published import PublishedSearcher
from kb.shipped import corpus as shipped_corpus
from kb.store import Library

if TYPE_CHECKING:
    from conftest import Kb

REFS = (
    "leap", "314.6", "magic:314.6", "rule 314.6", "red-dragon-inn:leap", "magic:314.6@2024-06-07", "314.1-3",
    "Leap X", "nothing at all", "magic:314.99", "magic:314.6@1999", "314.6z", "token", "https://x.example/magic/314.6/",
)  # fmt: skip
POST = "Rule 314.6 says “turned face down”; see CR 314.5 and “Leap”, and 999.9.\n\n> A face up scheme card\n"
OTHERS = (
    '"face up" scheme', "-scheme face", "summon*", "title:leap", "number:314.*", "kind:term", "game:magic kind:rule",
    'title:"difficult terrain"', '"these words stand nowhere so"', "schem", "can I leep over a wal", "leap",
    "what is a leap?", "314.6", "does 314.6 apply", "", "xqzzyv", "can I leap " * 60, "lorem % _ \\ ' \" \x00",
)  # fmt: skip


EVERY = 3 if os.environ.get("KB_FULL") else 40
"""Of so many questions one is searched both ways."""


def questions(every: int) -> list[str]:
    """What players ask of the games that ship: each of so many."""
    files = sorted(shipped_corpus().glob("*/asked.toml"))
    found = [one for file in files for asked in tomllib.loads(file.read_text()).values() for one in asked]
    assert len(found) > 100
    return found[::every]


@pytest.mark.parametrize("ref", REFS)
@pytest.mark.parametrize("command", ["show", "refs", "cite"])
def test_commands_print_the_same(command: str, ref: str, kb: Kb, published: str, shipped_build: Path) -> None:
    json_too = ((), ("--json",)) if command != "cite" else ((), ("--as", "json"))
    for more in json_too:
        here = kb(command, ref, "--build", shipped_build, *more)
        there = kb(command, ref, "--from", published, *more)
        assert (there.exit_code, there.stdout, there.stderr) == (here.exit_code, here.stdout, here.stderr)


@pytest.mark.parametrize("command", ["link", "verify"])
def test_posts_are_read_the_same(command: str, kb: Kb, published: str, shipped_build: Path) -> None:
    here = kb(command, POST, "--build", shipped_build)
    there = kb(command, POST, "--from", published)
    assert (there.exit_code, there.stdout, there.stderr) == (here.exit_code, here.stdout, here.stderr)
    both = kb(command, POST, "--from", published, "--from", "reddit")
    assert both.stdout == kb(command, POST, "--build", shipped_build, "--from", "reddit").stdout


def test_the_library_face_answers_the_same(published: str, shipped_build: Path) -> None:
    with Rules(shipped_build) as here, Rules(published) as there:
        assert there.games == here.games
        assert cite(there, "rule 314.6", quote=True) == cite(here, "rule 314.6", quote=True)
        assert link(there, POST, to="discord") == link(here, POST, to="discord")
        assert report(there, POST).findings == report(here, POST).findings


def test_everything_that_is_held_is_the_same(published: str, shipped_build: Path) -> None:
    with Library(shipped_build) as here, PublishedLibrary(published) as there:
        assert there.summaries == here.summaries
        assert list(there.entries()) == list(here.entries())
        assert list(there.references()) == list(here.references())
        assert there.revisions() == here.revisions()
        assert there.pages() == here.pages()
        assert there.near("lepa") == here.near("lepa")
        assert there.ids_beginning("magic:31") == here.ids_beginning("magic:31")
        for entry in here.entries("magic"):
            assert there.related_to(entry.id) == here.related_to(entry.id)


def test_what_is_spelt_nearly_so_is_found_among_many_games_at_once(
    published: str, shipped_build: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kb.postgres.reading.MOST_ASKED", 1)
    with Library(shipped_build) as here, PublishedLibrary(published) as there:
        monkeypatch.setattr(there, "of", lambda game: pytest.fail(f"{game} was asked alone"))
        assert there.near("lepa") == here.near("lepa")
        assert there.near("%_\\") == there.near("") == there.near("xqzzyv") == []


def test_a_search_asks_no_more_where_more_is_found(published: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Entries are fetched together, those that may hold a phrase too."""
    asked: list[str] = []
    rows = Server.rows
    monkeypatch.setattr(Server, "rows", lambda *about: asked.append(about[1]) or rows(*about))
    for query in ("how do I play a card", '"a player"'):
        counts = []
        for limit in (2, 10, 50):
            with open_searcher(published) as there:
                asked.clear()
                assert len(there.search(query, limit=limit).results) >= min(limit, 10)
                counts.append(len(asked))
        assert max(counts) <= min(counts) + 6


def alike(here: Searcher, there: Searcher, queries: list[str], **wishes: object) -> tuple[float, float]:
    """The share of the same first hits, and how much of the first ten is the same."""
    firsts, overlaps = [], []
    for query in queries:
        ours, theirs = (one.search(query, **wishes) for one in (here, there))  # type: ignore[arg-type]
        assert theirs.did_you_mean == ours.did_you_mean, query
        assert theirs.players_words == ours.players_words, query
        a, b = [one.id for one in ours.results], [one.id for one in theirs.results]
        firsts.append(a[:1] == b[:1])
        overlaps.append(len({*a} & {*b}) / max(1, len(a), len(b)) if a or b else 1.0)
    return fmean(firsts), fmean(overlaps)


@pytest.mark.parametrize(("mode", "every"), [("hybrid", EVERY), ("lexical", 10), ("semantic", 10)])
def test_questions_find_the_same(mode: str, every: int, published: str, shipped_build: Path) -> None:
    with Searcher(shipped_build) as here, open_searcher(published) as there:
        first, overlap = alike(here, there, questions(every), mode=mode)
    assert first >= 0.98
    assert overlap >= 0.95


@pytest.mark.parametrize("query", OTHERS)
def test_operators_and_odd_queries_find_the_same(query: str, published: str, shipped_build: Path) -> None:
    with Searcher(shipped_build) as here, open_searcher(published) as there:
        for wishes in ({}, {"kind": "rule"}, {"game": "magic", "limit": 50}):
            ours, theirs = (one.search(query, **wishes) for one in (here, there))  # type: ignore[arg-type]
            assert [(one.id, one.why, one.excerpt) for one in theirs.results] == [
                (one.id, one.why, one.excerpt) for one in ours.results
            ]
            assert theirs.answered == ours.answered


@pytest.mark.full
def test_few_candidates_are_enough(
    published: str, shipped_build: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So few that the games hold far more: what is fetched is what ranks first."""
    monkeypatch.setattr("kb.search.published.LEAST", 60)
    with Searcher(shipped_build) as here, open_searcher(published) as there:
        first, overlap = alike(here, there, questions(8))
    assert first >= 0.98
    assert overlap >= 0.95


def test_late_interaction_is_the_same(database: Callable[[], str], corpus: Path, tmp_path: Path) -> None:
    build = pipeline.build(corpus, tmp_path / "build").folder
    address = database()
    publish(build, address)
    queries = ["can I jump over a wall", "how far may my figure walk", "what happens to a burning figure"]
    with Searcher(build) as here, open_searcher(address) as there:
        for query in queries:
            ours, theirs = here.search(query).results, there.search(query).results
            assert [one.id for one in theirs] == [one.id for one in ours]
            assert [one.score for one in theirs] == pytest.approx([one.score for one in ours], abs=0.005)


def test_games_spread_over_two_servers_answer_the_same(
    database: Callable[[], str], shipped_build: Path, kb: Kb
) -> None:
    here = database()
    with started() as other:
        there = other.get_uri()
        publish(shipped_build, here, ["magic", "illuminati-nwo"])
        publish(shipped_build, there, ["red-dragon-inn", "marvel-champions"])
        both = f"{there} {here}"
        with Searcher(shipped_build) as own, open_searcher(both) as spread:
            first, overlap = alike(own, spread, questions(20))
        assert (first, overlap) == (1.0, 1.0)
        with Library(shipped_build) as held, PublishedLibrary(both) as spread_too:
            assert spread_too.slugs == held.slugs
        for ref in ("leap", "magic:314.6", "token"):
            assert kb("show", ref, "--from", both).stdout == kb("show", ref, "--build", shipped_build).stdout
        publish(shipped_build, here, ["red-dragon-inn"])
        done = kb("show", "leap", "--from", both)
        assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
        assert "in more than one of these databases" in done.stderr


def test_of_many_games_the_same_are_asked(
    published: str, shipped_build: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kb.index.routes.MOST_ASKED", 2)
    with Searcher(shipped_build) as here, open_searcher(published) as there:
        assert isinstance(there, PublishedSearcher)
        first, overlap = alike(here, there, questions(20))
    assert (first, overlap) == (1.0, 1.0)


def test_what_is_published_meanwhile_is_told(database: Callable[[], str], shipped_build: Path) -> None:
    address = database()
    publish(shipped_build, address, ["magic"])
    with PublishedLibrary(address) as library:
        assert library.state_now() == library.state
        publish(shipped_build, address, ["red-dragon-inn"])
        assert library.state_now() != library.state


def test_a_build_is_read_without_any_of_this(shipped_build: Path) -> None:
    script = (
        "import sys; from kb.cli import cli; cli(['show', 'leap', '--build', sys.argv[1]], standalone_mode=False);"
        "print([name for name in sys.modules if name.startswith(('psycopg', 'pgvector', 'kb.postgres.', 'numpy'))])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(shipped_build)], capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout.splitlines()[-1].replace("'", '"')) == []
