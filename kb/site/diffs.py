"""Which pages tell what changed between two editions? One for each pair, and one for all of a game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, combinations, groupby, pairwise
from typing import TypeAlias

from markupsafe import Markup, escape

from kb.diff import ADDED, REMOVED, Change, Comparison, Editions, folded, posting
from kb.diff.editions import editions_of
from kb.entries import Game, edition_key
from kb.ledger import STATUSES, Ledger
from kb.site.addresses import folder_name, href
from kb.site.page_context import PageContext
from kb.site.parts import Frame, Link
from kb.site.phrases import brief, day

MOST_PAIRS = 45
"""Pairs of editions of one text whose pages hold what changed, however long it is: any two of ten."""

MOST_COMPARED = 180_000
"""Entries of all pairs of more editions: a text of 4,000 has 45 pages, one of 400 has those of any two of thirty. Of
still more editions a page holds what changed since the one before, and from each to the newest; the pages of all other
pairs name what they have in common, which a script fetches."""

LINES = "lines/"
"""Where that stands beside the pages, in a file for each edition."""

FIRST = 60_000
"""Characters of changes on a page; what follows stands on a second one, which a script adds to it: a browser shows the
beginning of 1.4 MB some 20 ms after that of as much."""

BEGINNING = 6_000
"""Characters of changes on a page that names lines: what is seen until a script has put these in."""

ROW = 350
"""Characters of a change beside its words."""

# What no address holds.
_UNSAFE = re.compile(r"[^\w.@+-]+")

_Line: TypeAlias = tuple[int, int]
"""The place of a file and that of a line in it."""

CHAPTER = 2
"""How many levels of what a change stands under its heading on the page names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRow:
    """A change as the page shows it."""

    anchor: str
    status: str
    link: Link
    was: str
    """What it was called before, if anything else."""

    heirs: str
    """What its words are in now besides."""

    words: Markup


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """The changes below one heading."""

    title: str
    rows: tuple[ChangeRow, ...] = ()
    lines: tuple[int, ...] = ()
    """Where those behind them stand in the files of the page, one after another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeLines:
    """Rows that pages of several pairs show, one a line."""

    frame: Frame
    rows: tuple[ChangeRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffPage:
    """What changed between two editions of a text."""

    frame: Frame
    title: str
    all_changes: str
    """Where the page of all changes of the game is."""

    source: str
    dated: tuple[str, str]
    """Both editions as people write them."""

    counts: tuple[tuple[str, int], ...]
    """How many of each status, without those that there are none of."""

    chapters: tuple[Chapter, ...]
    files: tuple[str, ...]
    """Where the lines stand that the chapters name; none where they hold all rows."""

    rest: str
    """Where the page with the chapters behind these is; empty where these are all."""

    olds: tuple[Link, ...]
    """All editions of this text, oldest first, each a way to the page that compares it with the newer one here."""

    news: tuple[Link, ...]
    """The same beside the older one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RestPage:
    """What a page of two editions leaves for later."""

    frame: Frame
    title: str
    dated: tuple[str, str]
    before: str
    """Where the page is that it belongs to."""

    chapters: tuple[Chapter, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceChanges:
    """The pairs of editions of one text."""

    title: str
    pairs: tuple[Link, ...]
    """Those next to each other, newest first, then each older one beside the newest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangesPage:
    """All that changed in a game, edition by edition."""

    frame: Frame
    title: str
    sources: tuple[SourceChanges, ...]


@dataclass(frozen=True, slots=True)
class Newest:
    """What the newest edition of a game changed, in short."""

    name: str
    summary: str
    folder: str


@dataclass(frozen=True, slots=True)
class Compared:
    """The editions of a game's texts, compared with the one before each."""

    game: Game
    editions: Mapping[str, Sequence[str]]
    texts: Mapping[str, Editions]
    pairs: Mapping[tuple[str, str, str], Comparison]

    def of(self, source: str, old: str, new: str) -> Comparison:
        """Two editions of a text."""
        return self.pairs.get((source, old, new)) or self.texts[source].compare(old, new)

    def whole(self, source: str) -> list[tuple[str, str]]:
        """The pairs of editions of a text whose pages hold all that changed."""
        sizes = [sum(one.counts.values()) for (of, _, _), one in self.pairs.items() if of == source]
        return whole_pairs(self.editions[source], max(sizes))

    def newest(self, page_context: PageContext) -> Newest | None:
        """What the newest edition of all texts changed; None where nothing came before it."""
        if not self.pairs:
            return None
        source, old, new = max(self.pairs, key=lambda pair: edition_key(pair[2]))
        folder = pair_folder(page_context, self.game, source, old, new)
        return Newest(new, summary(self.pairs[source, old, new]), folder)


def compared(game: Game, ledger: Ledger) -> Compared:
    """Compare each edition of each text of a game with the one before it."""
    held = {source: of for source, of in editions_of(ledger).items() if len(of) > 1}
    texts = {source: Editions(game.slug, ledger, source) for source in held}
    pairs = {
        (source, old, new): texts[source].compare(old, new)
        for source, of in held.items()
        for old, new in pairwise(of)
    }
    return Compared(game, held, texts, pairs)


def summary(comparison: Comparison) -> str:
    """`220 added, 112 removed, 434 changed`, in one piece each."""
    counts = ((status, comparison.counts[status]) for status in STATUSES if status != "same")
    return (
        ", ".join(f"{many:,}\N{NO-BREAK SPACE}{status}" for status, many in counts if many)
        or "nothing changed"
    )


def changes_folder(page_context: PageContext, game: Game) -> str:
    """Where the page of all changes lives: one level below what an entry called "all" would have."""
    return f"{page_context.addresses.games[game.slug]}all/changes/"


def source_folder(page_context: PageContext, game: Game, source: str) -> str:
    """Where the pages of one text's editions live."""
    return f"{changes_folder(page_context, game)}{folder_name(source)}/"


def pair_folder(page_context: PageContext, game: Game, source: str, old: str, new: str) -> str:
    """Where the page of two editions lives."""
    return f"{source_folder(page_context, game, source)}{folder_name(f'{_name(old)}-to-{_name(new)}')}/"


def _name(edition: str) -> str:
    """An edition as part of an address."""
    return _UNSAFE.sub("-", edition)


def changes_page(page_context: PageContext, found: Compared) -> ChangesPage:
    """What each edition of a game changed, and what has changed since each."""
    folder = changes_folder(page_context, found.game)
    sources = []
    for source, editions in found.editions.items():
        pairs = [(source, *pair) for pair in reversed(list(pairwise(editions)))]
        pairs += [(source, old, editions[-1]) for old in reversed(editions[:-2])]
        sources.append(
            SourceChanges(
                title=_source_title(page_context, found.game.slug, source),
                pairs=tuple(
                    Link(
                        href=href(folder, pair_folder(page_context, found.game, *pair)),
                        label=f"{day(pair[1])} \N{EN DASH} {day(pair[2])}",
                        note=summary(found.pairs[pair]) if pair in found.pairs else "",
                    )
                    for pair in pairs
                ),
            )
        )
    return ChangesPage(
        frame=page_context.frame(
            folder,
            f"Changes of {found.game.title}",
            "changes",
            trail=[page_context.game_link(folder, found.game.slug)],
            game=found.game.slug,
        ),
        title=found.game.title,
        sources=tuple(sources),
    )


def whole_pages(
    page_context: PageContext, found: Compared
) -> Iterator[tuple[str, DiffPage, tuple[str, RestPage] | None]]:
    """The folder and page of each pair of editions that is told whole, and of what the page leaves for later."""
    for source in found.editions:
        for pair in found.whole(source):
            yield whole_page(page_context, found, (source, *pair))


def whole_pairs(editions: Sequence[str], size: int) -> list[tuple[str, str]]:
    """The pairs of editions of a text of so many entries whose pages hold all that changed, each oldest first."""
    pairs = list(combinations(editions, 2))
    if len(pairs) <= MOST_PAIRS or len(pairs) * size <= MOST_COMPARED:
        return pairs
    return [*pairwise(editions), *((one, editions[-1]) for one in editions[:-2])]


class SharedLines:
    """The changes of all other pairs of editions of a text: each is a line of the file of one edition."""

    def __init__(self, page_context: PageContext, found: Compared, source: str) -> None:
        self._page_context, self._found, self._source = page_context, found, source
        whole = set(found.whole(source))
        self._pairs = [pair for pair in combinations(found.editions[source], 2) if pair not in whole]
        self._known: dict[tuple[object, ...], _Line] = {}
        self._files: list[tuple[str, int]] = []
        """The name of each file and how many lines it has."""

    def pages(self, write: Callable[[str, ChangeLines], str]) -> Iterator[tuple[str, DiffPage]]:
        """The folder and page of each pair, once `write` has put what is new in its newer edition below a folder and
        told the name."""
        of = (self._page_context, self._found.game, self._source)
        folder = source_folder(*of) + LINES
        frame = self._page_context.frame(folder, "", "diff", game=self._found.game.slug)
        for new in self._found.editions[self._source]:
            rows: list[ChangeRow] = []
            compared = [
                self._found.of(self._source, old, later) for old, later in self._pairs if later == new
            ]
            named = [list(self._chapters(folder, one, rows)) for one in compared]
            name = write(folder, ChangeLines(frame=frame, rows=tuple(rows))) if rows else ""
            self._files.append((name, len(rows)))
            for comparison, chapters in zip(compared, named, strict=True):
                at = pair_folder(*of, comparison.old, new)
                yield at, self._page(at, comparison, chapters)

    def _chapters(
        self, folder: str, comparison: Comparison, rows: list[ChangeRow]
    ) -> Iterator[tuple[Chapter, list[_Line]]]:
        """Each chapter, with the rows that its page begins with, and where its other changes stand; those that are new
        are added to `rows`.
        """
        left = BEGINNING
        for title, changes in _by_chapter(comparison):
            begun: list[ChangeRow] = []
            lines: list[_Line] = []
            for change in changes:
                if left > 0:
                    begun.append(_row(self._page_context, folder, change))
                    left -= ROW + len(begun[-1].words)
                    continue
                key = _told_by(change)
                if key not in self._known:
                    self._known[key] = len(self._files), len(rows)
                    rows.append(_row(self._page_context, folder, change))
                lines.append(self._known[key])
            yield Chapter(title=title, rows=tuple(begun)), lines

    def _page(
        self, folder: str, comparison: Comparison, chapters: Sequence[tuple[Chapter, Sequence[_Line]]]
    ) -> DiffPage:
        """A page that names the files which it needs, and where its lines stand in all of them together."""
        needed = sorted({file for _, lines in chapters for file, _ in lines})
        starts = dict(
            zip(needed, accumulate((self._files[one][1] for one in needed), initial=0), strict=False)
        )
        return _page(
            self._page_context,
            self._found,
            folder,
            comparison,
            [
                replace(chapter, lines=tuple(starts[file] + line for file, line in lines))
                for chapter, lines in chapters
            ],
            [f"../{LINES}{self._files[one][0]}" for one in needed],
        )


def _told_by(change: Change) -> tuple[object, ...]:
    """What two changes share that look the same."""
    sides = (side and side.address for side in (change.old, change.new))
    return change.status, *sides, change.heirs, change.words


def whole_page(
    page_context: PageContext, found: Compared, pair: tuple[str, str, str]
) -> tuple[str, DiffPage, tuple[str, RestPage] | None]:
    """What changed between two editions, with its folder, and what stands on a second page if that is much."""
    comparison = found.of(*pair)
    folder = pair_folder(page_context, found.game, *pair)
    chapters = [
        Chapter(title=title, rows=tuple(_row(page_context, folder, change) for change in changes))
        for title, changes in _by_chapter(comparison)
    ]
    first, later = _cut(chapters)
    source, old, new = pair
    name = folder_name(f"rest-of-{_name(old)}-to-{_name(new)}")
    rest = f"{source_folder(page_context, found.game, source)}{name}/" if later else ""
    page = _page(page_context, found, folder, comparison, first, rest=href(folder, rest) if rest else "")
    if not rest:
        return folder, page, None
    frame = page_context.frame(
        rest, page.frame.title, "diff-rest", trail=page.frame.trail, game=found.game.slug
    )
    return (
        folder,
        page,
        (
            rest,
            RestPage(
                frame=frame,
                title=page.title,
                dated=page.dated,
                before=href(rest, folder),
                chapters=tuple(later),
            ),
        ),
    )


def _cut(chapters: Iterable[Chapter]) -> tuple[list[Chapter], list[Chapter]]:
    """Chapters up to about as many characters as a page shall have, and those behind them."""
    first: list[Chapter] = []
    later: list[Chapter] = []
    left = FIRST
    for chapter in chapters:
        many = 0
        for row in chapter.rows if left > 0 else ():
            left -= ROW + len(row.words)
            many += 1
            if left <= 0:
                break
        if many:
            first.append(replace(chapter, rows=chapter.rows[:many]))
        if rows := chapter.rows[many:]:
            later.append(replace(chapter, title="" if many else chapter.title, rows=rows))
    return first, later


def _page(
    page_context: PageContext,
    found: Compared,
    folder: str,
    comparison: Comparison,
    chapters: Sequence[Chapter],
    files: Sequence[str] = (),
    rest: str = "",
) -> DiffPage:
    game, old, new = found.game, comparison.old, comparison.new
    title = _source_title(page_context, game.slug, comparison.source)
    editions = found.editions[comparison.source]

    def way(one: str, other: str, label: str) -> Link:
        """To the page of two editions, in whatever order; nowhere from an edition to itself."""
        pair = sorted((one, other), key=editions.index)
        to = pair_folder(page_context, game, comparison.source, *pair) if one != other else ""
        return Link(href=href(folder, to) if to else "", label=day(label), current=to == folder)

    return DiffPage(
        frame=page_context.frame(
            folder,
            f"{day(old)} \N{EN DASH} {day(new)} · {game.title}",
            "diff",
            trail=[page_context.game_link(folder, game.slug)],
            game=game.slug,
        ),
        title=game.title,
        all_changes=href(folder, changes_folder(page_context, game)),
        source=title,
        dated=(day(old), day(new)),
        counts=tuple((status, many) for status in STATUSES if (many := comparison.counts[status])),
        chapters=tuple(chapters),
        files=tuple(files),
        rest=rest,
        olds=tuple(way(one, new, one) for one in editions),
        news=tuple(way(old, one, one) for one in editions),
    )


def _source_title(page_context: PageContext, game: str, source: str) -> str:
    held = (one.title for one in page_context.catalogue.sources if (one.game, one.name) == (game, source))
    return brief(next(held, "") or source)


def _by_chapter(comparison: Comparison) -> Iterator[tuple[str, Iterator[Change]]]:
    """The changes below each heading, and its name."""
    for path, changes in groupby(comparison.changes, key=lambda change: change.path[:CHAPTER]):
        yield brief(" › ".join(path)), changes


def _row(page_context: PageContext, folder: str, change: Change) -> ChangeRow:
    side = change.new or change.old
    assert side is not None
    name = _slug(side.address)
    return ChangeRow(
        anchor=name if change.new else f"was-{name}",
        status=change.status,
        link=Link(
            href=href(folder, page_context.permanent_folder(side.address)), label=brief(posting.name(change))
        ),
        was=brief(posting.was(change)),
        heirs=brief(posting.heir_names(change), 160),
        words=Markup() if change.status in ("renumbered", "moved") else words(change.words),
    )


def _slug(address: str) -> str:
    """The name in an address: `314.6` of `magic/314.6@2024-06-07/`."""
    return folder_name(address.rstrip("/").rpartition("/")[2].partition("@")[0])


_TAGS = {ADDED: "ins", REMOVED: "del"}


def words(pieces: Sequence[tuple[str, str]]) -> Markup:
    """Pieces of a text as HTML, long unchanged stretches folded."""
    parts: list[Markup] = []
    for kind, first, hidden, behind in folded(pieces):
        inner = _lines(first)
        if hidden:
            inner += Markup("<details><summary>…</summary>{}</details>{}").format(
                _lines(hidden), _lines(behind)
            )
        tag = _TAGS.get(kind)
        parts.append(Markup("<{0}>{1}</{0}>").format(Markup(tag), inner) if tag else inner)
    return Markup().join(parts)


def _lines(text: str) -> Markup:
    return Markup(str(escape(text)).replace("\n", "<br>"))
