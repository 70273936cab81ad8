"""A game is named by its slug, its title, or the beginning of one of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Kb


@pytest.mark.parametrize("said", ["red-dragon-inn", "Red-Dragon-Inn", "red", "tales from the red"])
def test_a_beginning_or_a_title_names_a_game(kb: Kb, shipped_build: Path, said: str) -> None:
    told = kb("show", "leap", "--game", said, "--build", shipped_build)
    assert told.exit_code == 0, told.stderr
    assert "red-dragon-inn:leap" in told.stdout


@pytest.mark.parametrize(("said", "meant"), [("m", "magic or marvel-champions"), ("magc", "magic")])
def test_a_name_that_is_none_is_told_with_what_may_be_meant(
    kb: Kb, shipped_build: Path, said: str, meant: str
) -> None:
    told = kb("search", "scheme", "--game", said, "--build", shipped_build)
    assert told.exit_code == 2
    assert f"did you mean {meant}?" in told.stderr


def test_a_game_far_from_all_is_told_what_there_is(kb: Kb, build: Path) -> None:
    told = kb("search", "ember", "--game", "zzz", "--build", build)
    assert told.exit_code == 2
    assert "it holds hearthmoor" in told.stderr


def test_several_games_can_be_named_by_their_beginnings(kb: Kb, shipped_build: Path) -> None:
    told = kb("search", "scheme", "--game", "mag", "--game", "marv", "--json", "--build", shipped_build)
    assert told.exit_code == 0, told.stderr
