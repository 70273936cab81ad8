"""The ranking of the site, run in Chromium on the rules that ship: the answers of the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kb import encoders
from kb.search import Searcher
from kb.shipped import templates
from kb.site.scripts import Wish, small_scripts

QUESTIONS = [
    "how do I throw a drink away",
    "may I look at my own deck before I shuffle",
    "what happens to my drinks when I am knocked out",
    "can two players form an alliance to win together",
    "does a side scheme need threat to be defeated",
    "who reveals the top card of the scheme deck",
    "can a resorce be stolen by an atack",
    "moving away from an ajacent enemy",
]
NEAR = 0.1
"""By how much scores may differ: the table of the site is cut, fitted to the texts, and rounded to four bits."""

ASK = """async ([script, data, queries, hasMeaning]) => {
    const { open } = await import(script)
    const engine = await open(data)
    const answers = []
    for (const query of queries) {
      await engine.prepare(query)
      answers.push((hasMeaning ? await engine.refine(query) : engine.search(query)).results)
    }
    return answers
}"""


@pytest.fixture(scope="module")
def ask(browser: Any, serve: Any, shipped_build: Path) -> Any:
    site = shipped_build / "site"
    (engine,) = small_scripts(
        templates() / "js", {"engine": Wish(("library", "vectors"), gives=("open",))}
    ).values()
    with serve(site) as address:
        page = browser.new_context().new_page()
        page.route("**/engine.js", lambda route: route.fulfill(body=engine, content_type="text/javascript"))
        page.goto(address)
        where = [f"{address}engine.js", f"{address}search/"]
        yield lambda has_meaning: page.evaluate(ASK, [*where, QUESTIONS, has_meaning])
        page.context.close()


def test_words_rank_as_in_the_terminal(ask, shipped_build: Path) -> None:
    with Searcher(shipped_build) as searcher:
        for question, found in zip(QUESTIONS, ask(False), strict=True):
            expected = searcher.search(question, mode="lexical").results
            assert [hit["id"] for hit in found] == [hit.id for hit in expected], question


def test_meaning_ranks_as_in_the_terminal(ask, shipped_build: Path) -> None:
    with Searcher(shipped_build, encoders.table()) as searcher:
        for question, found in zip(QUESTIONS, ask(True), strict=True):
            expected = {hit.id: hit.score for hit in searcher.search(question, limit=30).results}
            best = max(expected.values())
            for hit in found[:3]:
                assert hit["score"] == pytest.approx(expected[hit["id"]], abs=NEAR), question
            assert expected[found[0]["id"]] >= best - NEAR, question
