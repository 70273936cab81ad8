"""Which name begins at this word? A tree of words: a text is read once however many names there are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kb.link.inflect import lemmas
from kb.link.tokens import Word, keys

Node = dict[str, "Node | list[str]"]
_END = "\0"

MOST_OF_ONE_NAME = 20
"""Entries; a text that calls more by one name means none of them, and must not cost their number each time."""


class Lexicon:
    """Names, each standing for the ids of the entries it may mean."""

    def __init__(self, names: Iterable[tuple[str, str]]) -> None:
        self._root: Node = {}
        vocabulary: set[str] = set()
        for name, entry in names:
            words = keys(name)
            if words:
                vocabulary.update(words)
                _add(self._root, words, entry)
        self.lemmas = lemmas(vocabulary)
        self.openers = frozenset(
            form for form, found in self.lemmas.items() if not self._root.keys().isdisjoint(found)
        )
        """Words with which a name can begin."""

    def longest(self, words: Sequence[Word], at: int) -> tuple[int, list[str]] | None:
        """The index after the longest name that begins at word `at`, and what it may mean."""
        if words[at].key not in self.openers or words[at].glued:
            return None
        return self._walk(self._root, words, at)

    def _walk(self, node: Node, words: Sequence[Word], at: int) -> tuple[int, list[str]] | None:
        best: tuple[int, list[str]] | None = None
        ends = node.get(_END)
        if isinstance(ends, list) and not (at < len(words) and words[at].glued):
            best = at, ends
        if at == len(words):
            return best
        for lemma in self.lemmas.get(words[at].key, ()):
            following = node.get(lemma)
            if isinstance(following, dict):
                best = _longer(best, self._walk(following, words, at + 1))
        return best


def _longer(
    one: tuple[int, list[str]] | None, other: tuple[int, list[str]] | None
) -> tuple[int, list[str]] | None:
    """The longer of two matches; of equally long ones ("Effects" and "Effect") all meanings."""
    if one is None or other is None:
        return one or other
    if one[0] == other[0]:
        return one[0], list(dict.fromkeys([*one[1], *other[1]]))
    return max(one, other, key=lambda match: match[0])


def _add(root: Node, words: Sequence[str], entry: str) -> None:
    node = root
    for word in words:
        following = node.setdefault(word, {})
        assert isinstance(following, dict)
        node = following
    ends = node.setdefault(_END, [])
    assert isinstance(ends, list)
    if len(ends) < MOST_OF_ONE_NAME and entry not in ends:
        ends.append(entry)
