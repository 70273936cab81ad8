"""What does a reader see on a page? One small frozen object a page; templates only place what it holds."""

from __future__ import annotations

from dataclasses import dataclass, field

from markupsafe import Markup

from kb.site.parts import Contents, Elsewhere, Frame, Link, Near, Referrer, Rows, SourceCard, TreeLine


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCard:
    """A game on the home page."""

    link: Link
    publisher: str
    description: str
    colour: str
    editions: tuple[str, ...]
    to_try: tuple[Link, ...]
    """Questions, each a link to what is found for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HomePage:
    """The site's first page."""

    frame: Frame
    titles: str
    """The names of the games, of many the first."""

    games: tuple[GameCard, ...]
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
    """How many entries of each kind it has."""

    to_try: tuple[Link, ...]
    one_file: Link | None
    """All of it in one file; the label is its size in MB."""

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
class LifeStep:
    """An edition in which the wording, number or title of an entry changed."""

    link: Link
    """To that wording."""

    was: str
    """What it was called before, where that is another name."""

    now: str
    words: Markup


@dataclass(frozen=True, slots=True, kw_only=True)
class Other:
    """Something else that the number or name of an entry meant."""

    until: str
    link: Link
    now: Link | None
    """Where it is now; nowhere once withdrawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutgrownRule:
    """A rule that changed since an answer which rests on it was given."""

    given: str
    rule: Link
    then: Link
    now: Link
    words: Markup


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

    contents: tuple[Contents, ...]
    """The same as lists, when it is too long for that; empty when even the list would be."""

    related: tuple[Near, ...]
    elsewhere: tuple[Elsewhere, ...]
    referrers: tuple[Referrer, ...]
    more_referrers: tuple[Link, ...]
    referrer_count: int
    unlisted_referrers: int
    reading: tuple[Link, ...]
    """The pages for continuous reading that hold it, or what stands below it."""

    in_full: bool
    """Whether all that stands below it is shown."""

    previous: Link | None
    following: Link | None
    source: SourceCard
    place: str
    tree: tuple[TreeLine, ...]
    """What it stands under and beside."""

    rule_above: Link | None
    """What it is a part of; `note` is what that says."""

    permalink: Link
    quoting: str
    """Where a post begins that quotes it."""

    life: tuple[LifeStep, ...]
    """Each edition that changed it, newest first."""

    others: tuple[Other, ...]
    """What its number or name meant before."""

    errata: tuple[Link, ...]
    """The errata that overrule it; `note` is their edition."""

    overruled: tuple[Link, ...]
    """What it overrules, as an erratum."""

    outgrown: tuple[OutgrownRule, ...]
    """The rules on which it rests that changed since it was given."""

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
    contents: tuple[Contents, ...]
    """The permanent addresses of what stands directly below it."""

    edition: str
    source_title: str
    current: Link
    corrected: str = ""
    """The day on which a mistake in our copy was mended."""

    said_first: Markup = field(default_factory=Markup)
    """What it said before that."""


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
    """The way to the findings of each game; `note` is how many there are."""

    total: int
    left_off: int
    counts: str = ""
    """How many entries of each kind a game has."""

    sources: tuple[SourceCard, ...] = ()
    """How its texts were read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPage:
    """The page that answers `?q=`."""

    frame: Frame
    kinds: tuple[Link, ...]
    """To choose from; `href` is the kind."""

    first: tuple[str, ...]
    """What a first answer loads of each game, as scripts name it; none where that is much."""

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
