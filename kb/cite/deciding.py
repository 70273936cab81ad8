"""Which entry does a citation in a post mean, and which game is the post about? Doubt is told, never guessed away."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kb.analyse import name_key
from kb.cite.evidence import (
    NAMING,
    SPOKEN,
    Evidence,
    about,
    chapter,
    evidence_for,
    is_small,
    links_found,
    quoting_games,
    things_spoken_of,
    topic,
)
from kb.cite.finders import (
    BEHIND_NAME,
    ENOUGH,
    NUMBERS,
    ON_TOPIC,
    Found,
    is_amount,
    is_short,
    letter_inside,
    shape_weight,
    stem,
)
from kb.cite.likely import with_likely
from kb.cite.meaning import (
    BESIDE,
    JOINED,
    Decided,
    is_reference,
    meant_in,
    names_apart,
    of_held_books,
    possible_games,
    prefer_as_written,
    ranges_apart,
    trimmed,
)
from kb.cite.naming import headings_numbered, next_named, questions_asked, titled
from kb.cite.parts import numbered_parts, of_part, of_whole
from kb.cite.quotations import Quotation, words
from kb.cite.rules import Rules
from kb.cite.shield import Span
from kb.entries import Entry
from kb.link.patterns import Patterns
from kb.link.stretches import merged
from kb.refs.numbers import is_dotted, key, shape

_STRONG = frozenset((*NUMBERS, "wiki"))
"""Forms that are a citation whatever the post is about."""

_POINTED = 2
"""What a number weighs at least that is pointed at, or right before a quotation."""

_MOST_AMOUNT = 1
"""What a post adds at most to a number like 3.5 that nothing has: it is then hardly a rule's."""

_PARTS_CALLED = frozenset(("step", "section", "paragraph"))
"""What numbers are called that only a game's own shape makes a rule's."""

_SAID = Patterns("deciding")
_MEANT = Patterns("meaning")
_PARTS = Patterns("parts")


@dataclass(frozen=True, slots=True, kw_only=True)
class Decisions:
    """What a post cites, and the game that it is about."""

    game: str | None
    decided: tuple[Decided, ...]
    why: str = ""
    """What in the post told the game: "it cites 704.5g and 117.5"; empty where nothing had to."""


def decide(
    rules: Rules,
    post: str,
    found: Sequence[Found],
    game: str | None,
    quoted: Sequence[Quotation],
    links: Sequence[Decided],
) -> Decisions:
    """What each citation means; words that cite nothing and need no mention are left out.

    `links` to the rules that a post has already count as the citations that they were.
    """
    game = game or (next(iter(rules.games)) if len(rules.games) == 1 else None)
    found = [*of_held_books(rules, post, ranges_apart(rules, names_apart(rules, post, found), game))]
    meant = {slug: meant_in(rules, found, slug) for slug in rules.games}
    prefer_as_written(found, meant)
    found = [
        _on_topic(rules, post, one, [entry for each in meant.values() for entry in each[number]])
        for number, one in enumerate(found)
    ]
    is_open = game is None
    holding, quoted_of = quoting_games(rules, quoted if is_open else (), found, meant)
    spoken = things_spoken_of(rules, post, found, meant, is_quoting=is_open and bool(quoted))
    addresses = [one.found.name for one in links]
    evidence = {
        slug: evidence_for(
            rules,
            post,
            found,
            each,
            slug,
            addresses,
            is_sure=slug == game,
            is_quoted=slug in holding,
            spoken=spoken[slug],
        )
        for slug, each in meant.items()
    }
    game = game or about(evidence)
    shapes = rules.names(game).shapes if game else frozenset()
    is_numbered = any(one.form in NUMBERS and shape(one.name) in shapes for one in found)
    others = [
        slug
        for slug, each in evidence.items()
        if (each.said or (len(each.cited) > 1 and not is_numbered)) and slug != game and is_open
    ]
    other = others[0] if len(others) == 1 else ""
    decided: list[Decided] = []
    for number, one in enumerate(found):
        fitting = {
            slug: each[number] for slug, each in meant.items() if each[number] and evidence[slug].allows(one)
        }
        of = quoted_of.get(stem(one.name), game) if one.form in NUMBERS else game
        is_held = any(each[number] for slug, each in meant.items() if of in (None, slug))
        if verdict := _decided(rules, one, fitting, of, evidence[of] if of else None, other, is_held=is_held):
            verdict = of_part(rules, post, trimmed(verdict))
            before = decided[-1] if decided else None
            is_of_one = len(verdict.entries) > 1 and len({entry.game for entry in verdict.entries}) == 1
            decided.append(_of_named_text(rules, post, verdict, before) if is_of_one else verdict)
    decided = merged(decided, links)
    numbered = list(numbered_parts(rules, post, quoted, decided))
    decided = merged(decided, [one for one in numbered if one.found.form == "place"])
    decided = merged([one for one in numbered if one.found.form == "entry"], decided)
    decided = _unspoken(decided, is_open=is_open)
    decided = merged(decided, next_named(rules, post, decided))
    if game:
        decided = merged(decided, titled(rules.names(game), post, quoted, decided))
        decided = merged(decided, questions_asked(rules.names(game), post))
        decided = merged(decided, headings_numbered(rules.names(game), post, quoted, decided))
        decided = with_likely(rules, post, quoted, decided, game)
    decided = [*of_whole(rules, post, decided)]
    why = evidence[game].told() if game and is_open else ""
    return Decisions(game=game, decided=tuple(_citing(post, decided)), why=why)


