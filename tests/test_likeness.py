"""Which entries of an edition share rare words with one of another?"""

from __future__ import annotations

from kb.ledger.likeness import Candidates, Text, Weights
from kb.ledger.said import Said


def text(name: str, words: str) -> Text:
    return Text(
        Said(name=name, kind="rule", number=None, title=None, markdown=words, hash=words, parent=None)
    )


HELD = {
    at: text(f"{at}", words) for at, words in enumerate(("amber walls", "amber brisk towers", "quiet moss"))
}


def test_what_shares_most_comes_first_each_word_by_its_worth() -> None:
    weights = Weights({"amber": 2, "brisk": 1, "wall": 1, "tower": 1}, 3)
    assert [*Candidates(HELD, lambda: weights).near(text("new", "amber brisk tower"))] == [1, 0]


def test_words_are_weighed_only_where_one_has_to_be_preferred() -> None:
    def weights() -> Weights:
        raise AssertionError("words are counted through both editions for that")

    near = Candidates(HELD, weights).near
    assert [*near(text("new", "mossy quiet"))] == [2]
    assert [*near(text("new", "granite"))] == []
