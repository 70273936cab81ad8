"""What did the page do to the text? Small named cleaners, each mending one kind of damage, in order.

A cleaner takes a Text and returns it mended. What it takes away goes to `left_out` with a reason; what it replaces
(a glyph by the icon's name) stays counted to the entry its line belongs to.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kb.ingest.clean.characters import (
    close_wide_letters,
    drop_invisible,
    even_bullets,
    even_quotes,
    mend_mojibake,
    part_ligatures,
    tidy_spaces,
)
from kb.ingest.clean.damage import print_once
from kb.ingest.clean.icons import name_icons
from kb.ingest.clean.marks import count_circles, drop_broken_emphasis, part_glued_bullets, state_headings
from kb.ingest.clean.running_headers import drop_continued, drop_running_headers
from kb.ingest.document import Line, Stretch, Text

Cleaner = Callable[[Text], Text]

CLEANERS: tuple[Cleaner, ...] = (
    drop_invisible,
    mend_mojibake,  # before anything looks at letters
    print_once,  # before headings are told by their words
    state_headings,
    drop_running_headers,
    drop_continued,
    part_ligatures,
    even_bullets,  # before icons, which are glyphs of such fonts too
    part_glued_bullets,
    count_circles,
    close_wide_letters,  # before spaces are tidied: two of them part words that are set wide
    name_icons,  # before spaces are tidied: a double space may be all that is left of an icon
    drop_broken_emphasis,  # after icons: their glyphs were set in bold of their own
    even_quotes,
    tidy_spaces,
)


def clean(text: Text) -> Text:
    """Run all cleaners: on the lines, or on the stretches where the reader of the format has parted them."""
    return _clean_stretches(text) if text.stretches else _clean_lines(text, CLEANERS)


def _clean_lines(text: Text, cleaners: tuple[Cleaner, ...]) -> Text:
    for cleaner in cleaners:
        text = cleaner(text)
    return text


def _clean_stretches(text: Text) -> Text:
    """The reader took away what is invisible already, and put its marks around links since."""
    lines = tuple(Line(stretch.first, stretch.text, stretch.text) for stretch in text.stretches)
    cleaned = _clean_lines(replace(text, lines=lines), CLEANERS[1:])
    stretches = tuple(
        _cleaned(stretch, line.text)
        for stretch, line in zip(text.stretches, cleaned.lines, strict=True)
        if not line.is_blank
    )
    return replace(cleaned, lines=text.lines, stretches=stretches)


def _cleaned(stretch: Stretch, words: str) -> Stretch:
    text, lines = words.strip(), (f"{stretch.mark} {words}".strip(),)
    is_clean = text == stretch.text and lines == stretch.lines
    return stretch if is_clean else replace(stretch, text=text, lines=lines)
