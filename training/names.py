"""Teaches which names in a post cite their entries: writes a table of `kb/link/likely.json`, from posts that show it.

    python training/names.py FOLDER

The posts and games are those of `teaching.py`. L1 logistic regression leaves a few hundred traits.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression
from teaching import taught_by, write

from forum_posts import GAMES, Post  # isort: skip
from post_jobs import place_of  # isort: skip

from kb.cite import Rules
from kb.cite.evidence import SPOKEN
from kb.cite.likely import candidates
from kb.cite.linking import citations
from kb.cite.quotations import quotations
from kb.cite.shield import as_read, masked, shielded, unescaped

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
    rows = [one for rules, post in taught_by(options.parse_args().folder) for one in taught(rules, post)]
    counts = Counter(trait for traits, _ in rows for trait in set(traits))
    vectors = DictVectorizer(sort=True)
    seen = vectors.fit_transform(
        {trait: 1 for trait in traits if counts[trait] >= FEWEST} for traits, _ in rows
    )
    seen.indices, seen.indptr = seen.indices.astype("int32"), seen.indptr.astype("int32")
    model = LogisticRegression(C=STRENGTH, penalty="l1", solver="liblinear", max_iter=3000, random_state=0)
    model.fit(seen, [is_cited for _, is_cited in rows])
    learnt = zip(vectors.get_feature_names_out(), model.coef_[0], strict=True)
    left = write("likely", [("always", model.intercept_[0]), *learnt])
    print(f"{len(rows)} names, {sum(is_cited for _, is_cited in rows)} citations: {left} weights")


if __name__ == "__main__":
    main()
