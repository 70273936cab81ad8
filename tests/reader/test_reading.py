"""What the reader remembers, lays out and opens, without a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.reader import memory
from kb.reader.layout import lay_out
from kb.reader.memory import Memory
from kb.reader.pages import Link, Paragraph


@pytest.fixture(autouse=True)
def own_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def test_each_build_is_remembered_by_itself(tmp_path: Path) -> None:
    memory.keep(tmp_path / "one", Memory(query="ember", recent=["a:b"]))
    memory.keep(tmp_path / "two", Memory(query="wall"))
    assert memory.recall(tmp_path / "one") == Memory(query="ember", recent=["a:b"])
    assert memory.recall(tmp_path / "two").query == "wall"


@pytest.mark.parametrize(
    "held", ["", "[]", "{", '{"x": 1}', '{"PLACE": {"recent": 3, "query": 4, "bookmarks": [1]}}']
)
def test_a_damaged_memory_is_an_empty_one(tmp_path: Path, held: str) -> None:
    memory.place().parent.mkdir(parents=True)
    memory.place().write_text(held.replace("PLACE", str(tmp_path)))
    assert memory.recall(tmp_path) == Memory()


def test_what_cannot_be_remembered_is_no_reason_to_complain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    memory.keep(tmp_path, Memory(query="ember"))
    assert memory.recall(tmp_path) == Memory()


def test_the_latest_look_up_comes_first_and_only_once() -> None:
    held = Memory()
    for id in ("a", "b", "a"):
        held.looked_at(id)
    assert held.recent == ["a", "b"]
    assert held.toggle_bookmark("a") and not held.toggle_bookmark("a")


@given(
    st.lists(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"]))),
    st.integers(10, 120),
)
def test_wrapping_loses_no_word(lines: list[str], width: int) -> None:
    laid = lay_out([Paragraph(text=line) for line in lines if "\t" not in line], width)
    shown = "".join("".join(words for _, words, _ in line) + " " for line in laid.lines)
    wanted = "".join(line for line in lines if "\t" not in line)
    assert "".join(shown.split()) == "".join(wanted.split())


def test_links_keep_their_words_over_a_line_end() -> None:
    text = "A grappled figure stays, see rule 100.2 of the turns."
    start = text.index("see")
    laid = lay_out([Paragraph(text=text, links=(Link(start, start + 14, "x:100.2"),))], 32)
    linked = " ".join(words for line in laid.lines for _, words, link in line if link == 0)
    assert linked.split() == ["see", "rule", "100.2"]
    assert laid.targets == ["x:100.2"] and laid.places == [0]


def test_marked_words_and_links_are_told_apart() -> None:
    page = [Paragraph(text="two three embers", marks=((4, 9, "added"),), links=(Link(10, 16, "x:ember"),))]
    (line,) = lay_out(page, 40).lines
    assert [part for part in line if part[1].strip()] == [
        ("", "two ", None),
        ("added", "three", None),
        ("", "embers", 0),
    ]


def test_cells_of_a_table_stand_below_each_other() -> None:
    rows = [Paragraph(text="level\tgold", style="table"), Paragraph(text="1\t1,000", style="table")]
    lines = ["".join(words for _, words, _ in line) for line in lay_out(rows, 40).lines]
    assert lines == ["level  gold", "1      1,000"]
