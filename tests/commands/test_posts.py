"""`kb cite`, `kb link`, `kb verify` and `kb rulings` as they are typed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Kb

URL = "hearthmoor/702.2@2025-03-01/"


def post(folder: Path, text: str | bytes) -> Path:
    path = folder / "post.txt"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_cite_several_at_once(kb: Kb, build: Path) -> None:
    done = kb("cite", "702.2", "hearthmoor:ember", "--build", build)
    assert done.exit_code == 0
    first, second = done.stdout.splitlines()
    assert first == f"[702.2]({URL}) (Hearthmoor Comprehensive Rules, 2025-03-01)"
    assert second.startswith("[Ember](hearthmoor/ember@2025-03-01/)")
    assert "base_url" in done.stderr


def test_cite_for_programs_is_one_document(kb: Kb, build: Path) -> None:
    done = kb("cite", "702.2", "101.1a", "--as", "json", "--quote", "--build", build)
    told = json.loads(done.stdout)
    assert [one["id"] for one in told["citations"]] == ["hearthmoor:702.2", "hearthmoor:101.1a"]
    assert told["citations"][1]["text"] == "Water costs two spaces."
    assert told["citations"][0]["url"] == URL


@pytest.mark.parametrize("place", ["markdown", "bbcode", "bgg", "reddit", "discord", "html", "plain"])
def test_cite_quotes_in_every_format(kb: Kb, build: Path, place: str) -> None:
    done = kb("cite", "101.1a", "--as", place, "--quote", "--build", build)
    assert done.exit_code == 0
    assert "Water costs two spaces." in done.stdout
    assert "101.1a@2025-03-01" in done.stdout


def test_cite_of_nothing_is_told(kb: Kb, build: Path) -> None:
    done = kb("cite", "no such rule", "--build", build)
    assert (done.exit_code, done.stdout) == (1, "")
    assert kb("cite", "702.2", "--as", "smoke", "--build", build).exit_code == 2
    assert kb("cite", "--build", build).exit_code == 2


def test_cite_copies_where_there_is_a_clipboard(
    kb: Kb, build: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    monkeypatch.setenv("PATH", str(tools))
    assert "no clipboard" in kb("cite", "702.2", "--copy", "--build", build).stderr
    program = tools / "pbcopy"
    program.write_text(f"#!/bin/sh\n/bin/cat > {tmp_path}/copied\n")
    program.chmod(0o755)
    done = kb("cite", "702.2", "--copy", "--build", build)
    assert (tmp_path / "copied").read_text() == done.stdout.rstrip("\n")


def test_link_changes_nothing_but_citations(build: Path, tmp_path: Path) -> None:
    text = b"See rule 702.2\r\nand \xff\xfe caf\xc3\xa9 `rule 702.2`\rno end"
    expected = text.replace(b"rule 702.2", f"[rule 702.2]({URL})".encode(), 1)
    for given in (text, expected):
        command = [sys.executable, "-m", "kb", "link", post(tmp_path, given), "--build", build]
        done = subprocess.run(command, capture_output=True, check=True, stdin=subprocess.DEVNULL)
        assert done.stdout == expected


def test_link_tells_what_it_left(kb: Kb, build: Path, tmp_path: Path) -> None:
    done = kb("link", post(tmp_path, "one\nrule 702.9 and rule 702.1"), "--build", build)
    assert done.exit_code == 0
    assert "[rule 702.1](" in done.stdout
    assert "line 2: “rule 702.9” is left as it is: nothing in hearthmoor is called '702.9'" in done.stderr


@pytest.mark.parametrize("command", ["cite", "link", "rulings"])
def test_addresses_that_only_work_within_the_site_are_told(
    kb: Kb, build: Path, corpus: Path, tmp_path: Path, command: str
) -> None:
    given = "702.2" if command == "cite" else post(tmp_path, "rule 702.2")
    told = [line for line in kb(command, given, "--build", build).stderr.splitlines() if "base_url" in line]
    assert len(told) == 1
    assert "kb.toml" in told[0]
    (corpus / "kb.toml").write_text('base_url = "https://moor.example"\n')
    kb("build", "--corpus", corpus)
    done = kb(command, given)
    assert "base_url" not in done.stderr
    assert "https://moor.example/hearthmoor/702.2" in done.stdout or command == "rulings"


@pytest.mark.parametrize("command", ["link", "verify", "rulings"])
def test_wrong_use_is_told_in_one_line(kb: Kb, build: Path, tmp_path: Path, command: str) -> None:
    assert kb(command, tmp_path / "nothing.txt", "--build", build).exit_code == 2
    done = kb(command, post(tmp_path, "rule 702.2"), "--game", "chess", "--build", build)
    assert (done.exit_code, done.stdout) == (1, "")
    assert "no game 'chess'" in done.stderr
    done = kb(command, post(tmp_path, "rule 702.2"), "--build", tmp_path / "no-build")
    assert (done.exit_code, len(done.stderr.splitlines())) == (2, 1)


def test_verify_says_what_is_wrong_and_exits_1(kb: Kb, build: Path, tmp_path: Path) -> None:
    right = kb("verify", post(tmp_path, "rule 101.1a: “Water costs two spaces.”"), "--build", build)
    assert right.exit_code == 0
    assert right.stdout.startswith("line 1: exact")
    wrong = kb("verify", post(tmp_path, "rule 101.1a: “Water costs six spaces.”"), "--build", build)
    assert wrong.exit_code == 1
    assert "[-six-] {+two+}" in wrong.stdout
    told = json.loads(kb("verify", post(tmp_path, "rule 702.9"), "--json", "--build", build).stdout)[
        "findings"
    ]
    assert [(one["verdict"], one["cited"]) for one in told] == [("not found", "rule 702.9")]
    none = kb("verify", post(tmp_path, "hello"), "--build", build)
    assert (none.exit_code, none.stdout) == (0, "")


def test_fix_shows_what_it_does_and_asks_before_it_writes(kb: Kb, build: Path, tmp_path: Path) -> None:
    wrong, right = (f"rule 101.1a: “Water costs {word} spaces.”\r\n" for word in ("six", "two"))
    file = post(tmp_path, wrong)
    asked = kb("verify", file, "--fix", "--build", build)
    assert "  + Water costs two spaces" in asked.stderr
    assert "nothing is written" in asked.stderr
    assert file.read_bytes() == wrong.encode()
    done = kb("verify", file, "--fix", "--yes", "--build", build)
    assert done.exit_code == 1  # it was wrong when it was checked
    assert file.read_bytes() == right.encode()
    again = kb("verify", file, "--fix", "--yes", "--build", build)
    assert (again.exit_code, "nothing that can be put right" in again.stderr) == (0, True)
    told = json.loads(kb("verify", post(tmp_path, wrong), "--fix", "--json", "--build", build).stdout)
    assert [one["new"] for one in told["fixes"]] == ["Water costs two spaces."]
    assert file.read_bytes() == wrong.encode()
    command = [sys.executable, "-m", "kb", "verify", "--fix", "--build", build]
    assert subprocess.run(command, input=wrong.encode(), capture_output=True).stdout == right.encode()


def test_which_game_was_decided_is_told_in_a_line(kb: Kb, shipped_build: Path, tmp_path: Path) -> None:
    file = post(tmp_path, "See rule 314.6.")
    for command in ("link", "verify", "rulings"):
        told = kb(command, file, "--build", shipped_build).stderr.splitlines()
        assert [line for line in told if "read as" in line] == [
            "kb: read as Magic: The Gathering: it cites 314.6 (--game decides otherwise)"
        ]
        assert "read as" not in kb(command, file, "--build", shipped_build, "--game", "magic").stderr


def test_rulings_quote_what_decides(kb: Kb, build: Path, tmp_path: Path) -> None:
    question = post(tmp_path, "My figure was grappled. Can it move? Bob cites rule 702.2.")
    done = kb("rulings", question, "--json", "--as", "bbcode", "--build", build)
    assert done.exit_code == 0
    told = json.loads(done.stdout)
    assert 1 < len(told["rulings"]) <= 5
    assert told["rulings"][0]["id"] == "hearthmoor:702.2"
    assert told["rulings"][0]["why"] == "cited in the question"
    decides = {one["id"]: one["sentence"] for one in told["rulings"]}["hearthmoor:101.1b"]
    assert decides == "A grappled figure cannot move (see rule 702.2)."  # the FAQ's answer only points here
    assert told["reply"].count("[/quote]") == len(told["rulings"])
    assert "A reply to paste" in kb("rulings", question, "--build", build).stdout


def test_a_term_by_its_name_is_enough(kb: Kb, build: Path, tmp_path: Path) -> None:
    done = kb("rulings", post(tmp_path, "Who told you so about embers?"), "--json", "--build", build)
    assert "hearthmoor:ember" in {one["id"] for one in json.loads(done.stdout)["rulings"]}


def test_rulings_say_when_nothing_fits(kb: Kb, build: Path, tmp_path: Path) -> None:
    for text in ("", "zxqv wvbn", "What is the capital of France?"):
        done = kb("rulings", post(tmp_path, text), "--build", build)
        assert (done.exit_code, done.stdout) == (1, "")
        assert "no rule or ruling held here fits" in done.stderr


def test_the_bot_of_the_readme_answers(build: Path, tmp_path: Path) -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    program = readme.split("## For bot authors\n")[1].split("```python\n")[1].split("```")[0]
    (tmp_path / "build").symlink_to(build)
    done = subprocess.run(
        [sys.executable, "-c", program],
        input="hello\nSee rule 702.2.\n",
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=dict(os.environ),
        check=True,
    )
    assert done.stdout == f"See [rule 702.2](<https://rules.example/{URL}>).\n"
