"""The patterns and word lists by which citations are recognised: `patterns.toml`, which browsers get too."""

from __future__ import annotations

import json
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from kb.refs import cues, numbers

_FILE = Path(__file__).with_name("patterns.toml")
WEIGHTS = _FILE.with_name("likely.json")
"""How much each trait of a name, and of what may be told of a quotation, speaks for it; `training/` writes it."""

# "{{units}}", "{{finders.name}}": a list of [words] as alternatives, or another pattern, within a pattern
_LISTS = ("books", "others", "everyday", "letters", "closed_tags", "closed_bbcode")
"""Word lists that browsers get besides those within patterns."""
_INSERTED = re.compile(r"\{\{([\w.]+)\}\}")
_OF_REFS = {"cues": cues, "numbers": numbers}
_FLAGS = re.compile(r"\(\?([im]+)\)")
# what browsers write otherwise: sets, escapes, the names of groups, and the signs for an end, a beginning and anything
_PIECE = re.compile(r"\[(?:\\.|[^\]\\])+\]|\\.|\(\?P<|[\^$.]", re.DOTALL)
_KEPT = re.compile(r"\\[\^$\\.*+?()\[\]{}|/0-9nrtvfxu-]")
_BLANKS = r"\t-\r\x1c- \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
_NO_BLANKS = (
    r"\0-\x08\x0e-\x1b!-\x84\x86-\x9f\xa1-\u167f\u1681-\u1fff\u200b-\u2027\u202a-\u202e"
    r"\u2030-\u205e\u2060-\u2fff\u3001-\u{10ffff}"
)
_LETTERS = r"\p{L}\p{N}_"
_IN_SETS = {
    r"\s": _BLANKS,
    r"\S": _NO_BLANKS,
    r"\w": _LETTERS,
    r"\W": r"\p{M}\p{P}\p{S}\p{Z}\p{C}",
    r"\d": r"\p{Nd}",
}
_ALONE = {
    r"\s": f"[{_BLANKS}]",
    r"\S": f"[^{_BLANKS}]",
    r"\w": f"[{_LETTERS}]",
    r"\W": f"[^{_LETTERS}]",
    r"\d": r"\p{Nd}",
    r"\b": rf"(?:(?<=\w)(?![{_LETTERS}])|(?<![{_LETTERS}])(?=\w))",  # the letters at an edge are English ones
    r"\Z": "$",
    r"\-": "-",
    "(?P<": "(?<",
    ".": r"[^\n]",
}
_ENDS = {"^": "^", "$": r"(?=\n?$)"}
_ENDS_OF_LINES = {"^": r"(?<=^|\n)", "$": r"(?=\n|$)"}


@cache
def _read() -> dict[str, dict[str, Any]]:
    told = tomllib.loads(_FILE.read_text("utf-8"))
    told["tables"] |= json.loads(WEIGHTS.read_text("utf-8"))
    return told


def table(name: str) -> dict[str, Any]:
    """A group of the file."""
    return _read()[name]


@cache
def words(name: str) -> frozenset[str]:
    """One of the word lists."""
    return frozenset(_read()["words"][name].split())


def source(name: str) -> str:
    """A pattern in one line, what is inserted filled in: `finders.wiki`."""
    *groups, key = name.split(".")
    held: Any = _read()
    for group in groups:
        held = held[group]
    first, *more = held[key].split("\n")
    whole = "".join(map(str.lstrip, [first, *more])) if more else first
    return _INSERTED.sub(lambda match: _inserted(match[1]), whole)


@cache
def _inserted(name: str) -> str:
    group, _, key = name.rpartition(".")
    if group in _OF_REFS:
        return str(getattr(_OF_REFS[group], key.upper()))
    return (
        source(name) if group else "|".join(map(re.escape, table("words")[key].split())).replace("'", "['’]")
    )


@cache
def pattern(name: str) -> re.Pattern[str]:
    """The same, compiled."""
    return re.compile(source(name))


class Patterns:
    """The patterns of a group by their names, each compiled when it is first asked for."""

    def __init__(self, group: str) -> None:
        self._group = group

    def __getattr__(self, name: str) -> re.Pattern[str]:
        found = pattern(f"{self._group}.{name}")
        setattr(self, name, found)
        return found


def portable() -> dict[str, Any]:
    """What a browser needs: patterns as it writes them, the tables, and the lists that are no part of a pattern."""
    told = _read()
    patterns = {
        f"{group}.{key}": in_browsers(source(f"{group}.{key}"))
        for group, held in told.items()
        for key in held
        if group not in ("words", "tables", "text")
    }
    lists = {name: told["words"][name] for name in _LISTS}
    return {"patterns": patterns, "words": lists, "tables": told["tables"]}


def in_browsers(written: str) -> list[str]:
    """A pattern that means to a browser what it means to Python, and its flags."""
    flags = _FLAGS.match(written)
    signs = flags[1] if flags else ""
    meant = {**_ALONE, **(_ENDS_OF_LINES if "m" in signs else _ENDS)}
    bare = written[len(signs) + 3 :] if signs else written
    return [_PIECE.sub(lambda match: _piece(meant, match[0]), bare), f"{signs.replace('m', '')}u"]


def _piece(meant: dict[str, str], piece: str) -> str:
    if piece[0] == "[":
        return re.sub(r"\\.", lambda match: _piece(_IN_SETS, match[0]), piece)
    is_known = piece in meant or piece[0] != "\\" or _KEPT.match(piece)
    return meant.get(piece, piece) if is_known else piece[1]
