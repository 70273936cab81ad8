"""Teaches which names in a post cite their entries: writes `kb/link/likely.json`, from posts with known citations.

    python training/names.py FOLDER

The posts are those of `tests/cases/forum_posts.txt` and of `posts.txt`; the games that they are about are built in
FOLDER first, from the texts that the tests of posts read. L1 logistic regression leaves a few hundred traits.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "tests"), str(HERE.parent / "tests" / "cite")]

from case_files import CASES  # noqa: E402
from forum_posts import GAMES, Post, posts  # noqa: E402
from post_jobs import BUILDS, place_of  # noqa: E402

from kb.cite import Rules  # noqa: E402
from kb.cite.evidence import SPOKEN  # noqa: E402
from kb.cite.likely import candidates  # noqa: E402
from kb.cite.linking import citations  # noqa: E402
from kb.cite.quotations import quotations  # noqa: E402
from kb.cite.shield import as_read, masked, shielded, unescaped  # noqa: E402
from kb.link.patterns import WEIGHTS  # noqa: E402

STRENGTH = 0.7
"""Inverse of the strength of the penalty, as scikit-learn has it: chosen on 320 posts by four writers left out."""

BY_NAME = frozenset(("see", "entry"))
"""Forms of citations that are names: what is taught must not be told by what was made to find them."""

FEWEST = 2
"""Names that have a trait; a rarer one teaches nothing."""


def taught(rules: Rules, post: Post) -> Iterator[tuple[tuple[str, ...], bool]]:
    """The traits of each name in a post, and whether it cites its entry; not of those that may or may not."""
    place, game = place_of(post), GAMES[post.about]
    text = unescaped(masked(post.text, shielded(post.text, place)), place)
    quoted = quotations(post.text, as_read(post.text, place), place)
    with patch("kb.cite.deciding.with_likely", lambda *given: given[3]):
        made = citations(rules, post.text, place, game=game).decided
    cited = [one for one in made if one.found.form not in SPOKEN]
    sure = [one for one in cited if one.found.form not in BY_NAME]
    for one in candidates(rules, text, quoted, sure, game, cited, {}):
        ids = {entry.id for entry in one.entries}
        due = {id for start, end, id in post.links if start < one.end and one.start < end}
        if not any(f"?{id}" in due for id in ids):
            yield one.traits, not ids.isdisjoint(due)


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("folder", type=Path)
    folder = options.parse_args().folder
    every = [*posts(CASES / "forum_posts.txt"), *posts(HERE / "posts.txt")]
    rows = []
    for shelf, build in BUILDS.items():
        home = folder / shelf
        if not (home / "build").exists():
            home.mkdir(parents=True, exist_ok=True)
            build(home)
        with Rules(home / "build") as rules:
            about = (post for post in every if post.shelf == shelf and GAMES.get(post.about) in rules.games)
            rows += [row for post in about for row in taught(rules, post)]
    counts = Counter(trait for traits, _ in rows for trait in set(traits))
    vectors = DictVectorizer(sort=True)
    seen = vectors.fit_transform(
        {trait: 1 for trait in traits if counts[trait] >= FEWEST} for traits, _ in rows
    )
    seen.indices, seen.indptr = seen.indices.astype("int32"), seen.indptr.astype("int32")
    model = LogisticRegression(C=STRENGTH, penalty="l1", solver="liblinear", max_iter=3000, random_state=0)
    model.fit(seen, [is_cited for _, is_cited in rows])
    learnt = zip(vectors.get_feature_names_out(), model.coef_[0], strict=True)
    weights = {"always": round(100 * model.intercept_[0])}
    weights |= {trait: hundredths for trait, weight in learnt if (hundredths := round(100 * weight))}
    WEIGHTS.write_text(json.dumps(weights, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    cited = sum(is_cited for _, is_cited in rows)
    print(f"{len(every)} posts, {len(rows)} names, {cited} citations: {len(weights)} weights")


if __name__ == "__main__":
    main()
