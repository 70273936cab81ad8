"""Tables for spreadsheets, SQLite with full text, and no binary on a terminal."""

from __future__ import annotations

import csv
import io
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from terminal_screen import kb as terminal_kb

if TYPE_CHECKING:
    from conftest import Kb


def test_a_table_holds_a_row_an_entry(kb: Kb, build: Path) -> None:
    held = kb("export", "--format", "csv", "--build", build).stdout_bytes.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(held)))
    ember = next(row for row in rows if row["id"] == "hearthmoor:ember")
    assert ember["kind"] == "term"
    assert ember["text"].startswith("What players pay with.")
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row.values())


def test_the_file_can_be_searched(kb: Kb, build: Path, tmp_path: Path) -> None:
    kb("export", "--format", "sqlite", "--out", tmp_path / "kb.db", "--build", build)
    with closing(sqlite3.connect(tmp_path / "kb.db")) as file:
        query = "SELECT id FROM full_text WHERE full_text MATCH 'pays' ORDER BY rank"
        assert ("hearthmoor:ember",) in file.execute(query).fetchall()


def test_a_terminal_gets_no_binary(build: Path, tmp_path: Path) -> None:
    with terminal_kb(build, "export", "--format", "sqlite", cwd=tmp_path) as terminal:
        assert terminal.ended() == 2
        assert "--out" in terminal.text
