"""Every case file is read by a test: a case that nobody runs tells nothing."""

from __future__ import annotations

from pathlib import Path

from case_files import CASES

TESTS = CASES.parent
CODE = [*TESTS.rglob("*.py"), *TESTS.rglob("*.mjs")]


def test_every_case_file_is_named_by_a_test_or_in_a_folder_that_is_read_as_a_whole() -> None:
    said = "\n".join(path.read_text(encoding="utf-8") for path in CODE if path != Path(__file__))
    whole = [folder for folder in CASES.iterdir() if folder.is_dir() and _is_read_whole(folder.name, said)]
    unread = [
        path.relative_to(CASES).as_posix()
        for path in CASES.rglob("*")
        if path.is_file() and not any(folder in path.parents for folder in whole) and path.stem not in said
    ]
    assert unread == []


def _is_read_whole(name: str, said: str) -> bool:
    """Whether a test takes all files of a folder, whatever they are called."""
    return any(f'CASES / "{name}"){ending}' in said for ending in (".glob", ".iterdir", ".rglob"))
