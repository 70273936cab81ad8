"""Two builds at once are two builds, one after the other; searching meanwhile always finds a whole one."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from processes import run_kb, start_kb

from kb import builds
from kb.search import search
from kb.store import Library


def test_two_builds_at_once_do_not_corrupt(corpus: Path, tmp_path: Path) -> None:
    folder = tmp_path / "build"
    both = [start_kb("build", "--corpus", corpus, "--build", folder) for _ in range(2)]
    told = [process.communicate()[1] for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert sum("another build" in errors for errors in told) == 1
    store = "games/hearthmoor/kb.sqlite"
    beside = {path.name for path in tmp_path.iterdir() if path.name.startswith(".")}
    assert beside == set()
    alone = tmp_path / "alone"
    assert run_kb("build", "--corpus", corpus, "--build", alone).returncode == 0
    assert (folder / store).read_bytes() == (alone / store).read_bytes()


def test_searching_while_builds_run_works(corpus: Path, tmp_path: Path) -> None:
    folder = tmp_path / "build"
    assert run_kb("build", "--corpus", corpus, "--build", folder).returncode == 0
    text = corpus / "hearthmoor" / "rules.txt"
    original = text.read_text()
    seen: set[str] = set()
    for round_ in range(2):
        word = f"cinder{round_}"
        text.write_text(original.replace("is ash", f"is ash and {word}"))
        process = start_kb("build", "--corpus", corpus, "--build", folder)
        while process.poll() is None:
            answer = builds.read(folder, lambda build: search(build, "paid ember ash", mode="lexical"))
            assert "hearthmoor:ember" in {hit.id for hit in answer.results}
            with builds.open_store(folder) as store:
                entry = store.entry("hearthmoor:ember")
                assert entry is not None
                seen.add(entry.text)
        assert process.communicate() and process.returncode == 0
    assert len(seen) == 3  # the searches did see builds come and go


def test_an_open_store_outlives_its_build(corpus: Path, tmp_path: Path) -> None:
    folder = tmp_path / "build"
    assert run_kb("build", "--corpus", corpus, "--build", folder).returncode == 0
    with builds.open_store(folder) as store:
        before = store.content("hearthmoor")
        shutil.rmtree(folder)
        assert store.content("hearthmoor") == before
    assert run_kb("build", "--corpus", corpus, "--build", folder).returncode == 0
    with Library(folder) as store:
        assert store.content("hearthmoor") == before


def test_the_command_finds_a_whole_build_while_another_runs(corpus: Path, tmp_path: Path) -> None:
    folder = tmp_path / "build"
    assert run_kb("build", "--corpus", corpus, "--build", folder).returncode == 0
    building = start_kb("build", "--corpus", corpus, "--build", folder)
    while building.poll() is None:
        asked = run_kb("search", "--json", "--build", folder, "grappled")
        assert (asked.returncode, asked.stderr) == (0, "")
        assert json.loads(asked.stdout)["results"]
    building.communicate()
