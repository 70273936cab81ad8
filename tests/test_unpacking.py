"""A zip is unpacked below one folder or refused in one clear line, whatever is in it."""

from __future__ import annotations

import stat
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from kb import gathering, unpacking
from kb.errors import ReadError
from kb.gathering import gather
from kb.unpacking import unpack

WORDS = b"1.1 A goat climbs.\n"


def zip_of(path: Path, files: dict[str, bytes], **options: int) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, **options) as packed:  # type: ignore[arg-type]
        for name, content in files.items():
            packed.writestr(name, content)
    return path


def all_files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def refusal(tmp_path: Path, path: Path) -> str:
    outer = tmp_path / "outer"
    (outer / "inner").mkdir(parents=True)
    with pytest.raises(ReadError) as refused:
        unpack(path, outer / "inner")
    assert {name for name in all_files(outer) if not name.startswith("inner/")} == set()
    assert "\n" not in str(refused.value) and path.name in str(refused.value)
    return str(refused.value)


def test_the_files_of_a_zip(tmp_path: Path) -> None:
    files = {"rules/1.txt": WORDS, "rules/deep/2.txt": b"two", "ünï.md": b"# x"}
    unpack(zip_of(tmp_path / "r.zip", files), tmp_path / "out")
    assert all_files(tmp_path / "out") == files


@pytest.mark.parametrize(
    "name",
    ["../x.txt", "/etc/x.txt", "a/../../x.txt", "..\\x.txt", "C:\\x.txt", "C:x.txt", "a\x01.txt", "n" * 300],
)
def test_a_name_that_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    path = zip_of(tmp_path / "r.zip", {"good.txt": WORDS, name: b"out"})
    assert "names a file outside its own folder" in refusal(tmp_path, path)


@pytest.mark.parametrize("name", ["a.txt/b.txt", "/".join(["d" * 200] * 40)])
def test_what_cannot_be_unpacked_is_told_without_the_place(tmp_path: Path, name: str) -> None:
    """A file that is a folder too, a name longer than any system takes."""
    told = refusal(tmp_path, zip_of(tmp_path / "r.zip", {"a.txt": WORDS, name: WORDS}))
    assert "is a damaged zip (" in told and str(tmp_path / "outer") not in told


def test_a_name_with_a_zero_byte(tmp_path: Path) -> None:
    path = zip_of(tmp_path / "r.zip", {"a_.txt": WORDS})
    path.write_bytes(path.read_bytes().replace(b"a_.txt", b"a\x00.txt"))
    assert "outside its own folder" in refusal(tmp_path, path)


def test_a_link_to_another_place_is_not_made(tmp_path: Path) -> None:
    path = tmp_path / "r.zip"
    with zipfile.ZipFile(path, "w") as packed:
        link = zipfile.ZipInfo("link.txt")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        packed.writestr(link, "/etc/passwd")
        packed.writestr("a.txt", WORDS)
    unpack(path, tmp_path / "out")
    assert all_files(tmp_path / "out") == {"a.txt": WORDS}


def test_bombs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dense = zip_of(tmp_path / "dense.zip", {"a.txt": b"0" * 8_000_000})
    assert "packed too densely" in refusal(tmp_path / "1", dense)
    monkeypatch.setattr(unpacking, "LARGEST", 100_000)
    large = zip_of(tmp_path / "large.zip", {f"{n}.txt": b"0" * 50_000 for n in range(3)})
    assert "holds more than" in refusal(tmp_path / "2", large)
    monkeypatch.setattr(unpacking, "MOST", 10)
    many = zip_of(tmp_path / "many.zip", {f"{n}.txt": b"" for n in range(11)})
    assert "holds more than 10 files" in refusal(tmp_path / "3", many)


def test_a_size_that_lies(tmp_path: Path) -> None:
    """The list says ten bytes, the stream holds a million."""
    path = zip_of(tmp_path / "r.zip", {"a.txt": b"goat" * 250_000})
    data = bytearray(path.read_bytes())
    entry = data.rfind(b"PK\x01\x02")
    struct.pack_into("<I", data, entry + 24, 10)
    path.write_bytes(data)
    assert "damaged zip" in refusal(tmp_path, path)


def encrypted(data: bytes) -> bytes:
    changed = bytearray(data)
    for signature, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        changed[data.index(signature) + at] |= 1
    return bytes(changed)


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (encrypted, "is encrypted"),
        (lambda data: data[: len(data) // 2], "damaged zip"),
        (lambda data: data[:4], "damaged zip"),
        (lambda data: data.replace(b"PK\x01\x02", b"PK\x01\x03"), "damaged zip"),
        (lambda data: data[:40] + b"\xff" * 10 + data[50:], "damaged zip"),
        (lambda data: b"PK\x06\x07".join((data[:-22], b"\0" * 16 + data[-22:])), "more than"),
        (lambda data: data[:-12] + b"\xff\xff\xff\xff" + data[-8:], "more than"),
        (lambda data: data.replace(b"goat.txt", b"word/xml"), None),
    ],
)
def test_damage(tmp_path: Path, damage: Callable[[bytes], bytes], told: str | None) -> None:
    path = zip_of(tmp_path / "r.zip", {"goat.txt": WORDS * 50})
    path.write_bytes(damage(path.read_bytes()))
    if told is None:
        unpack(path, tmp_path / "out")
        assert list(all_files(tmp_path / "out")) == ["word/xml"]
    else:
        assert told in refusal(tmp_path, path)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("word/document.xml", "is a Word file"),
        ("META-INF/container.xml", "is an EPUB file"),
        ("content.xml", "is an OpenDocument file"),
    ],
)
def test_other_kinds_of_files_that_are_zips(tmp_path: Path, name: str, told: str) -> None:
    assert told in refusal(tmp_path, zip_of(tmp_path / "rules.docx", {name: b"<x/>"}))


def test_an_empty_zip(tmp_path: Path) -> None:
    assert "without any files" in refusal(tmp_path, zip_of(tmp_path / "r.zip", {}))


def test_more_text_than_any_rulebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A zip may hold large PDFs, but not as much text as no rulebook has."""
    monkeypatch.setattr(gathering, "LARGEST_TEXT", 1_000)
    path = zip_of(tmp_path / "herd.zip", {f"{n}.txt": WORDS * 20 for n in range(3)})
    with pytest.raises(ReadError, match=r"herd\.zip holds more than 0 MB of text: add its books one by one$"):
        gather([path], tmp_path / "own", tmp_path / "scratch")
    pages = zip_of(tmp_path / "pages.zip", {"a.pdf": b"%PDF-1.4" * 1_000, "b.txt": WORDS})
    assert gather([pages], tmp_path / "own", tmp_path / "other").texts
