"""How well does search know that it does not know? Development questions asked in their own game and in another.

    python tests/bench/no_answer.py BUILD QUESTIONS.jsonl [--game 000=marvel-champions ...]

The build holds the questions' games and at least one other. Prints, for some floors of the first score, how many
questions that are answered among the first five stay below it, and how many asked where nothing answers.
"""

from __future__ import annotations

import random

from asked import build_and_questions

from kb.search import Searcher
from kb.search.evaluation import Answers, score
from kb.store import Library

FLOORS = (0.32, 0.34, 0.36, 0.38, 0.4, 0.45, 0.5, 0.55, 0.6)
ENOUGH = 5


def main() -> None:
    build, asked = build_and_questions(__doc__.splitlines()[0])
    dice, answered, elsewhere = random.Random(1), [], []
    with Library(build) as store, Searcher(build) as searcher:
        answers = Answers(store.entries(), store.find)
        held = store.slugs
        for question in asked:
            found = searcher.search(question.query, game=question.game).results
            values = score([hit.id for hit in found], answers.groups(question)[0])
            if values[f"recall@{ENOUGH}"]:
                answered.append(found[0].score)
            other = dice.choice([slug for slug in held if slug != question.game])
            first = searcher.search(question.query, game=other).results[:1]
            elsewhere.append(first[0].score if first else 0.0)
    print(f"{len(answered)} answered, {len(elsewhere)} asked in another game; below the floor of")
    for floor in FLOORS:
        refused, caught = (
            sum(one < floor for one in some) / max(len(some), 1) for some in (answered, elsewhere)
        )
        print(f"{floor:.2f}: {refused:.1%} of those answered, {caught:.1%} of those asked elsewhere")


if __name__ == "__main__":
    main()
