"""What a text says of where it is from: cases that a rules expert can edit."""

from __future__ import annotations

import pytest
from case_files import read_cases


@pytest.mark.parametrize("case", read_cases("provenance.txt", 2))
def test_provenance(case, read_words):
    words, expected = case
    reading, _ = read_words(f"Rules\n\n1.1. A goat climbs.\n\n{words}\n")
    source = reading.source
    assert " / ".join(told or "-" for told in (source.publisher, source.licence, source.origin)) == expected
