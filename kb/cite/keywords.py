"""Where does a post mention each term of its game first? For `--terms`."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from kb.cite.deciding import Decided
from kb.cite.finders import Found
from kb.cite.rules import Rules
from kb.link.everyday import is_everyday
from kb.link.terms import Terms
from kb.link.tokens import read


def keywords(
    rules: Rules, text: str, decided: Sequence[Decided], linked: Collection[str], game: str | None
) -> list[Decided]:
    """The citations and the first mention of each term that neither they nor the post's own links lead to."""
    game = game or _game(rules, decided, linked)
    if game is None:
        return list(decided)
    names = rules.names(game)
    terms = Terms(names.entries)
    taken = [(one.found.start, one.found.end) for one in decided]
    cited = {one.entries[0].id for one in decided if len(one.entries) == 1}
    cited |= {entry.id for entry in names.entries if entry.permalink in linked}
    found = []
    for use in terms.uses(text, read(text), taken):
        term = use.terms[0]
        if (
            len(use.terms) > 1
            or term in cited
            or use.labelled
            or not _is_telling(use.form, use.words, use.capital and not use.initial)
        ):
            continue
        cited.add(term)
        one = Found(start=use.start, end=use.end, form="keyword", name=term)
        found.append(Decided(found=one, entries=(names.by_id[term],)))
    return sorted([*decided, *found], key=lambda one: one.found.start)


def _is_telling(form: str, words: int, capital: bool) -> bool:
    """Whether words are a term's and not everyday English: several, with a capital, or uncommon."""
    return words > 1 or capital or (len(form) > 2 and not is_everyday(form))


def _game(rules: Rules, decided: Sequence[Decided], linked: Collection[str]) -> str | None:
    """The one game that a post cites or links to; None where there are several or none."""
    games = {one.entries[0].game for one in decided if len(one.entries) == 1 and not one.reason}
    games |= {folder.partition("/")[0] for folder in linked}
    if len(rules.games) == 1:
        return next(iter(rules.games))
    return games.pop() if len(games) == 1 else None
