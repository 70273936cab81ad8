"""Where does a post mention each term of its game first? For `--terms`."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from kb.cite.deciding import Decided
from kb.cite.finders import Found
from kb.link.everyday import is_everyday
from kb.link.names import Names
from kb.link.terms import Terms, Use
from kb.link.tokens import read


def keywords(names: Names, text: str, decided: Sequence[Decided], linked: Collection[str]) -> list[Decided]:
    """The citations and the first mention of each term that neither they nor the post's own links lead to."""
    taken = [(one.found.start, one.found.end) for one in decided]
    cited = {one.entries[0].id for one in decided if len(one.entries) == 1}
    cited |= {entry.id for entry in names.entries if entry.permalink in linked}
    found = []
    for use in Terms(names.entries).uses(text, read(text), taken):
        term = use.terms[0]
        if len(use.terms) == 1 and term not in cited and not use.labelled and _is_telling(use):
            cited.add(term)
            one = Found(start=use.start, end=use.end, form="keyword", name=term)
            found.append(Decided(found=one, entries=(names.by_id[term],)))
    return sorted([*decided, *found], key=lambda one: one.found.start)


def _is_telling(use: Use) -> bool:
    """Whether words are a term's and not everyday English: several, with a capital, or uncommon."""
    capital = use.capital and not use.initial
    return use.words > 1 or capital or (len(use.form) > 2 and not is_everyday(use.form))
