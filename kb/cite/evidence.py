"""What in a post speaks for each game: its name, citations that this game has, long quotations, links to its pages."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.analyse import name_key
from kb.cite.comparing import (
    COPIED,
    EDITED,
    FEWEST,
    TELLING,
    TELLING_LETTERS,
    copied,
    held_then,
    likeness_to_cited,
)
from kb.cite.finders import BEHIND_NAME, ENOUGH, NUMBERS, Found, is_amount, shape_weight, stem
from kb.cite.quotations import Quotation, words
from kb.cite.rules import Rules
from kb.cite.saying import say
from kb.entries import Entry
from kb.link.everyday import is_common
from kb.link.names import LONG_TITLE, MOST_SPOKEN, straight
from kb.link.patterns import Patterns
from kb.refs.numbers import is_dotted, key

_SAID = Patterns("evidence")

_NAMED = 3
"""A game's name in a post, or a long quotation, tells as much as so many citations that only this game can resolve."""


_BESIDE = 80
"""Characters between a quotation and a number that may tell where it is from."""

_LONG_NAME = 8
"""Letters of a single name that is no word of every day."""

_MOST_SMALL = 2
"""What a post adds at most to a number like 3.5, which is an amount as often in a post about rules."""

_LARGE = 3
"""Digits of a whole number that is a rule's wherever it is called one: rule 704."""

_MOST_TOLD = 3
"""Citations that are named where it is said why a game was decided."""

_ABOUT = 200
"""Characters beside a number that may speak of what its rule is about."""

_FEWEST_SPOKEN = 2
"""Things that only one game has, from which a post speaks of it."""

_MOST_SPEAKING = 8
"""What such things tell of the game at most, as much as two citations."""

_SELLING = 3
"""What it takes from numbers that a post sells something and speaks of no rules."""

_MOST_COMPARED = 3
"""Quotations whose words are compared with those of all games."""


_QUOTED_FROM = frozenset((*NUMBERS, "entry", "see"))
"""Forms that tell where a quotation beside them is from."""

SPOKEN = frozenset(("quoted", "capitals", "phrase"))
"""Forms that only name a thing, which is no citation where a post cites by numbers."""

NAMING = frozenset(("see", "quoted", "place", "page", "entry"))
"""Forms that name an entry, which tells a game only where nothing else does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What a post says for one game."""

    context: int
    """What it adds to the weight of a bare number."""

    cited: tuple[str, ...] = ()
    """Numbers that are a citation in this game."""

    linked: int = 0
    """Links to its pages."""

    said: str = ""
    """The name of the game, as the post says it."""

    is_quoted: bool = False
    """Whether a long quotation is of this game only."""

    names: tuple[str, ...] = ()
    """Entries that the post names."""

    spoken: int = 0
    """Names and words that the post says and only this game has."""

    stems: frozenset[str] = frozenset()
    """Numbers of citations without their letters: where 702.16e is cited, 702.16c beside any word is, too."""

    chapters: frozenset[str] = frozenset()
    """Numbers without the last part of which two are cited, or one as large as 704: 7 where 7.1 and 7.2 are."""

    @property
    def score(self) -> int:
        """How much speaks for the game."""
        sure = len(self.cited) + self.linked + _NAMED * (bool(self.said) + self.is_quoted)
        return 4 * sure + len(self.names) + min(2 * self.spoken, _MOST_SPEAKING)

    def allows(self, found: Found) -> bool:
        """Whether words are a citation in such a post; a bare number needs evidence."""
        shaped = shape_weight(found.name)
        if shaped >= ENOUGH and found.weight >= BEHIND_NAME and stem(found.name) in self.stems:
            return True
        weight = found.weight + is_of_anything(found)
        context = min(self.context, _MOST_SMALL) if is_amount(found.name) else self.context
        return not _is_doubtful(found) or shaped + weight + context >= ENOUGH

    def told(self) -> str:
        """The same for a reader, in half a sentence."""
        parts = [
            say("says “{0}”", self.said) if self.said else "",
            say("cites {0}", _listed(self.cited)) if self.cited else "",
            say("links to its pages") if self.linked else "",
            say("quotes what only this game says") if self.is_quoted else "",
            say("names {0}", _listed(self.names)) if self.names else "",
            say("speaks of things of this game only") if self.spoken else "",
        ]
        told = [part for part in parts if part]
        return say("it {0}", _joined(told)) if told else ""


