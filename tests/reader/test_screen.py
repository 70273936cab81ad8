"""The reader, in a terminal, as a person uses it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from case_files import CASES
from terminal_screen import kb

ESCAPE, ENTER, TAB, BACKSPACE = "\x1b", "\r", "\t", "\x7f"
DOWN, SHIFT_TAB = "\x1b[B", "\x1b[Z"


def test_a_search_opens_a_rule_and_its_links_lead_on_and_back(build: Path, tmp_path: Path) -> None:
    with kb(build, cwd=tmp_path) as terminal:
        terminal.see("Hearthmoor >", "type a question")
        terminal.type("702.2").see("702.2", "stays where it is")
        terminal.type(ENTER).type(TAB)
        terminal.type(ENTER).see("In a turn a player may move")
        terminal.type(BACKSPACE).see("stays where it is until")
        terminal.type("f").see("In a turn a player may move")


@pytest.mark.parametrize(
    ("keys", "shown"),
    [
        ("n", "702.3"),
        ("p", "A figure may grapple"),
        ("u", "702. Grappling"),
        ("c", "Contents: Hearthmoor"),
        ("h", "History of 702.2"),
        ("?", "the next and the previous link"),
        ("r", "Recent"),
        ("b", "bookmark set"),
        ("bB", "Bookmarks"),
        ("y", "702.2"),
        ("g", "Hearthmoor"),
        ("o", "702.2"),
    ],
)
def test_each_key_does_what_the_help_says(build: Path, tmp_path: Path, keys: str, shown: str) -> None:
    with kb(build, cwd=tmp_path, BROWSER="true", PATH="/nowhere") as terminal:
        terminal.see("type a question")
        terminal.type("702.2").see("stays where it is")
        terminal.type(ENTER)
        terminal.type(keys).see(shown)


@pytest.mark.parametrize("columns", [40, 60, 80, 120, 200])
def test_any_width_shows_the_rule(build: Path, tmp_path: Path, columns: int) -> None:
    with kb(build, cwd=tmp_path, columns=columns, rows=24) as terminal:
        terminal.see("type a question")
        terminal.type("702.2").see("702.2")
        terminal.type(ENTER).see("stays where", "until")


def test_a_window_can_change_its_size(build: Path, tmp_path: Path) -> None:
    with kb(build, cwd=tmp_path, columns=120) as terminal:
        terminal.see("type a question")
        terminal.type("702.2").see("stays where it is", "│")
        terminal.resize(50, 20)
        terminal.see("702.2", gone="│")


def test_it_opens_where_it_was_left(build: Path, tmp_path: Path) -> None:
    with kb(build, cwd=tmp_path) as terminal:
        terminal.see("type a question")
        terminal.type("ember").see("What players pay with")
        terminal.type(ENTER).type("q")
        assert terminal.ended() == 0
    with kb(build, cwd=tmp_path) as terminal:
        terminal.see("> ember", "What players pay with")


def test_escape_clears_and_control_c_is_quiet(build: Path, tmp_path: Path) -> None:
    with kb(build, cwd=tmp_path) as terminal:
        terminal.see("type a question")
        terminal.type("ember").see("What players pay with")
        terminal.type(ESCAPE).see("type a question")
        terminal.type("\x03")
        assert terminal.ended() == 0
        assert "Traceback" not in terminal.text


def test_a_build_replaced_meanwhile_is_read(tmp_path: Path) -> None:
    from kb import pipeline

    corpus = Path(shutil.copytree(CASES / "hearthmoor", tmp_path / "corpus" / "hearthmoor")).parent
    pipeline.build(corpus, tmp_path / "build")
    with kb(tmp_path / "build", cwd=tmp_path) as terminal:
        terminal.see("type a question")
        rules = corpus / "hearthmoor" / "rules.txt"
        rules.write_text(rules.read_text().replace("What players pay with", "The coin of the moor"))
        (corpus / "hearthmoor" / "ledger.jsonl").unlink(missing_ok=True)
        pipeline.build(corpus, tmp_path / "build")
        terminal.type("ember").see("The coin of the moor")


@pytest.mark.parametrize("locale", ["C", "de_DE.ISO-8859-1"])
def test_no_locale_breaks_it(build: Path, tmp_path: Path, locale: str) -> None:
    with kb(build, cwd=tmp_path, LC_ALL=locale, NO_COLOR="1") as terminal:
        terminal.see("type a question")
        terminal.type("ember").see("What players pay with")


def test_plain_mode_speaks_in_lines(build: Path, tmp_path: Path) -> None:
    with kb(build, "browse", "--plain", cwd=tmp_path) as terminal:
        terminal.see("Type what you look for")
        terminal.type("702.2\r").see("1. 702.2")
        terminal.type("1\r").see("See rule 100.2 [")
        terminal.type("2\r").type("b\r").type("q\r")
        assert terminal.ended() == 0


def test_a_simple_terminal_gets_plain_mode(build: Path, tmp_path: Path) -> None:
    with kb(build, cwd=tmp_path, TERM="dumb") as terminal:
        terminal.see("Type what you look for")


def test_without_a_build_one_line_says_what_to_do(tmp_path: Path) -> None:
    with kb(tmp_path / "none", cwd=tmp_path) as terminal:
        assert terminal.ended() == 2
        assert "kb build" in terminal.text
        assert "Traceback" not in terminal.text
