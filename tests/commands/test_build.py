"""`kb build` reports what it made, and ends with one line and exit 2 when it cannot."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Kb


def test_it_tells_what_was_built(kb: Kb, corpus: Path, tmp_path: Path) -> None:
    done = kb("build")
    assert done.exit_code == 0
    first, last = done.stdout.splitlines()
    assert first == "hearthmoor  23 entries  12 rule, 5 section, 4 term, 2 faq"
    assert last.startswith("Built build in ")
    assert done.stderr == "kb: 2 problems (2 missing-reference); `kb check` lists them\n"
    assert (tmp_path / "build" / "site" / "index.html").is_file()


def test_strict_is_exit_1_and_the_build_is_there(kb: Kb, corpus: Path) -> None:
    assert kb("build", "--strict").exit_code == 1
    assert kb("show", "wall").exit_code == 0


def test_strict_is_exit_0_without_problems(kb: Kb, corpus: Path) -> None:
    text = corpus / "hearthmoor" / "rules.txt"
    text.write_text(text.read_text().replace("999.9", "100.2"))
    assert kb("build", "--strict").exit_code == 0


@pytest.mark.parametrize("where", ["before", "behind", "in the environment"])
def test_the_build_folder_is_named(kb: Kb, corpus: Path, tmp_path: Path, where: str) -> None:
    if where == "before":
        done = kb("--build", "out", "--corpus", corpus, "build")
    elif where == "behind":
        done = kb("build", "--build", "out", "--corpus", corpus, KB_BUILD="elsewhere")
    else:
        done = kb("build", "--corpus", corpus, KB_BUILD="out")
    assert done.exit_code == 0
    assert (tmp_path / "out" / "build.json").is_file()
    assert not (tmp_path / "elsewhere").exists()


def test_without_a_corpus_the_shipped_one_is_built(kb: Kb, tmp_path: Path) -> None:
    done = kb("build")
    assert done.exit_code == 0
    assert done.stderr.startswith("kb: no ./corpus here; reading the one that ships with kb")
    assert {line.split()[0] for line in done.stdout.splitlines()} >= {"magic", "red-dragon-inn"}
    assert not (tmp_path / "corpus").exists()


def test_a_corpus_that_was_named_must_be_there(kb: Kb) -> None:
    done = kb("build", "--corpus", "nowhere")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == "kb: no corpus folder nowhere: `kb add FILE --game SLUG` starts one\n"


def spoil(corpus: Path, what: str) -> None:
    rules, row = corpus / "hearthmoor" / "rules.txt", corpus / "hearthmoor" / "game.toml"
    match what:
        case "empty":
            rules.write_bytes(b"")
        case "binary":
            rules.write_bytes(bytes(range(256)) * 16)
        case "a folder":
            rules.unlink()
            rules.mkdir()
        case "gone":
            rules.unlink()
        case "no TOML":
            row.write_text('title = "Hearth\n')


@pytest.mark.parametrize("what", ["empty", "binary", "a folder", "gone", "no TOML"])
def test_a_game_that_fails_is_named_and_keeps_its_build(kb: Kb, corpus: Path, what: str) -> None:
    assert kb("build").exit_code == 0
    before = kb("export").stdout
    spoil(corpus, what)
    done = kb("build")
    assert done.exit_code == 1
    assert done.stderr.startswith("kb: hearthmoor could not be built, its earlier build stays: ")
    assert done.stderr.count("\n") == 2  # and the number of its problems
    assert kb("export").stdout == before


def test_a_folder_of_somebody_else_is_refused(kb: Kb, corpus: Path, tmp_path: Path) -> None:
    done = kb("build", "--build", tmp_path)
    assert done.exit_code == 2
    assert "in one another" in done.stderr or "no build of ours" in done.stderr
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "holiday.jpg").touch()
    assert kb("build", "--build", "photos").stderr == (
        "kb: photos is not empty and no build of ours; name another folder with --build\n"
    )


def test_a_folder_that_cannot_be_made_is_one_line(kb: Kb, corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = kb("build", "--build", "file/build")
    assert done.exit_code == 2
    assert done.stderr.startswith("kb: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("command", [["show", "x"], ["refs", "x"], ["search", "x"], ["export"]])
def test_without_a_build_the_mending_command_is_told(kb: Kb, command: list[str]) -> None:
    done = kb(*command)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == "kb: no build in build; `kb build` makes one\n"


@pytest.mark.parametrize("part", ["kb.sqlite", "index"])
def test_a_damaged_build_is_one_line_with_the_mending_command(
    kb: Kb, corpus: Path, tmp_path: Path, part: str
) -> None:
    assert kb("build").exit_code == 0
    held = tmp_path / "build" / "games" / "hearthmoor"
    for path in [*(held / part).rglob("*"), held / part]:
        if path.is_file():
            path.write_bytes(b"\0" * path.stat().st_size)
    done = kb("search", "--json", "wall")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "kb build" in done.stderr
    assert kb("build").exit_code == 0
    assert json.loads(kb("search", "--json", "wall").stdout)["results"]
