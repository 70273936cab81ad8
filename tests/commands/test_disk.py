"""A disk that is full or may not be written, a folder that went, a person who has enough: one clear line, or none."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from processes import run_kb, start_kb

if TYPE_CHECKING:
    from conftest import Kb

FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="no device here that is always full")


@needs_full
@pytest.mark.parametrize("arguments", [["show", "702.2"], ["show", "--json", "702.2"], ["export"]])
def test_output_that_does_not_fit_is_one_line(build: Path, arguments: list[str]) -> None:
    with FULL.open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "kb", "--build", str(build), *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        "kb: the disk is full; what was there stays as it was, make room and try again"
    ]


@pytest.mark.parametrize(
    ("number", "told"), [(errno.ENOSPC, "the disk is full"), (errno.EROFS, "read-only; name another folder")]
)
def test_a_disk_that_takes_nothing_is_told_and_the_build_stays(
    kb: Kb, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, told: str
) -> None:
    build = tmp_path / "build"
    assert kb("build", "--quick", "--corpus", corpus, "--build", build).exit_code == 0
    before = (build / "library.json").read_bytes()
    rules = corpus / "hearthmoor" / "rules.txt"
    rules.write_text(rules.read_text().replace("two embers", "three embers"))

    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number), "some/place")

    monkeypatch.setattr("kb.swap.take_place", refuse)
    done = kb("build", "--quick", "--corpus", corpus, "--build", build)
    assert (done.exit_code, done.stdout) in ((1, done.stdout), (2, ""))
    assert told in done.stderr
    assert "some/place" in done.stderr
    assert "Traceback" not in done.stderr
    assert (build / "library.json").read_bytes() == before
    monkeypatch.undo()
    assert "two embers" in kb("show", "--build", build, "702.2").stdout
    assert not (tmp_path / ".build.lock").exists()


def test_an_export_that_fails_leaves_the_file_as_it_was(
    kb: Kb, build: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rules.jsonl").write_text("old")

    def refuse(_: object) -> str:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("kb.commands.export.json_line", refuse)
    assert kb("export", "--build", build, "--out", "rules.jsonl").exit_code == 2
    assert (tmp_path / "rules.jsonl").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["rules.jsonl"]


@pytest.mark.parametrize("arguments", [["build"], ["add", __file__, "--game", "x"], ["doctor"], ["init"]])
def test_a_folder_that_went_is_one_line(tmp_path: Path, arguments: list[str]) -> None:
    lost = tmp_path / "lost"
    lost.mkdir()
    command = f'rmdir "{lost}" && exec "{sys.executable}" -P -m kb {" ".join(arguments)}'
    done = subprocess.run(["sh", "-c", command], cwd=lost, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("kb: ")
    assert "there is no" in done.stderr or "is there no more" in done.stderr or "No such" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_lock_goes_when_a_build_ends(corpus: Path, tmp_path: Path) -> None:
    assert run_kb("build", "--quick", "--corpus", corpus, "--build", tmp_path / "build").returncode == 0
    assert not list(tmp_path.glob(".build*"))


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Programs that heed Ctrl-C, also where the tests run behind a shell that takes it from what it starts."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_control_c_ends_a_build_quietly(corpus: Path, tmp_path: Path) -> None:
    build = tmp_path / "build"
    process = start_kb("build", "--corpus", corpus, "--build", build, KB_PROCESSES="1")
    end = time.monotonic() + 60
    while not (tmp_path / ".build.new").exists() and time.monotonic() < end:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode in (
        130,
        -signal.SIGINT,
    )  # a shell says 130 of either; Python ends so while it leaves
    assert output == ""
    assert "Traceback" not in errors and "Abort" not in errors
    assert not list(tmp_path.glob(".build*"))


@pytest.mark.usefixtures("interruptible")
def test_control_c_is_quiet_at_any_moment(build: Path) -> None:
    for pause in (0.0, 0.02, 0.05, 0.1, 0.2):
        process = start_kb("search", "--build", build, "grapple")
        time.sleep(pause)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        if process.returncode == 130:
            assert errors == ""
