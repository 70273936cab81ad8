"""How may a REF be read? A REF is a number, a name, an id or an address, and people wrap it in words and marks.

`readings` gives every way to read a REF, the likeliest first; whoever looks one up takes the first that
finds anything. The twin in the browser is `site_templates/js/refs.js`; both read `tests/cases/refs.json`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kb.refs import cues
from kb.refs.numbers import key, range_end, roman

LONGEST = 300
"""Characters of a REF that are read in other ways than as they stand; a longer text is no number or name."""

MOST_NAMES = 20
"""Numbers of a list that are read."""

# "https://rules.example/kb/magic/314.6@2024-06-07/", "magic/314.6/", "file:///srv/site/magic/314.6/index.html"
_ADDRESS = r"(?:[a-z][a-z0-9+.-]{1,20}://|/|\.\.?/)?[^\s<>()\[\]\"']*/[^\s<>()\[\]\"']*"
# "index.html", "entry.json": the file of an address, not its folder
_FILE = r"(?:index|entry)\.(?:html?|json)"
# "“314.6”", "(314.6)", "[[314.6]]", "**314.6**", "314.6,", "314.6:", "- 314.6"
_WRAPPING = " \t\n\"'“”‘’«»„`*_~<>()[]{},;:!?…"
_BULLET = r"^(?:[-–—•>]\s+)+"
# "rule 314.6", "Rules #314.6", "§ 314.6", "r. 314.6", "CR314.6", "comp. rules 314.6", "rule no. 314.6"
_CUE = (
    rf"(?:see\s+|the\s+)*(?:(?:comp(?:rehensive|\.)?\s+|official\s+)?(?:{cues.WORDS})(?:\b|(?=[0-9_]))[-/_]?"
    rf"|(?:{cues.SHORT})\.|cr\b|cr(?=[0-9])|r(?=[0-9])|[§¶#]+)\s*(?:(?:no|nos|nr|n[°º]|number)\b\.?|[#:.§])*\s*"
)
# "314.6", "702.19b", "6-5-3-1", "G.1.1", "XII", "10.2.d", "2.1(b)", "702,19b", "314 . 6"
_NUMBER = (
    r"(?:[a-z]{1,2}\.?)?[0-9]{1,4}(?:\s?[.,:/·-]\s?[0-9]{1,4}|\s?[.,:/·-]?\s?[a-z](?![a-z])[0-9]{0,4}|\s?\([a-z0-9]{1,3}\)){0,9}\+{0,3}"
    r"|[ivxlc]{1,7}"
)
# "314.6", "702.19b", "G.1.1": a number of a list, parted by dots only, since commas and slashes part the list
_LISTED = r"(?:[a-z]{1,2}\.?)?[0-9]{1,4}(?:[.][0-9]{1,4}|[.]?[a-z](?![a-z])[0-9]{0,4}){0,9}"
# "–8", " to 314.8", "–d", "through 8"
_UNTIL = r"\s*(?:[-–—‑−‐‒…~]|\.\.\.?|\b(?:to|thru|through|until|till|bis|à)\b)\s*"
# ", ", " and ", " & ", "; "
_AND = r"\s*(?:[,;&+/]\s*(?:and\b|or\b)?|\b(?:and|or|und|oder|et|ou|y)\b)\s*"
# ".8", "8", "8b", "d": the rest of a number whose beginning stands before
_TAIL = r"\.?[0-9]{1,4}[a-z]?|[a-z]"
# "702.19 (Trample)", "702.19, “Trample”", "702.19 – Trample": a number and what it is about
_ABOUT = r"\s*(?:[(“\"—–:]|,\s*[“\"]|-\s).*"
_EDITION = r"[^@]{1,60}"
_PARTS_MARK = "#"


def _re(pattern: str) -> re.Pattern[str]:
    """A pattern, compiled when it is first used (`re` keeps it): most REFs are found as they stand."""
    return re.compile(pattern, re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Name:
    """A number or name; with `last` all numbers from one to the other."""

    first: str
    last: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One way to read a REF."""

    names: tuple[Name, ...]
    game: str | None = None
    """Slug of the game that the REF itself names."""

    edition: str | None = None
    """What stands behind its `@`."""


def readings(text: str, games: Mapping[str, str]) -> Iterator[Reading]:
    """Every way to read a REF, the likeliest first; `games` are the slugs of the games held, with their titles."""
    whole = Reading(names=(Name(text),))
    yield whole
    yield from (other for other in dict.fromkeys(_other_readings(text, games)) if other != whole)


def _other_readings(text: str, games: Mapping[str, str]) -> Iterator[Reading]:
    plain = " ".join(unicodedata.normalize("NFKC", text[: LONGEST + 1]).split())
    if plain and len(plain) <= LONGEST:
        yield from list(_addressed(plain, games)) or _spoken(plain, games)


def number_key(text: str) -> str:
    """A printed number as it is compared: "702.19B", " 702. 19b. " and "702.19b" are one."""
    return "".join(text.lower().split()).rstrip(".")


def number_order(number: str) -> list[tuple[int, int, str]]:
    """Numbers in the order in which they are counted: 9 before 10, `a` before `b`."""
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in key(number)]


