"""A build folder is known as ours, and read as one whole even while it is replaced."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb import builds, swap
from kb.errors import BuildError, NotFoundError


def make(folder: Path, text: str) -> None:
    with swap.replacing(folder, lambda: None) as new:
        (new / "one").write_text(text)
        (new / "two").write_text(text)
        builds.mark(new, text)


def test_nothing_there_is_told_with_the_command_that_mends_it(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"no build in .*; `kb build` makes one"):
        builds.read(tmp_path / "build", lambda folder: None)


@pytest.mark.parametrize("missing", ["nothing", "an empty folder", "a build of ours"])
def test_what_may_be_replaced(tmp_path: Path, missing: str) -> None:
    folder = tmp_path / "build"
    if missing == "an empty folder":
        folder.mkdir()
    if missing == "a build of ours":
        make(folder, "ours")
    builds.refuse_foreign(folder)


def test_a_folder_of_somebody_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "holiday.jpg").touch()
    with pytest.raises(BuildError, match="not empty and no build of ours"):
        builds.refuse_foreign(tmp_path)
    with pytest.raises(BuildError, match="is a file"):
        builds.refuse_foreign(tmp_path / "holiday.jpg")


def test_a_reader_never_mixes_two_builds(tmp_path: Path) -> None:
    folder = tmp_path / "build"
    make(folder, "old")
    seen: list[str] = []

    def work(build: Path) -> tuple[str, str]:
        one = (build / "one").read_text()
        if not seen:
            make(folder, "new")  # somebody builds at the worst moment
        seen.append(one)
        return one, (build / "two").read_text()

    assert builds.read(folder, work) == ("new", "new")
    assert seen == ["old", "new"]


def test_an_error_caused_by_a_new_build_is_no_error(tmp_path: Path) -> None:
    folder = tmp_path / "build"
    make(folder, "old")
    tries: list[Path] = []

    def work(build: Path) -> str:
        tries.append(build)
        if len(tries) == 1:
            make(folder, "new")
            raise FileNotFoundError("merged away")
        return (build / "one").read_text()

    assert builds.read(folder, work) == "new"


class Failing:
    """Work that fails so many times, and counts its tries."""

    def __init__(self, error: Exception, times: int) -> None:
        self.error, self.times, self.tries = error, times, 0

    def __call__(self, _: Path) -> str:
        self.tries += 1
        if self.tries <= self.times:
            raise self.error
        return "found"


def test_a_part_that_was_just_replaced_is_read_again(tmp_path: Path) -> None:
    folder = tmp_path / "build"
    make(folder, "old")
    work = Failing(FileNotFoundError("games/moor/index"), 2)
    with swap.writing(folder, lambda: None):  # parts are replaced before the mark tells it
        assert builds.read(folder, work) == "found"
    assert work.tries == 3


def test_what_is_not_there_is_told_at_once_while_parts_are_replaced(tmp_path: Path) -> None:
    folder = tmp_path / "build"
    make(folder, "old")
    work = Failing(NotFoundError("no rule 9.9"), 2)
    with swap.writing(folder, lambda: None), pytest.raises(NotFoundError):
        builds.read(folder, work)
    assert work.tries == 1


def test_an_error_of_a_quiet_build_is_one(tmp_path: Path) -> None:
    make(tmp_path / "build", "old")

    def work(build: Path) -> str:
        return (build / "three").read_text()

    with pytest.raises(FileNotFoundError):
        builds.read(tmp_path / "build", work)


def test_a_build_without_end_of_change_is_given_up(tmp_path: Path) -> None:
    folder = tmp_path / "build"
    make(folder, "0")
    with pytest.raises(BuildError, match="try again"):
        builds.read(folder, lambda build: make(folder, "again"))
