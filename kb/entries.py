"""What is an entry, a reference, a place in a source? The vocabulary all stages share."""

from __future__ import annotations

import re
from dataclasses import dataclass

KINDS = ("term", "rule", "faq", "section", "step", "example", "table")
"""What an entry can be."""

REFERENCE_KINDS = ("see", "mention", "ruling", "related")
"""Why an entry refers to another: the text points, uses a term, rests on a rule, or means the same."""

STATUSES = ("resolved", "missing", "external", "ambiguous")
"""What became of a mention: found, should be here but is not, is elsewhere, fits several."""

SITE_FOLDERS = ("assets", "data", "link", "offline", "problems", "search")
"""Folders of the site itself: no game may be called like one."""

_LONGEST_EDITION = 28
"""Characters of an edition in an address; with the longest slug before it a folder's name is still a safe one."""

FATES = ("current", "edited", "renumbered", "renamed", "split", "merged", "replaced", "withdrawn")
"""What became of a revision."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Location:
    """Where in a source file something stands; lines are 1-based and inclusive."""

    file: str
    """Path below the corpus folder, with `/`: `magic/scheme.txt`."""

    first_line: int
    last_line: int
    page: str | None = None
    """The printed page on which it begins: `37`, `iv`, `[2]` for one that prints no number while others do."""

    @property
    def printed(self) -> str:
        """`p. 37`, as citations tell it; empty in a text without pages."""
        return f"p. {self.page}" if self.page else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One addressable piece of a ruleset: the smallest thing worth linking to."""

    id: str
    """`GAME:SLUG`, unique in a build: `red-dragon-inn:leap`, `magic:314.6`."""

    game: str
    source: str
    """Name of the source within its game: `reference-manual`."""

    edition: str | None
    kind: str
    """One of KINDS."""

    number: str | None
    """As printed, without a final dot: `702.19b`, `3`, `a`; None where the text prints none."""

    title: str | None
    """As printed, without icons and its final colon: `Leap X`. A question is the title of its answer."""

    parent: str | None
    """Id of the entry it stands under; None at the top of a source."""

    order: int
    """Reading order within the game, from 0, without gaps."""

    aliases: tuple[str, ...]
    """Other names it answers to: `Leap` for `Leap X`, `Appendix D` for `Appendix D - Schemer Movement`."""

    url: str
    """`GAME/SLUG/`: what that number or name means now."""

    permalink: str
    """`GAME/SLUG@EDITION/`, or the plain address for a source without an edition."""

    text: str
    """Plain text of its own paragraphs (parted by blank lines), without its title and its children.
    Always equal to `markup.plain(markdown)`; icons are `{leap}`, a lost value is `{?}`."""

    markdown: str
    """The same, marked up."""

    location: Location
    path: tuple[str, ...]
    """Labels of its ancestors, outermost first: `("7. Additional Rules", "702. Keyword Abilities")`."""

    at: int | None = None
    """Where it stands in its parent's text: the offset of the paragraph that goes on after it; None after all of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A mention with its verdict, from an entry to an entry."""

    origin: str
    """Id of the entry whose text holds it."""

    kind: str
    """One of REFERENCE_KINDS."""

    text: str
    """The words as they stand in the entry's text: `text[start:end]`."""

    start: int
    end: int
    target: str | None
    """Id of the entry meant; None unless resolved."""

    status: str
    """One of STATUSES."""

    candidates: tuple[str, ...] = ()
    """Ids of the entries an ambiguous mention fits, or the nearest to a missing one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One rule text of a game in one edition; a row of `game.toml` plus what reading it told."""

    game: str
    name: str
    title: str
    edition: str | None
    file: str
    """Path below the corpus folder."""

    publisher: str = ""
    licence: str = ""
    origin: str = ""
    sha256: str = ""
    encoding: str = ""
    """What the bytes were read as: `utf-8`, `utf-16-le`, `cp1252`."""

    recognised: str = ""
    """Which recognisers explained the text, for people: `bullets, questions and answers`."""

    numbering: str = ""
    """How it numbers its rules, with one of its numbers: `dotted 314.6`, `hyphens 1-2-1`, `none`."""

    confidence: float = 0.0
    """How much better that explains the text than the next best, from 0.5 (as well) to 1 (told by a person)."""

    runner_up: str = ""
    """The next best: `counted 1.`."""

    characters: int = 0
    """Non-blank characters of the file."""

    accounted: int = 0
    """Those of them in exactly one entry or left out for a stated reason (not counting `not understood`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One ruleset."""

    slug: str
    title: str
    publisher: str = ""
    licence: str = ""
    description: str = ""
    language: str = ""
    """Of its texts, as in `lang="de"`; empty where the corpus does not say."""

    formerly: tuple[str, ...] = ()
    """Slugs that it had before; addresses under them lead on."""

    colour: str = ""
    """The name of its colour on the website; empty for that of the site."""

    to_try: tuple[str, ...] = ()
    """A few questions that a newcomer may ask of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Icon:
    """How an icon of a game is drawn in place of its name."""

    game: str
    name: str
    """As texts have it between braces: `leap`."""

    sign: str = ""
    """A character that stands for it."""

    picture: bytes = b""
    """Else an SVG or PNG, checked to do nothing but draw."""

    @property
    def suffix(self) -> str:
        """What a file with the picture is called at its end."""
        return ".png" if self.picture.startswith(b"\x89PNG") else ".svg"


def label(number: str | None, title: str | None, text: str = "", *, kind: str = "") -> str:
    """What a reader calls an entry in one line: `314.6`, `702. Keyword Abilities`, `Leap X`, `Step b`, its first words.

    Never empty for an entry with any text; at most about 60 characters of text are used.
    """
    if number and title:
        return f"{number}. {title}" if number[-1].isdigit() else f"{number} {title}"
    if title or number:
        return title or (f"Step {number}" if kind == "step" else number) or ""
    words = " ".join(text.split())
    return words if len(words) <= 60 else words[:60].rsplit(" ", 1)[0] + " …"


# "101. " of "101. Moving", all of "101.1": the number before a name
_NUMBERED = re.compile(r"^\S*\d\S*(?:\s+|$)")


def full_label(entry: Entry) -> str:
    """What a reader calls an entry who does not see its place: `101.1 (Moving)` where it has a number and no title."""
    name = label(entry.number, entry.title, entry.text, kind=entry.kind)
    if entry.title or not entry.number:
        return name
    above = (_NUMBERED.sub("", one) for one in reversed(entry.path))
    about = next((one for one in above if one), "")
    return f"{name} ({about})" if about else name


def edition_key(edition: str | None) -> tuple[object, ...]:
    """Sorts editions: dates and versions by their numbers (`2024-11-08` < `2026-01-16`, `1.9` < `1.10`), none first."""
    numbers = tuple(int(digits[:18]) for digits in re.findall(r"\d+", edition or ""))
    return (edition is not None, numbers, edition or "")


def edition_slug(edition: str) -> str:
    """An edition as part of an address: `2024-06-07` stays, `Version 2.0 beta` becomes `version-2.0-beta`."""
    return re.sub(r"[^A-Za-z0-9.-]+", "-", edition)[:_LONGEST_EDITION].strip("-.").lower() or "edition"