def chapter(number: str) -> str:
    """A number without its last part: 704 of 704.5g, 11 of 11c."""
    return number.rpartition(".")[0] or stem(number)


def _listed(names: Iterable[str]) -> str:
    """The first few names of some, each once: "704.5g, 117.5 and 2 more"."""
    once = [*dict.fromkeys(names)]
    more = len(once) - _MOST_TOLD
    return _joined([*once[:_MOST_TOLD], say("{0} more", more)] if more > 0 else once)


def _joined(parts: Sequence[str]) -> str:
    """Some parts of a sentence as one."""
    return say("{0} and {1}", say(", ").join(parts[:-1]), parts[-1]) if len(parts) > 1 else parts[0]


def evidence_for(
    rules: Rules,
    post: str,
    found: Sequence[Found],
    meant: Sequence[list[Entry]],
    slug: str,
    links: Iterable[str],
    *,
    is_sure: bool,
    is_quoted: bool,
    spoken: int,
) -> Evidence:
    """What a post says for the game in which its citations have these meanings."""
    fitting = [(one, entries[0].id) for one, entries in zip(found, meant, strict=True) if entries]
    known = rules.names(slug).by_id
    linked = [
        f"{slug}:{address.partition('/')[2].partition('@')[0].rstrip('/')}"
        for address in links
        if address.startswith(f"{slug}/")
    ]
    told_of = {*linked, *(id for one, id in fitting if not _is_doubtful(one) or _is_sure(one))}
    sure = {id for id in told_of if id in known and known[id].number}
    likely = {id for one, id in fitting if _is_doubtful(one) and one.weight >= 0}
    said = _said(rules.called_game(slug), post)
    of_rules = 1 if _SAID.spoken_of.search(post) else -_SELLING * bool(_SAID.selling.search(post))
    first = of_rules + 2 * (bool(said) or is_quoted or is_sure) + (spoken > 0)
    evidence = Evidence(context=first)
    past = {
        one.name
        for one, entries in zip(found, meant, strict=True)
        if not entries
        and (_is_sure(one) or (_is_doubtful(one) and evidence.allows(one)))
        and rules.numbered_before(slug, one.name)
    }
    sure |= past
    context = first - 1
    while evidence.context > context:  # what is a citation speaks for the others, as its link would
        context = evidence.context
        accepted = sure | {id for one, id in fitting if _is_doubtful(one) and evidence.allows(one)}
        told_by = min(3, max(len(accepted), len(accepted | likely) - 1))
        evidence = Evidence(context=first + told_by)
    cited = [one for one, _ in fitting if _is_sure(one) or (_is_doubtful(one) and evidence.allows(one))]
    cited_names = (*(one.instead[0] if one.instead else one.name for one in cited), *sorted(past))
    counts = Counter(map(chapter, set(cited_names)))
    return Evidence(
        context=context,
        cited=cited_names,
        linked=len(linked),
        said=said,
        is_quoted=is_quoted,
        spoken=spoken,
        stems=frozenset(map(stem, cited_names)),
        chapters=frozenset(one for one, many in counts.items() if many > (len(one) < _LARGE)),
        names=tuple(
            " ".join(post[one.start : one.end].split())
            for one, _ in fitting
            if one.form in NAMING and not one.name.islower()
        ),
    )


