"""`kb export` prints exactly what the contract fixes."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from kb.store import Store

if TYPE_CHECKING:
    from conftest import Kb

KEYS = [
    *("id", "game", "source", "edition", "kind", "number", "title", "parent", "order", "aliases"),
    *("url", "permalink", "text", "markdown", "location", "references", "children"),
]


def test_every_entry_in_reading_order(kb: Kb, build: Path) -> None:
    done = kb("export", "--build", build)
    assert (done.exit_code, done.stderr) == (0, "")
    entries = [json.loads(line) for line in done.stdout.splitlines()]
    assert [entry["order"] for entry in entries] == list(range(23))
    for entry in entries:
        assert list(entry) == KEYS
        assert list(entry["location"]) == ["file", "first_line", "last_line"]
        for reference in entry["references"]:
            assert list(reference)[:6] == ["kind", "text", "start", "end", "target", "status"]
            assert entry["text"][reference["start"] : reference["end"]] == reference["text"]


def test_an_entry_is_what_the_text_says(kb: Kb, build: Path) -> None:
    lines = kb("export", "--build", build).stdout.splitlines()
    entry = next(entry for line in lines if (entry := json.loads(line))["number"] == "702.2")
    assert (
        entry.items()
        >= {
            "id": "hearthmoor:702.2",
            "source": "rules",
            "edition": "2025-03-01",
            "kind": "rule",
            "title": None,
            "parent": "hearthmoor:702",
            "aliases": [],
            "url": "hearthmoor/702.2/",
            "permalink": "hearthmoor/702.2@2025-03-01/",
            "text": "A grappled figure stays where it is until its owner pays two embers. See rule 100.2.",
            "location": {"file": "hearthmoor/rules.txt", "first_line": 40, "last_line": 40},
        }.items()
    )


def test_sqlite_holds_what_the_store_holds(kb: Kb, build: Path, tmp_path: Path) -> None:
    done = kb("export", "--format", "sqlite", "--out", tmp_path / "all.sqlite", "--build", build)
    assert (done.exit_code, done.stdout) == (0, "")
    own = build / "games" / "hearthmoor" / "kb.sqlite"
    with (
        closing(sqlite3.connect(tmp_path / "all.sqlite")) as file,
        closing(sqlite3.connect(own)) as held,
    ):
        for table in ("entries", '"references"', "sources", "games", "names"):
            rows = f"SELECT * FROM {table} ORDER BY 1, 2"
            assert file.execute(rows).fetchall() == held.execute(rows).fetchall()


def test_one_game_alone(kb: Kb, build: Path, tmp_path: Path) -> None:
    lines = kb("export", "--game", "hearthmoor", "--build", build).stdout.splitlines()
    assert len(lines) == 23
    assert (
        kb(
            "export", "--format", "sqlite", "--game", "hearthmoor", "--out", tmp_path / "x", "--build", build
        ).exit_code
        == 0
    )
    with Store(tmp_path / "x") as store:
        assert len(list(store.entries())) == 23
    unknown = kb("export", "--game", "chess", "--build", build)
    assert (unknown.exit_code, unknown.stdout) == (2, "")


def test_out_names_a_file(kb: Kb, build: Path, tmp_path: Path) -> None:
    done = kb("export", "--build", build, "--out", "entries.jsonl")
    assert (done.exit_code, done.stdout) == (0, "")
    assert (tmp_path / "entries.jsonl").read_text() == kb("export", "--build", build).stdout
    nowhere = kb("export", "--build", build, "--out", "no/such/folder/entries.jsonl")
    assert nowhere.exit_code == 2
    assert "Traceback" not in nowhere.stderr


def test_a_reader_that_goes_away_ends_it_quietly(build: Path) -> None:
    command = f"{sys.executable} -m kb export --build {build} | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    assert json.loads(done.stdout)["order"] == 0


def test_a_game_as_one_page(kb: Kb, build: Path, tmp_path: Path) -> None:
    done = kb("export", "--build", build, "--format", "html", "--out", tmp_path / "game.html")
    assert (done.exit_code, done.stderr) == (0, "")
    page = (tmp_path / "game.html").read_text("utf-8")
    assert page.startswith("<!doctype html>")
    assert 'id="702.2"' in page
