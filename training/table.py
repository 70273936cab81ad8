"""Teaches the table what the encoder knows, and how rules are asked about; goes on from the table that ships.

    python training/table.py BUILD training/questions.jsonl

A question points between where the encoder sees it and where it sees the entry that answers it; sentences of the texts
and lines cast from `tabletop.toml` point where the encoder sees them. `games.UNSEEN` stays unseen.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import tabletop
from adapt import Lessons, read_questions
from fit import Course, fit, project
from games import UNSEEN

from kb import encoders
from kb.encoders.piece_table import write_shipped
from kb.encoders.quantise import Packed, unit
from kb.index.cache import Cached

BITS, SEED = 4, 1
SENTENCES, CAST = 8_000, 4_000
ANSWER_SHARE = 0.5
"""How far a question is drawn to its answer."""

COURSE = Course(epochs=6, batch=512, rate=1e-3)

SENTENCE = re.compile(r"(?<=[.?!])[\"')\]]*\s+(?=[A-Z(\"'])")


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("build", type=Path)
    options.add_argument("questions", type=Path)
    given = options.parse_args()
    lessons, dice = Lessons(given.build, read_questions(given.questions)), random.Random(SEED)
    asked = [one for one in lessons.asked if one[1] not in UNSEEN]
    used = [id for game, ids in lessons.games.items() if game not in UNSEEN for id in ids]
    said = sorted({part for id in used for part in SENTENCE.split(lessons.text[id]) if len(part) > 3})
    said = dice.sample(said, min(SENTENCES, len(said)))
    cast = [tabletop.cast(dice.choice(("answer", "question")), dice) for _ in range(CAST)]
    queries, answers = [one[3] for one in asked], [lessons.text[one[0]] for one in asked]
    teacher = Cached(encoders.encoder(), say)
    targets = teacher.encode([*queries, *said, *cast])
    targets[: len(asked)] += ANSWER_SHARE * teacher.encode(answers)
    axes = Packed((encoders.DATA / "axes.bin").read_bytes())[:]
    table = encoders.table()
    ids = [table.ids(text) for text in [*queries, *said, *cast]]
    rows = fit(ids, project(unit(targets), axes), table.rows(), COURSE, say)
    numbers = {name: number for number, name in enumerate(encoders.pieces())}
    order = by_use(ids[: len(asked)], len(rows))
    write_shipped(encoders.DATA, [numbers[table.pieces[place]] for place in order], rows[order], BITS)


def by_use(asked: Sequence[Sequence[int]], count: int) -> list[int]:
    """The rows of a table in the order in which a smaller one keeps them: what players write most comes first."""
    uses = Counter(chain.from_iterable(asked))
    return sorted(range(count), key=lambda row: (-uses[row], row))


def say(line: str) -> None:
    sys.stderr.write(line + "\n")


if __name__ == "__main__":
    main()
