"""Which entry does a citation in a post mean, and which game is the post about? Doubt is told, never guessed away."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kb.cite.finders import Found, split_range
from kb.cite.rules import Rules
from kb.entries import Entry
from kb.link.everyday import is_common
from kb.link.names import Names, best_kind
from kb.refs.numbers import is_dotted

_STRONG = frozenset(("wiki", "number", "bare"))
"""Forms that are a citation whatever the post is about."""

_NAMED = 3
"""A game's name in a post tells as much as so many citations that only this game can resolve."""

_KINDS_NAMED = frozenset(("term", "rule", "section"))
_LONGEST = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """A citation and what it means."""

    found: Found
    entries: tuple[Entry, ...]
    """One if it is decided; several, or none, with the reason."""

    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decisions:
    """What a post cites, and the game that it is about."""

    game: str | None
    decided: tuple[Decided, ...]


def decide(rules: Rules, post: str, found: Sequence[Found], game: str | None = None) -> Decisions:
    """What each citation means; words that cite nothing and need no mention are left out."""
    meant = {slug: _meant(rules, found, slug) for slug in rules.games}
    game = game or about(rules, post, found, meant)
    decided = []
    for number, one in enumerate(found):
        everywhere = {slug: each[number] for slug, each in meant.items() if each[number]}
        if verdict := _decided(rules, one, everywhere, game):
            decided.append(trimmed(verdict))
    return Decisions(game=game, decided=tuple(decided))


def _meant(rules: Rules, found: Sequence[Found], game: str) -> list[list[Entry]]:
    """What each citation may mean in one game; a long thread cites the same again and again."""
    known: dict[tuple[object, ...], list[Entry]] = {}
    meant = []
    for one in found:
        key = one.form, one.name, one.cue, one.instead
        if key not in known:
            known[key] = _candidates(rules, one, game)
        meant.append(known[key])
    return meant


def about(rules: Rules, post: str, found: Sequence[Found], meant: dict[str, list[list[Entry]]]) -> str | None:
    """The game that a post is about: by what it cites, links and names; None if several fit as well."""
    if len(rules.games) == 1:
        return next(iter(rules.games))
    scores: Counter[str] = Counter()
    for slug, each in meant.items():
        scores[slug] += 4 * sum(
            1 for one, entries in zip(found, each, strict=True) if entries and _is_sure(one)
        )
        scores[slug] += sum(
            1 for one, entries in zip(found, each, strict=True) if entries and one.form in ("quoted", "see")
        )
        scores[slug] += 4 * _NAMED * _is_named(rules.games[slug].title, slug, post)
    scores.update(
        {
            slug: 4 * count
            for slug, count in Counter(a.partition("/")[0] for a in own_links(rules, post)).items()
        }
    )
    (first, most), *others = scores.most_common()
    return first if most > 0 and (not others or others[0][1] < most) else None


def own_links(rules: Rules, post: str) -> list[str]:
    """The addresses below the site that a post links to: `magic/314.6@2024-06-07/`."""
    return [match[1] for match in links_found(rules, post)]


def links_found(rules: Rules, post: str) -> Iterator[re.Match[str]]:
    """Where they stand in the post."""
    start = re.escape(f"{rules.base_url}/") if rules.base_url else r"(?<![\w/.:@-])"
    games = "|".join(map(re.escape, rules.games))
    return re.finditer(rf"{start}((?:{games})/[^\s<>()\[\]\"'&/]{{1,200}}/)", post)


def _is_sure(found: Found) -> bool:
    """Whether it is linked even where nothing tells the game, and so must tell it as a link will."""
    return found.form in _STRONG


def _is_named(title: str, slug: str, post: str) -> bool:
    """Whether a post says the name of a game: "Magic", "Tales from the Red Dragon Inn"."""
    names = {title, title.partition(":")[0], slug.replace("-", " ").title()}
    return any(
        re.search(rf"(?<![\w/@.-]){re.escape(name)}(?![\w/-])", post) for name in names if len(name) > 2
    )


