"""Python said as a script does what it does in Python; what cannot be said so stops the build with its line."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from kb.errors import BuildError
from kb.site import translating
from kb.site.translating import Known, Translator

SOURCE = '''
import re
from bisect import bisect_left
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from functools import cache

_WORD = re.compile(r"[^\\W\\d_]+(?=(?P<mark>[.!])?)")
Span = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A piece."""

    start: int
    end: int = 9
    names: tuple[str, ...] = ()

    @property
    def long(self) -> bool:
        """Whether it is."""
        return self.end - self.start > 3

    def told(self, *, by: str = "us") -> str:
        """Who tells."""
        return f"{self.start}–{self.end} by {by!r}"


def truths() -> list[object]:
    found: list[int] = []
    return [bool(found), [] or "none", {} and 1, 0 or "", not found, bool("0"), None or (), [0] and "some"]


def parts() -> list[object]:
    first, *others = "a b c".split()
    (one, two), three = (1, 2), 3
    return [first, others, one + two + three, "abc"[-2:], "abc"[:-1], [1, 2, 3, 4][::2], "x" * 3, [1] + [2]]


def pieces() -> list[object]:
    piece = Piece(start=2, names=("x",))
    other = replace(piece, end=3)
    return [piece.long, other.long, piece.told(), piece.told(by="them"), other.names, sorted([other.end, piece.end])]


def collections() -> list[object]:
    places: dict[tuple[str, int], list[int]] = defaultdict(list)
    for number, sign in enumerate("abcab"):
        places[sign, number // 3].append(number)
    counts = Counter("banana")
    counts.update("bb")
    both = {1, 2} | {3}
    return [
        [[*key, value] for key, value in places.items()],
        ("a", 0) in places,
        counts["z"],
        counts.most_common(2),
        sorted(both - {2}),
        sorted({1, 2} & {2, 3}),
        {2} <= both,
        max(["aa", "b"], key=len),
        min((), default=7),
        bisect_left([1, 3, 5], 4),
        [*dict.fromkeys("hello")],
        next((one for one in both if one > 5), "none"),
        any(map(str.isdigit, "a1")),
        [*zip("ab", [1, 2], strict=True)],
        sum(one == "l" for one in "hello"),
        (1, 2) == (1, 2),
        [(2, "b"), (1, "z"), (2, "a")].index((2, "a")),
        sorted([(2, "b"), (1, "z"), (2, "a")]),
    ]


def texts() -> list[object]:
    match = _WORD.search("12 Wall. x", 1)
    wall = _WORD.match("Wall")
    return [
        match.start(), match.end(), match["mark"], match.groupdict(), wall.groups(), match.lastgroup,
        [one[0] for one in _WORD.finditer("a b! c", 1)],
        _WORD.sub("-", "a1b"), _WORD.sub(lambda one: one[0].upper(), "a1b"), _WORD.fullmatch("ab1") is None,
        "a-b-c".rpartition("-"), "x".partition("-"), " a ".strip(), "xxax".rstrip("x"), "xxax".lstrip("x"),
        "abcabc".rfind("c", 0, 5), "abcabc".find("c", 3), "aXa".replace("a", "$&"), "7".zfill(3),
        "a\\nb\\n".splitlines(keepends=True), "a,b".split(","),
        "abc".endswith(("x", "bc")), "abc".endswith(("x", "b")), "abc".startswith(("b", "a")), int(7.9), int(-7.9),
        f"{{braces}} `ticks` ${{x}}", "ß".isalpha(), "A1".isupper(), "".isalpha(),
    ]


@cache
def doubled(number: int) -> int:
    """Twice as much."""
    return 2 * number


def flows() -> list[object]:
    total = -1
    made = []
    for number in range(10, 0, -3):
        if number == 4:
            continue
        total += doubled(number)
    while True:
        total -= 1
        if total < 20 or made:
            break
    if (half := total // 2) and 0 < half <= total:
        made.append(half)
    def inner(more: int) -> int:
        return total + more
    return [total, made, inner(1), [*steps(3)], (lambda one: one * 2)(4)]


def steps(most: int):
    """Each step."""
    for number in range(most):
        yield number
    yield from (9, 8)
'''
ASKED = ("truths", "parts", "pieces", "collections", "texts", "flows")


def said(source: str) -> str:
    tree, known = ast.parse(source), Known()
    known.learn("kb.odd", tree)
    homes = {"python": "./python", "kb.link.patterns": "./link/patterns", "kb.analyse": "./analyse*"}
    return Translator("kb.odd", tree, known, homes).script()


def test_a_script_does_what_the_module_does(tmp_path: Path) -> None:
    program = shutil.which("node")
    if program is None:
        pytest.skip("no node on the PATH")
    translating.write_scripts(tmp_path)
    (tmp_path / "odd.js").write_text(said(SOURCE), "utf-8")
    (tmp_path / "ask.mjs").write_text(
        "import * as odd from './odd.js'\n"
        "const plain = (_, one) => (one instanceof Map ? Object.fromEntries(one) : one)\n"
        f"console.log(JSON.stringify([{', '.join(f'odd.{name}()' for name in ASKED)}], plain))\n"
    )
    found = subprocess.run([program, tmp_path / "ask.mjs"], capture_output=True, check=False)
    assert found.returncode == 0, found.stderr.decode()
    held: dict[str, Any] = {"__name__": "odd"}
    exec(compile(SOURCE, "odd", "exec", dont_inherit=True), held)
    for name, told in zip(ASKED, json.loads(found.stdout), strict=True):
        assert told == json.loads(json.dumps(held[name]())), name


@pytest.mark.parametrize(
    ("source", "line", "what"),
    [
        ("def odd():\n    with open('x'): pass\n", 2, "With"),
        ("def odd():\n    try:\n        pass\n    finally:\n        pass\n", 2, "Try"),
        ("def odd(one):\n    return one @ 2\n", 2, "MatMult"),
        ("def odd():\n    return globals()\n", 2, "globals"),
        ("def odd():\n    return sum([1], start=2)\n", 2, "sum with { start: 2 }"),
        (
            "def odd(one):\n    return one\n\n\ndef other():\n    return odd(two=1)\n",
            6,
            "['two'], which nothing takes,",
        ),
        ("def odd(one):\n    return f'{one:>3}'\n", 2, "JoinedStr"),
        ("def odd(one):\n    return one.removeprefix('a')\n", 2, "removeprefix"),
        ("def odd(one):\n    return one[::-1]\n", 2, "a slice backwards"),
        (
            "from bisect import bisect_left\n\n\ndef odd(one):\n    return bisect_left(one, 2, 1)\n",
            5,
            "bisect_left of a part",
        ),
    ],
)
def test_what_no_script_says_stops_the_build(source: str, line: int, what: str) -> None:
    with pytest.raises(BuildError) as told:
        said(source)
    assert str(told.value) == f"kb.odd, line {line}: {what} cannot be said as a script"


def test_what_has_no_script_stops_the_build() -> None:
    with pytest.raises(BuildError, match=r"kb\.odd: kb\.store has no script, of which entry is taken"):
        said("from kb.store import entry\n\nODD = entry\n")


def test_every_module_is_said() -> None:
    for path in translating.FROM_PYTHON:
        assert translating.script(path).count("export ") > 0, path
