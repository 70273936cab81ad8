"""What does a reader see on a page? One small frozen object a page; templates only place what it holds."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

_NONE = Markup()


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A way to another page; `note` is said beside it."""

    href: str
    label: str
    note: str = ""
    current: bool = False


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

    searched: str = "the rules"
    """What the search box searches at first: on a small screen nothing else says that it is one game."""

    trail: tuple[Link, ...] = ()
    """Where the page stands, outermost first."""

    language: str = ""
    """Of the words that come from a text."""

    record: str = ""
    """Where programs find the same as JSON."""

    linked_data: Markup = _NONE
    """What search engines may know, as JSON that is safe within a page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """An entry among others on a page: in continuous reading, below its parent, in a list."""

    anchor: str
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
    edition: str
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


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCard:
    """A game on the home page."""

    link: Link
    publisher: str
    description: str
    counts: str
    editions: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HomePage:
    """The site's first page."""

    frame: Frame
    games: tuple[GameCard, ...]
    entries: int
    problems: int
    changes: tuple[Link, ...]
    """What the newest editions changed; `note` says how much."""

    feed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """A part of a game's contents."""

    link: Link
    number: str
    title: str
    children: tuple[Branch, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """The terms under one letter."""

    letter: str
    anchor: str
    terms: tuple[Link, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePage:
    """One game: what it holds and the ways in."""

    frame: Frame
    title: str
    publisher: str
    description: str
    counts: str
    contents: tuple[Branch, ...]
    numbers: Link | None
    letters: tuple[Letter, ...]
    questions: tuple[Link, ...]
    answers: Link | None
    """The page with all questions and their answers."""

    changes: Link | None
    """What the newest edition changed; `note` says how much."""

    sources: tuple[SourceCard, ...]
    slug: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NumbersPage:
    """Every printed number of a game."""

    frame: Frame
    title: str
    groups: tuple[tuple[Link, tuple[Link, ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingPage:
    """A stretch of text, continuously."""

    frame: Frame
    anchor: str
    """The place of the entry that it is about, whose text may be linked from below."""

    number: str
    title: str
    page: Link | None
    """The page of the entry that it is about."""

    edition: str
    intro: Markup
    outline: tuple[Link, ...]
    rows: Rows
    previous: Link | None
    following: Link | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPage:
    """One entry with everything that is known about it."""

    frame: Frame
    kind: str
    kind_label: str
    number: str
    title: str
    context: str
    """What an entry without a title of its own is about: the title it stands under."""

    body: Markup
    aliases: tuple[str, ...]
    rows: Rows
    """What stands below it, in full."""

    contents: tuple[Link, ...]
    """The same as a list, when it is too long for that; empty when even the list would be."""

    related: tuple[Near, ...]
    elsewhere: tuple[Elsewhere, ...]
    referrers: tuple[Referrer, ...]
    more_referrers: tuple[Link, ...]
    referrer_count: int
    unlisted_referrers: int
    reading: tuple[Link, ...]
    """The pages for continuous reading that hold it, or what stands below it."""

    reading_label: str

    previous: Link | None
    following: Link | None
    source: SourceCard
    place: str
    permalink: Link
    earlier: tuple[Link, ...]
    """Pages of what it said before; `note` is its number or name then, if that was another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EditionPage:
    """The wording of one edition, at its permanent address."""

    frame: Frame
    kind: str
    kind_label: str
    number: str
    title: str
    context: str
    body: Markup
    below: tuple[Link, ...]
    """The permanent addresses of what stands directly below it."""

    edition: str
    source_title: str
    current: Link


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemRow:
    """A finding about a text."""

    place: str
    message: str
    excerpt: str
    suggestion: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemsPage:
    """What is wrong or open in the texts."""

    frame: Frame
    files: tuple[tuple[str, tuple[ProblemRow, ...]], ...]
    games: tuple[Link, ...]
    """The way to the first file of each game that has any; the label says how many there are."""

    total: int
    left_off: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPage:
    """The page that answers `?q=`."""

    frame: Frame
    kinds: tuple[Link, ...]
    """To choose from; `href` is the kind."""

    games: tuple[Link, ...]
    """Ways to browse without script."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PostPage:
    """The page that links and verifies a post."""

    frame: Frame
    games: tuple[Link, ...]
    """To choose from; `href` is the game's slug."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfflinePage:
    """Which games this device keeps, and what is shown for a page that it does not hold."""

    frame: Frame
    games: tuple[Link, ...]
    """`note` is the game's slug."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotFoundPage:
    """What a host shows for an address that does not exist."""

    frame: Frame
    games: tuple[Link, ...]
