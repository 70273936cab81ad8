"""What does the reader see? A static site that works from a sub-path, from a disk and without script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from kb.entries import Entry, Game
from kb.findings import Revision
from kb.ledger import Ledger
from kb.site import (
    addresses,
    browser_index,
    catalogue,
    changes,
    diffs,
    machines,
    offline,
    overviews,
    pages,
    posting,
    programs,
    questions,
    single,
)
from kb.site.files import Files
from kb.site.files import Keeping as Keeping
from kb.site.lives import lives, others
from kb.site.lookups import Lookups
from kb.site.page_context import PageContext
from kb.site.past import earlier, editions, moved_game_page, past_page, past_pages
from kb.site.reading import Reading, reading_page, readings
from kb.site.render import Renderer
from kb.site.stretches import stretches
from kb.site.writing import Writer
from kb.store import Store


def write(
    folder: Path,
    store: Store,
    templates: Path,
    index: Path,
    keeping: Keeping | None = None,
    ledgers: Mapping[str, Ledger] | None = None,
) -> None:
    """Write the whole site of a store and its index into a folder; `ledgers` tell what editions said before.

    With `keeping` whatever has not changed since an earlier site is kept, and what that folder holds besides is
    removed; the result is the same.
    """
    renderer = Renderer(templates)
    files = Files(folder, renderer.made_with(), keeping)
    revisions = store.revisions()
    lookups = Lookups(open_desk(store))
    page_context = lookups.page_context
    writer = Writer(files, renderer, lookups)
    compared = [
        diffs.compared(game, held)
        for game in page_context.catalogue.games
        if (held := (ledgers or {}).get(game.slug))
    ]
    newest = {found.game.slug: told for found in compared if (told := found.newest(page_context))}
    _write_overviews(writer, page_context, revisions, newest)
    for found in compared:
        _write_changes(writer, page_context, found)
    for game in page_context.catalogue.games:
        _write_readings(writer, page_context, game.slug)
        _write_entries(writer, page_context, game)
        _write_past(writer, page_context, game.slug, [one for one in revisions if one.game == game.slug])
    search = browser_index.write(files, overviews.SEARCH, store, index, page_context.addresses.entries)
    offline.write(files, page_context, writer.written, search, renderer.assets, renderer.worker())
    files.finish()


def one_page(store: Store, templates: Path, index: Path) -> bytes:
    """The only game of a store as one page that needs nothing else."""
    return single.single_page(open_desk(store), store, templates, index)


def open_desk(store: Store) -> PageContext:
    """Read a store and decide where every page lives."""
    known = catalogue.read(store)
    revisions = store.revisions()
    return PageContext(
        catalogue=known,
        addresses=addresses.addresses(known.games, known.by_id.values()),
        stretches={game.slug: stretches(known, game.slug) for game in known.games},
        related=store.related(),
        worded={one.address: editions(one) for one in revisions},
        earlier=earlier(revisions),
        lives=lives(revisions),
        others=others(revisions),
        corrections={one.address: one for one in revisions if one.corrected},
    )


def _write_overviews(
    writer: Writer,
    page_context: PageContext,
    revisions: Sequence[Revision],
    newest: Mapping[str, diffs.Newest],
) -> None:
    feed = changes.feed(page_context, changes.last_changes(page_context, revisions))
    writer.write("index.html", "home.html.j2", overviews.home_page(page_context, newest, has_feed=bool(feed)))
    if feed:
        writer.write_data("changes.xml", feed)
    writer.write("404.html", "404.html.j2", overviews.not_found_page(page_context))
    writer.write(f"{overviews.SEARCH}index.html", "search.html.j2", overviews.search_page(page_context))
    writer.write(f"{posting.FOLDER}index.html", "post.html.j2", posting.post_page(page_context))
    writer.write(f"{overviews.PROBLEMS}index.html", "problems.html.j2", overviews.problems_page(page_context))
    writer.write(f"{offline.FOLDER}index.html", "offline.html.j2", offline.offline_page(page_context))
    about_data = programs.programs_page(page_context, has_feed=bool(feed))
    writer.write(f"{programs.FOLDER}index.html", "programs.html.j2", about_data)
    for path, sitemap in machines.sitemaps(page_context):
        writer.write_data(path, sitemap)
    if description := machines.opensearch(page_context):
        writer.write_data("opensearch.xml", description)
    for game in page_context.catalogue.games:
        page = overviews.game_page(page_context, game, newest.get(game.slug))
        writer.write(f"{page_context.addresses.games[game.slug]}index.html", "game.html.j2", page)
        if page.answers:
            path = f"{questions.questions_folder(page_context, game)}index.html"
            writer.write(path, "questions.html.j2", questions.questions_page(page_context, game))
        if page.numbers:
            path = f"{overviews.numbers_folder(page_context, game)}index.html"
            writer.write(path, "numbers.html.j2", overviews.numbers_page(page_context, game))


def _write_changes(writer: Writer, page_context: PageContext, found: diffs.Compared) -> None:
    """The pages that tell what changed between editions, and what the browser compares any two by."""
    if not found.pairs:
        return
    path = f"{diffs.changes_folder(page_context, found.game)}index.html"
    writer.write(path, "changes.html.j2", diffs.changes_page(page_context, found))
    for folder, make in diffs.diff_pages(page_context, found):
        writer.write(f"{folder}index.html", "diff.html.j2", make())
    for source in found.editions:
        path = f"{diffs.source_folder(page_context, found.game, source)}{diffs.DATA}"
        writer.write_data(path, diffs.editions_data(page_context, found, source))


def _write_readings(writer: Writer, page_context: PageContext, game: str) -> None:
    """The pages for continuous reading."""
    for reading in readings(page_context, game):
        folder = page_context.reading_folder(reading.stretch)
        make = partial(_write_reading, writer, page_context, reading, f"{folder}index.html")
        writer.part(folder, make, told=reading.told())


def _write_reading(writer: Writer, page_context: PageContext, reading: Reading, path: str) -> None:
    writer.write(path, "reading.html.j2", reading_page(page_context, reading))


def _write_entries(writer: Writer, page_context: PageContext, game: Game) -> None:
    """The pages and records of entries, and all records of the game together."""
    entries = page_context.catalogue.entries[game.slug]
    for entry in entries:
        writer.part(
            page_context.addresses.entries[entry.id], partial(_write_entry, writer, page_context, entry)
        )
    records = [f"{page_context.addresses.entries[entry.id]}{machines.ENTRY}" for entry in entries]
    writer.gather(
        machines.game_path(page_context, game), records, partial(machines.game_json, page_context, game)
    )


def _write_entry(writer: Writer, page_context: PageContext, entry: Entry) -> None:
    current, permanent = page_context.addresses.entries[entry.id], page_context.addresses.permanent[entry.id]
    page = pages.entry_page(page_context, entry)
    writer.write(f"{current}index.html", "entry.html.j2", page)
    writer.write_data(f"{current}{machines.ENTRY}", f"{machines.entry_json(page_context, entry)}\n")
    if permanent != current:
        writer.write(
            f"{permanent}index.html", "edition.html.j2", pages.edition_page(page_context, entry, page)
        )


def _write_past(writer: Writer, page_context: PageContext, game: str, revisions: list[Revision]) -> None:
    """The pages that keep wordings which no entry has now, and lead on from what the game was called before."""
    for old in page_context.games[game].formerly:
        folder = addresses.game_folder(old)
        page = moved_game_page(page_context, folder, page_context.games[game])
        writer.write(f"{folder}index.html", "past.html.j2", page)
    for folder, revision in past_pages(page_context, game, revisions):
        make = partial(_write_wording, writer, page_context, folder, revision)
        writer.part(folder, make, told=repr(revision))


def _write_wording(writer: Writer, page_context: PageContext, folder: str, revision: Revision) -> None:
    writer.write(f"{folder}index.html", "past.html.j2", past_page(page_context, folder, revision))
