"""`kb open`, `kb random`, `kb recent`, `kb init`: the small ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Kb


@pytest.fixture(autouse=True)
def own_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def test_the_address_of_a_page_is_one_that_is_there(kb: Kb, build: Path) -> None:
    told = kb("open", "ember", "--print", "--build", build)
    assert told.exit_code == 0
    address = told.stdout.strip()
    assert address.startswith("file://")
    assert Path(address.removeprefix("file://")).is_file()


def test_what_was_opened_is_recent(kb: Kb, build: Path) -> None:
    assert kb("recent", "--build", build).exit_code == 1
    for ref in ("ember", "702.2"):
        kb("open", ref, "--print", "--build", build)
    assert kb("recent", "--build", build).stdout.split()[0] == "hearthmoor:702.2"
    told = json.loads(kb("recent", "--json", "--build", build).stdout)
    assert [each["id"] for each in told["recent"]] == ["hearthmoor:702.2", "hearthmoor:ember"]


def test_a_rule_drawn_by_chance_is_shown(kb: Kb, build: Path) -> None:
    told = json.loads(kb("random", "--json", "--build", build).stdout)
    assert told["kind"] in ("term", "rule")
    assert kb("random", "--game", "nowhere", "--build", build).exit_code == 2


def test_a_corpus_is_begun_once(kb: Kb, tmp_path: Path) -> None:
    assert "kb add" in kb("init").stdout
    settings = tmp_path / "corpus" / "kb.toml"
    before = settings.read_text()
    assert kb("init").exit_code == 2
    assert settings.read_text() == before
    rules = tmp_path / "rules.txt"
    rules.write_text("1. Play\n\n1.1. Ada begins.\n\n1.2. Bo follows.\n")
    assert kb("add", rules, "--game", "moor").exit_code == 0
    assert kb("build").exit_code == 0


def test_a_corpus_is_begun_in_a_folder_of_its_own(kb: Kb, tmp_path: Path) -> None:
    assert "cd 'my rules', kb add" in kb("init", "my rules").stdout
    assert (tmp_path / "my rules" / "corpus" / "kb.toml").is_file()
    assert kb("init", "my rules").exit_code == 2
