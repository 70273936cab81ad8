"""What changed last? Wordings that newer editions brought, from the ledger: a list for people, a feed for programs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from kb.entries import label
from kb.findings import Revision
from kb.markup import plain
from kb.site.addresses import folder_name
from kb.site.desk import Desk, brief

MOST = 200
"""Changes in the feed; a new edition of a large game brings thousands."""

LONGEST = 600
"""Characters of a wording in the feed."""

# Editions that are dates, "2024-06-07": only these say when.
_DATE = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])")


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
    dated = [one for one in revisions if one.first and _DATE.fullmatch(one.first) and one.game in desk.games]
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
    """The changes as an Atom feed; empty without any, or without a public address to name."""
    changes = list(changes)
    home = desk.public("")
    if not home or not changes:
        return ""
    return "\n".join(
        (
            '<?xml version="1.0" encoding="utf-8"?>',
            '<feed xmlns="http://www.w3.org/2005/Atom">',
            f"<id>{escape(home)}</id>",
            f"<title>{escape(brief(desk.catalogue.title))}: changes</title>",
            f"<updated>{_moment(changes[0])}</updated>",
            f"<author><name>{escape(brief(desk.catalogue.title))}</name></author>",
            f"<link href={quoteattr(home)}/>",
            f'<link rel="self" href={quoteattr(desk.public("changes.xml"))}/>',
            *(_item(desk, change) for change in changes),
            "</feed>\n",
        )
    )


def _item(desk: Desk, change: Change) -> str:
    address = desk.public(change.folder)
    title = f"{desk.games[change.game].title}: {change.name}"
    return (
        f"<entry><id>{escape(address)}</id><title>{escape(title)}</title><updated>{_moment(change)}</updated>"
        f"<link href={quoteattr(address)}/><summary>{escape(change.text)}</summary></entry>"
    )


def _moment(change: Change) -> str:
    return f"{change.edition}T00:00:00Z"
