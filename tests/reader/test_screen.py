"""The reader, in a terminal, as a person uses it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from case_files import CASES
from terminal_screen import Terminal, kb

from kb.reader.session import HELP

ESCAPE, ENTER, TAB, BACKSPACE = "\x1b", "\r", "\t", "\x7f"
UP, DOWN, RIGHT, LEFT, SHIFT_TAB = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[Z"
PAGE_UP, PAGE_DOWN, HOME, END = "\x1b[5~", "\x1b[6~", "\x1b[H", "\x1b[F"


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
        ("y", "[702.2](hearthmoor/702.2@2025-03-01/)"),
        ("o", "file:///"),
        ("d", "hearthmoor has only the edition 2025-03-01"),
        ("/x", "Hearthmoor > x"),
        (ESCAPE, "> 702.2"),
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
        assert "`kbbuild`makesone" in "".join(
            terminal.text.split()
        )  # wrapped wherever the folder's name is long
        assert "Traceback" not in terminal.text


@pytest.fixture(scope="module")
def two_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build of one game in two editions, with a rule too long for a screen, and of another game."""
    from kb import pipeline
    from kb.adding import add
    from kb.homes import Wanted

    folder = tmp_path_factory.mktemp("two")
    for game in ("hearthmoor", "fenmoor"):
        shutil.copytree(CASES / "hearthmoor", folder / "corpus" / game)
    fenmoor = folder / "corpus" / "fenmoor" / "game.toml"
    fenmoor.write_text(fenmoor.read_text().replace("Hearthmoor", "Fenmoor"))
    old = (CASES / "hearthmoor" / "rules.txt").read_text()
    new = old.replace("March 1, 2025", "March 1, 2026").replace("two embers", "three embers")
    long = " ".join(f"Marsh number {number} costs a space." for number in range(150))
    new = new.replace("101.1a. Water costs two spaces.", f"101.1a. {long}")
    (folder / "new.txt").write_text(new)
    add([folder / "new.txt"], folder / "corpus", Wanted(game="hearthmoor", source="rules"))
    return pipeline.build(folder / "corpus", folder / "build", quick=True).folder


def opened(terminal: Terminal, words: str, shown: str) -> None:
    terminal.see("type a question")
    terminal.type(words).see(shown)
    terminal.type(ENTER)


def test_history_and_diff_tell_word_by_word(two_games: Path, tmp_path: Path) -> None:
    with kb(two_games, cwd=tmp_path) as terminal:
        opened(terminal, "hearthmoor:702.2", "three embers")
        terminal.type("h").see("History of 702.2", "2026-03-01", "[-two-] {+three+} embers", "2025-03-01")
        terminal.type(BACKSPACE).see("Cited by", gone="History")
        terminal.type("d").see("2025-03-01 → 2026-03-01", "changed  702.2", "{+three+}")


def test_games_are_switched(two_games: Path, tmp_path: Path) -> None:
    with kb(two_games, cwd=tmp_path) as terminal:
        terminal.see("all games >")
        terminal.type("wall").see("Wall  · Fenmoor", "Wall  · Hearthmoor")
        terminal.type(ESCAPE).see("type a question")
        terminal.type("\x07").see("Fenmoor >")
        terminal.type("wall").see("Wall")
        terminal.type(ENTER).type("g").see("Hearthmoor >")
        terminal.type("g").see("all games >")


@pytest.mark.parametrize(
    ("keys", "first"),
    [
        ([PAGE_DOWN], None),
        ([" "], None),
        ([END], "Marsh number 149"),
        ([END, HOME], "101.1a"),
        ([PAGE_DOWN, PAGE_UP], "101.1a"),
        (["j", "j", "k", "k"], "101.1a"),
        ([DOWN, DOWN, UP, UP], "101.1a"),
    ],
)
def test_a_long_rule_scrolls(two_games: Path, tmp_path: Path, keys: list[str], first: str | None) -> None:
    with kb(two_games, cwd=tmp_path, columns=60, rows=14) as terminal:
        opened(terminal, "hearthmoor:101.1a", "Marsh number 0")
        for key in keys:
            terminal.type(key)
        if first is None:
            terminal.see("Marsh number", gone="Marsh number 0 ")
        else:
            terminal.see(first)


@pytest.mark.parametrize(("down", "up"), [(DOWN, UP), ("j", "k")])
def test_the_list_is_walked(build: Path, tmp_path: Path, down: str, up: str) -> None:
    with kb(build, cwd=tmp_path) as terminal:
        terminal.see("type a question")
        terminal.type("figure").see("A piece that stands on the board")
        terminal.type(DOWN).type(down).see("Hearthmoor › 1. Playing")
        terminal.type(up).see("Hearthmoor › Glossary")
        terminal.type(up).type("s").see("> figures")


def test_links_are_walked_both_ways(build: Path, tmp_path: Path) -> None:
    with kb(build, cwd=tmp_path) as terminal:
        opened(terminal, "702.2", "stays where it is")
        terminal.type(TAB).type(TAB).type(SHIFT_TAB).type(ENTER)
        terminal.see("Hearthmoor › Glossary")
        terminal.type(LEFT).see("stays where it is")
        terminal.type(RIGHT).see("Hearthmoor › Glossary")


def test_the_mouse_opens_and_scrolls(build: Path, tmp_path: Path) -> None:
    with kb(build, cwd=tmp_path) as terminal:
        terminal.see("type a question")
        terminal.type("figure").see("A piece that stands on the board")
        row = next(at for at, line in enumerate(terminal.text.split("\n")) if line.startswith("702.1 "))
        terminal.type(f"\x1b[<0;3;{row + 1}M").type(f"\x1b[<0;3;{row + 1}m").see(
            "702. Grappling", "beside it instead of"
        )
        terminal.type("n").see("stays where it is until")


@pytest.mark.parametrize("key", ["q", "\x03", "\x04", "\x11"])
def test_every_way_out_ends_it_quietly(build: Path, tmp_path: Path, key: str) -> None:
    with kb(build, cwd=tmp_path) as terminal:
        opened(terminal, "702.2", "stays where it is")
        terminal.type(key)
        assert terminal.ended() == 0
        assert "Traceback" not in terminal.text


def test_every_key_of_the_help_is_tried() -> None:
    tried = Path(__file__).read_text(encoding="utf-8")
    named = {
        key for keys, _ in HELP for key in keys.replace(",", " ").split() if len(key) == 1 and key.isalpha()
    }
    assert named == set("npuchdgyobrq")
    assert all(f'"{key}"' in tried or f'"{key}x"' in tried for key in named)


@pytest.mark.parametrize("columns", [40, 120])
def test_without_colours_it_draws_none(two_games: Path, tmp_path: Path, columns: int) -> None:
    with kb(two_games, cwd=tmp_path, columns=columns, NO_COLOR="1") as terminal:
        raw = terminal.raw = bytearray()
        opened(terminal, "hearthmoor:702.2", "702.2")
        terminal.see("three embers", "Fighting")
        terminal.type("h").see("[-two-]")
        assert not re.search(rb"\x1b\[[0-9;]*(?:3[0-7]|9[0-7])m", raw)


def test_keys_typed_ahead_are_no_part_of_the_question(build: Path, tmp_path: Path) -> None:
    with kb(build, cwd=tmp_path) as terminal:
        terminal.see("type a question")
        terminal.type("ember" + ENTER + "b").see("What players pay with", gone="emberb")
        terminal.see("> ember")
