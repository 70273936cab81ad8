"""What changed last? Wordings that newer editions brought, from the ledger: a list for people, a feed for programs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from uuid import NAMESPACE_URL, uuid5
from xml.sax.saxutils import escape, quoteattr

from kb.entries import label
from kb.findings import Revision
from kb.markup import plain
from kb.site.addresses import folder_name, href
from kb.site.page_context import PageContext
from kb.site.phrases import brief

MOST = 200
"""Changes in the feed; a new edition of a large game brings thousands."""

LONGEST = 600
"""Characters of a wording in the feed."""

# Editions that are dates, "2024-06-07", "2024-06", "2021": only these say when.
DATE = re.compile(r"(\d{4})(-(?:0[1-9]|1[0-2])(-(?:0[1-9]|[12]\d|3[01]))?)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A wording that an edition brought."""

    game: str
    name: str
    edition: str
    folder: str
    """Its permanent address below the site."""

    text: str


def last_changes(page_context: PageContext, revisions: Iterable[Revision]) -> list[Change]:
    """The newest wordings, last edition first; a game's first edition is no change."""
    dated = [
        one for one in revisions if one.first and DATE.fullmatch(one.first) and one.game in page_context.games
    ]
    begun: dict[str, str] = {}
    for one in dated:
        begun[one.game] = min(begun.get(one.game, one.first or ""), one.first or "")
    newer = [one for one in dated if (one.first or "") > begun[one.game]]
    newest = sorted(newer, key=lambda one: one.first or "", reverse=True)[:MOST]
    return [_change(page_context, one) for one in newest]


def _change(page_context: PageContext, revision: Revision) -> Change:
    last = revision.address.rstrip("/").rpartition("/")[2]
    return Change(
        game=revision.game,
        name=brief(label(revision.number, revision.title, plain(revision.markdown))),
        edition=revision.first or "",
        folder=f"{page_context.addresses.games[revision.game]}{folder_name(last)}/",
        text=brief(plain(revision.markdown), LONGEST),
    )


def feed(page_context: PageContext, changes: Iterable[Change]) -> str:
    """The changes as an Atom feed; empty without any.

    A site without a public address is told apart by names made for the purpose, and links from where it stands.
    """
    changes = list(changes)
    if not changes:
        return ""
    itself = page_context.public("changes.xml")
    return "\n".join(
        (
            '<?xml version="1.0" encoding="utf-8"?>',
            '<feed xmlns="http://www.w3.org/2005/Atom">',
            f"<id>{escape(page_context.public('') or _name(page_context, ''))}</id>",
            f"<title>{escape(brief(page_context.catalogue.title))}: changes</title>",
            f"<updated>{_moment(changes[0])}</updated>",
            f"<author><name>{escape(brief(page_context.catalogue.title))}</name></author>",
            f"<link href={quoteattr(page_context.public('') or 'index.html')}/>",
            *([f'<link rel="self" href={quoteattr(itself)}/>'] if itself else ()),
            *(_item(page_context, change) for change in changes),
            "</feed>\n",
        )
    )


def _item(page_context: PageContext, change: Change) -> str:
    address = page_context.public(change.folder)
    title = f"{page_context.games[change.game].title}: {change.name}"
    return (
        f"<entry><id>{escape(address or _name(page_context, change.folder))}</id><title>{escape(title)}</title>"
        f"<updated>{_moment(change)}</updated><link href={quoteattr(address or href('', change.folder))}/>"
        f"<summary>{escape(change.text)}</summary></entry>"
    )


def _name(page_context: PageContext, folder: str) -> str:
    """A name in place of an address, the same in every build: `urn:uuid:…`."""
    return uuid5(NAMESPACE_URL, f"kb:{page_context.catalogue.title}/{folder}").urn


def _moment(change: Change) -> str:
    """An edition that names a month or a year is as old as these are."""
    year, month, day = (*change.edition.split("-"), "01", "01")[:3]
    return f"{year}-{month}-{day}T00:00:00Z"
