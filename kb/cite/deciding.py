"""Which entry does a citation in a post mean, and which game is the post about? Doubt is told, never guessed away."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kb.cite.finders import Found, split_range
from kb.cite.rules import Rules
from kb.cite.weighing import ENOUGH, shape_weight
from kb.entries import Entry
from kb.link.everyday import is_common
from kb.link.names import Names, best_kind
from kb.link.patterns import pattern
from kb.refs.numbers import is_dotted, key, shape

_STRONG = frozenset(("wiki", "number", "bare"))
"""Forms that are a citation whatever the post is about."""

_NAMED = 3
"""A game's name in a post tells as much as so many citations that only this game can resolve."""

_MOST_ROUNDS = 5
"""Each adds at least one to what the post tells, which is three at most."""

_NAMING = frozenset(("see", "quoted", "place", "entry"))
"""Forms that name an entry, which tells a game only where nothing else does."""

_SPOKEN_OF = pattern("deciding.spoken_of")
_KINDS_NAMED = frozenset(("term", "rule", "section"))
_LONGEST = 120
_STEP = re.compile(r"(\d+)([a-z]?)")


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
    evidence = {slug: _evidence(rules, post, found, each, slug, game) for slug, each in meant.items()}
    game = game or _about(rules, evidence)
    decided = []
    for number, one in enumerate(found):
        fitting = {
            slug: each[number] for slug, each in meant.items() if each[number] and evidence[slug].allows(one)
        }
        if verdict := _decided(rules, one, fitting, game):
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What a post says for one game."""

    score: int
    """How much speaks for it: citations that are sure, its name, links to it, names of its entries."""

    context: int
    """What that adds to the weight of a bare number."""

    def allows(self, found: Found) -> bool:
        """Whether words are a citation in such a post; a bare number needs evidence."""
        return found.form != "bare" or shape_weight(found.name) + found.weight + self.context >= ENOUGH


def _evidence(
    rules: Rules,
    post: str,
    found: Sequence[Found],
    meant: Sequence[list[Entry]],
    slug: str,
    told: str | None,
) -> Evidence:
    fitting = [(one, entries[0].id) for one, entries in zip(found, meant, strict=True) if entries]
    known = rules.names(slug).by_id
    linked = [
        f"{slug}:{address.partition('/')[2].partition('@')[0].rstrip('/')}"
        for address in own_links(rules, post)
        if address.startswith(f"{slug}/")
    ]
    told_of = {*linked, *(id for one, id in fitting if one.form != "bare" or _is_sure(one))}
    sure = {id for id in told_of if id in known and known[id].number}
    likely = {id for one, id in fitting if one.form == "bare" and one.weight >= 0}
    named = _is_named(rules.games[slug].title, slug, post)
    first = bool(_SPOKEN_OF.search(post)) + 2 * (named or told == slug)
    evidence = Evidence(score=0, context=first)
    for _ in range(_MOST_ROUNDS):  # what is a citation speaks for the others, as its link would
        accepted = sure | {id for one, id in fitting if one.form == "bare" and evidence.allows(one)}
        told_by = min(3, max(len(accepted), len(accepted | likely) - 1))
        if evidence.context == first + told_by:
            break
        evidence = Evidence(score=0, context=first + told_by)
    numbers = sum(_is_sure(one) or (one.form == "bare" and evidence.allows(one)) for one, _ in fitting)
    names = sum(one.form in _NAMING for one, _ in fitting)
    return Evidence(score=4 * (numbers + len(linked) + _NAMED * named) + names, context=evidence.context)


def _about(rules: Rules, evidence: Mapping[str, Evidence]) -> str | None:
    """The game that a post is about; None if several fit as well."""
    if len(rules.games) == 1:
        return next(iter(rules.games))
    (first, most), *others = sorted(
        ((slug, each.score) for slug, each in evidence.items()), key=lambda each: -each[1]
    )
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
    """Whether it is a citation wherever it stands, and so tells the game that has it."""
    if found.form == "number":
        return found.cue == "rule" or is_dotted(found.name)
    return found.form == "wiki" or (
        found.form == "bare" and found.weight >= 0 and shape_weight(found.name) >= ENOUGH
    )


def _is_named(title: str, slug: str, post: str) -> bool:
    """Whether a post says the name of a game: "Magic", "Tales from the Red Dragon Inn", "MTG"."""
    called = slug.replace("-", " ").title()
    names = {title, title.partition(":")[0], called, _initials(title), _initials(called)}
    return any(
        re.search(rf"(?<![\w/@.-]){re.escape(name)}(?![\w/-])", post) for name in names if len(name) > 2
    )


def _initials(name: str) -> str:
    return "".join(re.findall(r"\b[A-Z]", name.title()))


def _decided(
    rules: Rules, found: Found, everywhere: dict[str, list[Entry]], game: str | None
) -> Decided | None:
    fitting = everywhere.get(game, []) if game else [one for each in everywhere.values() for one in each]
    if found.form == "wiki" and not fitting:
        fitting = rules.resolve(found.name)[:1]  # another game's, by its id
    if game is None and found.form not in _STRONG and fitting:
        return _doubt(found, fitting, "no sign of which game is meant") if found.form in _NAMING else None
    if len(fitting) == 1:
        return Decided(found=found, entries=(fitting[0],))
    if fitting:
        return _doubt(found, fitting, "several entries fit")
    if found.form == "wiki" or _is_missed(rules, found, game):
        where = f" in {game}" if game else ""
        return Decided(found=found, entries=(), reason=f"nothing{where} is called {found.name!r}")
    return None


def _is_missed(rules: Rules, found: Found, game: str | None) -> bool:
    """Whether a number that leads nowhere must have been meant as a rule's."""
    if found.form == "number" and found.cue == "rule":
        return is_dotted(found.name) or (bool(game) and shape(found.name) in rules.names(game or "").shapes)
    if found.form != "bare" or game is None or found.weight < 0 or shape_weight(found.name) < ENOUGH:
        return False
    names = rules.names(game)
    return shape(found.name) in names.shapes and bool(names.numbered(key(found.name)[0]))


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
    if found.form == "place":
        return _place(names, found)
    if found.form == "keyword":
        entry = names.by_id.get(found.name)
        return [entry] if entry else []
    return _named(names, found)


