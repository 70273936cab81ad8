"""A build is the same each time, whole or not at all, and bad input leaves the previous one as it was."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from kb import pipeline
from kb.errors import KbError
from kb.store import Library

Spoil = Callable[[Path], object]


def digests(folder: Path) -> dict[str, str]:
    """Every file of a folder and what is in it."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_two_builds_of_one_corpus_are_the_same(corpus: Path, build: Path, tmp_path: Path) -> None:
    again = digests(pipeline.build(corpus, tmp_path / "build", quick=True).folder)
    first = digests(build)
    assert first.keys() >= {
        "games/hearthmoor/kb.sqlite",
        "games/hearthmoor/game.json",
        "library.json",
        "build.json",
        "site/index.html",
        "site/hearthmoor/index.html",
    }
    unlike = {name for name in first.keys() | again.keys() if first.get(name) != again.get(name)}
    assert not {name for name in unlike if "/index/" not in name} - {
        "build.json"
    }  # which tells when it was made


def test_a_build_does_not_depend_on_where_the_corpus_is(corpus: Path, build: Path, tmp_path: Path) -> None:
    shutil.copytree(corpus, tmp_path / "elsewhere" / "texts")
    other = pipeline.build(tmp_path / "elsewhere" / "texts", tmp_path / "build", quick=True).folder
    store = "games/hearthmoor/kb.sqlite"
    assert (other / store).read_bytes() == (build / store).read_bytes()


def test_the_report_counts_what_the_store_holds(corpus: Path, tmp_path: Path) -> None:
    steps: list[str] = []
    report = pipeline.build(corpus, tmp_path / "build", progress=steps.append)
    with Library(report.folder) as store:
        assert store.summaries.games == report.games
        assert store.counts() == {"hearthmoor": {"faq": 2, "rule": 12, "section": 5, "term": 4}}
    assert steps[0] == "hearthmoor: Finding entries"
    assert steps[-2:] == ["hearthmoor: Rendering pages", "Joining games"]


def test_one_game_is_built_and_the_others_stay_as_they_are(corpus: Path, tmp_path: Path) -> None:
    pipeline.build(corpus, tmp_path / "build")
    shutil.copytree(corpus / "hearthmoor", corpus / "fenmoor")
    rules(corpus).write_text(rules(corpus).read_text() + "\nOne line more.\n")
    report = pipeline.build(corpus, tmp_path / "build", only="fenmoor")
    assert [one.game.slug for one in report.games] == ["fenmoor"]
    assert report.made == ("fenmoor",)
    with Library(report.folder) as store:
        assert set(store.counts()) == {"fenmoor", "hearthmoor"}


def test_an_unknown_game_is_told_with_those_there_are(corpus: Path, tmp_path: Path) -> None:
    with pytest.raises(KbError, match="no game 'chess' here; the games are hearthmoor"):
        pipeline.build(corpus, tmp_path / "build", only="chess")
    assert not (tmp_path / "build").exists()


def rules(corpus: Path) -> Path:
    return corpus / "hearthmoor" / "rules.txt"


def game_file(corpus: Path) -> Path:
    return corpus / "hearthmoor" / "game.toml"


def turn_into_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


STOPS: dict[str, tuple[Spoil, str]] = {
    "an empty file": (lambda corpus: rules(corpus).write_text(""), r"rules\.txt is empty"),
    "only blanks": (lambda corpus: rules(corpus).write_text(" \n\n\t\n"), r"rules\.txt is empty"),
    "a binary file": (
        lambda corpus: rules(corpus).write_bytes(bytes(range(256)) * 40),
        r"rules\.txt is not a text",
    ),
    "a PDF": (
        lambda corpus: rules(corpus).write_bytes(b"%PDF-1.7 ..."),
        r"rules\.txt cannot be read as a PDF",
    ),
    "a folder": (lambda corpus: turn_into_folder(rules(corpus)), r"rules\.txt"),
    "a missing file": (lambda corpus: rules(corpus).unlink(), r"rules\.txt' is not there"),
    "no TOML": (lambda corpus: game_file(corpus).write_text("title = Hearthmoor\n"), r"game\.toml: .*line 1"),
    "no file in a row": (
        lambda corpus: game_file(corpus).write_text("[[sources]]\n"),
        r"game\.toml: .*no file",
    ),
    "a file outside": (
        lambda corpus: game_file(corpus).write_text('[[sources]]\nfile = "../../secret.txt"\n'),
        r"outside the game's folder",
    ),
    "no game": (lambda corpus: shutil.rmtree(corpus / "hearthmoor"), r"holds no game; `kb add"),
    "no corpus": (shutil.rmtree, r"no corpus folder"),
}


