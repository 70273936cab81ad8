"""What does the reader see? A static site that works from a sub-path, from a disk and without script."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.site import (
    addresses,
    browser_index,
    catalogue,
    changes,
    machines,
    offline,
    overviews,
    pages,
    posting,
    single,
)
from kb.site.desk import Desk
from kb.site.files import Files
from kb.site.files import Keeping as Keeping
from kb.site.past import editions, past_pages
from kb.site.render import Renderer
from kb.site.stretches import stretches
from kb.site.writing import Writer
from kb.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteReport:
    """What was written."""

    pages: int
    bytes: int
    """Of all pages, before compression."""

    search_bytes: int
    """Of the data for searching in the browser, compressed as it is stored."""


def write(
    folder: Path, store: Store, templates: Path, index: Path, keeping: Keeping | None = None
) -> SiteReport:
    """Write the whole site of a store and its index into an empty folder.

    With `keeping` whatever has not changed is taken over from the site before; the result is the same.
    """
    desk = open_desk(store, index)
    renderer = Renderer(templates)
    files = Files(folder, renderer.made_with(), keeping)
    writer = Writer(files, renderer)
    revisions = store.revisions()
    _write_overviews(writer, desk, changes.last_changes(desk, revisions))
    for game in desk.catalogue.games:
        _write_game(writer, desk, game.slug, {one.address: editions(one) for one in revisions})
        for past_folder, page in past_pages(
            desk, game.slug, [one for one in revisions if one.game == game.slug]
        ):
            writer.write(f"{past_folder}index.html", "past.html.j2", page)
    search_bytes = browser_index.write(
        folder / overviews.SEARCH,
        store,
        index,
        desk.addresses.entries,
        before=files.before and files.before / overviews.SEARCH,
    )
    offline.write(files, desk, writer.written, renderer.assets, renderer.worker())
    files.keep_record()
    return SiteReport(pages=writer.pages, bytes=writer.bytes, search_bytes=search_bytes)


def one_page(store: Store, templates: Path, index: Path) -> bytes:
    """The only game of a store as one page that needs nothing else."""
    return single.single_page(open_desk(store), store, templates, index)


def open_desk(store: Store, index: Path | None = None) -> Desk:
    """Read a store, and what its index found related, and decide where every page lives."""
    known = catalogue.read(store)
    return Desk(
        catalogue=known,
        addresses=addresses.addresses(known.games, known.by_id.values()),
        stretches={game.slug: stretches(known, game.slug) for game in known.games},
        related=_related(index) if index else {},
    )


def _related(index: Path) -> dict[str, list[str]]:
    """The related ids of entries, as the index wrote them; an index of an earlier version has none."""
    try:
        found: dict[str, list[str]] = json.loads((index / "related.json").read_bytes())
    except FileNotFoundError:
        return {}
    return found


def _write_overviews(writer: Writer, desk: Desk, changed: Sequence[changes.Change]) -> None:
    writer.write("index.html", "home.html.j2", overviews.home_page(desk, changed))
    if feed := changes.feed(desk, changed):
        writer.write_data("changes.xml", feed)
    writer.write("404.html", "404.html.j2", overviews.not_found_page(desk))
    writer.write(f"{overviews.SEARCH}index.html", "search.html.j2", overviews.search_page(desk))
    writer.write(f"{posting.FOLDER}index.html", "post.html.j2", posting.post_page(desk))
    writer.write(f"{overviews.PROBLEMS}index.html", "problems.html.j2", overviews.problems_page(desk))
    writer.write(f"{offline.FOLDER}index.html", "offline.html.j2", offline.offline_page(desk))
    for path, sitemap in machines.sitemaps(desk):
        writer.write_data(path, sitemap)
    if description := machines.opensearch(desk):
        writer.write_data("opensearch.xml", description)
    for game in desk.catalogue.games:
        page = overviews.game_page(desk, game)
        writer.write(f"{desk.addresses.games[game.slug]}index.html", "game.html.j2", page)
        if page.numbers:
            path = f"{overviews.numbers_folder(desk, game)}index.html"
            writer.write(path, "numbers.html.j2", overviews.numbers_page(desk, game))


def _write_game(writer: Writer, desk: Desk, game: str, worded: Mapping[str, str]) -> None:
    """The pages of one game; `worded` says which editions have the wording at a permanent address."""
    for folder, reading_page in pages.reading_pages(desk, game):
        writer.write(f"{folder}index.html", "reading.html.j2", reading_page)
    records = []
    for entry in desk.catalogue.entries[game]:
        current, permanent = desk.addresses.entries[entry.id], desk.addresses.permanent[entry.id]
        page = pages.entry_page(desk, entry)
        writer.write(f"{current}index.html", "entry.html.j2", page)
        records.append(machines.entry_json(desk, entry))
        writer.write_data(f"{current}{machines.ENTRY}", f"{records[-1]}\n")
        if permanent != current:
            since = worded.get(entry.permalink) or entry.edition or ""
            edition_page = pages.edition_page(desk, entry, page, since)
            writer.write(f"{permanent}index.html", "edition.html.j2", edition_page)
    known = desk.games[game]
    writer.write_data(machines.game_path(desk, known), machines.game_json(desk, known, records))