def _decided(
    rules: Rules, found: Found, everywhere: dict[str, list[Entry]], game: str | None
) -> Decided | None:
    fitting = everywhere.get(game, []) if game else [one for each in everywhere.values() for one in each]
    if found.form == "wiki" and not fitting:
        fitting = rules.resolve(found.name)[:1]  # another game's, by its id
    if game is None and found.form not in _STRONG and fitting:
        return (
            _doubt(found, fitting, "no sign of which game is meant")
            if found.form in ("see", "quoted")
            else None
        )
    if len(fitting) == 1:
        return Decided(found=found, entries=(fitting[0],))
    if fitting:
        return _doubt(found, fitting, "several entries fit")
    if found.form == "wiki" or (found.form == "number" and found.cue == "rule" and is_dotted(found.name)):
        where = f" in {game}" if game else ""
        return Decided(found=found, entries=(), reason=f"nothing{where} is called {found.name!r}")
    return None


def _doubt(found: Found, entries: Iterable[Entry], reason: str) -> Decided:
    return Decided(found=found, entries=tuple(entries), reason=reason)


def _candidates(rules: Rules, found: Found, game: str) -> list[Entry]:
    """What a citation may mean in one game."""
    names = rules.names(game)
    if found.form in ("number", "bare"):
        for number in (*found.instead, found.name):
            if entries := _numbered(names, number, found.cue):
                return entries
        return []
    if found.form == "wiki":
        return _wiki(rules, found.name, game)
    if found.form == "keyword":
        entry = names.by_id.get(found.name)
        return [entry] if entry else []
    return _named(names, found)


def _numbered(names: Names, number: str, cue: str) -> list[Entry]:
    if cue not in ("", "rule", "weak"):
        labelled = names.labelled(cue, number)
        if labelled or cue == "appendix":
            return best_kind(labelled)
        if not is_dotted(number):
            return []  # "step 2", "section 3" of whatever people write about
    found = names.numbered(number)
    return [entry for entry in found if entry.kind in ("rule", "section", "step", "example")]


def _wiki(rules: Rules, name: str, game: str) -> list[Entry]:
    found = rules.resolve(name, game)
    names = rules.names(game)
    return [found[0]] if found and (found[0].id in names.by_id or "@" in name) else []


def _named(names: Names, found: Found) -> list[Entry]:
    """The entries so called; of a name in mid-sentence also without its last words."""
    for name in _shorter(found):
        entries = [one for one in names.named(name) if one.kind in _KINDS_NAMED]
        if found.form != "see":
            entries = [one for one in entries if one.kind == "term" or one.number] or []
            if found.form == "capitals" and " " not in name and is_common(name.lower()):
                entries = []
        if entries:
            return best_kind(entries)
    return []


def _shorter(found: Found) -> list[str]:
    if len(found.name) > _LONGEST:
        return []
    if found.form != "see":
        return [found.name]
    words = re.split(r"(?<=\S) ", found.name)
    return [" ".join(words[:count]) for count in range(len(words), 0, -1)]


def trimmed(decided: Decided) -> Decided:
    """A name after "see" without the words behind it that are no part of the name."""
    found = decided.found
    if found.form != "see" or len(decided.entries) != 1:
        return decided
    from kb.analyse import name_key
    from kb.link.names import called

    keys = {name_key(name) for name in called(decided.entries[0])}
    for name in _shorter(found):
        if name_key(name) in keys:
            return replace(decided, found=replace(found, end=found.start + len(name), name=name))
    return decided


def ranges_apart(rules: Rules, found: Iterable[Found], game: str | None) -> list[Found]:
    """The same, with "702.19b-d" as its two ends where the whole is no number of a text."""
    games = [game] if game else list(rules.games)
    result = []
    for one in found:
        ends = split_range(one.name) if one.form in ("number", "bare") else None
        if ends and not any(rules.names(each).numbered(one.name) for each in games):
            first, last = ends
            if any(rules.names(each).numbered(last) and rules.names(each).numbered(first) for each in games):
                cut = one.end - len(one.name.rpartition("-")[2])
                result += [replace(one, end=cut - 1, name=first), replace(one, start=cut, name=last)]
                continue
        result.append(one)
    return result
