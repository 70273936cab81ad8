"""What does a paragraph say, as far as it was read? Its words, with marks of emphasis, links and notes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from kb.ingest.readers.collect import Collector, literal

EMPHASIS = {"em": "*", "i": "*", "strong": "**", "b": "**"}
"""What marks the words of these elements."""
HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
LISTS = ("ul", "ol", "menu", "dir")
BREAK, LINE = "\x0b", "\x0c"
"""Stand for `<br>` and for the end of a line of Markdown until the paragraph ends."""
# Two breaks part a paragraph.
_BREAKS = re.compile(rf"{BREAK}(?:\s*{BREAK})+")
_BETWEEN = re.compile(f"[{BREAK}{LINE}]")


class Row(NamedTuple):
    """A line of a paragraph, and the first and last line of the source that it may stand on."""

    first: int
    last: int
    text: str


@dataclass(slots=True)
class Words:
    """A paragraph as far as it was read."""

    parts: list[str] = field(default_factory=list)
    first: int = 0
    last: int = 0
    start: int = 0
    """The line from which the ends of lines of Markdown count."""

    mark: str = ""
    heading: int = 0
    number: str | None = None
    """The number that the page's style gives it."""

    opened: list[tuple[str, int]] = field(default_factory=list)
    """Marks of emphasis and addresses of links that are not closed, and the part with which each begins."""

    def say(self, words: str, line: int, after: bool = False) -> None:
        """Add words that begin where an element's tag ends, or after it."""
        if not (words if self.parts else words.strip()):
            return
        lead = words[: len(words) - len(words.lstrip())].count("\n")
        self.first = self.first or (line + lead if not after else max(line, self.last))
        self.last = max(self.last, line + words.rstrip().count("\n"))
        self.parts.append(_BETWEEN.sub(" ", literal(words)))

    def open(self, tag: str, address: str = "") -> None:
        """Emphasis, a raised sign or a link begins."""
        self.opened.append((EMPHASIS.get(tag, address), len(self.parts)))

    def close(self, tag: str, found: Collector) -> None:
        """Mark the words of a link or of emphasis, without the blanks beside them: `<b> Evade. </b>`."""
        if not self.opened:
            return
        opened, at = self.opened.pop()
        whole = "".join(self.parts[at:])
        inside = LINE.join(" ".join(row.split()) for row in whole.strip().split(LINE))
        if not inside or (tag == "a" and opened.startswith("#") and self._names(inside, at)):
            return
        lead, tail = whole[:1].isspace(), whole[-1:].isspace()
        breaks = BREAK if whole.rstrip(" \n\t").endswith(BREAK) else ""
        if tag == "sup":
            marked = self._raised(inside, at)
        elif tag == "a":
            marked = found.link(opened, inside.replace(LINE, " ")) + LINE * inside.count(LINE)
        else:
            marked = f"{opened}{inside}{opened}"
        self.parts[at:] = [" " if lead else "", marked, breaks or (" " if tail else "")]

    def _names(self, inside: str, at: int) -> bool:
        """Whether words name the place at which they stand, and link to it: a heading, the number of a rule."""
        return bool(self.heading) or (not at and inside[:1].isdigit() and " " not in inside)

    def _raised(self, inside: str, at: int) -> str:
        """A raised number is the mark of a note, but after a number a power: `climbs[1]`, `10^2`."""
        before = "".join(self.parts[max(0, at - 1) : at])[-1:]
        plain = re.sub(r"[^\w*†‡]", "", inside)
        if not plain.isdigit() or "[" in inside:
            return inside
        return f"^{inside}" if before.isdigit() else f"[{inside}]"

    def line(self) -> str:
        """All of it on one line."""
        return " ".join("".join(self.parts).split())

    def paragraphs(self) -> list[list[Row]]:
        """The lines of each paragraph that say anything: two breaks part them, unless it is a heading."""
        whole = "".join(self.parts)
        parted = _BREAKS.split(whole) if not self.heading and BREAK in whole else [whole]
        return [rows for each in parted if (rows := self._rows(each))]

    def _rows(self, words: str) -> list[Row]:
        texts = [" ".join(text.split()) for text in _BETWEEN.split(words)]
        if not self.start:
            return [Row(self.first, self.last, text) for text in texts if text]
        return [Row(at, at, text) for at, text in enumerate(texts, self.start) if text]
