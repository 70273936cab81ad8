"""What does every page need at hand? The catalogue, the addresses, and the small phrases all pages share."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from urllib.parse import urlsplit

from markupsafe import Markup

from kb.entries import Entry, Game, Source, label
from kb.findings import Revision
from kb.site.addresses import Addresses, anchor, folder_name, href, root
from kb.site.bodies import body
from kb.site.catalogue import Catalogue
from kb.site.stretches import Stretch
from kb.site.views import Frame, Link, Row, Rows, SourceCard

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

LONGEST_TRAIL = 8
"""Most steps of the way down to an entry; a text may nest more deeply than anyone reads."""

DESCRIPTION = 155
"""Most characters of the summary that search engines and chats show."""

_SPACE = re.compile(r"\s+")
# "https://" before what people call an address
_SCHEME = re.compile(r"https?://")
_IMPLIED = {"headings": "by the depth of its headings", "position": "by place in its tree"}


@dataclass(frozen=True)
class Desk:
    """Everything at hand from which pages are made."""

    catalogue: Catalogue
    addresses: Addresses
    stretches: dict[str, list[Stretch]]
    related: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Ids of what says something alike elsewhere in the game, by entry."""

    worded: Mapping[str, str] = field(default_factory=dict)
    """The editions that have the wording at a permanent address, by that address."""

    earlier: Mapping[str, Sequence[Revision]] = field(default_factory=dict)
    """What an entry said or was called before, newest first, by its id."""

    _bodies: dict[str, Markup] = field(default_factory=dict)
    _names: dict[str, str] = field(default_factory=dict)

    @cached_property
    def games(self) -> dict[str, Game]:
        """Games by slug."""
        return {game.slug: game for game in self.catalogue.games}

    @cached_property
    def stretch_of(self) -> dict[str, Stretch]:
        """The reading page that holds an entry; every entry with any text has one."""
        return {
            entry.id: stretch
            for of_game in self.stretches.values()
            for stretch in of_game
            for _, entry in stretch.entries
        }

    @cached_property
    def _editions(self) -> dict[str, str]:
        """The edition of a game's texts, where all have the same."""
        held: dict[str, set[str]] = {}
        for source in self.catalogue.sources:
            held.setdefault(source.game, set()).add(source.edition or "")
        return {game: brief(next(iter(found)), 40) for game, found in held.items() if len(found) == 1}

    @cached_property
    def source_cards(self) -> dict[tuple[str, str, str | None], SourceCard]:
        """What every entry's page says of its source; counts, which change with each edit, stand on the game's page."""
        return {
            (source.game, source.name, source.edition): card(
                replace(source, recognised="", numbering="", characters=0)
            )
            for source in self.catalogue.sources
        }

    def frame(
        self,
        folder: str,
        title: str,
        kind: str,
        *,
        description: str = "",
        trail: Iterable[Link] = (),
        game: str = "",
    ) -> Frame:
        """What surrounds the page in a folder."""
        return Frame(
            root=root(folder),
            title=brief(title),
            site_title=self.catalogue.title,
            description=brief(description, DESCRIPTION),
            canonical=self.public(folder),
            kind=kind,
            games=tuple(
                Link(
                    href=one.slug,
                    label=brief(one.title),
                    note=self._editions.get(one.slug, ""),
                    current=one.slug == game,
                )
                for one in self.catalogue.games
            ),
            searched=brief(self.games[game].title, 40) if game else "the rules",
            trail=tuple(trail),
            language=self.games[game].language if game else "",
        )

    def public(self, folder: str) -> str:
        """The public address of a page, or nothing where the corpus names none."""
        return f"{self._base}{folder}" if self._base else ""

    @cached_property
    def _base(self) -> str:
        return web_address(f"{self.catalogue.base_url}/")

    def game_link(self, origin: str, game: str) -> Link:
        """A link to a game's page."""
        return Link(href=href(origin, self.addresses.games[game]), label=brief(self.games[game].title))

    def entry_link(self, origin: str, entry: Entry, note: str = "") -> Link:
        """A link to an entry's page, with its name."""
        label = self._names.get(entry.id) or self._names.setdefault(entry.id, name(entry))
        return Link(href=href(origin, self.addresses.entries[entry.id]), label=label, note=note)

    def revision_folder(self, revision: Revision) -> str:
        """Where the wording of a permanent address stands."""
        last = revision.address.rstrip("/").rpartition("/")[2]
        return f"{self.addresses.games[revision.game]}{folder_name(last)}/"

    def stretch_link(self, origin: str, stretch: Stretch, entry: Entry | None = None) -> Link:
        """A link to a reading page, or to an entry on it."""
        to = anchor(self.addresses.entries[entry.id]) if entry and entry is not stretch.top else ""
        return Link(href=href(origin, self.reading_folder(stretch), to), label=brief(stretch.title))

    def reading_folder(self, stretch: Stretch) -> str:
        """Where a reading page lives: one level below what an entry called "read" would have."""
        return f"{self.addresses.games[stretch.game]}read/{stretch.name}/"

    def trail(self, origin: str, entry: Entry) -> list[Link]:
        """The way from the game down to what an entry stands under, its nearest steps where it is long."""
        named = [one for one in self.catalogue.ancestors(entry) if one.title or one.number]
        steps = (self.entry_link(origin, one) for one in named[-LONGEST_TRAIL:])
        return [self.game_link(origin, entry.game), *steps]

    def readings(self, entry: Entry) -> list[Stretch]:
        """The reading page that holds an entry, or those which together hold what stands below it."""
        stretch = self.stretch_of.get(entry.id)
        if stretch:
            return [stretch]
        below = (self.stretch_of.get(child.id) for child in self.catalogue.below.get(entry.id, ()))
        found = {stretch.name: stretch for stretch in below if stretch}
        return sorted(found.values(), key=lambda stretch: self._position[stretch.name, stretch.game])

    @cached_property
    def _position(self) -> dict[tuple[str, str], int]:
        return {
            (stretch.name, game): number
            for game, found in self.stretches.items()
            for number, stretch in enumerate(found)
        }

    def body(self, entry: Entry) -> Markup:
        """The text of an entry with links, as it stands on any entry's page of its game."""
        found = self._bodies.get(entry.id)
        if found is None:
            origin = f"{self.addresses.games[entry.game]}any/"
            found = self._bodies[entry.id] = self._linked(entry, origin, {})
        return found

    def body_in(self, entry: Entry, folder: str, shown: dict[str, str]) -> Markup:
        """The same for another page, which itself shows some entries (by id: their anchors)."""
        return self._linked(entry, folder, shown)

    def _linked(self, entry: Entry, origin: str, shown: dict[str, str]) -> Markup:
        def link(target: str) -> str | None:
            if target in shown:
                return href(origin, origin, shown[target])
            folder = self.addresses.entries.get(target)
            return None if folder is None else href(origin, folder)

        return body(entry, self.catalogue.references.get(entry.id, ()), link)

    def row(self, origin: str, entry: Entry, depth: int, text: Markup) -> Row:
        """An entry among others on the page in `origin`."""
        folder = self.addresses.entries[entry.id]
        return self.row_at(href(origin, folder), anchor(folder), entry, depth, text)

    def row_at(self, address: str, place: str, entry: Entry, depth: int, text: Markup) -> Row:
        """An entry among others, itself to be found at an address."""
        return Row(
            anchor=place,
            href=address,
            number=entry.number or "",
            title=entry.title or "",
            kind=entry.kind,
            depth=min(depth, 6),
            level=min(depth + 1, 6),
            body=text,
        )

    def source_card(self, entry: Entry) -> SourceCard:
        """Where an entry comes from."""
        known = self.source_cards.get((entry.game, entry.source, entry.edition))
        if known is None:
            source = Source(
                game=entry.game, name=entry.source, title=entry.source, edition=entry.edition, file=""
            )
            return card(source)
        return known


