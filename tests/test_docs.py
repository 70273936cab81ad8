"""The README is true: its commands are those that exist, and its recipes name what is there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kb.cli import COMMANDS

if TYPE_CHECKING:
    from conftest import Kb

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
# "| `kb add` | Put rule texts into the corpus. |"
ROW = re.compile(r"^\| `kb ([a-z]+)` \| (.+) \|$", re.MULTILINE)
# "  add     Put rule texts into the corpus."
HELP_LINE = re.compile(r"^  ([a-z]+) +(\S.*)$", re.MULTILINE)
# "kb/ingest/recognise/", "tests/cases/", "LICENSE"
PATH = re.compile(r"`((?:kb|tests|site_templates)/[\w./-]+|LICENSE)`")


def commands(heading: str) -> list[str]:
    """The shell lines of the first block below a heading."""
    block = README.split(f"## {heading}\n")[1].split("```sh\n")[1]
    return block.split("```")[0].splitlines()


def test_the_commands_are_those_of_the_help(kb: Kb) -> None:
    told = HELP_LINE.findall(kb("--help").stdout.split("Commands:\n")[1])
    assert ROW.findall(README) == told
    assert [name for name, _ in told] == list(COMMANDS)


def test_what_the_readme_shows_is_what_the_commands_print(kb: Kb, shipped_build: Path) -> None:
    shown = README.split("    $ kb ")[1:]
    assert len(shown) == 2
    for block in shown:
        command, *lines = block.split("\n\nNothing is fetched")[0].rstrip().splitlines()
        done = kb(*shlex.split(command), KB_BUILD=str(shipped_build), COLUMNS="90")
        assert [line.removeprefix("    ") for line in lines] == done.stdout.rstrip().splitlines()


def test_each_setup_is_one_line() -> None:
    (run,) = commands("Set up and run")
    assert "venv" in run
    assert "pip install ." in run
    assert "kb search" in run
    (tests,) = commands("Run all tests")
    assert "venv" in tests
    assert "-m pytest" in tests


def test_recipes_have_at_most_six_steps() -> None:
    recipes = README.split("## Recipes\n")[1].split("\n## ")[0].split("### ")[1:]
    assert [recipe.splitlines()[0] for recipe in recipes] == [
        "Add a ruleset",
        "Teach it your players' language",
        "Add a recogniser",
    ]
    for recipe in recipes:
        assert 1 <= len(re.findall(r"^\d\. ", recipe, re.MULTILINE)) <= 6


@pytest.mark.parametrize("path", sorted(set(PATH.findall(README))))
def test_paths_exist(path: str) -> None:
    assert (ROOT / path).exists()


def test_the_game_toml_of_the_readme_is_understood(kb: Kb, corpus: Path) -> None:
    row = README.split("```toml\n")[1].split("```")[0]
    (corpus / "hearthmoor" / "game.toml").write_text(row.replace("rulebook.txt", "rules.txt"))
    (corpus / "hearthmoor" / "leap.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    done = kb("check")
    assert done.exit_code == 0
    assert "game.toml" not in done.stdout


def test_the_links_toml_of_the_readme_is_understood(kb: Kb, corpus: Path) -> None:
    decisions = README.split("## Decide about links\n")[1].split("```toml\n")[1].split("```")[0]
    (corpus / "hearthmoor" / "links.toml").write_text(decisions.replace("rule 904", "see rule 999.9"))
    done = kb("check")
    assert done.exit_code == 0
    assert "links.toml" not in done.stdout
    assert "999.9" in done.stdout, "it is accepted for another entry only"


def test_options_of_the_readme_exist(kb: Kb) -> None:
    for name, option in re.findall(r"kb ([a-z]+) [^`\n|]*?(--[a-z-]+)", README):
        assert option in kb(name, "--help").stdout, f"kb {name} {option}"
