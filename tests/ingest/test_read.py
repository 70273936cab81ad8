"""Bytes to lines: encodings, line ends, and files that are no rule texts."""

from __future__ import annotations

import pytest

from kb.errors import ReadError
from kb.ingest.read import LARGEST, read
from kb.sources import LARGEST_TEXT

WORDS = "1.1 “Setup” – each player’s café\n1.2 Draw"


@pytest.mark.parametrize(
    ("encoding", "mark", "name"),
    [
        ("utf-8", b"", "utf-8"),
        ("utf-8", b"\xef\xbb\xbf", "utf-8"),
        ("utf-16-le", b"\xff\xfe", "utf-16-le"),
        ("utf-16-be", b"\xfe\xff", "utf-16-be"),
        ("utf-16-le", b"", "utf-16-le"),
        ("utf-32-le", b"\xff\xfe\x00\x00", "utf-32-le"),
        ("cp1252", b"", "cp1252"),
    ],
)
def test_every_encoding_gives_the_same_lines(tmp_path, encoding, mark, name):
    path = tmp_path / "rules.txt"
    path.write_bytes(mark + WORDS.encode(encoding))
    text = read(path, "game/rules.txt")
    assert [line.raw for line in text.lines] == WORDS.split("\n")
    assert text.encoding == name


def test_mixed_line_ends_are_counted_as_an_editor_counts(tmp_path):
    path = tmp_path / "rules.txt"
    path.write_bytes(b"one\r\ntwo\rthree\nfour\r\r\nsix")
    assert [(line.number, line.raw) for line in read(path, "x").lines] == [
        (1, "one"),
        (2, "two"),
        (3, "three"),
        (4, "four"),
        (5, ""),
        (6, "six"),
    ]


def test_broken_bytes_are_shown_and_reported_with_their_line(tmp_path):
    path = tmp_path / "rules.txt"
    path.write_bytes("Café rules, naïve ones\nHere is a bad byte: ".encode() + b"\xff\n")
    text = read(path, "game/rules.txt")
    assert [(problem.code, problem.line) for problem in text.problems] == [("broken-encoding", 2)]
    assert text.lines[1].raw.endswith("\ufffd")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty"),
        (b" \n\t\r\n", "is empty"),
        (b"\x00\x01\x02\x03" * 50, "not a text"),
        (bytes(range(256)) * 4, "not a text"),
        (b"\x7fELF\x02\x01\x01" + b"\x00" * 60, "not a text"),
    ],
)
def test_what_is_no_text_is_refused_in_one_line(tmp_path, content, said):
    path = tmp_path / "rules.txt"
    path.write_bytes(content)
    with pytest.raises(ReadError) as refused:
        read(path, "rules.txt")
    assert said in str(refused.value) and "\n" not in str(refused.value)


def test_folder_missing_file_and_giant_are_refused(tmp_path, monkeypatch):
    with pytest.raises(ReadError, match="folder"):
        read(tmp_path, "x")
    with pytest.raises(ReadError, match="not there"):
        read(tmp_path / "gone.txt", "x")
    monkeypatch.setitem(read.__globals__, "LARGEST", 10)
    (tmp_path / "big.txt").write_text("more than ten bytes")
    with pytest.raises(ReadError, match="larger"):
        read(tmp_path / "big.txt", "x")
    monkeypatch.setitem(read.__globals__, "LARGEST", 1_000)
    monkeypatch.setitem(read.__globals__, "LARGEST_TEXT", 10)
    with pytest.raises(ReadError, match="MB of text"):
        read(tmp_path / "big.txt", "x")
    assert min(LARGEST, LARGEST_TEXT) > 5_000_000
