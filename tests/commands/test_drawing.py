"""What a person sees is drawn by rich, fits any width and loses no word; a pipe gets plain lines and no rich."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from terminal_screen import Terminal, kb
from test_cli import modules_after

from kb.commands import drawing, output
from kb.commands.drawing import Steps

# "\x1b[1m", "\x1b]8;id=1;file:///x\x1b\\": colours and links
ESCAPES = re.compile(r"\x1b\[[0-9;]*m|\x1b\]8;[^\x1b]*\x1b\\")
WORDS = st.lists(
    st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"])), max_size=5
)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "on_terminal", lambda: True)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)


def plain(text: str) -> str:
    return ESCAPES.sub("", text)


@pytest.mark.parametrize(
    "arguments",
    [
        ["show", "wall"],
        ["show", "--full", "702"],
        ["search", "wall"],
        ["refs", "wall"],
        ["show", "--json", "wall"],
    ],
)
def test_a_pipe_never_loads_rich(build: Path, arguments: list[str]) -> None:
    imported = modules_after(*arguments, "--build", build)
    assert not {name for name in imported if name.partition(".")[0] == "rich"}


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize("columns", [40, 57, 80, 100])
def test_a_wrapped_text_fits_and_says_the_same(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    text = (
        "A grappled figure stays where it is.\n\n- first item that goes on for a good while\n12. "
        + "word " * 30
    )
    made = plain(output.wrap(text, "   ", [(2, 10)]))
    assert max(map(len, made.split("\n"))) <= columns
    assert made.split() == text.split()
    item = next(line for line in made.split("\n") if line.startswith("   - "))
    following = made.split("\n")[made.split("\n").index(item) + 1]
    assert following.startswith("     ") or len(item) > 44


@pytest.mark.usefixtures("terminal")
def test_marks_stand_out_where_they_stand() -> None:
    made = output.wrap("A grappled figure stays.", marks=[(2, 10), (18, 23)])
    assert re.findall(r"\x1b\[1;33m(\w+)\x1b\[0m", made) == ["grappled", "stays"]


@pytest.mark.usefixtures("terminal")
@given(WORDS, st.integers(10, 90))
def test_wrapping_loses_no_word(lines: list[str], room: int) -> None:
    for line in lines:
        made = drawing.text_lines(line, 0, room, [], [])
        assert "".join("".join(made).split()) == "".join(line.split())


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize("fit", ["wrap", "cut", "line"])
def test_cells_stand_below_each_other(monkeypatch: pytest.MonkeyPatch, fit: drawing.Fit) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    rows = [["702.1", "A figure may grapple a figure beside it instead of fighting."], ["7", "short"]]
    lines = output.columns(rows, indent="  ", fit=fit)
    assert lines[0].startswith("  702.1  A figure")
    assert lines[-1] == "  7      short"
    assert fit == "line" or max(map(len, lines)) <= 40
    whole = " ".join(" ".join(lines).split())
    assert ("instead of fighting." in whole) == (fit != "cut")
    assert ("…" in whole) == (fit == "cut")


@pytest.mark.usefixtures("terminal")
def test_wide_characters_count_twice() -> None:
    first, second = output.columns([["規則", "a"], ["ab", "b"]])
    assert (first, second) == ("規則  a", "ab    b")


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_what_a_person_sees_fits(build: Path, tmp_path: Path, columns: int) -> None:
    for arguments in (
        ["show", "702"],
        ["refs", "702.2"],
        ["search", "grappled figure"],
        ["show", "--full", "702"],
    ):
        with kb(build, *arguments, cwd=tmp_path, columns=columns, rows=60, PAGER="cat") as terminal:
            assert terminal.ended() == 0
            assert "Traceback" not in terminal.text
            wide = [line for line in terminal.text.split("\n") if len(line) > min(columns, 100)]
            assert not wide or all("rules.txt" in line for line in wide)


def test_a_hit_says_which_rule_it_is_and_what_answers(build: Path, tmp_path: Path) -> None:
    asked = "can a figure move while grappled"
    with kb(build, "search", asked, "--limit", "3", cwd=tmp_path, rows=90) as terminal:
        assert terminal.ended() == 0
        shown = " ".join(terminal.text.split())  # lines are as wide as the terminal
    assert "1. 101.1 (Moving) hearthmoor:101.1b" in shown
    assert (
        "101.1b A grappled figure cannot move (see rule 702.2). Example: Ada stands beside a wall. "
        "She moves three spaces along it, and her turn ends. also 101.1a" in shown
    )


def test_ids_are_links_and_no_colour_means_none(build: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "kb", "--build", str(build), "show", "702.2"]
    shown = {}
    for name, told in (("colour", {}), ("none", {"NO_COLOR": "1"})):
        with Terminal(*command, cwd=tmp_path, **told) as terminal:
            raw = terminal.raw = bytearray()
            assert terminal.ended() == 0
            shown[name] = raw.decode()
    assert re.search(r"\x1b\]8;[^;]*;file://\S+/site/hearthmoor/100\.2/index\.html\x1b", shown["colour"])
    assert "\x1b[" not in shown["none"] and "\x1b]" not in shown["none"]


def test_progress_is_shown_and_goes(corpus: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "kb", "--corpus", str(corpus), "--build", "b", "build", "--quick"]
    with Terminal(*command, cwd=tmp_path) as terminal:
        raw = terminal.raw = bytearray()
        assert terminal.ended() == 0
        assert "…" in raw.decode()
        assert "…" not in terminal.text
        assert terminal.text.startswith("hearthmoor  23 entries")


def test_time_left_counts_what_says_no_time_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("kb.commands.drawing.time.monotonic", lambda: now[0])
    steps = Steps()
    monkeypatch.setattr(steps._progress, "start", lambda: None)
    for name, seconds in (
        ("Indexing", 2),
        ("Reading what 5 new texts mean: 3%", 500),
        ("Storing entries", 0),
    ):
        if name == "Indexing":
            steps.tell("magic: Finding entries")
            now[0] += 9
        steps.tell(f"magic: {name}")
        now[0] += seconds
    ends = steps._progress.tasks[0].fields["ends"]
    assert ends - now[0] == pytest.approx(11 / 0.18 - 11)
