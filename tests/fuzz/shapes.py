"""Rule texts of every shape by hypothesis: pieces of rules, mixed, repeated, nested and damaged.

Run it for so many minutes: `python tests/fuzz/shapes.py 10`.
"""

from __future__ import annotations

import sys
import time
import traceback
from dataclasses import dataclass

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from target import FORMATS, keep, read_anything

PIECES = """\
Glossary
Contents
Credits
Appendix A - Walls
Chapter 2: Climbing
Article 12:
Law 10
1. Moving
2.
7.2a
7.2. Climb
7.3 x
1-2-1-1. The goat moves.
1e1a) A fox rests.
1.5.2.C. The hen walks.
8.1.1.1: The wall
G.1.1 Ability
A2 Setup
II. Reverse Substitution.
- a goat climbs the wall.
* b
• c
1) d
(2) e
a. f
iv. g
Q. Why?
A. So.
**Q: Why?**
A: y
Example: z
Note: n
Climb X: it climbs.
**Climb**: it climbs.
; Climb
: it climbs
== Climbing ==
# Climbing
### 1.1 Climbing
a\tb
| c | d |
---|---
---
title: Rules
version: 1.2
page 3
95
Version 2.0.1. Effective February 5, 2026
From the glossary of the Rules (June 7, 2024)
Harm  ends
Harm ☠ x
\\ominus
$x$
See rule 7.2.
the line goes on and on until it has been broken at its end by a hand that wished it so
Walls ........ 12
ends here.
[[rule:x]]
{ref:a,b}
@@rule:x@@
[a](#b)
![a](b)
<h2 id="a">A</h2>
<ul><li>
<ol><li>a
</ol>
<table><tr><td>a
<div>
<!--
<script>
&#x41;
`
***
> quote
>
[
{
]
}
"title": "a b",
"id": "a",
- id: a
  text: a b c.
  rules:
? a
&a
*a
!!python/object:a
|
%PDF-1.4
\x0c
"""
ODD = [
    "",
    " ",
    "  ",
    "\t",
    "\u200b",
    "\ufeff",
    "\ufffd",
    "\x00",
    "\x1b",
    "\x85",
    "\u2028",
    "\ue100",
    "\ud7ff",
    "é",
]
LARGEST = 200_000

pieces = st.sampled_from([*PIECES.split("\n"), *ODD]) | st.text(max_size=30)
joints = st.sampled_from(["\n", "\n\n", " ", "", "\r", "\r\n", "\x0c", "\n  ", "\n    "])
encodings = st.sampled_from(["utf-8", "utf-8", "utf-8", "utf-16", "utf-32", "cp1252"])


@st.composite
def counted(draw: st.DrawFn) -> str:
    """A line that counts: the same shape of number over and over, rising, falling or leaping."""
    shape = draw(
        st.sampled_from(
            ["{}.", "{}.1", "1.{}", "1.{}a", "1-{}", "{})", "Article {}:", "# {}.", "Q{}.", "A.{}"]
        )
    )
    words = draw(pieces)
    step = draw(st.sampled_from([1, 1, 0, -1, 7]))
    many = draw(st.integers(2, 60))
    return "\n".join(f"{shape.format(abs(100 + step * at))} {words}" for at in range(many))


@st.composite
def texts(draw: st.DrawFn) -> bytes:
    """Some pieces, perhaps each or all of them very often."""
    parts = [
        part * draw(st.sampled_from([1, 1, 1, 2, 50]))
        for part in draw(st.lists(pieces | counted(), max_size=25))
    ]
    words = draw(joints).join(parts)
    often = draw(st.sampled_from([1, 1, 1, 1, 1, 3, 100, 100_000]))
    words = (words + draw(joints)) * min(often, LARGEST // (len(words) + 1) + 1)
    return words[:LARGEST].encode(draw(encodings), "replace")


@dataclass
class _Run:
    """How far a run got, and the smallest text that broke it."""

    tried: int = 0
    broke: tuple[bytes, str] | None = None
    why: str = ""


def main(minutes: float) -> int:
    """Try texts until the time is over or one breaks."""
    run, until = _Run(), time.monotonic() + 60 * minutes

    @settings(
        max_examples=500,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate, Phase.shrink),
    )
    @given(texts(), st.sampled_from(FORMATS))
    def try_one(data: bytes, suffix: str) -> None:
        if time.monotonic() > until and run.broke is None:
            return
        run.tried += 1
        try:
            read_anything(data, suffix)
        except Exception as error:
            run.broke, run.why = (data, suffix), "".join(traceback.format_exception(error)[-2:])
            raise

    while time.monotonic() < until:
        try:
            try_one()
        except Exception:
            if run.broke is None:
                raise
            print(f"{run.why}\nkept as {keep(*run.broke)} after {run.tried:,} texts")
            return 1
    print(f"{run.tried:,} texts, none broke anything")
    return 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 10))
