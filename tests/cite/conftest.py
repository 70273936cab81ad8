"""The two invented games of `small_rules`, opened for citing."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from small_rules import write_build

from kb.cite import Rules


@pytest.fixture(scope="session")
def moor(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Their build, for reading only."""
    return write_build(tmp_path_factory.mktemp("moor"))


@pytest.fixture(scope="session")
def rules(moor: Path) -> Iterator[Rules]:
    """Their build, opened."""
    with Rules(moor) as opened:
        yield opened
