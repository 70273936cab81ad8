"""The scripts of the site recognise, link and verify as this package does, letter by letter."""

from __future__ import annotations

import json
import shutil
import subprocess
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from browser_data import browser_data
from post_jobs import Job, done
from small_rules import write_later
from varied_posts import PLACES, varied_posts

from kb.cite import Rules, verify

SCRIPTS = Path(__file__).parents[1] / "js"
POSTS = varied_posts(300)


def node(script: str, given: object = None) -> Any:
    """What a script says."""
    program = shutil.which("node")
    if program is None:
        pytest.skip("no node on the PATH")
    done = subprocess.run(
        [program, SCRIPTS / script], input=json.dumps(given).encode(), capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


@pytest.fixture(params=["now", "later"])
def either(request: pytest.FixtureRequest, rules: Rules, tmp_path: Path) -> Any:
    """Both states of the small rules."""
    if request.param == "now":
        yield rules
    else:
        with Rules(write_later(tmp_path / "later")) as later:
            yield later


def _jobs() -> list[Job]:
    """Every post in some way, every way for some post."""
    ways = list(product(PLACES, PLACES, (None, "hearthmoor"), (False, True)))
    jobs: list[Job] = []
    for number, post in enumerate(POSTS):
        source, to, game, terms = ways[number * 7 % len(ways)]
        jobs.append(("link", post, {"source": source, "to": to, "game": game, "terms": terms}))
        jobs.append(("link", post, {"terms": not terms}))
        jobs.append(("verify", post, {"source": source, "game": game}))
        jobs.append(("verify", post, {}))
    return jobs


def test_posts_are_linked_and_verified_alike(either: Rules) -> None:
    jobs = _jobs()
    found = node("cite_posts.mjs", {"rules": browser_data(either), "jobs": jobs})
    for (act, post, wishes), told in zip(jobs, found, strict=True):
        assert told == done(either, act, post, wishes), (act, wishes, post)


def test_the_posts_cover_every_verdict(tmp_path: Path) -> None:
    with Rules(write_later(tmp_path / "later")) as later:
        verdicts = {finding.verdict for post in POSTS for finding in verify(later, post)}
    assert verdicts == {
        "cited",
        "exact",
        "changed",
        "misnumbered",
        "not found",
        "re-used number",
        "withdrawn",
    }