def things_spoken_of(
    rules: Rules,
    post: str,
    found: Sequence[Found],
    meant: Mapping[str, Sequence[Sequence[Entry]]],
    *,
    is_quoting: bool,
) -> Counter[str]:
    """How much a post says that only one game does, for the one game of which it says most by far.

    That are the names of its entries, titles over the numbers that it says, and where it quotes something the words of
    its texts, too.
    """
    said = name_key(post).split()
    runs = (" ".join(said[at : at + many]) for many in range(1, MOST_SPOKEN + 1) for at in range(len(said)))
    spoken: Counter[str] = Counter()
    for run in {run for run in runs if run in rules.telling_names}:
        spoken[rules.telling_names[run]] += 1 + (" " in run)
    spoken.update(_told_beside(rules, post, found, meant))
    written = straight(post)
    for slug in rules.games:
        titles = (title for title, _ in rules.names(slug).telling_titles.items() if title in written)
        spoken[slug] += sum(title.count(" ") for title in titles if title.count(" ") >= LONG_TITLE)
    if is_quoting:
        telling = {word for word in words(post) if word in rules.telling_words}
        spoken.update(rules.telling_words[word] for word in telling)
    (first, most), (_, other) = [*spoken.most_common(2), ("", 0), ("", 0)][:2]
    return Counter({first: most} if most >= _FEWEST_SPOKEN and most > 2 * other else ())


def _told_beside(
    rules: Rules, post: str, found: Sequence[Found], meant: Mapping[str, Sequence[Sequence[Entry]]]
) -> Iterator[str]:
    """The game of each word beside a number of several games that is the topic of that number in one of them only.

    And the one game whose rule is copied behind its number.
    """
    for number, one in enumerate(found):
        held = {slug: each[number] for slug, each in meant.items() if each[number]}
        if one.form not in NUMBERS or len(held) < 2:
            continue
        repeated = [
            slug for slug, each in held.items() if any(copied(post, one, entry, ()) for entry in each)
        ]
        if len(repeated) == 1:
            yield from repeated * _FEWEST_SPOKEN
        topics = {slug: topic(rules, post, one, entries) for slug, entries in held.items()}
        often = Counter(word for each in topics.values() for word in each)
        for slug, each in topics.items():
            yield from (slug for word in each if often[word] == 1 and not is_common(word))


def topic(rules: Rules, post: str, found: Found, entries: Sequence[Entry]) -> set[str]:
    """The words beside a number that what it may mean is about, as names are compared.

    They are in the titles of that or of what it stands in, or they are told by one game only and in its text.
    """
    beside = set(name_key(post[max(0, found.start - _ABOUT) : found.end + _ABOUT]).split())
    over = (each for entry in entries for each in (entry, *rules.names(entry.game).ancestors(entry)))
    titles = (one.title or "" for one in over if key(one.number or "")[:1] == key(found.name)[:1])
    said = {word for word in name_key(" ".join(titles)).split() if len(word) >= TELLING_LETTERS}
    if telling := {word for word in beside if word in rules.telling_words or word in rules.telling_names}:
        said |= telling.intersection(name_key(" ".join(entry.text for entry in entries)).split())
    return beside & said


def quoting_games(
    rules: Rules,
    quoted: Iterable[Quotation],
    found: Sequence[Found],
    meant: Mapping[str, Sequence[Sequence[Entry]]],
) -> tuple[frozenset[str], dict[str, str]]:
    """The games that a post quotes: a long quotation is of one only, a short one of one that has what is cited too.

    And the game of each number, without its letter, whose words are quoted beside it.
    """
    told: set[str] = set()
    quoted_of: dict[str, str] = {}
    for quotation in quoted:
        is_long = len(words(quotation.text)) >= TELLING
        beside = _cited_beside(quotation, found)
        cited = {slug: [entry for one in beside for entry in each[one]] for slug, each in meant.items()}
        held = {slug: rules.texts(slug).holding(quotation.parts) for slug in meant if is_long or cited[slug]}
        names = {found[one].name for one in beside}
        numbered = [
            slug
            for slug in meant
            if any(rules.is_within(one, over) for one in held.get(slug, ()) for over in cited[slug])
            or any(
                held_then(one, quotation.parts) for name in names for one in rules.numbered_before(slug, name)
            )
        ]
        if len(numbered) == 1:
            quoted_of.update((stem(name), numbered[0]) for name in names)
        asked = quotation.all_words
        alike = (
            slug for slug in meant if any(likeness_to_cited(asked, one.text) >= EDITED for one in cited[slug])
        )
        if len(asked) >= FEWEST:
            numbered = numbered or list(alike) or [slug for slug, holders in held.items() if holders]
        told |= set(numbered) if len(numbered) == 1 else set()
    return frozenset(told or _nearly_quoting(rules, quoted)), quoted_of


