"""What did the page do to the text? Small named cleaners, each mending one kind of damage, in order.

A cleaner takes a Text and returns it mended. What it takes away goes to `left_out` with a reason; what it replaces
(a glyph by the icon's name) stays counted to the entry its line belongs to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from kb.ingest.clean.characters import (
    INVISIBLE,
    LIGATURE,
    MOJIBAKE,
    ODD_BULLETS,
    close_large_capitals,
    drop_invisible,
    even_bullets,
    even_quotes,
    mend_mojibake,
    part_ligatures,
    print_once,
    tidy_spaces,
)
from kb.ingest.clean.icons import GLYPH, name_icons
from kb.ingest.clean.marks import drop_broken_emphasis, state_headings
from kb.ingest.clean.running_headers import LABELLED, drop_continued, drop_running_headers
from kb.ingest.document import Line, Stretch, Text

Clean = Callable[[Text], Text]


class Cleaner(NamedTuple):
    """A step, and what is found in a text that needs it; none is asked whose damage a text does not show."""

    step: Clean
    needs: Callable[[str], object]


def _repeats(content: str) -> bool:
    """Whether a line stands twice, or one is labelled like those whose kind is printed above their pages."""
    lines = [line for line in map(str.strip, content.split("\n")) if line]
    return len(set(lines)) < len(lines) or any(map(LABELLED.match, lines))


def _holds(pattern: str) -> Callable[[str], object]:
    return re.compile(pattern, re.MULTILINE).search


CLEANERS: tuple[Cleaner, ...] = (
    Cleaner(drop_invisible, INVISIBLE.search),
    Cleaner(mend_mojibake, MOJIBAKE.search),  # before anything looks at letters
    Cleaner(print_once, _holds(r"^[^\S\n]*(\S)\1")),  # before headings are told by their words
    Cleaner(state_headings, _holds(r"([=\-~^*_#])\1{2}")),
    Cleaner(drop_running_headers, _repeats),
    Cleaner(drop_continued, _holds(r"page[\s.]*\)")),
    Cleaner(part_ligatures, LIGATURE.search),
    Cleaner(even_bullets, _holds(rf"{ODD_BULLETS}|^[^\S\n]*o\s")),  # before icons: glyphs of such fonts too
    Cleaner(close_large_capitals, _holds(r"\b(?:[^\W\d_a-z] [^\W\d_a-z]{2}|[B-HJ-Z] [a-z]{2})")),
    Cleaner(
        name_icons, _holds(rf"\\|{GLYPH}")
    ),  # before spaces: a double one may be all that is left of an icon
    Cleaner(drop_broken_emphasis, _holds(r"\*")),  # after icons: their glyphs were set in bold of their own
    Cleaner(even_quotes, _holds("[\u2018\u2019\u201c\u201d]")),
    Cleaner(tidy_spaces, _holds(r"\S  |[^\S \t\r\n]")),
)


def clean(text: Text) -> Text:
    """Run all cleaners: on the lines, or on the stretches where the reader of the format has parted them."""
    return _clean_stretches(text) if text.stretches else _clean_lines(text, CLEANERS)


def _clean_lines(text: Text, cleaners: Sequence[Cleaner]) -> Text:
    content, shown = "", None
    for cleaner in cleaners:
        if text.lines is not shown:
            content, shown = "\n".join(line.text for line in text.lines), text.lines
        if cleaner.needs(content):
            text = cleaner.step(text)
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
    return stretch if text == stretch.text else replace(stretch, text=text, lines=lines)
