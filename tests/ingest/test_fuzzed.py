"""Texts that once broke ingest, each kept as it was found by the fuzzers in tests/fuzz/."""

from __future__ import annotations

from pathlib import Path

import pytest
from case_files import CASES
from ingest_reading import assert_sound, read_file

from kb.errors import KbError


@pytest.mark.parametrize("path", sorted((CASES / "fuzzed").glob("[!.]*")), ids=lambda path: path.name)
def test_a_text_that_broke_ingest_is_read_or_refused_in_one_line(path: Path) -> None:
    try:
        assert_sound(*read_file(path))
    except KbError as error:
        assert "\n" not in str(error)
