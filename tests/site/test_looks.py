"""The colours of games: said in `game.toml`, and readable on every ground, light and dark."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kb import shipped
from kb.errors import CorpusError
from kb.sources import read_game, read_settings
from kb.sources.looks import COLOURS, colour_named

STYLE = (shipped.templates() / "css" / "site.css").read_text("utf-8")
DEFINED = re.findall(r"\.(\w+) \{ --accent: light-dark\(#(\w{6}), #(\w{6})\); \}", STYLE)
AA = 4.5


def brightness(colour: str) -> float:
    parts = [part / 255 for part in bytes.fromhex(colour)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)


def grounds(scheme: str) -> dict[str, str]:
    """The colours of the first block of variables of a scheme."""
    block = STYLE[STYLE.index(f"color-scheme: {scheme};") :].split("}")[0]
    return dict(re.findall(r"--(\w[\w-]*): #(\w{6});", block))


def test_every_colour_is_in_the_style_sheet_as_it_is_known() -> None:
    assert {name: tuple(bytes.fromhex(light)) for name, light, _ in DEFINED} == COLOURS


@pytest.mark.parametrize(("name", "light", "dark"), DEFINED)
def test_every_colour_can_be_read_everywhere(name: str, light: str, dark: str) -> None:
    for scheme, colour in (("light", light), ("dark", dark)):
        known = grounds(scheme)
        for ground in ("paper", "raised", "well", "accent-ink"):
            assert contrast(colour, known[ground]) >= AA, (name, scheme, ground)


@pytest.mark.parametrize(
    ("said", "name"),
    [("Blue", "blue"), ("#0000ff", "indigo"), ("#88ccff", "blue"), ("ff0000", "red"), ("#808080", "grey")],
)
def test_a_colour_is_said_by_name_or_as_on_the_web(said: str, name: str) -> None:
    assert colour_named(said) == name


@pytest.mark.parametrize(
    ("line", "said"),
    [('colour = "red; } body { x"', "is no colour"), ('ask = "what?"', "needs a list of questions")],
)
def test_what_is_neither_is_one_clear_line(tmp_path: Path, line: str, said: str) -> None:
    (tmp_path / "moor").mkdir()
    (tmp_path / "moor" / "game.toml").write_text(f"{line}\n")
    with pytest.raises(CorpusError, match=said) as raised:
        read_game(read_settings(tmp_path), "moor")
    assert "game.toml" in str(raised.value) and "\n" not in str(raised.value)


def test_questions_to_try_are_told(tmp_path: Path) -> None:
    (tmp_path / "moor").mkdir()
    (tmp_path / "moor" / "game.toml").write_text('ask = ["A?", "B?", "C?", "D?"]\ncolour = "teal"\n')
    (game,) = read_game(read_settings(tmp_path), "moor").games
    assert (game.to_try, game.colour) == (("A?", "B?", "C?"), "teal")
