"""Bytes to lines: encodings, line ends, and files that are no rule texts."""

from __future__ import annotations

import pytest
from ingest_reading import read_file

from kb.errors import ReadError
from kb.ingest import document, readers
from kb.ingest.document import refuse_overfull
from kb.ingest.readers import LARGEST, read, refuse_overlong
from kb.sources import LARGEST_TEXT

WORDS = "1.1 “Setup” – each player’s café\n1.2 Draw"


@pytest.mark.parametrize(
    ("encoding", "mark", "name"),
    [
        ("utf-8", b"", "utf-8"),
        ("utf-8", b"\xef\xbb\xbf", "utf-8"),
        ("utf-16-le", b"\xff\xfe", "utf-16-le"),
        ("utf-16-be", b"\xfe\xff", "utf-16-be"),
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


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("rules.txt", "\n" * 1_002, "lines"),
        ("rules.txt", "\f" * 1_002, "lines"),
        ("rules.txt", "\u2028a" * 1_002, "lines"),
        ("rules.txt", "- a\n" * 101, "paragraphs"),
        ("rules.html", "<p>a" * 101, "paragraphs"),
    ],
    ids=["blank lines", "form feeds", "rare line ends", "bullets", "HTML"],
)
def test_too_many_lines_or_paragraphs_are_refused_in_one_line(tmp_path, monkeypatch, name, content, said):
    monkeypatch.setattr(readers, "MOST_LINES", 1_000)
    monkeypatch.setattr(document, "MOST_PARAGRAPHS", 100)
    path = tmp_path / name
    path.write_text(content, newline="")
    with pytest.raises(ReadError, match=f"more than .*00 {said}: split it") as refused:
        read_file(path)
    assert "\n" not in str(refused.value)


def test_the_longest_rules_known_fit_many_times():
    refuse_overlong("rules.txt", "\r\n" * 16 * 10_000)
    refuse_overfull("rules.txt", 16 * 6_000)


@pytest.mark.parametrize(
    ("heading", "title"),
    [
        ("Introduction", "Goat Derby"),
        ("The Goat Derby", "The Goat Derby"),
        ("Goat Derby!", "Goat Derby!"),
        ("Goats 2.0", "Goats 2.0"),
        ("Stop!", "Goat Derby"),
        ("What is in the box?", "Goat Derby"),
        ("Game Components", "Goat Derby"),
        ("But du jeu", "Goat Derby"),
        ("goat_rules_final", "Goat Derby"),
        ("Goats 2.docx 2025-03-28", "Goat Derby"),
    ],
)
def test_a_text_is_not_called_as_a_part_of_it_or_a_file(tmp_path, heading, title):
    path = tmp_path / "goat-derby.md"
    path.write_text(f"# {heading}\n\nGoats race to the top.\n\n## Moving\n\nEach player moves a goat.\n")
    assert read_file(path)[0].source.title == title


def test_a_page_that_is_titled_like_a_file_is_called_as_its_heading_reads(tmp_path):
    path = tmp_path / "goats-fr.html"
    path.write_text(
        "<title>goats_fr</title><h1>Les Chèvres</h1><p>Elles courent.</p><h2>Tour</h2><p>Une.</p>"
    )
    assert read_file(path)[0].source.title == "Les Chèvres"
