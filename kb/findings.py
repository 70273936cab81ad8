"""What is learnt of a text besides its entries? Problems, what was left out, pages, its own links, earlier wordings.

Apart from entries.py because every class costs a moment at start, and `kb show` needs none of these.
"""

from __future__ import annotations

from dataclasses import dataclass

NOT_UNDERSTOOD = "not understood"
"""Why text is left out that nobody can vouch for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """One wording of an entry under one number or name, at its permanent address; from the ledger."""

    game: str
    entity: str
    """Key of the thing that has this wording, the same in all editions; the first id it had."""

    kind: str
    number: str | None
    title: str | None
    first: str | None
    """The edition in which this wording under this number first appeared."""

    last: str | None
    """The newest edition known to print it."""

    address: str
    """Its permanent address below the site: `magic/314.6@2024-06-07/`."""

    markdown: str
    fate: str
    """One of FATES."""

    entry: str | None
    """Id of the entry that it is now, or that took it up; None once withdrawn."""

    also: tuple[str, ...] = ()
    """Other addresses under which this wording was given out; each answers for good."""

    parts: tuple[str, ...] = ()
    """Ids of the other entries that hold parts of it now."""

    source: str = ""
    editions: tuple[str, ...] = ()
    """Every edition that prints it, oldest first."""

    said_first: str = ""
    """What its edition said before a mistake in our copy was mended, marked up."""

    corrected: str = ""
    """The day of that correction; empty without one."""

    purged: bool = False
    """Whether its words were taken out because the publisher asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A finding about a text; collected, printed together, judged by `--strict`."""

    code: str
    """What kind of finding, in kebab case: `missing-reference`, `duplicate-number`, `not-understood`."""

    message: str
    """One line that makes sense to someone who holds only the rulebook."""

    file: str
    line: int
    excerpt: str = ""
    suggestion: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """A stretch of a source that belongs to no entry, and why."""

    file: str
    line: int
    reason: str
    """`running header`, `contents`, `attribution`, `credits`, `not understood`, ..."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PageMark:
    """This entry stands on this printed page: its contents say so or, in a text without any, the pages themselves."""

    game: str
    source: str
    page: int
    entry: str
    listed: bool = True
    """Whether the contents say so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceLink:
    """A link that the text itself makes: `<a href="#May">May</a>`, `[[rule:golden_rule]]`."""

    origin: str
    """Id of the entry whose text holds it."""

    start: int
    end: int
    target: str
    """What it points at, in the text's own words: an anchor's name, a web address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchored:
    """A name by which a text's own links point at an entry."""

    game: str
    name: str
    entry: str


def in_order(problem: Problem) -> tuple[str, int, str, str]:
    """Sorts problems by where they are."""
    return problem.file, problem.line, problem.code, problem.message
