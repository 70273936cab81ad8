"""What did the page do to the text? Small named cleaners, each mending one kind of damage, in order.

A cleaner takes a Text and returns it mended. What it takes away goes to `left_out` with a reason; what it replaces
(a glyph by the icon's name) stays counted to the entry its line belongs to.
"""

from __future__ import annotations

from collections.abc import Callable

from kb.ingest.clean.characters import drop_invisible, even_quotes, mend_mojibake, tidy_spaces
from kb.ingest.clean.emphasis import drop_broken_emphasis
from kb.ingest.clean.furniture import drop_continued, drop_running_headers
from kb.ingest.clean.icons import name_icons
from kb.ingest.lines import Text

CLEANERS: tuple[Callable[[Text], Text], ...] = (
    drop_invisible,
    mend_mojibake,  # before anything looks at letters
    drop_running_headers,
    drop_continued,
    name_icons,  # before spaces are tidied: a double space may be all that is left of an icon
    drop_broken_emphasis,  # after icons: their glyphs were set in bold of their own
    even_quotes,
    tidy_spaces,
)


def clean(text: Text) -> Text:
    """Run all cleaners."""
    for cleaner in CLEANERS:
        text = cleaner(text)
    return text
