"""How do pages call things in short? Names, counts, what is known of a source; the same on every page."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from kb.entries import Entry, Source, label
from kb.site.parts import Link, SourceCard

KIND_LABELS = {
    "term": ("Term", "terms"),
    "rule": ("Rule", "rules"),
    "faq": ("Question", "questions"),
    "section": ("Section", "sections"),
    "step": ("Step", "steps"),
    "example": ("Example", "examples"),
    "table": ("Table", "tables"),
}
"""What a reader calls one and several entries of a kind."""

BRIEF = 90
"""Most characters of a name in a list, a link or a browser's tab; the page itself shows it whole."""

DESCRIPTION = 155
"""Most characters of the summary that search engines and chats show."""

_SPACE = re.compile(r"\s+")
_BETWEEN = " \t\N{NO-BREAK SPACE}:,.;|/\N{EN DASH}\N{EM DASH}-"
# "https://" before what people call an address
_SCHEME = re.compile(r"https?://")
_DAY = re.compile(r"(\d{4})-(0[1-9]|1[0-2])-([0-2]\d|3[01])")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_IMPLIED = {"headings": "by the depth of its headings", "position": "by place in its tree"}

# "{leap}"; a lost value, "{?}", stays one
_ICON = re.compile(r"\{([^{}\s?]{1,24})\}")


def name(entry: Entry) -> str:
    """What a list calls an entry, in one short line: `702. Keyword Abilities`, `Step 2`."""
    if entry.kind == "step" and entry.number and not entry.title:
        return f"{KIND_LABELS[entry.kind][0]} {entry.number}"
    return brief(label(entry.number, entry.title, entry.text))


def short_name(entry: Entry) -> str:
    """The shortest name that still tells an entry apart from its neighbours: `702.19b`, `Leap X`."""
    return brief(entry.number) if entry.number and entry.kind != "step" else name(entry)


def brief(text: str, limit: int = BRIEF) -> str:
    """`text` on one line, its icons as words, cut at a word where it is long."""
    line = " ".join(_ICON.sub(r"\1", text[: limit * 4]).split())
    if len(line) <= limit:
        return line
    cut = line[:limit].rpartition(" ")[0]
    return f"{cut if len(cut) > limit // 2 else line[:limit]} …"


def counted(counts: Mapping[str, int]) -> str:
    """Entries of each kind in words: `119 terms, 27 rules`, most first."""
    return ", ".join(
        plural(count, kind) for kind, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    )


def day(edition: str) -> str:
    """An edition as people write it, if it is a day: `2026-01-16` is `16 Jan 2026`."""
    found = _DAY.fullmatch(edition)
    if not found:
        return edition
    year, month, number = found.groups()
    return f"{int(number)} {MONTHS[int(month) - 1]} {year}"


def plural(count: int, kind: str) -> str:
    """`1 term`, `1,200 rules`."""
    one, many = KIND_LABELS[kind]
    return f"{count:,}\N{NO-BREAK SPACE}{one.lower() if count == 1 else many}"


def within(game: str, title: str) -> str:
    """A title as it is told where the game has been named: `Hearthmoor: Core Rules` is `Core Rules`.

    `Magic: The Gathering Comprehensive Rules` stays, whoever calls the game Magic: that goes on with its name.
    """
    if not game or not title.startswith(game):
        return title
    rest = title[len(game) :]
    short = rest.lstrip(_BETWEEN)
    is_part = short == rest or not short or short[0].islower() or short.startswith("The ")
    return title if is_part else short


def card(source: Source, reading: Iterable[Link] = (), game: str = "") -> SourceCard:
    """What a reader is told about a source; `game` is the title of its game."""
    return SourceCard(
        title=source.title or source.name,
        short=within(game, source.title or source.name),
        edition=source.edition or "",
        dated=day(source.edition or ""),
        publisher=source.publisher,
        licence=source.licence,
        origin=source.origin,
        origin_href=web_address(source.origin),
        origin_label=_SCHEME.sub("", source.origin).rstrip("/"),
        recognised=source.recognised,
        numbering=_numbering(source),
        accounted=_accounted(source),
        reading=tuple(reading),
    )


def _numbering(source: Source) -> str:
    """How a text numbers its rules: `dotted, like 314.6 (99 % sure)`."""
    name, _, example = source.numbering.partition(" ")
    if name in ("", "none"):
        return name
    sure = "" if source.confidence == 1 else f" ({source.confidence:.0%} sure)".replace("%", "\u202f%")
    return f"{_IMPLIED.get(name, name)}{f', like {example}' if example else ''}{sure}"


def _accounted(source: Source) -> str:
    """How much of a text stands in entries, or was left out for a reason: `99.94 % of 163,902 characters`."""
    if not source.characters:
        return ""
    share = (
        math.floor(source.accounted * 10_000 / source.characters) / 100
    )  # never 100 when a line is missing
    return f"{share:g}\u202f% of {source.characters:,} characters"


def web_address(text: str) -> str:
    """`text` if it is an ordinary web address, else nothing: a `javascript:` address never becomes a link."""
    try:
        parts = urlsplit(text)
    except ValueError:
        return ""
    return text if parts.scheme in ("http", "https") and parts.netloc and not _SPACE.search(text) else ""


def place(entry: Entry) -> str:
    """`magic/scheme.txt, line 26`, or `lines 186–188`; `p. 37` of a PDF, whose pages are printed and lines are not."""
    page = entry.location.printed
    if page and entry.location.file.lower().endswith(".pdf"):
        return f"{page}, {entry.location.file}"
    first, last = entry.location.first_line, entry.location.last_line
    lines = f"line {first}" if first == last else f"lines {first}–{last}"
    return ", ".join(part for part in (page, entry.location.file, lines) if part)
