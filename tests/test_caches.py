"""What takes time is made once for a user, whatever becomes of the cache."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from kb import caches


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("KB_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


class Counting:
    """Makes what it was told to, and counts how often."""

    def __init__(self, content: bytes) -> None:
        self.content, self.made = content, 0

    def __call__(self) -> bytes:
        self.made += 1
        return self.content


def asked(make: Counting, times: int = 2, key: str = "a") -> Iterator[bytes]:
    return (caches.kept("odd", key, make) for _ in range(times))


def test_it_is_made_once() -> None:
    make = Counting(b"one\ntwo\n")
    assert [*asked(make)] == [b"one\ntwo\n"] * 2
    assert make.made == 1
    assert [*asked(Counting(b""), key="b")] == [b"", b""]


@pytest.mark.parametrize("damage", [b"", b"PK", b"one\n", b"\n"])
def test_what_was_damaged_is_made_again(folder: Path, damage: bytes) -> None:
    make = Counting(b"one\n")
    assert [*asked(make, 1)] == [b"one\n"]
    (file,) = (folder / "odd").iterdir()
    file.write_bytes(damage or file.read_bytes()[:-1])
    assert [*asked(make)] == [b"one\n"] * 2
    assert make.made == 2


def test_what_cannot_be_kept_is_made_each_time(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KB_CACHE", str(tmp_path / "file"))
    make = Counting(b"one")
    assert [*asked(make)] == [b"one", b"one"]
    assert make.made == 2


def test_the_oldest_go_first(folder: Path) -> None:
    for number in range(30):
        assert caches.kept("odd", str(number), Counting(b"x")) == b"x"
        os.utime(folder / "odd" / str(number), (number, number))
    assert {file.name for file in (folder / "odd").iterdir()} == {str(number) for number in range(10, 30)}
