"""The scripts of the site recognise, link and verify as this package does, letter by letter."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
from browser_data import browser_data
from case_files import read_cases
from post_jobs import Job, done
from small_rules import write_later
from varied_posts import PLACES, varied_posts

from kb.cite import Rules, verify
from kb.site.translating import write_scripts

SCRIPTS = Path(__file__).parents[1] / "js"
POSTS = varied_posts(100 if os.environ.get("KB_FULL") else 50)


def node(script: str, given: object = None) -> Any:
    """What a script says."""
    program = shutil.which("node")
    if program is None:
        pytest.skip("no node on the PATH")
    done = subprocess.run(
        [program, SCRIPTS / script],
        input=json.dumps(given).encode(),
        capture_output=True,
        check=False,
        env={**os.environ, "KB_SCRIPTS": str(scripts())},
    )
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


@cache
def scripts() -> Path:
    """A folder with the scripts of the site."""
    folder = Path(mkdtemp(prefix="kb-scripts-"))
    write_scripts(folder)
    return folder


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
    for file, parts in (("citations.txt", 2), ("citations_false.txt", 1)):
        posts = [case.values[0][0] for case in read_cases(file, parts)]
        jobs += [("link", post, {"game": "hearthmoor", "source": "markdown"}) for post in posts]
    for file, act, parts in (("posts.txt", "link", 4), ("verify.txt", "verify", 3)):
        jobs += [(act, case.values[0][1], {}) for case in read_cases(file, parts)]
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