def rows(items: Iterable[Row]) -> Rows:
    """Entries one below the other, with as much room for their numbers as these need."""
    items = tuple(items)
    widest = max((len(item.number) for item in items), default=0)
    return Rows(marks="wide" if widest > 3 else "short" if widest else "none", items=items)


def card(source: Source, reading: Iterable[Link] = ()) -> SourceCard:
    """What a reader is told about a source."""
    return SourceCard(
        title=source.title or source.name,
        edition=source.edition or "",
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


def name(entry: Entry) -> str:
    """What a list calls an entry, in one short line: `702. Keyword Abilities`, `Step 2`."""
    if entry.kind == "step" and entry.number and not entry.title:
        return f"{KIND_LABELS[entry.kind][0]} {entry.number}"
    return brief(label(entry.number, entry.title, entry.text))


def short_name(entry: Entry) -> str:
    """The shortest name that still tells an entry apart from its neighbours: `702.19b`, `Leap X`."""
    return brief(entry.number) if entry.number and entry.kind != "step" else name(entry)


def brief(text: str, limit: int = BRIEF) -> str:
    """`text` on one line, cut at a word where it is long."""
    line = " ".join(text[: limit * 4].split())
    if len(line) <= limit:
        return line
    cut = line[:limit].rpartition(" ")[0]
    return f"{cut if len(cut) > limit // 2 else line[:limit]} …"


def counted(entries: Iterable[Entry]) -> str:
    """`119 terms, 27 rules`, most first."""
    counts = Counter(entry.kind for entry in entries)
    return ", ".join(
        plural(count, kind) for kind, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    )


def plural(count: int, kind: str) -> str:
    """`1 term`, `1,200 rules`."""
    one, many = KIND_LABELS[kind]
    return f"{count:,}\N{NO-BREAK SPACE}{one.lower() if count == 1 else many}"