def linked(rules: Rules, post: str, spans: Sequence[Span] = ()) -> Iterator[Decided]:
    """What the post's links to the rules lead to: where their addresses stand, or the stretches that hold these."""
    for match in links_found(rules, post):
        revision = rules.addressed(match[1])
        entry = rules.entry(revision.entry or "") if revision else None
        number = bisect_left(spans, match.end(), key=lambda span: span[1])
        is_held = number < len(spans) and spans[number][0] <= match.start()
        start, end = spans[number] if is_held else match.span()
        if post[max(0, start - 1) : start] == "<" and post[end : end + 1] == ">":
            start, end = start - 1, end + 1
        found = Found(start=start, end=end, form="link", name=match[1])
        yield Decided(found=found, entries=(entry,) if entry else ())


def _unspoken(decided: list[Decided], *, is_open: bool) -> list[Decided]:
    """The same without names that are only spoken of, LEAP or “Leap”, where anything is cited.

    A name in quotation marks still is a citation beside cited names, but where no game is given (`is_open`) no small
    word beside which nothing is cited.
    """
    others = [one for one in decided if one.found.form not in SPOKEN]
    if any(one.found.form == "link" or (one.entry and one.entry.number) for one in others):
        return others
    cited = {one.entry.id for one in others if one.entry}
    quoted = [
        one
        for one in decided
        if one.found.form == "quoted"
        and not (one.entry and one.entry.id in cited)
        and not (is_open and not others and one.found.name.islower())
    ]
    spoken = (
        () if others else (one for one in decided if one.found.form in SPOKEN and one.found.form != "quoted")
    )
    return sorted([*others, *quoted, *spoken], key=lambda one: one.start)


def _citing(post: str, decided: Sequence[Decided]) -> Iterator[Decided]:
    """The same without what only says where something is that is cited itself, and without links.

    A page behind what is named, "Appendix D of the Manual, page 14", and a name before its number.
    """
    before: Decided | None = None
    for number, one in enumerate(decided):
        led_by = before.found.form if before else ""
        between = post[before.found.end : one.found.start] if before else ""
        is_named = led_by == "link" or (led_by in NAMING and led_by != "page")
        is_led = one.found.form == "page" and is_named and _PARTS.of_named.fullmatch(between)
        if not (
            is_led
            or one.found.form == "link"
            or _is_numbered_next(post, one, decided[number + 1 : number + 2])
        ):
            yield one
        before = one


def _is_numbered_next(post: str, name: Decided, following: Sequence[Decided]) -> bool:
    """Whether the number of what is named stands behind its name: "compare Leaping, 702.19", "Leaping in 702.19"."""
    for one in following if name.found.form == "see" else ():
        is_number = one.found.form in NUMBERS
        if is_number and one.entry and name_key(one.entry.title or "") == name_key(name.found.name):
            return _SAID.numbered_next.fullmatch(post[name.end : one.start]) is not None
    return False


def _on_topic(rules: Rules, post: str, found: Found, entries: Sequence[Entry]) -> Found:
    """A bare number with more weight behind the name of a game or text, or beside what its rule is about: 305.2."""
    if found.weight == BEHIND_NAME:
        led = f" {name_key(post[max(0, found.start - BESIDE) : found.start])}"
        return replace(found, weight=0) if any(led.endswith(f" {name}") for name in rules.called) else found
    if found.form != "bare" or found.weight < 0 or is_short(found.name) or shape_weight(found.name) >= ENOUGH:
        return found
    is_meant = bool(topic(rules, post, found, entries))
    return replace(found, weight=found.weight + ON_TOPIC) if is_meant else found


def _of_named_text(rules: Rules, post: str, doubt: Decided, before: Decided | None) -> Decided:
    """Of several entries with one number that of the text named with it: "Tournament Rules 1.1", "1.1 of the MTR"."""
    found = doubt.found
    led = f" {name_key(post[max(0, found.start - BESIDE) : found.end].removesuffix(found.name))}"
    leads = _MEANT.of_text.match(post, found.end)
    followed = f"{name_key(post[leads.end() : leads.end() + BESIDE])} " if leads else ""
    beside = before.entry if before and found.start - before.found.end <= JOINED else None

    def named(entry: Entry) -> int:
        names = rules.called_text(entry)
        fitting = (len(name) for name in names if led.endswith(f" {name}") or followed.startswith(f"{name} "))
        return max(fitting, default=int(beside is not None and names == rules.called_text(beside)))

    most = max(map(named, doubt.entries))
    entries = tuple(entry for entry in doubt.entries if named(entry) == most)
    return replace(doubt, entries=entries, reason="") if most and len(entries) == 1 else doubt


