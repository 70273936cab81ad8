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
from kb.site.desk import Desk
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


def last_changes(desk: Desk, revisions: Iterable[Revision]) -> list[Change]:
    """The newest wordings, last edition first; a game's first edition is no change."""
    dated = [one for one in revisions if one.first and DATE.fullmatch(one.first) and one.game in desk.games]
    begun: dict[str, str] = {}
    for one in dated:
        begun[one.game] = min(begun.get(one.game, one.first or ""), one.first or "")
    newer = [one for one in dated if (one.first or "") > begun[one.game]]
    newest = sorted(newer, key=lambda one: one.first or "", reverse=True)[:MOST]
    return [_change(desk, one) for one in newest]


def _change(desk: Desk, revision: Revision) -> Change:
    last = revision.address.rstrip("/").rpartition("/")[2]
    return Change(
        game=revision.game,
        name=brief(label(revision.number, revision.title, plain(revision.markdown))),
        edition=revision.first or "",
        folder=f"{desk.addresses.games[revision.game]}{folder_name(last)}/",
        text=brief(plain(revision.markdown), LONGEST),
    )


def feed(desk: Desk, changes: Iterable[Change]) -> str:
    """The changes as an Atom feed; empty without any.

    A site without a public address is told apart by names made for the purpose, and links from where it stands.
    """
    changes = list(changes)
    if not changes:
        return ""
    itself = desk.public("changes.xml")
    return "\n".join(
        (
            '<?xml version="1.0" encoding="utf-8"?>',
            '<feed xmlns="http://www.w3.org/2005/Atom">',
            f"<id>{escape(desk.public('') or _name(desk, ''))}</id>",
            f"<title>{escape(brief(desk.catalogue.title))}: changes</title>",
            f"<updated>{_moment(changes[0])}</updated>",
            f"<author><name>{escape(brief(desk.catalogue.title))}</name></author>",
            f"<link href={quoteattr(desk.public('') or 'index.html')}/>",
            *([f'<link rel="self" href={quoteattr(itself)}/>'] if itself else ()),
            *(_item(desk, change) for change in changes),
            "</feed>\n",
        )
    )


def _item(desk: Desk, change: Change) -> str:
    address = desk.public(change.folder)
    title = f"{desk.games[change.game].title}: {change.name}"
    return (
        f"<entry><id>{escape(address or _name(desk, change.folder))}</id><title>{escape(title)}</title>"
        f"<updated>{_moment(change)}</updated><link href={quoteattr(address or href('', change.folder))}/>"
        f"<summary>{escape(change.text)}</summary></entry>"
    )


def _name(desk: Desk, folder: str) -> str:
    """A name in place of an address, the same in every build: `urn:uuid:…`."""
    return uuid5(NAMESPACE_URL, f"kb:{desk.catalogue.title}/{folder}").urn


def _moment(change: Change) -> str:
    """An edition that names a month or a year is as old as these are."""
    year, month, day = (*change.edition.split("-"), "01", "01")[:3]
    return f"{year}-{month}-{day}T00:00:00Z"
