"""Bytes of every kind give the same words."""

from __future__ import annotations

import random

import pytest

from kb.errors import ReadError
from kb.ingest.readers import read
from kb.ingest.readers.encodings import decode, decode_as

ENGLISH = "1.1 “Setup” – each player’s café\n1.2 Draw — naïve players don’t. A goat’s turn ends…\n"
GERMAN = "1.2 Für größere Gruppen zählen Übungen.\nDie Ziege klettert über die Mauer.\n"
FRENCH = "1.1 Chaque joueur reçoit une chèvre.\nÀ la fin, la chèvre dort où elle est née.\n"
RUSSIAN = "1.1 Каждый игрок берёт козу. Коза может перелезть через стену.\n1.2 Игрок ходит.\n"
GREEK = "1.1 Κάθε παίκτης παίρνει μία κατσίκα. Η κατσίκα σκαρφαλώνει στον τοίχο.\n"
JAPANESE = (
    "1.1 各プレイヤーはヤギを1匹取ります。ヤギは壁を登ることができます。\n1.2 ターンの終わりに休みます。\n"
)
CHINESE = "1.1 每位玩家拿一只山羊。山羊可以爬墙。\n1.2 回合结束时休息。\n"
TAIWANESE = "1.1 每位玩家拿一隻山羊。山羊可以爬牆。\n1.2 回合結束時休息。\n"
KOREAN = "1.1 각 플레이어는 염소를 한 마리 가져갑니다. 염소는 벽을 오를 수 있습니다.\n"

PLAIN = "Each player takes one card and passes the others to the left.\n" * 50


@pytest.mark.parametrize("before", ["", PLAIN], ids=["short", "mostly ascii"])
@pytest.mark.parametrize("words", [ENGLISH, GERMAN, FRENCH])
def test_what_is_neither_unicode_nor_declared_is_read_as_windows_1252(before: str, words: str) -> None:
    content, encoding, problems = decode((before + words).encode("cp1252"), "x")
    assert (content, encoding, problems) == (before + words, "cp1252", ())


@pytest.mark.parametrize(
    ("words", "encoding"),
    [
        *((ENGLISH, "mac_roman"), (RUSSIAN, "cp1251"), (RUSSIAN, "koi8_r"), (GREEK, "cp1253")),
        *((JAPANESE, "cp932"), (CHINESE, "gb18030"), (TAIWANESE, "big5"), (KOREAN, "cp949")),
    ],
)
def test_a_text_in_another_encoding_is_told_with_what_to_write(words: str, encoding: str) -> None:
    _, read_as, problems = decode(words.encode(encoding), "x")
    assert (read_as, problems[0].code) == ("cp1252", "unknown-encoding")
    assert decode_as(words.encode(encoding), encoding, "x")[::2] == (words, ())


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("words", [ENGLISH, RUSSIAN, JAPANESE])
def test_wide_encodings_begin_with_a_mark(words: str, encoding: str) -> None:
    assert decode(("\ufeff" + words).encode(encoding), "x")[:2] == (words, encoding)


@pytest.mark.parametrize(
    ("head", "encoding"),
    [
        ('<meta charset="iso-8859-2">', "iso8859-2"),
        ('<meta http-equiv="Content-Type" content="text/html; charset=windows-1250">', "cp1250"),
        ("<?xml version='1.0' encoding='koi8-r'?>", "koi8-r"),
        ("# -*- coding: cp1257 -*-", "cp1257"),
    ],
)
def test_what_a_text_declares_is_believed(head: str, encoding: str) -> None:
    words = f"{head}\nKąż ąd ęž".replace("ż", "z").replace("ę", "e") if encoding == "cp1257" else f"{head}\nx"
    words += "ж" if encoding == "koi8-r" else "ž" if encoding != "cp1257" else ""
    assert decode(words.encode(encoding), "x")[:2] == (words, encoding)


@pytest.mark.parametrize(
    "head", ['<meta charset="rot13">', '<meta charset="zip">', '<meta charset="nothing">']
)
def test_what_is_declared_and_no_encoding_is_not_believed(head: str) -> None:
    words = f"{head}\n{GERMAN}"
    assert decode(words.encode("cp1252"), "x")[0] == words


def test_latin_1_means_windows_1252_as_in_browsers() -> None:
    words = f'<meta charset="iso-8859-1">\n{ENGLISH}'
    assert decode(words.encode("cp1252"), "x")[0] == words


def test_zero_bytes_in_a_text_are_dropped_and_listed(tmp_path) -> None:
    from ingest_reading import read_file

    path = tmp_path / "rules.txt"
    path.write_bytes(b"1.1 A go\x00at climbs every wall.\n\n" + b"1.2 It rests at night, in its yard.\n" * 20)
    reading, entries = read_file(path)
    assert "A goat climbs every wall." in " ".join(f"{entry.title} {entry.text}" for entry in entries)
    assert [left.reason for left in reading.left_out if left.line == 1] == ["invisible characters"]


@pytest.mark.parametrize(
    ("start", "told"),
    [
        (b"PK\x03\x04", "a zip, Word or EPUB file"),
        (b"{\\rtf1", "an RTF file"),
        (b"Rar!\x1a\x07", "not a text"),
        (b"GIF89a", "not a text"),
    ],
)
def test_other_kinds_of_files_are_named(start: bytes, told: str) -> None:
    with pytest.raises(ReadError, match=told):
        decode(start + bytes(range(256)), "x")


def test_random_bytes_are_no_text() -> None:
    for seed in range(20):
        with pytest.raises(ReadError, match="not a text"):
            decode(random.Random(seed).randbytes(2000), "x")


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("one\u2028two\u2029three", [(1, "one"), (2, "two"), (3, "three")]),
        ("one\u2028two\nthree", [(1, "one"), (2, "two"), (3, "three")]),
        ("one\rtwo\r\nthree\n\rfour", [(1, "one"), (2, "two"), (3, "three"), (4, ""), (5, "four")]),
        ("waitâ\x85\nthen", [(1, "waitâ\x85"), (2, "then")]),
    ],
)
def test_line_ends_of_every_style(tmp_path, words: str, lines: list[tuple[int, str]]) -> None:
    path = tmp_path / "rules.txt"
    path.write_bytes(words.encode())
    assert [(line.number, line.raw) for line in read(path, "x").lines] == lines
