"""Commands are found by what they do, and by names that are nearly theirs."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from kb.cli import COMMANDS

if TYPE_CHECKING:
    from conftest import Kb


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("check quotations in a post", "verify"),
        ("what changed between editions", "diff"),
        ("show the website", "serve"),
        ("put rule texts into the corpus", "add"),
        ("write every entry for other programs", "export"),
        ("delete a game", "remove"),
        ("undo", "remove"),
    ],
)
def test_a_command_is_found_by_what_it_does(kb: Kb, words: str, name: str) -> None:
    assert kb("help", *words.split()).stdout.startswith(f"kb {name}: ")


def test_no_words_ask_for_all_commands(kb: Kb) -> None:
    assert kb("help", " ").stdout == kb("help").stdout


def test_what_no_command_does_is_said(kb: Kb) -> None:
    told = kb("help", "zzzz")
    assert told.exit_code == 1
    assert "kb --help" in told.stderr


@pytest.mark.parametrize(("slip", "meant"), [("serch", "search"), ("shwo", "show"), ("verfy", "verify")])
def test_a_slip_of_the_pen_is_told_what_it_may_be(kb: Kb, slip: str, meant: str) -> None:
    told = kb(slip, "ember")
    assert told.exit_code == 2
    assert meant in told.stderr


def test_the_manual_and_the_recipes_tell_every_command(kb: Kb) -> None:
    manual, recipes = kb("help", "--man").stdout, kb("help", "--recipes").stdout
    for name in COMMANDS:
        if name != "help":
            assert f".SS kb {name}\n" in manual
            assert f"\n    kb {name}" in recipes or f"kb {name} " in recipes


def test_man_can_read_the_manual(kb: Kb) -> None:
    groff = shutil.which("groff")
    if not groff:
        pytest.skip("groff is not on this machine")
    manual = kb("help", "--man").stdout
    done = subprocess.run(
        [groff, "-man", "-Tascii", "-ww"], input=manual, capture_output=True, text=True, check=True
    )
    assert not done.stderr