def _nearly_quoting(rules: Rules, quoted: Iterable[Quotation]) -> Iterator[str]:
    """The games that alone have nearly the words of a long quotation, of the first few."""
    long = [one for one in quoted if len(one.all_words) >= TELLING]
    for quotation in long[:_MOST_COMPARED]:
        near = [slug for slug in rules.games if rules.texts(slug).nearest(quotation.parts, COPIED)[0]]
        if len(near) == 1:
            yield near[0]


def _cited_beside(quotation: Quotation, found: Sequence[Found]) -> list[int]:
    """Which of the citations, in order, stand so near a quotation that they may tell where it is from."""
    first = bisect_left(found, quotation.start - _BESIDE, key=lambda one: one.start)
    last = bisect_left(found, quotation.end + _BESIDE, key=lambda one: one.start)
    return [number for number in range(first, last) if found[number].form in _QUOTED_FROM]


def about(evidence: Mapping[str, Evidence]) -> str | None:
    """The game that a post is about; None if several fit as well."""
    scores = ((slug, each.score) for slug, each in evidence.items())
    (first, most), (_, other) = sorted(scores, key=lambda each: -each[1])[:2]
    return first if most > max(other, 0) else None


def links_found(rules: Rules, post: str) -> Iterator[re.Match[str]]:
    """Where a post links to addresses below the site: `magic/314.6@2024-06-07/`."""
    games = "|".join(map(re.escape, rules.games))
    if rules.base_url:
        return re.finditer(rf"{re.escape(rules.base_url)}/((?:{games})/[^\s<>()\[\]\"'&/]{{1,200}}/)", post)
    return re.finditer(rf"(?<![\w/.:@-])((?:{games})/[^\s<>()\[\]\"'&/]{{1,200}}/)", post)


def is_small(found: Found) -> bool:
    """Whether it is so small a number that anything may have it: "rule 1: be polite"; it needs a game that is told."""
    return found.form == "number" and len(found.name) < _LARGE and found.name.isdigit()


def is_of_anything(found: Found) -> bool:
    """Whether it is a "section 117", which laws, books and stadiums have, too."""
    return found.form == "number" and found.cue == "section" and found.name.isdigit()


def _is_doubtful(found: Found) -> bool:
    """Whether it is a citation only in a post that is about its game."""
    return found.form == "bare" or is_of_anything(found)


def _is_sure(found: Found) -> bool:
    """Whether it is a citation wherever it stands, and so tells the game that has it."""
    if found.form == "number":
        return (found.cue == "rule" or is_dotted(found.name)) and not is_small(found)
    return found.form == "wiki" or (
        found.form == "bare" and found.weight >= 0 and shape_weight(found.name) >= ENOUGH
    )


def _said(names: Iterable[str], post: str) -> str:
    """The name of a game as a post says it: "Magic", "tales from the Red Dragon Inn", "MTG"."""
    spelled = ((name, _spelled(name)) for name in names)
    said = (name for name, pattern in spelled if re.search(rf"(?<![\w/@.-]){pattern}(?![\w/-])", post))
    return next(said, "")


def _spelled(name: str) -> str:
    """A pattern of a name as it may be written: a long one also in small letters, netrunner, for magic may be anything.

    Of initials those inside may be small, FaB, and all of mtg, which is no word.
    """
    if " " in name or len(name) >= _LONG_NAME or re.fullmatch("[B-DF-HJ-NP-TV-Z]+", name):
        signs = (f"[{sign.lower()}{sign.upper()}]" if sign.isalpha() else re.escape(sign) for sign in name)
        return "".join(signs)
    inside = (f"[{sign}{sign.lower()}]" for sign in name[1:-1])
    return f"{name[0]}{''.join(inside)}{name[-1]}" if re.fullmatch("[A-Z]+", name) else re.escape(name)
