"""What does the reader see? A static site that works from a sub-path, from a disk and without script."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from kb.entries import Entry, Game
from kb.findings import Revision
from kb.site import (
    addresses,
    browser_index,
    catalogue,
    changes,
    latest,
    machines,
    offline,
    overviews,
    pages,
    posting,
    programs,
    questions,
    single,
)
from kb.site.desk import Desk
from kb.site.files import Files
from kb.site.files import Keeping as Keeping
from kb.site.lookups import Lookups
from kb.site.past import earlier, editions, past_page, past_pages
from kb.site.reading import Reading, reading_page, readings
from kb.site.render import Renderer
from kb.site.stretches import stretches
from kb.site.writing import Writer
from kb.store import Store


def write(folder: Path, store: Store, templates: Path, index: Path, keeping: Keeping | None = None) -> None:
    """Write the whole site of a store and its index into a folder.

    With `keeping` whatever has not changed since an earlier site is kept, and what that folder holds besides is
    removed; the result is the same.
    """
    renderer = Renderer(templates)
    files = Files(folder, renderer.made_with(), keeping)
    revisions = store.revisions()
    lookups = Lookups(open_desk(store))
    desk = lookups.desk
    writer = Writer(files, renderer, lookups)
    _write_overviews(writer, desk, revisions)
    for game in desk.catalogue.games:
        _write_readings(writer, desk, game.slug)
        _write_entries(writer, desk, game)
        _write_past(writer, desk, game.slug, [one for one in revisions if one.game == game.slug])
    search = browser_index.write(files, overviews.SEARCH, store, index, desk.addresses.entries)
    offline.write(files, desk, writer.written, search, renderer.assets, renderer.worker())
    files.finish()


def one_page(store: Store, templates: Path, index: Path) -> bytes:
    """The only game of a store as one page that needs nothing else."""
    return single.single_page(open_desk(store), store, templates, index)


def open_desk(store: Store) -> Desk:
    """Read a store and decide where every page lives."""
    known = catalogue.read(store)
    revisions = store.revisions()
    return Desk(
        catalogue=known,
        addresses=addresses.addresses(known.games, known.by_id.values()),
        stretches={game.slug: stretches(known, game.slug) for game in known.games},
        related=store.related(),
        worded={one.address: editions(one) for one in revisions},
        earlier=earlier(revisions),
    )


def _write_overviews(writer: Writer, desk: Desk, revisions: Sequence[Revision]) -> None:
    newest = latest.by_game(revisions)
    feed = changes.feed(desk, changes.last_changes(desk, revisions))
    writer.write("index.html", "home.html.j2", overviews.home_page(desk, newest, has_feed=bool(feed)))
    if feed:
        writer.write_data("changes.xml", feed)
    writer.write("404.html", "404.html.j2", overviews.not_found_page(desk))
    writer.write(f"{overviews.SEARCH}index.html", "search.html.j2", overviews.search_page(desk))
    writer.write(f"{posting.FOLDER}index.html", "post.html.j2", posting.post_page(desk))
    writer.write(f"{overviews.PROBLEMS}index.html", "problems.html.j2", overviews.problems_page(desk))
    writer.write(f"{offline.FOLDER}index.html", "offline.html.j2", offline.offline_page(desk))
    about_data = programs.programs_page(desk, has_feed=bool(feed))
    writer.write(f"{programs.FOLDER}index.html", "programs.html.j2", about_data)
    for path, sitemap in machines.sitemaps(desk):
        writer.write_data(path, sitemap)
    if description := machines.opensearch(desk):
        writer.write_data("opensearch.xml", description)
    for game in desk.catalogue.games:
        edition = newest.get(game.slug)
        page = overviews.game_page(desk, game, edition)
        writer.write(f"{desk.addresses.games[game.slug]}index.html", "game.html.j2", page)
        if page.answers:
            path = f"{questions.questions_folder(desk, game)}index.html"
            writer.write(path, "questions.html.j2", questions.questions_page(desk, game))
        if edition:
            path = f"{latest.changes_folder(desk, game)}index.html"
            writer.write(path, "changes.html.j2", latest.changes_page(desk, game, edition))
        if page.numbers:
            path = f"{overviews.numbers_folder(desk, game)}index.html"
            writer.write(path, "numbers.html.j2", overviews.numbers_page(desk, game))


def _write_readings(writer: Writer, desk: Desk, game: str) -> None:
    """The pages for continuous reading."""
    for reading in readings(desk, game):
        folder = desk.reading_folder(reading.stretch)
        make = partial(_write_reading, writer, desk, reading, f"{folder}index.html")
        writer.part(folder, make, told=reading.told())


def _write_reading(writer: Writer, desk: Desk, reading: Reading, path: str) -> None:
    writer.write(path, "reading.html.j2", reading_page(desk, reading))


def _write_entries(writer: Writer, desk: Desk, game: Game) -> None:
    """The pages and records of entries, and all records of the game together."""
    entries = desk.catalogue.entries[game.slug]
    for entry in entries:
        writer.part(desk.addresses.entries[entry.id], partial(_write_entry, writer, desk, entry))
    records = [f"{desk.addresses.entries[entry.id]}{machines.ENTRY}" for entry in entries]
    writer.gather(machines.game_path(desk, game), records, partial(machines.game_json, desk, game))


def _write_entry(writer: Writer, desk: Desk, entry: Entry) -> None:
    current, permanent = desk.addresses.entries[entry.id], desk.addresses.permanent[entry.id]
    page = pages.entry_page(desk, entry)
    writer.write(f"{current}index.html", "entry.html.j2", page)
    writer.write_data(f"{current}{machines.ENTRY}", f"{machines.entry_json(desk, entry)}\n")
    if permanent != current:
        writer.write(f"{permanent}index.html", "edition.html.j2", pages.edition_page(desk, entry, page))


def _write_past(writer: Writer, desk: Desk, game: str, revisions: list[Revision]) -> None:
    """The pages that keep wordings which no entry has now."""
    for folder, revision in past_pages(desk, game, revisions):
        make = partial(_write_wording, writer, desk, folder, revision)
        writer.part(folder, make, told=repr(revision))


def _write_wording(writer: Writer, desk: Desk, folder: str, revision: Revision) -> None:
    writer.write(f"{folder}index.html", "past.html.j2", past_page(desk, folder, revision))
