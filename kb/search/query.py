"""What is asked for? A query becomes words, filters and the few operators people type; none is an error."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field, replace

from kb.analyse import STOP_WORDS, words
from kb.refs import number_key, numbers_in, parts_key

LONGEST = 10_000
"""Characters of a query that count; a forum post is shorter."""

LONGEST_COMMAND = 7
"""In a query of more words, quotation marks, dashes and stars are prose, not operators."""

# "game:magic", "kind:faq", "Kind:Rule", "number:702.*", "title:trample", "title:\"first strike\""
_FILTER = re.compile(
    r"(?<!\S)(?:(game|kind):([\w-]+)|(number):([\w.*()-]*[\w*)])|(title):(?:[\"“”]([^\"“”]+)[\"“”]|([\w’'-]+)))(?!\S)",
    re.IGNORECASE,
)
# "\"first strike\"", “first strike”
_QUOTED = re.compile(r"[\"“”]([^\"“”]+)[\"“”]")
# "-token" and "-\"first strike\"" exclude; "-1/-1 counter" and "well-known" do not
_EXCLUDED = re.compile(r"(?<!\S)-(?:[\"“”]([^\"“”]+)[\"“”]|([^\W\d_]\w*))(?!\S)")
# "summon*"
_PREFIX = re.compile(r"(?<!\S)(\w{2,})\*(?!\S)")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\ufeff\ud800-\udfff]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A query, taken apart."""

    text: str
    """What is asked, without filters and operators: what an encoder reads and spelling corrects."""

    phrases: tuple[tuple[str, ...], ...] = ()
    """Words that must stand together, in this form."""

    excluded: tuple[tuple[str, ...], ...] = ()
    """Words, or words together, that must not stand in the entry."""

    prefixes: tuple[str, ...] = ()
    """Beginnings that a word must have."""

    games: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    titles: tuple[tuple[str, ...], ...] = ()
    """Words that must stand in the title, each together."""

    numbers: tuple[str, ...] = ()
    """Patterns, one of which the number must fit: `702.*`."""

    @property
    def is_exact(self) -> bool:
        """Whether it asks for more than games and kinds in so many words."""
        return bool(self.phrases or self.excluded or self.titles or self.numbers)


@dataclass(slots=True)
class _Filters:
    """What filters ask for, as they are met."""

    games: list[str] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    titles: list[tuple[str, ...]] = field(default_factory=list)
    numbers: list[str] = field(default_factory=list)


def parse(text: str, games: Collection[str], kinds: Collection[str]) -> Query:
    """Take a query apart; a filter that names no game or kind we hold is read as words."""
    rest = " ".join(_CONTROL.sub(" ", text[:LONGEST]).split())
    wanted = _Filters()
    rest = _FILTER.sub(lambda match: _taken(match, wanted, games, kinds), rest)
    filtered = Query(
        text=_tidy(rest),
        games=tuple(wanted.games),
        kinds=tuple(wanted.kinds),
        titles=tuple(wanted.titles),
        numbers=tuple(wanted.numbers),
    )
    if len(rest.split()) > LONGEST_COMMAND:
        return filtered
    excluded = tuple(
        together for match in _EXCLUDED.finditer(rest) if (together := _words(match[1] or match[2]))
    )
    asked = _EXCLUDED.sub(" ", rest)
    is_filtered = filtered.is_exact or filtered.games or filtered.kinds
    if not words(asked) and not is_filtered:
        return filtered  # nothing but exclusions: search for those words
    return replace(
        filtered,
        text=_tidy(asked),
        phrases=tuple(
            together
            for found in _QUOTED.findall(asked)
            if not _is_number(found) and (together := _words(found))
        ),
        excluded=excluded,
        prefixes=tuple(prefix for found in _PREFIX.findall(asked) for prefix in words(found)[-1:]),
    )


def _taken(match: re.Match[str], wanted: _Filters, games: Collection[str], kinds: Collection[str]) -> str:
    """Note what a filter asks for; gives what is left of it as words."""
    if match[3]:
        wanted.numbers.append(number_key(match[4]))
    elif match[5]:
        wanted.titles.append(tuple(words(match[6] or match[7])))
    elif match[1].lower() == "game" and match[2].lower() in games:
        wanted.games.append(match[2].lower())
    elif match[1].lower() == "kind" and match[2].lower() in kinds:
        wanted.kinds.append(match[2].lower())
    else:
        return match[0]
    return " "


def _is_number(text: str) -> bool:
    """Whether a quotation is nothing but the number of a rule: that asks for the rule, not for who cites it."""
    number = text.strip()
    return bool(parts_key(number)) and numbers_in(number) == [number]


def _words(text: str) -> tuple[str, ...]:
    """The words of a phrase that can be searched for: one of nothing but stop words restricts nothing."""
    found = tuple(words(text))
    return () if STOP_WORDS.issuperset(found) else found


def _tidy(text: str) -> str:
    return " ".join(text.split())
