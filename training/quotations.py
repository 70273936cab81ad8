"""Teaches what is to be told of a quotation: writes a table of `kb/link/likely.json`, from posts with known verdicts.

    python training/quotations.py FOLDER

The posts and games are those of `teaching.py`. Of the readings of a quotation one is right at most, and the weights
are those under which it is the likeliest (conditional logit, McFadden 1974, to be silent weighing nothing), with an L1
penalty that leaves a few hundred traits, found by FISTA (Beck and Teboulle 2009).
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix
from teaching import taught_by, write

from forum_posts import Post, told  # isort: skip
from post_jobs import place_of  # isort: skip

from kb.cite import Rules, verifying
from kb.cite.attributing import readings

STRENGTH = 0.5
"""Inverse of the strength of the penalty: chosen on 4,000 posts, a thousand of them left out at a time."""

FEWEST = 3
"""Readings that have a trait; a rarer one teaches nothing."""

TURNS = 300

Reading = tuple[str, float, tuple[str, ...]]
"""What would be told, how many characters away is what it is said to be from, and its traits."""

_UNPLACED = 1_000.0
_GAME = re.compile(r"[a-z-]+:(?=[A-Za-z]?\d)")
# a text that gives a number twice has the second one under another id
_SECOND = re.compile(r"(lotr-lcg:[\d.]+)-2\b")


def read(rules: Rules, post: Post) -> list[list[Reading]]:
    """The readings of each quotation of a post."""
    text, quoted, decisions, judge = verifying.read(rules, post.text, place_of(post), post.game)
    found = []
    for quotation, each in zip(quoted, readings(judge, text, quoted, decisions.decided), strict=True):
        row = []
        for reading, traits in each:
            by, far = reading.cited, _UNPLACED
            if by:
                far = max(by.start, quotation.start) - min(by.end, quotation.end)
            id = by.entry.id if by and by.entry and not by.reason else None
            said = told(judge.finding(reading), _SECOND.sub(r"\1", id) if id else None)
            row.append((_SECOND.sub(r"\1", said or ""), far, traits))
        found.append(row)
    return found


def is_right(said: str, due: str) -> bool:
    """Whether it is what a reader told: that a number is re-used is told as one that is wrong, and a cut apart."""
    if due in said.split(" + "):
        return True
    kind, _, rest = said.partition(" ")
    of, _, meant = due.partition(" ")
    if kind == "reused" and of == "misnumbered":
        return _GAME.sub("", rest).split() == _GAME.sub("", meant).split()
    return {kind, of} == {"exact", "cut"} and rest == meant


def rights(post: Post, found: Sequence[Sequence[Reading]]) -> list[str | None]:
    """What is due to each quotation, the nearest that fits; "" where nothing is, None where that is in doubt."""
    due = [one for one in post.verdicts if not one.startswith(("missing", "withdrawn"))]
    given: dict[int, str] = {}
    for fits in (lambda said, one: one in said.split(" + "), is_right):
        for one in [one for one in due if one != "not found"]:
            fitting = [
                (far, number)
                for number, row in enumerate(found)
                if number not in given
                for said, far, _ in row
                if fits(said, one)
            ]
            if fitting:
                given[min(fitting)[1]] = one
                due.remove(one)
    left = [
        number
        for number, row in enumerate(found)
        if number not in given and any(said.endswith("not found") for said, _, _ in row)
    ]
    missed = due.count("not found")
    in_doubt = {*left} if missed and len(left) > missed else set()
    given |= {number: "not found" for number in left if missed and number not in in_doubt}
    if len(due) > missed:
        in_doubt |= {number for number in range(len(found)) if number not in given}
    return [None if number in in_doubt else given.get(number, "") for number in range(len(found))]


def examples(rules: Rules, post: Post) -> Iterator[list[tuple[tuple[str, ...], bool]]]:
    """The traits of each quotation's readings, and whether they are right; none of what is in doubt."""
    found = read(rules, post)
    for due, row in zip(rights(post, found), found, strict=True):
        if due is not None and row:
            yield [(traits, bool(due) and is_right(said, due)) for said, _, traits in row]


def learnt(every: Sequence[Sequence[tuple[tuple[str, ...], bool]]]) -> Iterator[tuple[str, float]]:
    """The traits that weigh something, and how much."""
    rows = [(group, traits, right) for group, row in enumerate(every) for traits, right in row]
    counts = Counter(trait for _, traits, _ in rows for trait in {*traits})
    names = ["always", *sorted(trait for trait, count in counts.items() if count >= FEWEST)]
    place = {name: number for number, name in enumerate(names)}
    columns = [[0, *sorted(place[one] for one in {*traits} if one in place)] for _, traits, _ in rows]
    ends = np.cumsum([0, *map(len, columns)])
    flat = np.array([one for row in columns for one in row], dtype=np.int32)
    matrix = csr_matrix((np.ones(len(flat)), flat, ends.astype(np.int32)), (len(rows), len(names)))
    turned = matrix.T.tocsr()
    group, right = np.array([one for one, _, _ in rows]), np.array([one for _, _, one in rows])
    starts = np.searchsorted(group, np.arange(len(every)))
    is_silent = ~np.logical_or.reduceat(right, starts)
    free = np.array([0.0, *(len(names) - 1) * [1.0]])  # what is always there is not held back

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        odds = np.exp(np.clip(matrix @ weights, -30, 30))
        good = odds * right
        most, best = 1 + np.add.reduceat(odds, starts), np.add.reduceat(good, starts) + is_silent
        share = odds / most[group] - good / best[group]
        return float(np.sum(np.log(most) - np.log(best))), turned @ share

    weights = ahead = np.zeros(len(names))
    speed, steep = 1.0, 50.0
    for _ in range(TURNS):
        now, slope = loss(ahead)
        while True:
            step = ahead - slope / steep
            new = np.sign(step) * np.maximum(np.abs(step) - free / STRENGTH / steep, 0)
            moved = new - ahead
            if loss(new)[0] <= now + slope @ moved + steep / 2 * moved @ moved + 1e-6:
                break
            steep *= 1.6
        faster = (1 + (1 + 4 * speed * speed) ** 0.5) / 2
        ahead = new + (speed - 1) / faster * (new - weights)
        weights, speed, steep = new, faster, steep * 0.97
    yield from zip(names, weights.tolist(), strict=True)


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("folder", type=Path)
    every = [one for rules, post in taught_by(options.parse_args().folder) for one in examples(rules, post)]
    left = write("quotations", learnt(every))
    print(f"{len(every)} quotations: {left} weights")


if __name__ == "__main__":
    main()