def _decided(
    rules: Rules,
    found: Found,
    everywhere: dict[str, list[Entry]],
    game: str | None,
    evidence: Evidence | None,
    other: str,
    *,
    is_held: bool,
) -> Decided | None:
    """What a citation means, if it is one: in the game of the post, or in the other one that the post names.

    What a game has (`is_held`) and the post does not allow is no citation of something missing.
    """
    fitting = everywhere.get(game, []) if game else [one for each in everywhere.values() for one in each]
    fitting = fitting or everywhere.get(other, [])
    if found.form == "wiki" and not fitting and ":" in found.name:
        fitting = rules.resolve(found.name)[:1]  # another game's, by its id
    if game is None and is_small(found):
        return None
    reason = ""
    if not fitting:
        if is_held or not _is_missed(rules, found, game, evidence):
            return None
        where = f" in {game}" if game else ""
        reason = f"nothing{where} is called {found.name!r}"
    elif game is None and found.form not in _STRONG:
        if found.form not in NAMING:
            return None
        reason = "no sign of which game is meant"
    elif _is_told_twice(fitting):
        fitting = fitting[-1:]  # of an overview and the detail the latter
    elif len(fitting) > 1:
        reason = "several entries fit"
    return Decided(found=found, entries=tuple(fitting), reason=reason)


def _is_told_twice(entries: Sequence[Entry]) -> bool:
    """Whether a text gives one number twice to one thing, at first in an overview, in short: Ready cards, add STR."""
    titles = sorted((name_key(one.title or "").split() for one in entries), key=len)
    places = {(one.game, one.source, one.number) for one in entries}
    is_short = all(any(word.startswith(one) for word in title) for title in titles for one in titles[0])
    return len(places) == 1 and bool(titles[-1]) and is_short


def _is_missed(rules: Rules, found: Found, game: str | None, evidence: Evidence | None) -> bool:
    """Whether a number that leads nowhere must have been meant as a rule's; [[Blood Moon]] is a card's name."""
    if found.form == "wiki":
        return is_reference(rules, found.name)
    if _MEANT.edition.search(found.name) or (found.form == "bare" and _SAID.day.search(found.name)):
        return False
    if found.cue == "letter" and found.weight < 0:
        return False
    if found.form == "number" and found.cue in ("rule", "regulation"):
        is_shaped = any(shape(found.name) in rules.names(slug).shapes for slug in possible_games(rules, game))
        return (is_dotted(found.name) and found.cue == "rule") or (is_shaped and not is_small(found))
    if found.form == "number" and found.cue in _PARTS_CALLED and game is not None:
        return is_dotted(found.name) and _is_numbered_in(rules, game, found.name)
    was_held = bool(game and rules.numbered_before(game, found.name))
    is_priced = _SAID.priced.search(found.name) and found.weight < _POINTED and not was_held
    is_unlikely = is_short(found.name) and found.weight < ENOUGH  # but "per 9n “…”"
    if found.form != "bare" or is_priced:
        return False
    # 7.8 is no amount beside 7.1 and 7.2
    if evidence and found.weight > BEHIND_NAME and chapter(found.name) in evidence.chapters:
        return _is_numbered_in(rules, game, found.name)
    if is_unlikely or found.weight < 0:
        return False
    is_lettered = found.name[0].isalpha() and letter_inside(found.name)  # A3c; "2h40" is a time
    context = evidence.context if evidence else is_lettered - 1
    if is_amount(found.name):
        context = min(context, _MOST_AMOUNT)
    weight = shape_weight(found.name) + found.weight + context + was_held
    is_parted = found.name.count(".") != 1  # "7.3.5", "3h6": amounts have one point, or are whole
    is_told = found.weight or was_held or (weight > ENOUGH and is_parted)
    if shape_weight(found.name) < ENOUGH and not (is_told and weight >= ENOUGH):
        return False
    return _is_numbered_in(rules, game, found.name)


def _is_numbered_in(rules: Rules, game: str | None, number: str) -> bool:
    """Whether the game of a post, or any that it may be of, numbers its rules like this and has what it would stand in.

    That is 704 of 704.99, 9f of 9f99, A of A9, or the part that the chapter would stand in: 7 of 799.1. Or a text of
    it speaks of a number that it has not.
    """
    parts, form = key(number), shape(stem(number))
    part = parts[0][:1] if parts[0].isdigit() and len(parts[0]) > 2 else ""
    over = (parts[0], "".join(parts[:2]), f"{parts[0]}1" if parts[0].isalpha() else "", part)
    return any(
        form in rules.names(slug).shapes
        and (any(map(rules.names(slug).numbered, over)) or rules.texts(slug).holding([words(number)]))
        for slug in possible_games(rules, game)
    )
