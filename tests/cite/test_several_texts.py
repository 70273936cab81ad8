"""A game of several texts that number their rules alike: a number is of the text that a post names with it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from browser_data import browser_data
from post_jobs import Job, done
from test_twins import node

from kb import pipeline
from kb.cite import Rules, link

CORE = """# Goatmoor Core Rules

1. The Goat

1.1 Each player begins the game with one goat.

1.2 A goat that is hungry can't be moved unless its owner discards a card.

2. The Moor

2.1 A moor holds up to three goats.
"""
TOURNAMENT = """# Goatmoor Tournament Rules

1. Players

1.1 A player who arrives late loses the first game of the match.

1.2 Each match is played to two wins.
"""
GAME = """title = "Goatmoor"
[[sources]]
name = "core"
file = "core.md"
title = "Goatmoor Core Rules"
[[sources]]
name = "tournament"
file = "tournament.md"
title = "Goatmoor Tournament Rules"
"""


@pytest.fixture(scope="module")
def goats(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rules]:
    folder = tmp_path_factory.mktemp("goats")
    home = folder / "corpus" / "goatmoor"
    home.mkdir(parents=True)
    for name, text in (("core.md", CORE), ("tournament.md", TOURNAMENT), ("game.toml", GAME)):
        (home / name).write_text(text)
    with Rules(pipeline.build(folder / "corpus", folder / "build", quick=True).folder) as rules:
        yield rules


CASES = {
    "Core Rules 1.1 says so": ["1.1"],
    "In the Tournament Rules 1.1 and 1.2 say so": ["1.1-2", "1.2-2"],
    "Rule 1.2 of the GTR, not rule 1.2 (GCR)": ["1.2-2", "1.2"],
    "Rule 1.1 of the tournament rules": ["1.1-2"],
    "rule 1.2 (core rules)": ["1.2"],
    "rule 2.1 and rule 1.1, whichever": ["2.1", "1.1"],
    "rule 1.1 of the lake": [],
    "GTR 1.2 is clear, and so is GCR 1.2; TR 1.1 as well": ["1.2-2", "1.2", "1.1-2"],
    "Goatmoor: MTR 1.2 and 1.1 say nothing, rule 2.1 does": ["2.1"],
    "Goatmoor: house rule 1.2, rule 1.1 of the club rules, 1.1 (IPG), HDMI 2.1": [],
    "Rule 2.1 is clear. I like it, for rule 1.1 is not": ["2.1"],
}


@pytest.mark.parametrize("post", CASES)
def test_the_text_that_is_named_decides(goats: Rules, post: str) -> None:
    made = link(goats, post)
    assert [id for _, id in made.links] == [f"goatmoor:{slug}" for slug in CASES[post]]


def test_the_scripts_of_the_site_say_the_same(goats: Rules) -> None:
    jobs: list[Job] = [(act, post, {"source": "markdown"}) for post in CASES for act in ("link", "verify")]
    found = node("cite_posts.mjs", {"rules": browser_data(goats), "jobs": jobs})
    for (act, text, wishes), said in zip(jobs, found, strict=True):
        assert said == done(goats, act, text, wishes), (act, text)
