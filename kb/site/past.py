"""Which pages keep what the texts do not say any more? An address once given out never goes away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import itemgetter

from markupsafe import Markup

from kb.entries import Game, label
from kb.findings import Revision
from kb.ledger import Ledger
from kb.markup import plain, render
from kb.site.addresses import folder_name, game_folder, href
from kb.site.bodies import dressed
from kb.site.page_context import PageContext
from kb.site.parts import Frame, Link
from kb.site.phrases import KIND_LABELS, brief, day
from kb.site.wording import Piece, changed

BECAME = {
    "current": "It has this address now:",
    "edited": "It is worded differently now:",
    "renumbered": "It has another number now:",
    "renamed": "It has another name now:",
    "split": "It was split; the main part of it is now:",
    "merged": "It was merged into another rule:",
    "replaced": "Another text took its place:",
    "withdrawn": "It was withdrawn: no text holds it any more.",
    "moved": "The game has another address now:",
}
"""What a page of the past says became of it; `moved`, of a whole game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PastPage:
    """A wording of an earlier edition, or under an earlier name, and what became of it."""

    frame: Frame
    kind: str
    kind_label: str
    number: str
    title: str
    context: str
    body: Markup
    edition: str
    became: str
    current: Link
    change: tuple[Piece, ...]
    """Its words as they became today's."""

    parts: tuple[Link, ...] = ()
    """What holds the rest of its words now, of a rule that was split."""

    below: tuple[Link, ...] = ()
    """What stood under a heading then, which says nothing of its own."""

    corrected: str = ""
    """The day on which a mistake in our copy was mended; what it said first then stands in `body`."""

    purged: bool = False
    """Whether its words were taken out because the publisher asked."""

    today: Markup
    """Today's wording, where too little of this one stayed to mark what changed."""


def past_pages(
    page_context: PageContext, game: str, revisions: list[Revision]
) -> Iterator[tuple[str, Revision]]:
    """The wording at every address of a game that no entry has now, with its folder."""
    top = page_context.addresses.games[game]
    taken = {
        folder.casefold()
        for folders in (page_context.addresses.entries, page_context.addresses.permanent)
        for folder in folders.values()
    }
    before = {old: game_folder(old) for old in page_context.games[game].formerly}
    for revision in reversed(revisions):  # of two wordings without an edition the later one is shown
        names = dict.fromkeys(one.partition("@")[0].rstrip("/") for one in (revision.address, *revision.also))
        own = revision.address.partition("@")[0].rstrip("/").rpartition("/")[2]
        names |= dict.fromkeys(f"{old}/{own}" for old in before)
        for address in (revision.address, *revision.also, *names):
            slug, _, last = address.rstrip("/").rpartition("/")
            folder = f"{before.get(slug, top)}{folder_name(last)}/"
            if folder.casefold() not in taken:
                taken.add(folder.casefold())
                yield folder, revision


def stood_below(ledger: Ledger, revisions: Iterable[Revision]) -> dict[str, tuple[Revision, ...]]:
    """What stood under each heading that the past has, in the last edition that had it, by the heading's address."""
    heads: dict[tuple[str, str | None, int], str] = {}
    for entity in ledger.entities:
        for wording in entity.wordings:
            if wording.places and not wording.markdown and wording.address != entity.now:
                last = wording.places[-1]
                heads[entity.source, last.edition, last.order] = wording.address
    by_address = {one.address: one for one in revisions}
    found: dict[str, list[tuple[int, Revision]]] = {}
    for entity in ledger.entities:
        for wording in entity.wordings:
            for place in wording.places:
                head = heads.get((entity.source, place.edition, -1 if place.parent is None else place.parent))
                if head is not None and wording.address in by_address:
                    found.setdefault(head, []).append((place.order, by_address[wording.address]))
    return {head: tuple(one for _, one in sorted(held, key=itemgetter(0))) for head, held in found.items()}


def past_page(
    page_context: PageContext, folder: str, revision: Revision, below: Iterable[Revision] = ()
) -> PastPage:
    """The page that keeps a wording, and of a heading names what stood `below` it."""
    by_id = page_context.catalogue.by_id
    entry = by_id.get(revision.entry or "")
    name = label(revision.number, revision.title, revision.markdown)
    about = f"{brief(name)} · {brief(page_context.games[revision.game].title, 40)}"
    trail = [page_context.game_link(folder, revision.game)]
    said = revision.said_first or revision.markdown
    then = plain(said)
    is_past = revision.fate != "current" or bool(revision.said_first)
    is_other = entry is not None and is_past and then.split() != entry.text.split()
    change = changed(then, entry.text) if entry and is_other else ()
    return PastPage(
        frame=page_context.frame(
            folder, about, "edition", description=about, trail=trail, game=revision.game
        ),
        kind=revision.kind,
        kind_label=KIND_LABELS[revision.kind][0],
        number=revision.number or "",
        title=revision.title or "",
        context="",
        body=dressed(render(said), page_context.drawn(revision.game, folder)),
        edition=editions(revision),
        became=BECAME[revision.fate if entry else "withdrawn"],
        current=page_context.entry_link(folder, entry) if entry else trail[0],
        change=change,
        parts=tuple(page_context.entry_link(folder, by_id[id]) for id in revision.parts if id in by_id),
        below=tuple(
            Link(
                href=href(folder, page_context.revision_folder(one)),
                label=label(one.number, one.title, kind=one.kind),
                note=brief(plain(one.said_first or one.markdown), 160),
            )
            for one in below
        ),
        corrected=day(revision.corrected),
        purged=revision.purged,
        today=page_context.body_in(entry, folder, {})[0] if entry and is_other and not change else Markup(),
    )


def moved_game_page(page_context: PageContext, folder: str, game: Game) -> PastPage:
    """The page that leads from a former name of a game to the game."""
    link = page_context.game_link(folder, game.slug)
    return PastPage(
        frame=page_context.frame(folder, game.title, "edition", description=game.title, game=game.slug),
        kind="section",
        kind_label=KIND_LABELS["section"][0],
        number="",
        title=game.title,
        context="",
        body=Markup(),
        edition="",
        became=BECAME["moved"],
        current=link,
        change=(),
        today=Markup(),
    )


def earlier(revisions: Iterable[Revision]) -> dict[str, list[Revision]]:
    """What each entry said or was called before, newest first; only what has a page of its own."""
    found: dict[str, list[Revision]] = {}
    for one in revisions:
        if one.entry and one.fate != "current" and "@" in one.address:
            found.setdefault(one.entry, []).append(one)
    for held in found.values():
        held.sort(key=lambda one: one.first or "", reverse=True)
    return found


def editions(revision: Revision) -> str:
    """The editions that have a wording: `1 Jan 2019 – 7 Jun 2024`; empty for a source without editions."""
    if revision.first == revision.last or not (revision.first and revision.last):
        return day(revision.first or "")
    return f"{day(revision.first)} – {day(revision.last)}"
