"""Games are built in processes of their own: one that fails, dies or wants too much memory takes no other with it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from processes import run_kb

from kb import pipeline
from kb.encoders.threads import VARIABLES
from kb.errors import KbError, ReadError
from kb.processes import Processes, Sharing, Tell
from kb.store import Library

OTHERS = ("ashmoor", "fenmoor")
"""Games beside hearthmoor, one before it and one behind it in their order."""


def build_apart(corpus: Path, build: Path, *arguments: object, **environment: str) -> tuple[int, str, str]:
    """How `kb build` ended with two processes for the games, and what it printed."""
    done = run_kb(
        "build", "--quick", "--corpus", corpus, "--build", build, *arguments, KB_PROCESSES="2", **environment
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def three_games(corpus: Path) -> Path:
    """A corpus of three games."""
    for slug in OTHERS:
        shutil.copytree(corpus / "hearthmoor", corpus / slug)
    return corpus


def test_a_game_that_fails_leaves_the_others_built(three_games: Path, tmp_path: Path) -> None:
    (three_games / "hearthmoor" / "rules.txt").write_bytes(bytes(range(256)) * 16)
    status, out, told = build_apart(three_games, tmp_path / "build")
    assert status == 1
    assert [line.split()[:3] for line in out.splitlines()[:-1]] == [
        [slug, "23", "entries"] for slug in OTHERS
    ]
    assert "kb: hearthmoor could not be built, it is left out: " in told
    assert "rules.txt is not a text" in told
    with Library(tmp_path / "build") as library:
        assert library.slugs == OTHERS
        assert all(library.entry(f"{slug}:702.2") for slug in OTHERS)
    for slug in OTHERS:
        assert (tmp_path / "build" / "site" / slug / "index.html").is_file()
    assert not (tmp_path / "build" / "games" / "hearthmoor").exists()


def test_a_game_that_fails_later_keeps_its_build_while_others_go_on(
    three_games: Path, tmp_path: Path
) -> None:
    build = tmp_path / "build"
    assert build_apart(three_games, build)[0] == 0
    same = pipeline.build(three_games, tmp_path / "in this process", quick=True).folder
    for slug in ("hearthmoor", *OTHERS):
        store = Path("games", slug, "kb.sqlite")
        assert (build / store).read_bytes() == (same / store).read_bytes()
    before = (build / "games" / "hearthmoor" / "kb.sqlite").read_bytes()
    for slug in ("ashmoor", "hearthmoor"):
        rules = three_games / slug / "rules.txt"
        rules.write_text(rules.read_text().replace("spaces.", "spaces, or three.", 1))
    (three_games / "hearthmoor" / "rules.txt").write_bytes(b"")
    status, out, told = build_apart(three_games, build)
    assert status == 1
    assert "(1 of 3 games)" in out.splitlines()[-1]
    assert "kb: hearthmoor could not be built, its earlier build stays: " in told
    assert (build / "games" / "hearthmoor" / "kb.sqlite").read_bytes() == before
    with Library(build) as library:
        assert "or three" in " ".join(entry.text for entry in library.entries("ashmoor"))
        assert not [entry for entry in library.entries("fenmoor") if "or three" in entry.text]


def work(job: str, tell: Tell) -> str:
    """What a piece of work may come to."""
    tell(f"begins {job}")
    match job:
        case "refuses":
            raise ReadError("no such text")
        case "breaks":
            raise ValueError("a fault of ours")
        case "dies":
            os.kill(os.getpid(), signal.SIGKILL)
        case "swells":
            return str(len(bytearray(600_000_000)))
    return f"{job}, by {os.getpid()}"


def outcomes(*jobs: str) -> tuple[dict[str, str | KbError], list[str]]:
    """What came of some pieces of work in two processes, and what was told meanwhile."""
    told: list[str] = []
    with Sharing[str, str](Processes(told.append), work, lambda _, done: done) as sharing:
        for job in jobs:
            sharing.submit(job)
        found = dict(sharing.results())
    return found, told


@pytest.fixture
def two_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_PROCESSES", "2")
    monkeypatch.delenv("KB_DEBUG", raising=False)


@pytest.mark.usefixtures("two_processes")
@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ("refuses", "no such text"),
        ("breaks", r"unexpected ValueError: a fault of ours \(KB_DEBUG=1"),
        ("dies", "its process was killed"),
    ],
)
def test_what_goes_wrong_in_one_is_told_of_that_one(bad: str, why: str) -> None:
    found, told = outcomes("one", bad, "two", "three")
    with pytest.raises(KbError, match=why):
        raise found.pop(bad)  # type: ignore[misc]
    by = {job: str(result).partition(", by ")[::2] for job, result in found.items()}
    assert {job: name for job, (name, _) in by.items()} == {"one": "one", "two": "two", "three": "three"}
    assert str(os.getpid()) not in {process for _, process in by.values()}
    assert {*told} == {"begins one", "begins two", "begins three", f"begins {bad}"}


@pytest.mark.usefixtures("two_processes")
def test_memory_is_limited_for_each_piece_of_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_MEMORY", "400")
    found, _ = outcomes("one", "swells", "two")
    with pytest.raises(KbError, match=r"needs more than 400 MB of memory; KB_MEMORY=N gives it N MB"):
        raise found.pop("swells")  # type: ignore[misc]
    assert {*found} == {"one", "two"}
    assert all(isinstance(result, str) for result in found.values())


@pytest.mark.usefixtures("two_processes")
def test_nothing_is_started_without_work() -> None:
    before = threading.active_count()
    assert outcomes() == ({}, [])
    assert threading.active_count() == before


def test_processes_begin_with_one_thread_for_numpy_each(tmp_path: Path) -> None:
    program = (
        "import threads_told\n"
        "from kb.processes import Processes, Sharing\n"
        "if __name__ == '__main__':\n"
        "    with Sharing(Processes(print, ['numpy']), threads_told.tell, lambda job, done: done) as shared:\n"
        "        shared.submit('job')\n"
        "        print(*(made for _, made in shared.results()))\n"
    )
    (tmp_path / "threads_told.py").write_text(
        "import os\n\ndef tell(job, news):\n    return os.environ.get('OPENBLAS_NUM_THREADS')\n", "utf-8"
    )
    (tmp_path / "program.py").write_text(program, "utf-8")
    clean = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    done = subprocess.run(
        [sys.executable, tmp_path / "program.py"],
        capture_output=True,
        text=True,
        env={**clean, "KB_PROCESSES": "2"},
        check=True,
    )
    assert done.stdout == "1\n"
