"""Where does a post mention each term of its game first? For `--terms`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import takewhile
from typing import Any

from kb.cite.deciding import Decided
from kb.cite.finders import Found
from kb.entries import Entry
from kb.link.everyday import is_homely
from kb.link.names import Names, without_parameter
from kb.link.terms import Terms, Use
from kb.link.tokens import keys, read

_LINE = re.compile(r"[^\n]+")
# "O’Brien" in two, "S.P.E.C.I.A.L." in seven: smaller than any word that names are compared by
_PIECE = re.compile(r"[^\W_]+")


def keywords(
    names: Names, terms: PostTerms, text: str, decided: Sequence[Decided], linked: Collection[str]
) -> list[Decided]:
    """The citations and the first mention of each term that neither they nor the post's own links lead to."""
    cited = {one.entries[0].id for one in decided if len(one.entries) == 1}
    cited |= {entry.id for entry in names.entries if entry.permalink in linked}
    found = []
    for use in terms.uses(text, cited):
        term = use.terms[0]
        # several words, with a capital, or uncommon: no everyday English
        is_telling = use.words > 1 or (use.capital and not use.initial) or terms.is_uncommon(use.form)
        if len(use.terms) == 1 and term not in cited and not use.labelled and is_telling:
            cited.add(term)
            one = Found(start=use.start, end=use.end, form="keyword", name=term)
            found.append(Decided(found=one, entries=(names.by_id[term],)))
    return sorted([*decided, *found], key=lambda one: one.found.start)


def facts(entries: Sequence[Entry]) -> dict[str, Any]:
    """The same for a browser: names with the numbers of their entries, forms of their words, words of every day.

    A form is told by how many letters a word loses and what it gets; a name is the title (1) or takes a number (2).
    """
    terms = Terms(entries)
    places = {entry.id: number for number, entry in enumerate(entries)}
    forms: dict[str, set[str]] = defaultdict(set)
    for form, found in terms.lemmas.items():
        for word in found:
            if word != form:
                same = sum(
                    1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(word, form, strict=False))
                )
                forms[word].add(f"{len(word) - same}{form[same:]}")
    by_forms: dict[str, list[str]] = defaultdict(list)
    for word in sorted(forms):
        by_forms[" ".join(sorted(forms[word]))].append(word)
    alone = {words[0] for name, _ in terms.names if len(words := keys(name)) == 1}
    return {
        "names": [
            (" ".join(keys(name)), places[term], _flags(name, terms.by_id[term].title or ""))
            for name, term in terms.names
        ],
        "forms": {endings: " ".join(words) for endings, words in by_forms.items()},
        "homely": " ".join(sorted(filter(is_homely, alone))),
    }


def _flags(name: str, title: str) -> int:
    bare = without_parameter(title)
    return (keys(name) == keys(bare)) + 2 * (bare != title)


class PostTerms:
    """The terms of a game as posts mention them, with the pieces of words that their names need.

    A long thread has mentioned most terms after a few pages; the lines that add nothing need no close look.
    """

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._terms = Terms(entries)
        self._names: dict[str, list[tuple[frozenset[str], bool, str]]] = defaultdict(list)
        for name, term in self._terms.names:
            pieces = [piece for key in keys(name) for piece in _PIECE.findall(key)]
            if pieces:
                self._names[pieces[-1]].append((frozenset(pieces), len(pieces) == 1, term))
        self._lemmas: dict[str, set[str]] = defaultdict(set)
        for form, found in self._terms.lemmas.items():
            for piece in _PIECE.findall(form):
                self._lemmas[piece].update(part for lemma in found for part in _PIECE.findall(lemma))

    def uses(self, text: str, cited: Collection[str]) -> Iterator[Use]:
        """The uses in the lines that may mention a term that is not cited yet; no name goes on in the next line."""
        for line in _LINE.finditer(text):
            if self._may_be_in(line[0], cited):
                yield from self._terms.uses(text, read(text, *line.span()), (), in_post=True)

    def is_uncommon(self, form: str) -> bool:
        """Whether a form of a name's word, or of a piece of it, is nothing that people say every day."""
        return len(form) > 2 and not any(map(is_homely, self._lemmas[form]))

    def _may_be_in(self, line: str, cited: Collection[str]) -> bool:
        """Whether a line has all words of a missing term, and one alone as a term is written."""
        pieces = self._lemmas.keys() & set(_PIECE.findall(line.lower()))
        if not pieces:
            return False
        capitals = {piece.lower() for piece in _PIECE.findall(line) if piece[0].isupper()}
        telling = {
            lemma
            for piece in pieces
            if piece in capitals or self.is_uncommon(piece)
            for lemma in self._lemmas[piece]
        }
        lemmas = {lemma for piece in pieces for lemma in self._lemmas[piece]}
        return any(
            needed <= (telling if is_alone else lemmas) and term not in cited
            for lemma in lemmas & self._names.keys()
            for needed, is_alone, term in self._names[lemma]
        )
