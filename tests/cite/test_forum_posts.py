"""Posts as people write them: how many of their links and verdicts are right, where nobody tells the game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pytest
from browser_data import browser_data
from forum_posts import Post, linked_score, posts, told, verdict_score
from post_jobs import built_once, compared_jobs, done, judged_posts, place_of
from test_twins import node

from kb.cite import Rules, link, verify
from kb.cite.linking import citations

PRECISION, RECALL, VERDICTS = 0.99, 0.95, 0.97
_LINKED_TWICE = 20
"""One post of so many is linked a second time."""


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rules]:
    with Rules(built_once("five", tmp_path_factory)) as rules:
        yield rules


def _links(rules: Rules, post: Post) -> list[tuple[int, int, str]]:
    made = citations(rules, post.text, place_of(post), game=post.game).decided
    return [
        (one.found.start, one.found.end, one.entries[0].id)
        for one in made
        if len(one.entries) == 1 and not one.reason
    ]


def _verdicts(rules: Rules, post: Post, links: Sequence[tuple[int, int, str]]) -> list[str]:
    found = []
    for one in verify(rules, post.text, source=place_of(post), game=post.game):
        first, last = one.cited_at or (0, 0)
        cited = next((id for start, end, id in links if start < last and first < end), None)
        found.append(told(one, cited))
    return [one for one in found if one]


def _check(rules: Rules, chosen: Sequence[Post]) -> None:
    links = [(post, _links(rules, post)) for post in chosen]
    linked = linked_score(links)
    judged = verdict_score((post, _verdicts(rules, post, made)) for post, made in links)
    wrong = "\n".join([*linked.wrong, *judged.wrong])
    agreed = judged.counts["agreed"] / (judged.counts.total() or 1)
    assert linked.rate("right", "false") >= PRECISION, wrong
    assert linked.rate("right", "missed") >= RECALL, wrong
    assert agreed >= VERDICTS, wrong
    for post in chosen[::_LINKED_TWICE]:
        once = link(rules, post.text, source=place_of(post), game=post.game).text
        assert link(rules, once, source=place_of(post), game=post.game).text == once


def test_posts_about_games_that_ship(shipped: Rules) -> None:
    _check(shipped, judged_posts("five"))


def test_the_scripts_of_the_site_say_the_same(shipped: Rules) -> None:
    jobs = compared_jobs("five")
    found = node("cite_posts.mjs", {"rules": browser_data(shipped), "jobs": jobs})
    for (act, text, wishes), said in zip(jobs, found, strict=True):
        assert said == done(shipped, act, text, wishes), (act, text)


@pytest.mark.parametrize("shelf", ["magic", "others"])
def test_posts_about_games_that_do_not_ship(shelf: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    with Rules(built_once(shelf, tmp_path_factory)) as rules:
        _check(rules, judged_posts(shelf))


def test_there_are_enough_posts() -> None:
    every = list(posts())
    assert len(every) >= 200
    assert sum(len(post.links) for post in every) >= 500
    assert len({post.place for post in every}) >= 6
    assert {re.split(" ", line)[0] for post in every for line in post.verdicts} >= {"exact", "cut", "changed"}
