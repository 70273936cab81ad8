"""Which pages span games? They are made here, from a summary of each game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from kb.site import browser_index, changes, machines, offline, overviews, posting, programs
from kb.site.addresses import addresses
from kb.site.catalogue import Catalogue
from kb.site.files import Files
from kb.site.lookups import Lookups
from kb.site.page_context import PageContext
from kb.site.phrases import day
from kb.site.render import Renderer
from kb.site.writing import Writer
from kb.store.summary import Summaries, Summary


def write_library(
    folder: Path,
    library: Summaries,
    templates: Path,
    table: bytes,
    last_changes: Callable[[Summary], Iterable[Mapping[str, str]]],
    routes: Iterable[Mapping[str, Any]],
    api: str = "",
) -> None:
    """Write everything of a site that is no game's into a new folder.

    `table` is what browsers ask all games by meaning with; `last_changes` tells what newer editions of a game brought,
    `routes` are the parts of what chooses the games worth asking, `api` is where a service answers searches.
    """
    renderer = Renderer(templates, api)
    files = Files(folder)
    page_context = all_games(library)
    writer = Writer(files, renderer, Lookups(page_context))
    for path, content in renderer.assets.items():
        files.write(path, content)
    _write_pages(writer, page_context, library, last_changes)
    searched = [_searched(one) for one in library.games]
    shared = browser_index.write_library(files, searched, page_context.catalogue.base_url, table, routes, api)
    kept = {one.game.slug: one.site["offline"] for one in library.games}
    offline.write_library(files, page_context, kept, shared, [*renderer.assets], renderer.worker())


def all_games(library: Summaries) -> PageContext:
    """What pages know that name games, but no entry."""
    games = tuple(one.game for one in library.games)
    catalogue = Catalogue(
        title=library.title,
        base_url=library.base_url.rstrip("/"),
        games=games,
        sources=tuple(source for one in library.games for source in one.sources),
        problems=library.problems,
        entries={},
        by_id={},
        below={},
        siblings={},
        references={},
        referrers={},
        beside={},
    )
    return PageContext(catalogue=catalogue, addresses=addresses(games, ()), stretches={})


def _write_pages(
    writer: Writer,
    page_context: PageContext,
    library: Summaries,
    last_changes: Callable[[Summary], Iterable[Mapping[str, str]]],
) -> None:
    games, problems = library.games, library.problems
    feed = changes.feed(page_context, _newest(games, last_changes))
    home = overviews.home_page(page_context, games, has_feed=bool(feed))
    writer.write("index.html", "home.html.j2", home)
    if feed:
        writer.write_data("changes.xml", feed)
    writer.write("404.html", "404.html.j2", overviews.not_found_page(page_context))
    search = overviews.search_page(page_context, games)
    writer.write(f"{browser_index.SEARCH}index.html", "search.html.j2", search)
    writer.write(f"{posting.FOLDER}index.html", "post.html.j2", posting.post_page(page_context))
    all_problems = overviews.all_problems_page(page_context, games, problems)
    writer.write(f"{overviews.PROBLEMS}index.html", "problems.html.j2", all_problems)
    writer.write(f"{offline.FOLDER}index.html", "offline.html.j2", offline.offline_page(page_context))
    data = programs.programs_page(page_context, games, has_feed=bool(feed))
    writer.write(f"{programs.FOLDER}index.html", "programs.html.j2", data)
    for path, sitemap in machines.sitemaps(
        page_context, (path for one in games for path in one.site["sitemaps"])
    ):
        writer.write_data(path, sitemap)
    if description := machines.opensearch(page_context):
        writer.write_data("opensearch.xml", description)


def _newest(
    games: Sequence[Summary], last_changes: Callable[[Summary], Iterable[Mapping[str, str]]]
) -> list[changes.Change]:
    """The newest wordings of all games, last edition first; only games with a newer one are asked."""
    found: list[changes.Change] = []
    newest = [one for one in games if one.site["newest"]]
    for one in sorted(newest, key=lambda one: one.site["newest"]["name"], reverse=True):
        if len(found) >= changes.MOST and found[changes.MOST - 1].edition > one.site["newest"]["name"]:
            break
        found += [changes.Change(**change) for change in last_changes(one)]
        found.sort(key=lambda change: change.edition, reverse=True)
    return found[: changes.MOST]


def _searched(one: Summary) -> dict[str, Any]:
    """What a browser has to know of a game before it asks it."""
    editions = {source.edition or "" for source in one.sources}
    return {
        "slug": one.game.slug,
        "title": one.game.title,
        "language": one.game.language,
        "edition": day(editions.pop()) if len(editions) == 1 else "",
        "kinds": sorted(one.counts),
        "entries": sum(one.counts.values()),
        "folder": one.site["folder"],
        "file": one.site["search"],
        "first": one.site["offline"]["first"][1].rpartition("/")[2],
        "size": one.site["offline"]["firstBytes"],
    }
