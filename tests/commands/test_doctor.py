"""`kb doctor` tells what is sound, what is not, and the command that mends it."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kb.cli import cli

if TYPE_CHECKING:
    from conftest import Kb


def health(output: str) -> dict[str, str]:
    """Each check of the last part: its name and verdict."""
    lines = output.split("Health\n")[1].splitlines()
    return {line.split()[0]: line.split()[1] for line in lines}


def test_a_sound_build(kb: Kb, corpus: Path) -> None:
    assert kb("build").exit_code == 0
    done = kb("doctor")
    assert (done.exit_code, done.stderr) == (0, "")
    assert set(health(done.stdout).values()) == {"ok"}
    assert "23 entries" in done.stdout
    assert "missing" not in done.stdout


def test_without_a_build(kb: Kb, corpus: Path) -> None:
    done = kb("doctor")
    assert done.exit_code == 1
    assert health(done.stdout)["store"] == "MEND"
    assert "`kb build`" in done.stdout


BREAKAGES: dict[str, Callable[[Path], object]] = {
    "store": lambda build: (build / "games" / "hearthmoor" / "kb.sqlite").write_bytes(b"\0" * 9000),
    "index": lambda build: shutil.rmtree(build / "games" / "hearthmoor" / "index"),
    "site": lambda build: (build / "site" / "index.html").unlink(),
}


@pytest.mark.parametrize("part", BREAKAGES)
def test_a_broken_part_is_named_with_what_mends_it(kb: Kb, corpus: Path, tmp_path: Path, part: str) -> None:
    assert kb("build").exit_code == 0
    BREAKAGES[part](tmp_path / "build")
    done = kb("doctor")
    assert done.exit_code == 1
    assert health(done.stdout)[part] == "MEND"
    (line,) = (line for line in done.stdout.splitlines() if line.split()[:2] == [part, "MEND"])
    assert "kb build" in line


def test_a_corpus_newer_than_its_build(kb: Kb, corpus: Path) -> None:
    assert kb("build").exit_code == 0
    later = time.time() + 60
    os.utime(corpus / "hearthmoor" / "rules.txt", (later, later))
    done = kb("doctor")
    assert (done.exit_code, health(done.stdout)["age"]) == (1, "MEND")


def test_every_library_of_the_project_is_listed(kb: Kb) -> None:
    import tomllib

    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
    needed = {requirement.split(">")[0].split("=")[0] for requirement in project["dependencies"]}
    output = kb("doctor").stdout.split("Folders")[0]
    assert {line.split()[0] for line in output.splitlines()} >= needed
    assert cli
