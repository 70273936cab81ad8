"""Builds of a few entries: a store and an index, without pages."""

from kb import index, store
from kb.entries import Game


def write_build(folder, entries, **wishes):
    """A build of these entries; `wishes` go to the index."""
    folder.mkdir()
    games = tuple(Game(slug=slug, title=slug) for slug in dict.fromkeys(each.game for each in entries))
    content = store.Content(
        title="Rules",
        base_url="",
        games=games,
        sources=(),
        entries=tuple(entries),
        references=(),
        problems=(),
        left_out=(),
    )
    store.write(folder / "kb.sqlite", content)
    index.write(folder / "index", entries, **wishes)
    return folder
