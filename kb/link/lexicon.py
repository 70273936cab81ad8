"""Which name begins at this word? A tree of words: a text is read once however many names there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from kb.link.inflect import lemmas
from kb.link.tokens import Word, keys, quoted_keys

MOST_OF_ONE_NAME = 20
"""Entries; a text that calls more by one name means none of them, and must not cost their number each time."""


@dataclass(slots=True)
class _Node:
    """Words with which names begin: the words that follow, and what is called by these alone."""

    following: dict[str, _Node] = field(default_factory=dict)
    called: list[str] = field(default_factory=list)


class Lexicon:
    """Names, each standing for the ids of the entries it may mean."""

    def __init__(self, names: Iterable[tuple[str, str]]) -> None:
        self._root = _Node()
        vocabulary: set[str] = set()
        for name, entry in names:
            for words in dict.fromkeys((keys(name), quoted_keys(name))):
                vocabulary.update(words)
                node = self._root
                for word in words:
                    node = node.following.setdefault(word, _Node())
                if (
                    node is not self._root
                    and len(node.called) < MOST_OF_ONE_NAME
                    and entry not in node.called
                ):
                    node.called.append(entry)
        self.lemmas = lemmas(vocabulary)
        starts = self._root.following.keys()
        self.openers = frozenset(form for form, found in self.lemmas.items() if not starts.isdisjoint(found))
        """Words with which a name can begin."""

    def longest(self, words: Sequence[Word], at: int) -> tuple[int, list[str]] | None:
        """The index after the longest name that begins at word `at`, and what it may mean: of equally long ones
        ("Effects" and "Effect") all meanings."""
        if words[at].key not in self.openers or words[at].glued:
            return None
        found = list(self._beginning(self._root, words, at))
        after = max((end for end, _ in found), default=0)
        called = dict.fromkeys(entry for end, entries in found if end == after for entry in entries)
        return (after, list(called)) if found else None

    def _beginning(self, node: _Node, words: Sequence[Word], at: int) -> Iterator[tuple[int, list[str]]]:
        """Every name that begins with the words before `at`: where it ends, and what is so called."""
        if node.called and not (at < len(words) and words[at].glued):
            yield at, node.called
        for lemma in self.lemmas.get(words[at].key, ()) if at < len(words) else ():
            if following := node.following.get(lemma):
                yield from self._beginning(following, words, at + 1)
