"""Builds of a few entries, laid out as `kb build` does: a store and an index for each game, and pages if wanted."""

import hashlib
import json
import re
from dataclasses import replace

from kb import builds, index, pipeline, shipped, site, store, swap
from kb.entries import Game
from kb.store.summary import Summaries, Summary, dump

# How Whoosh calls its files, and when a build was made.
UNLIKE = re.compile(r"/index/(words/|index\.json$)|^build\.json$")


def differing(one, other):
    """Files that two builds do not share; how Whoosh calls its files is left to it."""

    def digests(folder):
        return {
            path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in folder.rglob("*")
            if path.is_file()
        }

    first, second = digests(one), digests(other)
    unlike = {path for path in first.keys() | second.keys() if first.get(path) != second.get(path)}
    return {path for path in unlike if not UNLIKE.search(path)}


def write_build(folder, entries, references=(), **wishes):
    """A build of these entries without pages; `wishes` go to the index."""
    slugs = dict.fromkeys(one.game for one in entries)
    content = store.Content(
        title="Rules",
        base_url="",
        games=tuple(Game(slug=slug, title=slug) for slug in slugs),
        sources=(),
        entries=tuple(entries),
        references=tuple(references),
        problems=(),
        left_out=(),
    )
    write_content(folder, content, **wishes)
    return folder


def write_content(folder, content, *, pages=False, ledgers=None, **wishes):
    """A build that holds what this content holds, game by game; returns its summaries."""
    games = [_write_game(folder, of_game(content, game), pages, ledgers, wishes) for game in content.games]
    slugs = {game.slug for game in content.games}
    known = Summaries(
        title=content.title,
        base_url=content.base_url,
        games=tuple(games),
        problems=tuple(one for one in content.problems if one.file.partition("/")[0] not in slugs),
    )
    (folder / builds.LIBRARY).write_text(dump(known), encoding="utf-8")
    builds.mark(folder)
    return known


def write_pages(folder, known):
    """The pages that span the games of such a build."""
    for part in pipeline.write_library(known, folder / "library", folder):
        swap.take_place(folder / "library" / part, folder / part)
    swap.remove(folder / "library")


def of_game(content, game):
    """The part of some content that is about one game."""
    entries = tuple(one for one in content.entries if one.game == game.slug)
    ids = {one.id for one in entries}
    below = f"{game.slug}/"
    return replace(
        content,
        games=(game,),
        sources=tuple(one for one in content.sources if one.game == game.slug),
        icons=tuple(one for one in content.icons if one.game == game.slug),
        entries=entries,
        references=tuple(one for one in content.references if one.origin in ids),
        problems=tuple(one for one in content.problems if one.file.startswith(below)),
        left_out=tuple(one for one in content.left_out if one.file.startswith(below)),
        revisions=tuple(one for one in content.revisions if one.game == game.slug),
        pages=tuple(one for one in content.pages if one.game == game.slug),
    )


def _write_game(folder, content, pages, ledgers, wishes):
    (game,) = content.games
    own = builds.game(folder, game.slug)
    own.mkdir(parents=True)
    wishes = {
        "quick": "encoder" not in wishes,
        **wishes,
    }  # what the encoder makes of texts has tests of its own
    near = index.write(own / builds.INDEX, content.entries, content.references, **wishes)
    build = store.write(own / builds.STORE, content, near)
    told = {}
    if pages:
        with store.Store(own / builds.STORE) as held:
            ledger = (ledgers or {}).get(game.slug)
            told = site.write_game(
                folder / builds.SITE, held, shipped.templates(), own / builds.INDEX, ledger=ledger
            )
        (own / builds.CHANGES).write_text(json.dumps(told.pop("changes")))
    kinds = [one.kind for one in content.entries]
    codes = [one.code for one in content.problems]
    return Summary(
        game=game,
        sources=content.sources,
        counts={kind: kinds.count(kind) for kind in kinds},
        problems={code: codes.count(code) for code in codes},
        build=build,
        site=told,
    )
