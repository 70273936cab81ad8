"""How long does linking take, and does it stay linear? `python tests/bench/link_speed.py CORPUS [GAME]`

Links the rules of one game once, four and sixteen times over (copies get numbers of their own), then texts
that nobody would write. Prints processor seconds, best of three, and what one character costs.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from kb.entries import Entry, Location
from kb.ingest import ingest
from kb.link import link
from kb.sources import read_corpus

HOSTILE = {
    "a million brackets": "[" * 1_000_000,
    "a million icons": "{x}" * 333_333,
    "one word of 5 MB": "a" * 5_000_000,
    "one line of 5 MB": "see rule 702.19b, " * 277_000,
    "numbers without end": "rules " + "1.1–" * 250_000,
    "see, see, see": "See also " * 111_000,
    "5 MB of blanks": "see" + " " * 5_000_000 + "rule 5",
    "quotes that never close": "see “" * 200_000,
    "nested links": "[a](#" * 200_000,
}


GROWING = {
    "one name for all": lambda n: [_entry(f"x:{i}", "term", None, "A", "(see A) and A") for i in range(n)],
    "one number for all": lambda n: [_entry(f"x:{i}", "rule", "5", None, "See rules 5–7.") for i in range(n)],
    "a term each": lambda n: [_entry(f"x:{i}", "term", None, f"W{i}", f"W{i + 1}") for i in range(n)],
    "a missing name each": lambda n: [
        _entry(f"x:{i}", "rule", f"1.{i}", None, f"(see “N {i}”)") for i in range(n)
    ],
    "one long procedure": lambda n: [_entry(f"x:{i}", "step", "1", None, "As in step 1.") for i in range(n)],
}


def copies(entries: Sequence[Entry], times: int) -> list[Entry]:
    """The entries of a game, and `times - 1` more sets of its rules under other numbers."""
    made = list(entries)
    rules = [entry for entry in entries if entry.kind != "term"]
    for copy in range(1, times):
        for entry in rules:
            number = f"{copy}.{entry.number}" if entry.number else None
            parent = f"{entry.parent}~{copy}" if entry.parent else None
            made.append(
                replace(
                    entry, id=f"{entry.id}~{copy}", number=number, title=None, parent=parent, order=len(made)
                )
            )
    return made


def hostile(text: str) -> list[Entry]:
    """A game of one entry with that text, beside a rule and a term it could mean."""
    return [
        _entry("x:5", "rule", "5", None, "A rule."),
        _entry("x:a", "term", None, "A", "A term."),
        _entry("x:6", "rule", "6", None, text),
    ]


def _entry(id: str, kind: str, number: str | None, title: str | None, text: str) -> Entry:
    return Entry(
        id=id, game="x", source="s", edition=None, kind=kind, number=number, title=title, parent=None, order=0,
        aliases=(), url="", permalink="", text=text, markdown=text, path=(),
        location=Location(file="x/s.txt", first_line=1, last_line=1),
    )  # fmt: skip


def seconds(entries: Sequence[Entry], tries: int = 3) -> tuple[float, int]:
    """Processor seconds of the best try, and the number of references."""
    best, number = float("inf"), 0
    for _ in range(tries):
        start = time.process_time()
        number = len(link(entries, (), {}).references)
        best = min(best, time.process_time() - start)
    return best, number


def main(corpus: str, game: str | None = None) -> None:
    entries = [
        entry for entry in ingest(read_corpus(Path(corpus)), game).entries if game in (None, entry.game)
    ]
    for times in (1, 4, 16):
        many = copies(entries, times)
        characters = sum(len(entry.text) for entry in many)
        took, number = seconds(many, 3 if times == 1 else 1)
        print(f"{times:3}x {len(many):7} entries {characters:9} characters {number:7} references "
              f"{took:7.2f} s {took / characters * 1e6:6.2f} µs/character")  # fmt: skip
    for name, text in HOSTILE.items():
        half, _ = seconds(hostile(text[: len(text) // 2]), 1)
        whole, _ = seconds(hostile(text), 1)
        print(f"{name:24} {len(text):8} characters {half:6.2f} s for half, {whole:6.2f} s for all")
    for name, make in GROWING.items():
        half, _ = seconds(make(5_000), 1)
        whole, _ = seconds(make(10_000), 1)
        print(f"{name:24} {10_000:8} entries    {half:6.2f} s for half, {whole:6.2f} s for all")


if __name__ == "__main__":
    main(*sys.argv[1:3])
