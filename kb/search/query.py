"""What is asked for? A query becomes words, filters and the few operators people type; none is an error."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, replace

from kb.analyse import STOP_WORDS, words

LONGEST = 10_000
"""Characters of a query that count; a forum post is shorter."""

LONGEST_COMMAND = 7
"""In a query of more words, quotation marks, dashes and stars are prose, not operators."""

# "game:magic", "kind:faq", "Kind:Rule"
_FILTER = re.compile(r"(?<!\S)(game|kind):([\w-]+)(?!\S)", re.IGNORECASE)
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
    """Words that must stand together."""

    excluded: tuple[tuple[str, ...], ...] = ()
    """Words, or words together, that must not stand in the entry."""

    prefixes: tuple[str, ...] = ()
    """Beginnings that a word must have."""

    games: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()


def parse(text: str, games: Collection[str], kinds: Collection[str]) -> Query:
    """Take a query apart; a filter that names no game or kind we hold is read as words."""
    rest = " ".join(_CONTROL.sub(" ", text[:LONGEST]).split())
    wanted: dict[str, list[str]] = {"game": [], "kind": []}

    def take_filter(match: re.Match[str]) -> str:
        name, value = match[1].lower(), match[2].lower()
        if value not in (games if name == "game" else kinds):
            return match[0]
        wanted[name].append(value)
        return " "

    rest = _FILTER.sub(take_filter, rest)
    filtered = Query(text=_tidy(rest), games=tuple(wanted["game"]), kinds=tuple(wanted["kind"]))
    if len(rest.split()) > LONGEST_COMMAND:
        return filtered
    excluded = tuple(
        together for match in _EXCLUDED.finditer(rest) if (together := _words(match[1] or match[2]))
    )
    asked = _EXCLUDED.sub(" ", rest)
    if not words(asked) and not wanted["game"] and not wanted["kind"]:
        return filtered  # nothing but exclusions: search for those words
    return replace(
        filtered,
        text=_tidy(asked),
        phrases=tuple(together for found in _QUOTED.findall(asked) if len(together := _words(found)) > 1),
        excluded=excluded,
        prefixes=tuple(prefix for found in _PREFIX.findall(asked) for prefix in words(found)[-1:]),
    )


def _words(text: str) -> tuple[str, ...]:
    """The words of a phrase that can be searched for: one of nothing but stop words restricts nothing."""
    found = tuple(words(text))
    return () if STOP_WORDS.issuperset(found) else found


def _tidy(text: str) -> str:
    return " ".join(text.split())
