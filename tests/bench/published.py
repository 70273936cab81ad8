"""Does a database find what a build finds? `python published.py BUILD ADDRESS QUESTIONS [--game DOCUMENT=SLUG…]`.

Publishes the build, asks each question of both, as a whole and in its game, and tells how alike the answers are.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from statistics import fmean, median

from asked import add_games, questions_in

from kb.publishing import publish
from kb.search import open_searcher
from kb.search.evaluation import Answers, score
from kb.store import Library

DEPTH = 10


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=Path)
    parser.add_argument("address")
    parser.add_argument("questions", type=Path)
    add_games(parser)
    wishes = parser.parse_args()
    publish(wishes.build, wishes.address.split()[0])
    questions = questions_in([wishes.questions], wishes.game)
    with Library(wishes.build) as library:
        known = Answers(library.entries(), library.find)
        groups = [known.groups(question)[0] for question in questions]
    with open_searcher(wishes.build) as embedded, open_searcher(wishes.address) as published:
        for mode in ("hybrid", "lexical", "semantic"):
            for is_narrowed in (True, False):
                rows = []
                for question, right in zip(questions, groups, strict=True):
                    game = question.game if is_narrowed else None
                    made = [one.search(question.query, game=game, mode=mode) for one in (embedded, published)]
                    here, there = ([hit.id for hit in answer.results[:DEPTH]] for answer in made)
                    both = len({*here} & {*there}) / max(1, len(here), len(there))
                    gains = [score(ids, right)["nDCG@10"] for ids in (here, there)]
                    rows.append(
                        (
                            here[:1] == there[:1],
                            both,
                            *gains,
                            *(one.took_ms for one in made),
                            [hit.why for hit in made[0].results] == [hit.why for hit in made[1].results],
                            made[0].answered == made[1].answered,
                        )
                    )
                    if here[:1] != there[:1]:
                        print(f"  other first: {question.query!r}: {here[:1]} {there[:1]}")
                first, overlap, own, theirs, own_ms, their_ms, why, answered = zip(*rows, strict=True)
                print(
                    f"{mode:8} {'one game' if is_narrowed else 'all':8} n={len(rows)} same first {fmean(first):.3f}"
                    f" overlap {fmean(overlap):.3f} nDCG {fmean(own):.4f} {fmean(theirs):.4f}"
                    f" ms {median(own_ms):.0f} {median(their_ms):.0f}"
                    f" same why {fmean(why):.2f} answered {fmean(answered):.2f}"
                )


if __name__ == "__main__":
    main()
