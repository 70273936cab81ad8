"""What does every page need at hand? The catalogue, the addresses, and the ways from page to page."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from urllib.parse import quote

from markupsafe import Markup

from kb.diff.outgrowing import Outgrown
from kb.entries import Entry, Game, Icon, Source
from kb.findings import Revision
from kb.site.addresses import Addresses, anchor, folder_name, href, root
from kb.site.bodies import body_parts, drawn_icons
from kb.site.catalogue import Catalogue
from kb.site.parts import Frame, Life, Link, Row, Rows, SourceCard
from kb.site.passages import Passage
from kb.site.phrases import DESCRIPTION, brief, card, day, name, web_address, within
from kb.site.stretches import Stretch

PICTURES = "all/icons/"
"""Where the pictures of a game's icons stand below its folder."""

LONGEST_TRAIL = 8
"""Most steps of the way down to an entry; a text may nest more deeply than anyone reads."""


@dataclass(frozen=True)
class PageContext:
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

    corrections: Mapping[str, Revision] = field(default_factory=dict)
    """Wordings in which a mistake of our copy was mended, by their permanent address."""

    lives: Mapping[str, Sequence[Life]] = field(default_factory=dict)
    """Every wording of an entry that had several, newest first, by its id."""

    others: Mapping[str, Sequence[Revision]] = field(default_factory=dict)
    """What else the number or name of an entry meant before, by its id."""

    outgrown: Mapping[str, Sequence[Outgrown]] = field(default_factory=dict)
    """The rules that changed since an answer which rests on them was given, by the answer's id."""

    icons: Sequence[Icon] = ()
    """How icons in the texts are drawn."""

    is_one_way: bool = False
    """Whether no word of the texts is written from right to left."""

    _bodies: dict[tuple[str, tuple[int, ...]], Sequence[Markup]] = field(default_factory=dict)
    _drawn: dict[tuple[str, str], Mapping[str, Markup]] = field(default_factory=dict)
    _names: dict[str, str] = field(default_factory=dict)

    @cached_property
    def games(self) -> dict[str, Game]:
        """Games by slug."""
        return {game.slug: game for game in self.catalogue.games}

    def sources(self, game: str) -> list[Source]:
        """The texts of a game."""
        return [source for source in self.catalogue.sources if source.game == game]

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
        return {game: brief(day(next(iter(found))), 40) for game, found in held.items() if len(found) == 1}

    @cached_property
    def source_cards(self) -> dict[tuple[str, str, str | None], SourceCard]:
        """What every entry's page says of its source; counts, which change with each edit, stand on the game's page."""
        return {
            (source.game, source.name, source.edition): card(
                replace(source, recognised="", numbering="", characters=0),
                game=self.games[source.game].title,
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
            searched=brief(self.games[game].title, 40) if game else "",
            trail=tuple(trail),
            language=self.games[game].language if game else "",
            is_one_way=bool(game) and self.is_one_way,
            colour=self.games[game].colour if game else "",
            speaks=self.games[game].language if game else self._spoken,
        )

    @cached_property
    def _spoken(self) -> str:
        """The language of all games, where it is one."""
        spoken = {game.language for game in self.catalogue.games}
        return spoken.pop() if len(spoken) == 1 else ""

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
        return self.permanent_folder(revision.address)

    def permanent_folder(self, address: str) -> str:
        """The folder of a permanent address: an entry's, which may lie beside it, or that of a wording of the past."""
        known = self._by_permalink.get(address)
        if known is not None:
            return known
        game, _, name = address.rstrip("/").partition("/")
        return f"{self.addresses.games[game]}{folder_name(name)}/"

    @cached_property
    def _by_permalink(self) -> dict[str, str]:
        entries = (entry for held in self.catalogue.entries.values() for entry in held)
        return {entry.permalink: self.addresses.permanent[entry.id] for entry in entries}

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
        title = self.games[entry.game].title
        links = (self.entry_link(origin, one) for one in named[-LONGEST_TRAIL:])
        steps = (replace(link, label=within(title, link.label)) for link in links)
        return [self.game_link(origin, entry.game), *steps]

    def readings(self, entry: Entry) -> list[Stretch]:
        """The reading pages that together hold an entry and what stands right below it, in their order."""
        held = (entry, *self.catalogue.below.get(entry.id, ()))
        found = {stretch.name: stretch for one in held if (stretch := self.stretch_of.get(one.id))}
        return sorted(found.values(), key=lambda stretch: self._position[stretch.name, stretch.game])

    @cached_property
    def _position(self) -> dict[tuple[str, str], int]:
        return {
            (stretch.name, game): number
            for game, found in self.stretches.items()
            for number, stretch in enumerate(found)
        }

    def body(self, entry: Entry, cuts: tuple[int, ...] = ()) -> Sequence[Markup]:
        """The text of an entry with links, parted at `cuts`, as it stands on any entry's page of its game."""
        self.catalogue.references.get(
            entry.id
        )  # asked for every page that shows it, for each depends on them
        found = self._bodies.get((entry.id, cuts))
        if found is None:
            origin = f"{self.addresses.games[entry.game]}any/"
            found = self._bodies[entry.id, cuts] = self.body_in(entry, origin, {}, cuts)
        return found

    def body_in(
        self, entry: Entry, origin: str, shown: Mapping[str, str], cuts: Sequence[int] = ()
    ) -> Sequence[Markup]:
        """The same for another page, which itself shows some entries (by id: their anchors)."""

        def link(target: str) -> str | None:
            if target in shown:
                return href(origin, origin, shown[target])
            folder = self.addresses.entries.get(target)
            return None if folder is None else href(origin, folder)

        references = self.catalogue.references.get(entry.id, ())
        return body_parts(entry, references, link, cuts, self.drawn(entry.game, origin))

    def drawn(self, game: str, origin: str) -> Mapping[str, Markup]:
        """The icons of a game as the page in `origin` draws them."""
        up = root(origin)
        found = self._drawn.get((game, up))
        if found is None:
            icons = (icon for icon in self.icons if icon.game == game)
            found = drawn_icons(icons, lambda icon: f"{up}{quote(self.picture(icon))}")
            self._drawn[game, up] = found
        return found

    def picture(self, icon: Icon) -> str:
        """Where the picture of an icon stands below the site, for ever: another one has another name."""
        digest = hashlib.sha256(icon.picture).hexdigest()[:12]
        return f"{self.addresses.games[icon.game]}{PICTURES}{digest}{icon.suffix}"

    def row(self, origin: str, shown: Passage, texts: Sequence[Markup]) -> Row:
        """A part of an entry among others on the page in `origin`; `texts` are all its parts."""
        folder = self.addresses.entries[shown.entry.id]
        return self.row_at(href(origin, folder), anchor(folder), shown, texts)

    def row_at(self, address: str, place: str, shown: Passage, texts: Sequence[Markup]) -> Row:
        """A part of an entry among others, itself to be found at an address."""
        entry, begins = shown.entry, not shown.part
        return Row(
            anchor=place if begins else "",
            href=address,
            number=(entry.number or "") if begins else "",
            title=(entry.title or "") if begins else "",
            kind=entry.kind,
            depth=min(shown.depth, 6),
            level=min(shown.depth + 1, 6),
            body=texts[shown.part],
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
