"""Which pages has one game? All are made here, from its store and index alone."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kb.diff.outgrowing import outgrown_of_game
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
    questions,
    single,
)
from kb.site.files import Files, Keeping
from kb.site.lives import lives, others
from kb.site.lookups import Lookups
from kb.site.page_context import PageContext
from kb.site.past import earlier, editions, moved_game_page, past_page, past_pages, stood_below
from kb.site.reading import Reading, reading_page, readings
from kb.site.render import Renderer
from kb.site.stretches import stretches
from kb.site.writing import Writer
from kb.store import Store

# A letter of Hebrew, Arabic and their kin, or a sign that says so
_RIGHT_TO_LEFT = re.compile(
    r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
    r"|\\u(?:061c|200f|202[be]|2067)"
)


def write_game(
    folder: Path,
    store: Store,
    templates: Path,
    index: Path,
    keeping: Keeping | None = None,
    ledger: Ledger | None = None,
    table: bytes | None = None,
    beside: Path | None = None,
    api: str = "",
) -> dict[str, Any]:
    """Write the pages of the only game of a store, and its index for browsers, into the folder of a site.

    `ledger` tells what editions said before, `table` is what its one file encodes questions with; without it there
    is none. The styles and scripts that the pages name are put into the folder `beside`, unless the earlier site has
    them: what spans games is written last, by then perhaps with others. `api` is where a service answers searches.

    With `keeping` whatever has not changed since earlier pages is kept, and what that folder holds besides is
    removed; the result is the same. Returns what pages that span games have to know.
    """
    renderer = Renderer(templates, api)
    files = Files(folder, renderer.made_with(), keeping)
    revisions = store.revisions()
    desk = open_desk(store, revisions)
    lookups = Lookups(desk)
    page_context = lookups.page_context
    (game,) = page_context.catalogue.games
    own = page_context.addresses.games[game.slug]
    writer = Writer(files, renderer, lookups)
    compared = diffs.compared(game, ledger) if ledger else None
    newest = compared.newest(page_context) if compared else None
    search = _write_search(files, own, store, index, desk)
    one_file = _write_one_file(files, renderer, desk, search, table) if table else None
    _write_overviews(writer, page_context, game, newest, one_file)
    if compared:
        _write_changes(writer, page_context, compared)
    _write_readings(writer, page_context, game.slug)
    _write_entries(writer, page_context, game)
    below = stood_below(ledger, revisions) if ledger else {}
    _write_past(writer, page_context, game.slug, revisions, below)
    kept = offline.write_game(files, own, writer.written, search, _write_pictures(files, page_context))
    sitemaps = [*machines.game_sitemaps(page_context, game)]
    for path, sitemap in sitemaps:
        writer.write_data(path, sitemap)
    files.finish()
    if beside and not (keeping and (keeping.before / renderer.asset_folder).is_dir()):
        _write_assets(beside, renderer)
    entries = page_context.catalogue.entries[game.slug]
    return {
        "folder": own,
        "folders": [own, *map(addresses.game_folder, game.formerly)],
        "assets": renderer.asset_folder,
        "example": f"{page_context.addresses.entries[entries[0].id]}{machines.ENTRY}" if entries else "",
        "newest": asdict(newest) if newest else None,
        "changes": [asdict(change) for change in changes.last_changes(page_context, revisions)],
        "sitemaps": [path for path, _ in sitemaps],
        "search": search.manifest,
        "offline": kept,
    }


def _write_search(
    files: Files, folder: str, store: Store, index: Path, desk: PageContext
) -> browser_index.SearchFiles:
    drawn = {icon.name.lower(): icon.sign or desk.picture(icon) for icon in desk.icons}
    return browser_index.write_game(files, folder, store, index, desk.addresses.entries, drawn)


def _write_pictures(files: Files, page_context: PageContext) -> list[str]:
    """Write the pictures of icons, one that stands for several once; where they are."""
    pictures = {page_context.picture(icon): icon.picture for icon in page_context.icons if icon.picture}
    for path, picture in pictures.items():
        if not files.take(path, path):  # which names its content
            files.write(path, picture, path)
    return [*pictures]


def _write_assets(folder: Path, renderer: Renderer) -> None:
    for path, content in renderer.assets.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)


def one_page(store: Store, templates: Path, index: Path, table: bytes) -> bytes:
    """The only game of a store as one page that needs nothing else."""
    desk = open_desk(store)
    with TemporaryDirectory() as held:
        files = Files(Path(held))
        search = _write_search(files, "", store, index, desk)
        return single.single_page(desk, files, search, templates, table)


def _write_one_file(
    files: Files, renderer: Renderer, desk: PageContext, search: browser_index.SearchFiles, table: bytes
) -> overviews.OneFile:
    """Write the game as one page that needs nothing else, for whoever takes it along."""
    (game,) = desk.catalogue.games
    path = f"{desk.addresses.games[game.slug]}all/{addresses.folder_name(game.slug)}.html"
    files.write(path, single.single_page(desk, files, search, renderer.templates, table))
    return overviews.OneFile(path, files.size(path))


def open_desk(store: Store, revisions: Sequence[Revision] | None = None) -> PageContext:
    """Read a store, its revisions too where they are not told, and decide where every page lives."""
    known = catalogue.read(store)
    if revisions is None:
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
        outgrown=outgrown_of_game(
            known.by_id, (one for of in known.references.values() for one in of), revisions
        ),
        icons=tuple(store.icons()),
        corrections={one.address: one for one in revisions if one.corrected},
        is_one_way=not any(
            map(
                _RIGHT_TO_LEFT.search,
                map(repr, (*known.games, *known.sources, *known.by_id.values(), *revisions)),
            )
        ),
    )


def _write_overviews(
    writer: Writer,
    page_context: PageContext,
    game: Game,
    newest: diffs.Newest | None,
    one_file: overviews.OneFile | None,
) -> None:
    page = overviews.game_page(page_context, game, newest, one_file)
    writer.write(f"{page_context.addresses.games[game.slug]}index.html", "game.html.j2", page)
    if page.answers:
        path = f"{questions.questions_folder(page_context, game)}index.html"
        writer.write(path, "questions.html.j2", questions.questions_page(page_context, game))
    if page.numbers:
        path = f"{overviews.numbers_folder(page_context, game)}index.html"
        writer.write(path, "numbers.html.j2", overviews.numbers_page(page_context, game))
    path = f"{overviews.problems_folder(page_context, game)}index.html"
    writer.write(path, "problems.html.j2", overviews.problems_page(page_context, game))


def _write_changes(writer: Writer, page_context: PageContext, found: diffs.Compared) -> None:
    """The pages that tell what changed between editions."""
    if not found.pairs:
        return
    path = f"{diffs.changes_folder(page_context, found.game)}index.html"
    writer.write(path, "changes.html.j2", diffs.changes_page(page_context, found))
    for folder, page, rest in diffs.whole_pages(page_context, found):
        writer.write(f"{folder}index.html", "diff.html.j2", page)
        if rest:
            writer.write(f"{rest[0]}index.html", "diff_rest.html.j2", rest[1])
    put = partial(_write_lines, writer)
    for source in found.editions:
        for folder, page in diffs.SharedLines(page_context, found, source).pages(put):
            writer.write(f"{folder}index.html", "diff.html.j2", page)


def _write_lines(writer: Writer, folder: str, lines: diffs.ChangeLines) -> str:
    return writer.write_lasting(folder, "diff_lines.txt.j2", lines)


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


def _write_past(
    writer: Writer,
    page_context: PageContext,
    game: str,
    revisions: list[Revision],
    below: Mapping[str, tuple[Revision, ...]],
) -> None:
    """The pages that keep wordings which no entry has now, and lead on from what the game was called before."""
    for old in page_context.games[game].formerly:
        folder = addresses.game_folder(old)
        page = moved_game_page(page_context, folder, page_context.games[game])
        writer.write(f"{folder}index.html", "past.html.j2", page)
    for folder, revision in past_pages(page_context, game, revisions):
        under = below.get(revision.address, ())
        make = partial(_write_wording, writer, page_context, folder, revision, under)
        writer.part(folder, make, told=repr((revision, under)))


def _write_wording(
    writer: Writer,
    page_context: PageContext,
    folder: str,
    revision: Revision,
    below: tuple[Revision, ...],
) -> None:
    writer.write(f"{folder}index.html", "past.html.j2", past_page(page_context, folder, revision, below))
