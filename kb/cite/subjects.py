"""What does a question ask about: which things does it name, and what does it say besides?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.analyse import STOP_WORDS, stems
from kb.cite.rules import Rules
from kb.entries import Entry
from kb.link.everyday import is_everyday

LONGEST_NAME = 4
"""Words of a name that a question may say."""

LONGEST_QUESTION = 30
"""Words of a question whose names tell what it is about; a whole post names many things."""

MOST_UNDER = 30
"""Rules under a heading that are looked at for what they say of a thing."""

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")

ASKING = frozenset(
    stems("work mean explain define definition meaning exactly rule keyword ability game tell happen")
)
"""Stems of words that ask and say nothing of what is asked: "how does trample work", "the rules for banding"."""

_BEFORE_GAMES = frozenset(("in", "for", "of", "at"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A thing that a question names."""

    name: str
    """As the question says it."""

    entry: Entry
    """What is so called."""

    rules: tuple[Entry, ...]
    """What stands under it, or under the rule that it points at, in reading order."""

    @property
    def spoken(self) -> re.Pattern[str]:
        """Finds the name in a text."""
        words = r"\W+".join(re.escape(word) for word in _WORD.findall(self.name))
        return re.compile(rf"(?i)(?<!\w){words}(?:e?s)?(?!\w)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a question is about."""

    subjects: tuple[Subject, ...]
    rest: frozenset[str]
    """Stems of what it says besides; empty where it only asks what things are."""


def without_game(question: str, title: str) -> str:
    """A question without "in Tales from the Red Dragon Inn", or the first word or several of that name: it is no word
    of what is asked."""
    held = [word.lower() for word in _WORD.findall(title)]
    told = list(_WORD.finditer(question))
    said = [word[0].lower() for word in told]
    for size in range(len(held), 0, -1):
        for at in range(1, len(said) - size + 1):
            before = at - 1 - (said[at - 1] == "the")
            starts = range(len(held) - size + 1) if size > 1 else (0,)
            is_named = any(said[at : at + size] == held[i : i + size] for i in starts)
            if is_named and before > 0 and said[before] in _BEFORE_GAMES and said[at] not in STOP_WORDS:
                return question[: told[before].start()].rstrip() + question[told[at + size - 1].end() :]
    return question


def asked(rules: Rules, question: str, game: str) -> Asked:
    """Which things of a game a question names, the longest names first, and what else it says."""
    words = _WORD.findall(question)
    if len(words) > LONGEST_QUESTION:
        return Asked(subjects=(), rest=frozenset(stems(question)))
    for everyday in (False, True):
        subjects, taken = _subjects(rules, words, game, everyday=everyday)
        left = " ".join(word for at, word in enumerate(words) if at not in taken)
        rest = frozenset(stems(left)) - ASKING
        if subjects or len(rest) != 1:
            break
    return Asked(subjects=tuple(subjects), rest=rest)


def _subjects(
    rules: Rules, words: Sequence[str], game: str, *, everyday: bool
) -> tuple[list[Subject], set[int]]:
    names = rules.names(game)
    found: dict[int, Subject] = {}
    taken: set[int] = set()
    for size in range(LONGEST_NAME, 0, -1):
        for at in range(len(words) - size + 1):
            name, places = " ".join(words[at : at + size]), set(range(at, at + size))
            is_plain = size == 1 and (
                name.lower() in STOP_WORDS or (is_everyday(name.lower()) and not everyday)
            )
            called = [] if is_plain or places & taken else names.named(name)
            if called and called[0].kind in ("term", "rule", "section"):
                found[at] = Subject(name=name, entry=called[0], rules=tuple(_rules_of(rules, called[0])))
                taken |= places
    return [found[at] for at in sorted(found)], taken


def _rules_of(rules: Rules, entry: Entry) -> Iterator[Entry]:
    """What stands under an entry, and the rule it points at with what stands under that."""
    pointed = [
        one.target for one in rules.store.references_from(entry.id) if one.kind == "see" and one.target
    ]
    for home in (entry, *(target for id in pointed[:1] if (target := rules.entry(id)) and target.number)):
        if home is not entry and home.text:
            yield home
        yield from (one for one in rules.names(home.game).children[home.id][:MOST_UNDER] if one.text)
