"""Where in the person's browser is this entry? On the site that is served or published, else on the disk."""

from __future__ import annotations

import webbrowser
from pathlib import Path

from kb import builds
from kb.entries import Entry
from kb.store import Library


def address(build: Path | None, store: Library, entry: Entry, is_past: bool = False) -> str:
    """The page of an entry: below the site's `base_url`, or the file in the build folder, if there is one; of a
    wording of the past its permanent one."""
    page = entry.permalink if is_past else entry.url
    base = store.settings().get("base_url", "")
    if base:
        return f"{base.rstrip('/')}/{page}"
    if build is None:
        return ""
    return (build / builds.SITE / page / "index.html").absolute().as_uri()


def open_page(place: str) -> bool:
    """Show a page in the person's browser; False where there is none."""
    try:
        return webbrowser.open(place)
    except webbrowser.Error:
        return False
