"""Posts that nobody would write take no more than linear time: what is quadratic would take minutes here."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from itertools import product

import pytest

from kb.cite import Rules, link, verify

CHARACTERS = 50_000
PATIENCE = 10.0
"""Seconds; the slowest takes about two, a square of it an hour."""

PIECES = {
    "brackets": "[",
    "pairs of brackets": "[]",
    "links without an end": "[a](",
    "wiki brackets": "[[a",
    "nested quotations": "[quote]",
    "quoted lines": "> a\n",
    "quotation marks": '"a ',
    "curly quotation marks": "“a b c d e ",
    "closed quotations": "“a b c d e” CR 1.2 ",
    "code": "` `` ",
    "fences": "```\n",
    "tags": "<a ",
    "comments": "<!--",
    "definitions": "[a]: b\n",
    "cues": "rule ",
    "missing rules": "CR 999.9 ",
    "known rules": "CR 314.6 and .7\n",
    "ranges": "1.1–",
    "long number": "1",
    "names": "See Line Of ",
    "capitals": "LEAP ",
    "addresses": "https://moor.example/rules/hearthmoor/x/ ",
}


ACTS: dict[str, Callable[..., object]] = {"link": link, "verify": verify}
WAYS = [*product(PIECES, ("markdown", "bbcode", "html"), ACTS)]
"""Three places and two acts for each piece: six ways."""

if not os.environ.get("KB_FULL"):  # each piece in each place, and by turns linked and verified
    WAYS = [way for at, way in enumerate(WAYS) if (at // 2 + at) % 2]


@pytest.mark.parametrize(("piece", "place", "act"), WAYS)
def test_no_post_takes_quadratic_time(rules: Rules, piece: str, place: str, act: str) -> None:
    piece = PIECES[piece]
    post = f"rules {piece * (CHARACTERS // len(piece))} end"
    started = time.process_time()
    ACTS[act](rules, post, source=place)
    assert time.process_time() - started < PATIENCE