FOR_ALL = {"no game", "no corpus"}
"""What stops not only one game."""


@pytest.mark.parametrize("what", STOPS)
def test_input_that_stops_a_build_leaves_the_previous_one(corpus: Path, tmp_path: Path, what: str) -> None:
    spoil, message = STOPS[what]
    shutil.copytree(corpus / "hearthmoor", corpus / "fenmoor")
    build = pipeline.build(corpus, tmp_path / "build").folder
    shutil.rmtree(corpus / "fenmoor")
    before = digests(build)
    spoil(corpus)
    if what in FOR_ALL:
        with pytest.raises(KbError, match=message) as error:
            pipeline.build(corpus, build)
        told = str(error.value)
        assert digests(build) == before
    else:
        report = pipeline.build(corpus, build)
        (told,) = report.failed.values()
        assert re.search(message, told)
        assert (report.made, [one.game.slug for one in report.games]) == ((), ["hearthmoor"])
        assert kept(digests(build)) == kept(before)
    assert "\n" not in told
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(".")) == []


def kept(files: dict[str, str]) -> dict[str, str]:
    """What belongs to the game that stays."""
    return {path: digest for path, digest in files.items() if "/hearthmoor/" in path}


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_a_file_that_may_not_be_read_stops_a_build(corpus: Path, tmp_path: Path) -> None:
    rules(corpus).chmod(0)
    assert "ermission" in pipeline.build(corpus, tmp_path / "build").failed["hearthmoor"]


LISTED: dict[str, tuple[Spoil, str]] = {
    "a duplicate number": (
        lambda corpus: rules(corpus).write_text(
            rules(corpus).read_text().replace("702.3. Rule", "702.2. Twice.\n\n702.3. Rule")
        ),
        "duplicate-number",
    ),
    "a wrong encoding": (
        lambda corpus: rules(corpus).write_bytes(
            rules(corpus).read_bytes().replace(b"spaces.", "spaces – „vier“ – é".encode() + b" \xe9.")
        ),
        "broken-encoding",
    ),
    "a typo in game.toml": (
        lambda corpus: game_file(corpus).write_text(
            game_file(corpus).read_text().replace("licence", "license")
        ),
        "unknown-key",
    ),
    "a text without a row": (
        lambda corpus: (corpus / "hearthmoor" / "more.txt").write_text("More rules."),
        "unlisted-text",
    ),
    "a folder without game.toml": (lambda corpus: (corpus / "fenmoor").mkdir(), "no-game-toml"),
}


@pytest.mark.parametrize("what", LISTED)
def test_input_with_a_fault_is_built_and_the_fault_listed(corpus: Path, tmp_path: Path, what: str) -> None:
    spoil, code = LISTED[what]
    before = {problem.code for problem in pipeline.examine(corpus).problems}
    spoil(corpus)
    report = pipeline.build(corpus, tmp_path / "build")
    assert report.problems.keys() - before >= {code}
    with Library(report.folder) as library:
        found = next(problem for problem in library.problems() if problem.code == code)
    assert found.message
    assert "\n" not in found.message
    assert found.line >= 1


@pytest.mark.parametrize("piece", ["word ", "x", "("], ids=["words", "x", "brackets"])
def test_a_line_of_megabytes_is_built(corpus: Path, tmp_path: Path, piece: str) -> None:
    """Of one, and of five where all is tested."""
    megabytes = 5 if os.environ.get("KB_FULL") else 1
    with rules(corpus).open("a") as file:
        file.write(f"\n{piece * (megabytes * 1_000_000 // len(piece))}\n")
    report = pipeline.build(corpus, tmp_path / "build")
    with Library(report.folder) as library:
        assert library.entry("hearthmoor:702.2")


def test_a_folder_of_somebody_else_is_never_replaced(corpus: Path, tmp_path: Path) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    (photos / "holiday.jpg").touch()
    with pytest.raises(KbError, match="no build of ours"):
        pipeline.build(corpus, photos)
    assert [path.name for path in photos.iterdir()] == ["holiday.jpg"]


@pytest.mark.parametrize("build", [".", "build", "hearthmoor", ".."])
def test_corpus_and_build_never_lie_in_one_another(corpus: Path, build: str) -> None:
    before = digests(corpus)
    with pytest.raises(KbError, match="in one another"):
        pipeline.build(corpus, corpus / build)
    assert digests(corpus) == before


def test_a_corpus_is_examined_without_writing(corpus: Path, tmp_path: Path) -> None:
    (content,) = pipeline.contents(corpus, only="hearthmoor")
    assert len(content.entries) == 23
    assert [path.name for path in tmp_path.iterdir()] == ["corpus"]
