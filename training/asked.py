"""Writes what the encoder makes of the questions: a mean for every entry that was learnt from.

    python training/asked.py training/questions.jsonl

The games that are kept to choose by have none, so that what is measured on them holds for texts without questions.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np
from games import UNSEEN

from kb import encoders
from kb.encoders import asked
from kb.encoders.quantise import unit

AT_ONCE = 256


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("questions", type=Path)
    given = options.parse_args()
    rows = [json.loads(line) for line in given.questions.read_text(encoding="utf-8").splitlines()]
    kept = {row["entry"] for row in rows if row["game"] in UNSEEN}
    of_entry = defaultdict(set)
    for row in rows:
        if row["entry"] not in kept:
            of_entry[row["entry"]].add(row["query"])
    queries = sorted(
        {query for held in of_entry.values() for query in held}, key=lambda query: (len(query), query)
    )
    encoder, vectors = encoders.encoder(), {}
    for start in range(0, len(queries), AT_ONCE):
        some = queries[start : start + AT_ONCE]
        vectors |= zip(some, encoder.encode(some), strict=True)
        sys.stderr.write(f"{start + len(some)} of {len(queries)}\n")
    means = {
        bytes.fromhex(entry): unit(np.sum([vectors[query] for query in sorted(held)], axis=0))
        for entry, held in of_entry.items()
    }
    asked.write(encoders.DATA / asked.NAME, encoder.key, means)


if __name__ == "__main__":
    main()
