"""What does a paragraph of a page say, as far as it was read? Its words, with marks of emphasis, links and notes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lxml import etree

from kb.errors import ReadError
from kb.ingest.limits import MOST_ATTRIBUTES
from kb.ingest.readers.collect import Collector, literal

BREAK = "\x0b"
"""Stands for `<br>` until the paragraph ends."""
# Two breaks part a paragraph.
_BREAKS = re.compile(rf"{BREAK}(?:\s*{BREAK})+")


@dataclass(slots=True)
class Words:
    """A paragraph as far as it was read."""

    parts: list[str] = field(default_factory=list)
    first: int = 0
    last: int = 0
    mark: str = ""
    heading: int = 0
    lead: str = ""
    """What the page's style puts before it."""

    number: str | None = None
    """The number that the page's style gives it."""

    def say(self, words: str, line: int, after: bool = False) -> None:
        """Add words that begin where an element's tag ends, or after it."""
        if words.isspace() and not self.parts:
            return
        lead = words[: len(words) - len(words.lstrip())].count("\n")
        self.first = self.first or (line + lead if not after else max(line, self.last))
        self.last = max(self.last, line + words.rstrip().count("\n"))
        self.parts.append(literal(words).replace(BREAK, " "))

    def close(self, opened: str, at: int, tag: str, found: Collector) -> None:
        """Mark the words of a link or of emphasis, without the blanks beside them: `<b> Evade. </b>`."""
        whole = "".join(self.parts[at:])
        inside = " ".join(whole.split())
        if not inside:
            return
        lead, tail = whole[:1].isspace(), whole[-1:].isspace()
        breaks = BREAK if whole.rstrip(" \n\t").endswith(BREAK) else ""
        if tag == "sup":
            marked = self._raised(inside, at)
        else:
            marked = found.link(opened, inside) if tag == "a" else f"{opened}{inside}{opened}"
        self.parts[at:] = [" " if lead else "", marked, breaks or (" " if tail else "")]

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

    def paragraphs(self) -> list[list[str]]:
        """The lines of each paragraph: two breaks part them, unless it is a heading."""
        whole = "".join(self.parts)
        parted = _BREAKS.split(whole) if not self.heading and BREAK in whole else [whole]
        return [[" ".join(line.split()) for line in each.split(BREAK)] for each in parted]


# " class='goat'", " hidden", "/": an attribute of a tag with the blanks before it
_ATTRIBUTE = re.compile(
    r"[\s/]++(?:[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s>\"'][^\s>]*+)?)?)?"
)
_TAG = re.compile(rf"<[A-Za-z][^\s/>]*+(?:{_ATTRIBUTE.pattern})*+")
_CLOSING = re.compile(r"\s*</")


def parsed_tree(content: str, file: str) -> etree._Element | None:
    """The root of a page or a piece of one, None without any element; raises ReadError for what would take too long."""
    parser = etree.HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True, huge_tree=True
    )
    _refuse_overfull(content, file)
    if _CLOSING.match(content):
        content = f"<div>{content}"  # a piece that begins with another's end, at which the parser would stop
    try:
        root = etree.fromstring(content.encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError:
        return None
    if any("depth" in entry.message.lower() for entry in parser.error_log):
        raise ReadError(f"{file} nests its elements too deeply: save it as plain text (.txt) or Markdown")
    return root


def _refuse_overfull(content: str, file: str) -> None:
    """The parser compares each attribute of a tag with all before it: a hundred thousand would take it minutes."""
    for tag in _TAG.finditer(content):
        if len(tag[0]) > MOST_ATTRIBUTES and len(_ATTRIBUTE.findall(tag[0])) > MOST_ATTRIBUTES:
            raise ReadError(
                f"{file} has a tag with more than {MOST_ATTRIBUTES:,} attributes: save it as plain text"
            )
