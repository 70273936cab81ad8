"""Patterns are laid out for people: a long one over several lines, which are one to whoever reads with it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from kb.link import patterns

_LONGEST_LINE = 140
_WRITTEN = r"""
[post]
led = '''
  (?i)\b(?:
    see |per
    |rule
  )\s
'''
set_in = '  >'
"""


def test_a_pattern_over_several_lines_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "_read", lambda: tomllib.loads(_WRITTEN))
    assert patterns.source("post.led") == r"(?i)\b(?:see |per|rule)\s"
    assert patterns.source("post.set_in") == "  >"


def test_no_line_is_too_long_to_be_read() -> None:
    lines = Path(patterns.__file__).with_name("patterns.toml").read_text("utf-8").splitlines()
    assert [line for line in lines if len(line) > _LONGEST_LINE] == []
