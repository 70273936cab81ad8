"""Where does a post mention each term of its game first? For `--terms`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Any

from kb.cite.finders import Found
from kb.cite.meaning import Decided
from kb.entries import Entry
from kb.link.everyday import is_homely
from kb.link.names import Names, without_parameter
from kb.link.terms import Terms
from kb.link.tokens import keys, read

_SHOUTED = 4
"""Letters of a word that is written in capitals for its weight; a shorter one is an abbreviation."""


def keywords(
    names: Names, terms: Terms, text: str, decided: Sequence[Decided], linked: Collection[str]
) -> list[Decided]:
    """The citations and the first mention of each term that neither they nor the post's own links lead to."""
    cited = {one.entry.id for one in decided if one.entry}
    cited |= {entry.id for entry in names.entries if entry.permalink in linked}
    found = []
    for use in terms.uses(text, read(text), (), in_post=True):
        term = use.terms[0]
        # several words, with a capital, or uncommon: no everyday English
        is_telling = (
            use.words > 1
            or (use.capital and not use.initial)
            or (len(use.form) > 2 and not any(map(is_homely, terms.lemmas[use.form])))
        )
        is_loud = _is_shouted(text[use.start : use.end], names.by_id[term])
        if len(use.terms) == 1 and term not in cited and is_telling and not (use.labelled or is_loud):
            cited.add(term)
            one = Found(start=use.start, end=use.end, form="keyword", name=term)
            found.append(Decided(found=one, entries=(names.by_id[term],)))
    return sorted([*decided, *found], key=lambda one: one.found.start)


def _is_shouted(said: str, entry: Entry) -> bool:
    """Whether a term is written in capitals that are not its own: "you may NOT ATTACK"."""
    return said.isupper() and len(said) >= _SHOUTED and said not in (entry.title or "")


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
                same = sum(form.startswith(word[: size + 1]) for size in range(len(word)))
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
