"""What belongs to the printed page and not to the rules: running headers, "continued on next page"."""

from __future__ import annotations

import re

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
    lone = _lone_lines(lines)
    kinds = {match[1].lower() for index in lone if (match := LABELLED.match(lines[index].text.strip()))}
    plurals = {kind[:-2] + "ices" if kind.endswith("ix") else kind + "s" for kind in kinds}
    repeats: list[int] = []
    since: dict[str, int] = {}  # how many other headings had been seen when a lone line was last printed
    headings, labelled = 0, False
    for index in lone:
        words = lines[index].text.strip()
        labelled = labelled or bool(LABELLED.match(words))
        if since.get(words) == headings or (labelled and words.lower() in kinds | plurals):
            repeats.append(index)
        else:
            headings += 1
            since[words] = headings
    return repeats


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
