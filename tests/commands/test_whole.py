"""A rule with all that stands below it, and long output on a terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from terminal_screen import kb as terminal_kb

if TYPE_CHECKING:
    from conftest import Kb


def test_a_rule_is_shown_with_everything_below_it(kb: Kb, build: Path) -> None:
    told = kb("show", "702", "--full", "--build", build).stdout
    assert told.splitlines()[0] == "702. Grappling"
    assert "\n702.1  A figure may grapple a figure beside it" in told
    assert told.index("702.1  ") < told.index("702.2  ") < told.index("702.3  ")
    assert "See rule 100.2 [1]." in " ".join(told.split())
    assert "[1] 100.2" in told


def test_no_word_of_a_rule_is_lost(kb: Kb, build: Path) -> None:
    from kb import builds

    told = "".join(kb("show", "1", "--full", "--build", build).stdout.split())
    with builds.open_store(build) as store:
        for entry in store.entries("hearthmoor"):
            if entry.path and entry.path[0].startswith("1.") and "rule" not in entry.text:
                assert "".join(entry.text.split()) in told


@pytest.mark.parametrize("columns", [40, 72, 200])
def test_lines_fit(kb: Kb, build: Path, columns: int) -> None:
    told = kb("show", "1", "--full", "--build", build, COLUMNS=str(columns)).stdout
    assert max(map(len, told.splitlines())) <= max(columns, len("Hearthmoor › 1. Playing"))


def test_more_than_a_screen_goes_through_the_pager(build: Path, tmp_path: Path) -> None:
    pager = tmp_path / "pager"
    pager.write_text("#!/bin/sh\ncat; echo PAGED\n")
    pager.chmod(0o755)
    with terminal_kb(build, "show", "1", "--full", cwd=tmp_path, rows=8, PAGER=str(pager)) as terminal:
        terminal.see("PAGED")
    with terminal_kb(build, "show", "702.1", cwd=tmp_path, rows=50, PAGER=str(pager)) as terminal:
        assert "PAGED" not in terminal.see("hearthmoor:702.1")
