"""What belongs to the printed page and not to the rules: running headers, "continued on next page"."""

from __future__ import annotations

import re
from itertools import pairwise

from kb.ingest.document import Line, Text
from kb.ingest.thresholds import LONGEST_TITLE

_OVERLEAF = "continued on next page"
# "*(Entry continues on next page.)*", "(continued from previous page)"
_CONTINUED = re.compile(
    r"\*{0,2}\(\s*(?:[\w ]{0,20}\s)?continue[sd]\s+(?:on|from)\s+(?:the\s+)?(?:next|previous|following)\s+page"
    r"\s*\.?\s*\)\*{0,2}",
    re.IGNORECASE,
)
# "Appendix A - Character Mechanics", "Chapter 3: Combat": a heading that begins with its kind and label.
LABELLED = re.compile(r"(Appendix|Chapter|Part|Section|Article|Law|Annex|Book)\s+[A-Z0-9]{1,4}\b")


def drop_continued(text: Text) -> Text:
    """Notes that an entry goes on overleaf."""
    lines, removed = [], []
    for line in text.lines:
        notes = [match[0] for match in _CONTINUED.finditer(line.text)]
        removed += [(line, _OVERLEAF, note) for note in notes]
        lines.append(line.with_text(_CONTINUED.sub("", line.text).rstrip()) if notes else line)
    return text.leaving_out(lines, removed)


def drop_running_headers(text: Text) -> Text:
    """A heading printed again on later pages of its own section, or the name of a group of headings between them.

    The first print is the heading. A lone line is a repeat only if no other heading stands between it and its
    last print: "Setup" under five scenarios is five headings.
    """
    if text.format != "text" or text.parted:
        return text  # of pages that were parted line by line, the readers of pages have told the headers
    again = _repeated(text.lines)
    lines = (line.with_text("") if at in again else line for at, line in enumerate(text.lines))
    return text.leaving_out(
        lines, ((text.lines[at], "running header", text.lines[at].text.strip()) for at in again)
    )


def _repeated(lines: tuple[Line, ...]) -> list[int]:
    lone = [(index, lines[index].text.strip()) for index in _lone_lines(lines)]
    # where the first of "Appendix A", "Appendix B" stands: below it "Appendices" repeats
    first: dict[str, int] = {}
    for index, words in lone:
        if match := LABELLED.match(words):
            kind = match[1].lower()
            first.setdefault(kind[:-2] + "ices" if kind.endswith("ix") else kind + "s", index)
    return [
        index
        for (_, above), (index, words) in pairwise([(-1, ""), *lone])
        if words == above or index > first.get(words.lower(), index)
    ]


def _lone_lines(lines: tuple[Line, ...]) -> list[int]:
    """Indexes of short lines with a blank line before and after that end like a heading."""
    return [
        index
        for index, line in enumerate(lines)
        if not line.is_blank
        and len(line.text.strip()) <= LONGEST_TITLE
        and line.text.strip()[-1] not in ".,;:!?)\"'”’"
        and (index == 0 or lines[index - 1].is_blank)
        and (index + 1 == len(lines) or lines[index + 1].is_blank)
    ]
