"""The patterns and word lists by which citations are recognised: `patterns.toml`, which browsers get too."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

_FILE = Path(__file__).with_name("patterns.toml")
# "{{units}}": a list of [words] as the alternatives of a pattern
_LIST = re.compile(r"\{\{(\w+)\}\}")


@cache
def _read() -> dict[str, dict[str, str]]:
    return tomllib.loads(_FILE.read_text("utf-8"))


def table(name: str) -> dict[str, str]:
    """A group of the file."""
    return _read()[name]


@cache
def words(name: str) -> frozenset[str]:
    """One of the word lists."""
    return frozenset(_read()["words"][name].split())


@cache
def source(name: str) -> str:
    """A pattern as it is written, its word lists filled in: `finders.wiki`."""
    group, _, key = name.partition(".")
    return _LIST.sub(lambda match: _alternatives(match[1]), _read()[group][key])


def _alternatives(name: str) -> str:
    return "|".join(map(re.escape, _read()["words"][name].split()))


@cache
def pattern(name: str) -> re.Pattern[str]:
    """The same, compiled."""
    return re.compile(source(name))


def portable() -> dict[str, dict[str, str]]:
    """Everything for a browser: patterns with their lists filled in, the lists, and irregular forms."""
    kept = [group for group in _read() if group not in ("words", "irregular")]
    return {
        "patterns": {f"{group}.{key}": source(f"{group}.{key}") for group in kept for key in _read()[group]},
        "words": table("words"),
        "irregular": table("irregular"),
    }
