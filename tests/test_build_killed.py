"""kill -9 at any moment of a build leaves one that works: the previous or the new one, never a mixture."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import pytest
from processes import run_kb, start_kb

from kb import builds, pipeline
from kb.search import search
from kb.store import Library

KILLS = 14 if os.environ.get("KB_FULL") else 6
SEED = 20260116


def wording(build: Path) -> str:
    """Which of the two wordings a build holds; fails unless store, index and pages agree."""
    with Library(build) as store:
        store.verify()
        entry = store.entry("hearthmoor:ember")
    assert entry is not None
    word = "ash" if "is ash" in entry.text else "smoke"
    found = search(build, f"paid is {word}", mode="lexical")
    assert "hearthmoor:ember" in {hit.id for hit in found.results}
    assert f"is {word}" in (build / "site" / "hearthmoor" / "ember" / "index.html").read_text()
    return word


def reword(corpus: Path, old: str, new: str) -> None:
    text = corpus / "hearthmoor" / "rules.txt"
    text.write_text(text.read_text().replace(f"is {old}", f"is {new}"))


def test_a_killed_build_leaves_a_working_one(corpus: Path, tmp_path: Path) -> None:
    build = tmp_path / "build"
    started = time.monotonic()
    assert run_kb("build", "--corpus", corpus, "--build", build).returncode == 0
    whole = time.monotonic() - started
    held, chance, killed = "ash", random.Random(SEED), 0
    for tries in range(4 * KILLS):
        if tries >= KILLS and killed >= 3:
            break
        other = "smoke" if held == "ash" else "ash"
        reword(corpus, held, other)
        started = time.monotonic()
        process = start_kb("build", "--corpus", corpus, "--build", build)
        with suppress(subprocess.TimeoutExpired):
            process.wait(chance.uniform(0.1, 1.1) * whole)
            whole = time.monotonic() - started  # faster than it was thought to be
        process.send_signal(signal.SIGKILL)
        process.communicate()
        killed += process.returncode == -signal.SIGKILL
        now = wording(build)
        if process.returncode == 0:
            assert now == other
        if now == held:
            reword(corpus, other, held)
        held = now
    assert killed >= 3, "the builds ended before they could be killed"
    pipeline.build(corpus, build)
    assert wording(build) == held
    beside = {path.name for path in tmp_path.iterdir() if path.name.startswith(".")}
    assert beside - {".build.spare"} == set()


def test_a_first_build_that_is_killed_leaves_nothing_that_is_read(corpus: Path, tmp_path: Path) -> None:
    build = tmp_path / "build"
    process = start_kb("build", "--corpus", corpus, "--build", build)
    deadline = time.monotonic() + 30
    while not (tmp_path / ".build.new").exists() and time.monotonic() < deadline:
        time.sleep(0.005)
    process.kill()
    process.communicate()
    if process.returncode == 0:
        pytest.skip("the build was faster than the kill")
    assert not (build / builds.LIBRARY).exists()  # games that were done already stay for the next build
    shown = run_kb("show", "ember", "--build", build)
    assert (shown.returncode, shown.stderr) == (2, f"kb: no build in {build}; `kb build` makes one\n")
    assert run_kb("build", "--corpus", corpus, "--build", build).returncode == 0
    assert wording(build) == "ash"
