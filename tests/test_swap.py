"""A folder is replaced as a whole, whoever reads it, waits for it or dies meanwhile."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

import pytest

from kb import swap


def hidden(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if path.name.startswith(".")}


def fill(folder: Path, text: str) -> None:
    with swap.replacing(folder, lambda: None) as new:
        (new / "text").write_text(text)


@pytest.fixture(params=["in one step", "by two renames"])
def build(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    if request.param == "by two renames":
        monkeypatch.setattr(swap, "_exchange", lambda one, other: False)
    return tmp_path / "deep" / "build"


def test_a_folder_is_made_and_replaced(build: Path) -> None:
    fill(build, "old")
    (build / "left over").touch()
    fill(build, "new")
    assert [path.name for path in build.iterdir()] == ["text"]
    assert (build / "text").read_text() == "new"
    assert hidden(build.parent) == set()


def test_an_empty_folder_may_stand_there(build: Path) -> None:
    build.mkdir(parents=True)
    fill(build, "new")
    assert (build / "text").read_text() == "new"


def test_an_error_leaves_everything_as_it_was(build: Path) -> None:
    fill(build, "old")
    with pytest.raises(ValueError, match="bad text"), swap.replacing(build, lambda: None) as new:
        (new / "text").write_text("half")
        raise ValueError("bad text")
    assert (build / "text").read_text() == "old"
    assert hidden(build.parent) == set()


def test_a_link_to_a_folder_stays_a_link(build: Path, tmp_path: Path) -> None:
    fill(build, "old")
    link = tmp_path / "link"
    link.symlink_to(build)
    fill(link, "new")
    assert link.is_symlink()
    assert (build / "text").read_text() == "new"


def test_what_a_killed_writer_left_is_cleared(build: Path) -> None:
    fill(build, "old")
    (build.with_name(".build.new") / "site").mkdir(parents=True)
    fill(build, "new")
    assert hidden(build.parent) == set()


def test_a_writer_killed_between_two_renames_loses_nothing(build: Path) -> None:
    fill(build, "old")
    build.rename(build.with_name(".build.old"))
    with pytest.raises(ValueError, match="bad text"), swap.replacing(build, lambda: None):
        raise ValueError("bad text")
    assert (build / "text").read_text() == "old"
    assert hidden(build.parent) == set()


def test_a_second_writer_waits_and_is_told_so(build: Path) -> None:
    told = threading.Event()

    def second() -> None:
        with swap.replacing(build, told.set) as new:
            (new / "text").write_text("second")

    waiting = threading.Thread(target=second)
    with swap.replacing(build, lambda: None) as new:
        waiting.start()
        assert told.wait(10)
        (new / "text").write_text("first")
    waiting.join(10)
    assert (build / "text").read_text() == "second"


def test_parts_that_are_wanted_stay(build: Path) -> None:
    for name in ("pages/1", "text"):
        (build / name).parent.mkdir(parents=True, exist_ok=True)
        (build / name).touch()
    swap.leave_only(build, ["pages"])
    assert [path.relative_to(build).as_posix() for path in build.rglob("*")] == ["pages", "pages/1"]


@pytest.mark.skipif(sys.platform not in ("linux", "darwin"), reason="no system call exchanges folders here")
def test_this_system_exchanges_in_one_step(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.mkdir()
    other.mkdir()
    (one / "mark").touch()
    if not swap._exchange(one, other):
        pytest.skip("the file system of the temporary folder cannot")
    assert (other / "mark").exists()
    assert not (one / "mark").exists()


def test_an_exchange_that_fails_is_no_error(tmp_path: Path) -> None:
    assert not swap._exchange(tmp_path / "nothing", tmp_path / "nowhere")
