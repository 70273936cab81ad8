"""What the teachers of names and of quotations share: the posts, the games that they are about, the weights.

The posts are those of `tests/cases/forum_posts.txt`, of `posts.txt` and of `forms.txt`; the games are built from the
texts that the tests of posts read.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "tests"), str(HERE.parent / "tests" / "cite")]

from case_files import CASES  # noqa: E402
from forum_posts import GAMES, Post, posts  # noqa: E402
from post_jobs import BUILDS  # noqa: E402

from kb.cite import Rules  # noqa: E402
from kb.link.patterns import WEIGHTS  # noqa: E402

OFTEN = 4
"""How often the forms are read that have to hold, however few posts have them."""


def taught_by(folder: Path) -> Iterator[tuple[Rules, Post]]:
    """Every post that teaches, with the rules that it is about, which are built in a folder first."""
    files = CASES / "forum_posts.txt", HERE / "posts.txt", *[HERE / "forms.txt"] * OFTEN
    every = [post for file in files for post in posts(file)]
    for shelf, build in BUILDS.items():
        home = folder / shelf
        if not (home / "build").exists():
            home.mkdir(parents=True, exist_ok=True)
            build(home)
        with Rules(home / "build") as rules:
            about = (post for post in every if post.shelf == shelf and GAMES.get(post.about) in rules.games)
            yield from ((rules, post) for post in about)


def write(table: str, weights: Iterable[tuple[str, float]]) -> int:
    """Write a table of weights, in hundredths, beside the others; how many are left."""
    every: dict[str, Mapping[str, int]] = json.loads(WEIGHTS.read_text("utf-8"))
    every[table] = {trait: hundredths for trait, weight in weights if (hundredths := round(100 * weight))}
    WEIGHTS.write_text(json.dumps(every, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    return len(every[table])
