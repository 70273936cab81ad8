"""How long do posts take? `python tests/bench/cite_speed.py BUILD`: a long thread, and posts nobody would write.

Prints processor seconds; of hostile posts for half of it and for all of it, so that a square shows.
The long thread says the same again and again; in that of quotations no two are alike: rules as printed and with
words exchanged, with and without their numbers, between words at random.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from kb.cite import Rules, link, verify

POSTS = (
    "I think CR 702.19b decides that: trample damage has to be dealt to all blockers first.\n\n",
    "> Ada wrote: rule 314.6 says no\n\nThat is wrong, see rules 603.7d–f and [[Trample]].\n\n",
    "We met at 7.30 pm, paid $12.50 each and played three games; it was fun and nobody cited anything.\n\n",
    "Does First Strike matter here? “State-based action” is the term, `rule 704.5` in code stays.\n\n",
    "No idea. My creature blocks, and yours deals damage equal to its power to the player it attacks.\n\n",
)
CHARACTERS = 2_000_000
STRAIGHT = str.maketrans({"“": "'", "”": "'", '"': "'"})
FORMS = (
    "CR {number} says “{printed}” so there.",
    "> {printed}\n\nsee rule {number}.",
    "> {number} {changed}\n\n",
    "Ada said “{changed}” I think.",
    "rule {number}: “{changed}” and that is that.",
)
HOSTILE = {
    "a million brackets": "[" * 1_000_000,
    "a million pairs": "[]" * 500_000,
    "nested quotations": "[quote]" * 140_000,
    "quotations closed": "[quote]" * 60_000 + "[/quote]" * 60_000,
    "quoted lines": "> " * 500_000,
    "backticks": "".join("`" * (n % 50 + 1) + " " for n in range(38_000)),
    "tags": "<a" * 500_000,
    "links that never end": "[a](" * 250_000,
    "quotation marks": '"' * 1_000_000,
    "curly quotation marks": "“" * 1_000_000,
    "wiki brackets": "[[a" * 333_000,
    "rule rule rule": "rule " * 200_000,
    "numbers": "1." * 500_000,
    "one long number": "rule " + "1" * 1_000_000,
    "a range of ranges": "rules " + "1.1–" * 250_000,
    "see See see": "See Also The " * 77_000,
    "capitals": "ABC DEF " * 125_000 + "a",
    "comments": "<!--" * 250_000,
    "definitions": "[a]: b\n" * 140_000,
}


def seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def long_thread() -> str:
    """Two megabytes of posts."""
    chance = random.Random(1)
    thread = ""
    while len(thread) < CHARACTERS:
        thread += "".join(chance.choice(POSTS) for _ in range(1000))
    return thread


def thread_of_quotations(rules: Rules, game: str) -> str:
    """The same in which every post quotes another rule."""
    chance = random.Random(1)
    entries = [one for one in rules.names(game).entries if one.number and len(one.text.split()) >= 12]
    known = " ".join(one.text for one in entries).translate(STRAIGHT).split()
    parts: list[str] = []
    while sum(map(len, parts)) < CHARACTERS:
        for entry in chance.sample(entries, 300):
            printed = entry.text.translate(STRAIGHT).split()
            changed = [word if chance.random() < 0.93 else chance.choice(known) for word in printed]
            parts += [
                chance.choice(FORMS).format(
                    number=entry.number, printed=" ".join(printed), changed=" ".join(changed)
                ),
                f" {' '.join(chance.choices(known, k=60))}\n\n",
            ]
    return "".join(parts)


def main() -> None:
    """Print the table."""
    with Rules(Path(sys.argv[1])) as rules:
        game = next(iter(rules.games))
        threads = {"long thread": long_thread(), "of quotations": thread_of_quotations(rules, game)}
        for name, post in threads.items():
            for what, act in ("link", link), ("link --terms", partial(link, terms=True)), ("verify", verify):
                with Rules(
                    Path(sys.argv[1])
                ) as fresh:  # as a command does: with all that has to be read first
                    taken = seconds(partial(act, fresh, post, game=game))
                print(f"{what:<14}{name:<14}{len(post):>10} characters {taken:6.2f} s")
        for name, post in HOSTILE.items():
            for source in ("markdown", "bbcode"):
                for what, act in (("link", link), ("verify", verify)):
                    half = seconds(partial(act, rules, post[: len(post) // 2], source=source))
                    whole = seconds(partial(act, rules, post, source=source))
                    if whole > 0.7 or "-v" in sys.argv:
                        print(
                            f"{name:<24}{source:<9} {what:<7} {half:6.2f} s for half, {whole:6.2f} s for all"
                        )


if __name__ == "__main__":
    main()
