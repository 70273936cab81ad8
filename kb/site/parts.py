"""What do pages have in common? Links, frames, rows of entries: the parts that the views of pages are made of."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from kb.findings import Revision

_NONE = Markup()


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A way to another page; `note` is said beside it."""

    href: str
    label: str
    note: str = ""
    current: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeLine:
    """An entry in the tree beside a page; the page's own is `current`, a number is its link's `note`."""

    link: Link
    depth: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """A list of what stands below an entry, and the text that goes on after it."""

    links: tuple[Link, ...]
    text: Markup


@dataclass(frozen=True, slots=True, kw_only=True)
class Life:
    """A wording of an entry, and what it changed in the one before."""

    revision: Revision
    before: Revision
    words: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What surrounds every page: its name, the way back to the site's top, the search box."""

    root: str
    """Relative way to the site's folder: `../../`."""

    title: str
    """Of the page; shown in the browser's tab before the site's."""

    site_title: str
    description: str = ""
    canonical: str = ""
    """The page's public address, where the corpus names one."""

    kind: str = ""
    """Which page this is, for the style sheet: `home`, `entry`."""

    games: tuple[Link, ...] = ()
    """To choose from when searching; `href` is the game's slug, `note` the edition of all its texts."""

    searched: str = ""
    """What the search box searches at first, if it is one game: on a small screen nothing else says so."""

    trail: tuple[Link, ...] = ()
    """Where the page stands, outermost first."""

    language: str = ""
    """Of the words that come from a text."""

    colour: str = ""
    """The name of the colour of the game that the page is about."""

    is_one_way: bool = False
    """Whether no word of the game is written from right to left, so that none has to say which way it runs."""

    speaks: str = ""
    """The language of all texts that the page is about: the site's own words are in it, too, where it knows them."""

    record: str = ""
    """Where programs find the same as JSON."""

    linked_data: Markup = _NONE
    """What search engines may know, as JSON that is safe within a page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """An entry among others on a page: in continuous reading, below its parent, in a list."""

    anchor: str
    """Empty where a text goes on after what stands in it."""

    href: str
    number: str
    title: str
    kind: str
    depth: int
    level: int
    """Of its heading, where it has a title: 2 to 6."""

    body: Markup


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """Entries one below the other, their numbers in a column of their own."""

    marks: str
    """How wide that column is: `none` without numbers, `short` for steps, else `wide`."""

    items: tuple[Row, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Referrer:
    """An entry that points here, with the sentence in which it does."""

    link: Link
    before: str
    words: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Elsewhere:
    """Words that point at something which cannot be opened from here."""

    words: str
    why: str
    candidates: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Near:
    """An entry that says something alike elsewhere."""

    link: Link
    context: str
    """The title that a nameless one stands under."""

    words: str
    """Its first words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceCard:
    """What is known about the origin of a text."""

    title: str
    short: str
    """The title without that of the game before it."""

    edition: str
    dated: str
    """The edition as people write it, where it is a day: `16 Jan 2026`."""

    publisher: str
    licence: str
    origin: str
    origin_href: str
    """The same when it is a web address, else empty."""

    origin_label: str
    """What such a link is called: the address without `https://`."""

    recognised: str
    numbering: str
    """How its rules are numbered and how sure that is."""

    accounted: str
    """How much of its text stands in entries."""

    reading: tuple[Link, ...] = ()