def parts_key(number: str) -> str:
    """What the ways to part a number share: "702.19b", "702,19 B", "702-19-b" and "702.19(b)"; empty for a name."""
    if not _re(_NUMBER).fullmatch(number.strip().rstrip(".")):
        return ""
    parts = [str(roman(part)) if len(part) > 1 and roman(part) else part for part in key(number)]
    return _PARTS_MARK + " ".join(parts)


def _addressed(text: str, games: Mapping[str, str]) -> Iterator[Reading]:
    """The entries that the addresses in a text lead to."""
    if "/" not in text:
        return
    from urllib.parse import unquote  # only for addresses

    for found in _re(_ADDRESS).finditer(text):
        path, _, place = unquote(found[0]).partition("#")
        steps = [
            step for step in path.partition("?")[0].split("/") if step and not _re(_FILE).fullmatch(step)
        ]
        for at in range(len(steps) - 1, 0, -1):
            game = _held(steps[at - 1], games)
            if game is not None:
                slug = place.rstrip(".") if steps[at] in ("read", "all") and place else steps[at]
                name, _, edition = slug.rstrip(".,;").partition("@")
                if name:
                    yield Reading(names=(Name(name),), game=game, edition=edition or None)
                break


def _held(folder: str, games: Mapping[str, str]) -> str | None:
    return next((slug for slug in (folder, folder.removesuffix("-game")) if slug in games), None)


def _spoken(text: str, games: Mapping[str, str]) -> Iterator[Reading]:
    """The readings of what is no address: with and without its edition, game, cue and marks."""
    bare = _unwrapped(text)
    name, at, edition = bare.rpartition("@")
    name, edition = _unwrapped(name), _unwrapped(edition)
    if at and name and _re(_EDITION).fullmatch(edition):
        for reading in _of_games(name, games):
            yield Reading(names=reading.names, game=reading.game, edition=edition)
    elif bare:
        yield from _of_games(bare, games)


def _of_games(text: str, games: Mapping[str, str]) -> Iterator[Reading]:
    """The readings of a name that may have its game before it."""
    for names in _names(text):
        yield Reading(names=names)
    for game, rest in _games_before(text, games):
        for names in _names(rest):
            yield Reading(names=names, game=game)


def _games_before(text: str, games: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Each game whose slug or title, or its first words, begin a text, and what stands behind; longest first."""
    lowered, found = text.lower(), []
    for slug, title in games.items():
        short = re.split(r"[:(–—]", title)[0].strip()
        for called in {slug, slug.replace("-", " "), title, short}:
            start = called.lower()
            if start and lowered.startswith(start) and not text[len(start) : len(start) + 1].isalnum():
                found.append((len(start), slug))
    for length, slug in sorted(found, key=lambda one: -one[0]):
        if rest := _unwrapped(text[length:]):
            yield slug, rest


def _names(text: str) -> Iterator[tuple[Name, ...]]:
    """The readings of a number or name: as it stands, without a cue, as a range or list, its parts apart."""
    yield (Name(text),)
    cue = _re(_CUE).match(text)
    rest = _unwrapped(text[cue.end() :]) if cue else text
    if cue and _re(_NUMBER).match(rest):
        yield (Name(rest),)
    if several := _several(rest, is_cued=bool(cue)):
        yield several
    number = _re(_NUMBER).match(rest)
    if number and (cue or len(key(number[0])) > 1):
        behind = rest[number.end() :]
        if not behind or (behind == "." or _re(_ABOUT).fullmatch(behind)):
            yield (Name(number[0]),)
            yield (Name(parts_key(number[0])),)


def _several(text: str, *, is_cued: bool) -> tuple[Name, ...]:
    """The numbers of a range or a list; none where a text is anything else."""
    names: list[Name] = []
    position, before = 0, ""
    while position < len(text) and len(names) < MOST_NAMES:
        number = _at(text, position, before)
        if number is None:
            return ()
        first, position = number
        until = _re(_UNTIL).match(text, position)
        last = _at(text, until.end(), first) if until else None
        if last is not None:
            position = last[1]
        names.append(Name(first, last[0] if last else ""))
        before = names[-1].last or first
        joint = _re(_AND).match(text, position)
        if joint is None:
            break
        position = joint.end()
    is_whole = position >= len(text.rstrip("."))
    is_telling = bool(names) and (is_cued or len(key(names[0].first)) > 1)
    return tuple(names) if is_whole and is_telling and (len(names) > 1 or names[0].last) else ()


def _at(text: str, position: int, before: str) -> tuple[str, int] | None:
    """The number at a position, and where it ends; with the beginning of the one before it where it lacks its own."""
    tail = _re(_TAIL).match(text, position) if before else None
    number = _re(_LISTED).match(text, position)
    if number and (not tail or number.end() > tail.end()):
        return number[0], number.end()
    if tail and not text[tail.end() : tail.end() + 1].isalnum():
        return _continued(before, tail[0].lstrip(".")), tail.end()
    return (number[0], number.end()) if number else None


def _continued(before: str, tail: str) -> str:
    """A number that goes on where the one before it does: "8b" behind "314.6" is 314.8b."""
    digits = tail.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    if not digits or digits == tail:
        return range_end(before, tail)
    return range_end(before, digits) + tail[len(digits) :]


def _unwrapped(text: str) -> str:
    """A text without the marks around it; brackets inside it stay."""
    bare = _re(_BULLET).sub("", text.strip(_WRAPPING))
    if bare.count("(") > bare.count(")"):
        bare += ")"  # "2.1(b)": the bracket was its own
    return bare
