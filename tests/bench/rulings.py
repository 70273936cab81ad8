"""How often do rulings hold what decides a question, and how many of them are beside the point?

    python tests/bench/rulings.py BUILD QUESTIONS.jsonl [--game 000=marvel-champions ...]

The build holds the questions' games. Prints how many questions are answered, how many of them by an entry that is
known to answer, how many rulings are told in all, and how many questions what a search ranks first answers.
"""

from __future__ import annotations

from collections import Counter

from asked import build_and_questions

from kb.cite import Rules, find_rulings
from kb.search import search
from kb.search.evaluation import Answers, score


def main() -> None:
    build, asked = build_and_questions(__doc__.splitlines()[0])
    counts: Counter[str] = Counter()
    with Rules(build) as rules:
        answers = Answers(rules.store.entries(), rules.store.find)
        for question in asked:
            right = answers.groups(question)[0]
            told = [one.id for one in find_rulings(rules, question.query, game=question.game).rulings]
            first = [hit.says for hit in search(build, question.query, game=question.game).results[:1]]
            counts["told"] += len(told)
            counts["answered"] += bool(told)
            counts["right"] += bool(score(told, right)["recall@5"])
            counts["first"] += bool(score(first, right)["recall@5"])
    print(
        f"{len(asked)} questions: {counts['answered']} answered, {counts['right']} rightly, by {counts['told']}"
        f" rulings; a search ranks a right one first {counts['first']} times"
    )


if __name__ == "__main__":
    main()