def _numbered(names: Names, number: str, cue: str) -> list[Entry]:
    if cue not in ("", "rule"):
        labelled = names.labelled(cue, number)
        if labelled or cue in ("appendix", "chapter"):
            return best_kind(labelled)
        if not is_dotted(number):
            return []  # "step 2", "section 3" of whatever people write about
    found = names.numbered(number)
    return [entry for entry in found if entry.kind in ("rule", "section", "step", "example")]


def _place(names: Names, found: Found) -> list[Entry]:
    """An appendix, or the step of it that is named: of two so numbered the one in detail."""
    entries = best_kind(names.named(found.name))
    if len(entries) != 1 or not found.instead:
        return entries
    number, letter = _STEP.match(found.instead[0]).groups()  # type: ignore[union-attr]
    steps = [one for one in names.children[entries[0].id] if one.kind == "step" and one.number == number]
    inside = [one for step in steps for one in names.children[step.id] if one.number == letter]
    detailed = [step for step in steps if names.children[step.id]]
    return (inside if letter else (detailed or steps))[:1] or entries


def _wiki(rules: Rules, name: str, game: str) -> list[Entry]:
    found = rules.resolve(name, game)
    names = rules.names(game)
    return [found[0]] if found and (found[0].id in names.by_id or "@" in name) else []


def _named(names: Names, found: Found) -> list[Entry]:
    """The entries so called; of a name in mid-sentence also without its last words."""
    for name in _shorter(found):
        entries = [one for one in names.named(name) if one.kind in _KINDS_NAMED]
        if found.form not in ("see", "entry") and names.has_terms:
            entries = [one for one in entries if one.kind == "term" or one.number]
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
