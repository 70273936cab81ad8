"""Reads the case files that a rules expert can edit.

A case is a title, then its parts, each between lines that hold a single dot; a file may begin with remarks:

    a title in the plural
    .
    WALLS
    .
    hearthmoor:wall
    .
"""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

CASES = Path(__file__).parent / "cases"


def read_cases(name: str, parts: int) -> list[Any]:
    """The cases of a file as parameters of a test: each a list of so many parts, its title as the id."""
    lines = (CASES / name).read_text(encoding="utf-8").splitlines()
    dots = [number for number, line in enumerate(lines) if line == "."]
    if len(dots) % (parts + 1):
        raise ValueError(f"{name}: {len(dots)} lines with a dot; a case has {parts + 1}")
    cases = []
    for first in range(0, len(dots), parts + 1):
        marks = dots[first : first + parts + 1]
        between = ["\n".join(lines[start + 1 : end]) for start, end in itertools.pairwise(marks)]
        cases.append(pytest.param(between, id=lines[marks[0] - 1]))
    return cases
