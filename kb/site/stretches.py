"""How is a text cut into pages for continuous reading?

A source that reads well as one page is one page. A longer one is cut where its author cut it: into parts, and
these into chapters, as long as the pieces are worth a page. A long flat list of terms is cut by letter.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from statistics import mean

from kb.entries import Entry, label
from kb.site.addresses import folder_name, last_part
from kb.site.catalogue import Catalogue

ONE_PAGE = 40_000
"""Characters that still read well on one page: about twelve printed pages."""

A_RUN = 25_000
"""Characters of a run of rules, where a long chapter is nothing but one after another."""

WORTH_A_PAGE = 1_500
"""Mean characters of the pieces below which cutting would only scatter a text."""

LONG_LIST = 80_000
"""Characters from which a flat list of terms is cut by letter."""

ARTICLES = {
    "ar": ("ال",),
    "de": ("der ", "die ", "das ", "ein ", "eine "),
    "en": ("the ", "a ", "an "),
    "es": ("el ", "la ", "los ", "las ", "un ", "una "),
    "fr": ("le ", "la ", "les ", "l'", "l’", "un ", "une ", "des "),
    "it": ("il ", "lo ", "la ", "i ", "gli ", "le ", "l'", "l’", "un ", "uno ", "una ", "un'", "un’"),
    "nl": ("de ", "het ", "een "),
    "pt": ("o ", "a ", "os ", "as ", "um ", "uma "),
}
"""What a title may begin with that does not count in an alphabetical list, by the language of its text."""

LEAST_FILED = 3
"""Letters that a title has at least behind what does not count: in a shorter one it is part of the word."""


DEEPEST_CUT = 6
"""Levels below a source at which a text is no longer cut: nobody looks for a chapter deeper down."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Entries that are read on one page, in order."""

    game: str
    source: str
    name: str
    """Its folder's name, unique in its game."""

    title: str
    top: Entry | None
    """The entry it is about; None for a whole source and for loose entries."""

    entries: tuple[tuple[int, Entry], ...]
    """With their depth below the stretch's heading, from 1; its `top` comes first with depth 0."""

    letter: str = ""
    """That of a list of terms cut by letter."""


def stretches(catalogue: Catalogue, game: str) -> list[Stretch]:
    """The reading pages of a game, in reading order."""
    cutter = _Cutter(catalogue)
    found: list[Stretch] = []
    titles = {source.name: source.title for source in catalogue.sources if source.game == game}
    for name, roots in catalogue.roots(game).items():
        if sum(map(cutter.size, roots)) <= ONE_PAGE:
            found.append(cutter.whole(game, name, titles.get(name, name), roots))
        else:
            found.extend(cutter.cut(roots))
    return _named_apart(found)


@dataclass(frozen=True, slots=True)
class _Cutter:
    catalogue: Catalogue

    def size(self, entry: Entry) -> int:
        return len(entry.text) + sum(len(child.text) for _, child in self.catalogue.descendants(entry))

    def children(self, entry: Entry) -> Sequence[Entry]:
        return self.catalogue.below.get(entry.id, ())

    def whole(self, game: str, source: str, title: str, roots: Sequence[Entry]) -> Stretch:
        if len(roots) == 1:
            top = self.under(roots[0])
            return top if roots[0].title or roots[0].number else replace(top, title=title)
        rows = [row for entry in roots for row in [(1, entry), *self.deeper(entry)]]
        return Stretch(game, source, folder_name(source), title, None, tuple(rows))

    def deeper(self, entry: Entry) -> Iterator[tuple[int, Entry]]:
        return ((depth + 1, child) for depth, child in self.catalogue.descendants(entry))

    def under(self, top: Entry) -> Stretch:
        return self.alone(top, tuple(self.catalogue.descendants(top)))

    def alone(self, top: Entry, below: tuple[tuple[int, Entry], ...] = ()) -> Stretch:
        return Stretch(top.game, top.source, _name(top), _title(top), top, ((0, top), *below))

    def cut(self, entries: Sequence[Entry], depth: int = 1) -> Iterator[Stretch]:
        """Stretches for siblings: all are cut alike, so that every chapter is found at the same depth."""
        too_long = depth < DEEPEST_CUT and any(
            self.size(entry) > ONE_PAGE and self.is_divisible(entry) for entry in entries
        )
        for has_children, group in groupby(entries, key=lambda entry: bool(self.children(entry))):
            if not has_children:
                yield self.loose(list(group))
                continue
            for entry in group:
                yield from self.pieces(entry, depth, too_long=too_long)

    def pieces(self, entry: Entry, depth: int, *, too_long: bool) -> Iterator[Stretch]:
        """What becomes of an entry with children: its parts, its letters, or one page."""
        is_cut = too_long and self.is_divisible(entry)
        if not is_cut and not (self.size(entry) > LONG_LIST and self.is_flat(entry)):
            yield from self.runs(entry)
            return
        within = [child for child in self.children(entry) if child.at is not None]
        after = [child for child in self.children(entry) if child.at is None]
        if entry.text:
            yield self.alone(
                entry, tuple(row for child in within for row in [(1, child), *self.deeper(child)])
            )
        yield from self.cut(after, depth + 1) if is_cut else self.by_letter(entry, after)

    def runs(self, top: Entry) -> Iterator[Stretch]:
        """An entry with all below it: one page, or where that is too long a page for each run of its children."""
        children = self.children(top)
        if self.size(top) <= ONE_PAGE or any(child.at is not None for child in children):
            yield self.under(top)
            return
        runs: list[list[Entry]] = []
        held = 0
        for child in children:
            size = self.size(child)
            if not runs or held + size > A_RUN:
                runs.append([])
                held = 0
            runs[-1].append(child)
            held += size
        for number, run in enumerate(runs):
            rows = tuple(row for child in run for row in [(1, child), *self.deeper(child)])
            ends = dict.fromkeys(_short(child) for child in (run[0], run[-1]))
            title = f"{_title(top)}: {' – '.join(ends)}" if len(runs) > 1 else _title(top)
            if number:
                yield Stretch(top.game, top.source, _name(run[0]), title, None, rows)
            else:
                yield replace(self.alone(top, rows), title=title)

    def is_divisible(self, entry: Entry) -> bool:
        """Whether an entry falls into pieces that are worth a page each."""
        pieces = [child for child in self.children(entry) if self.children(child)]
        return bool(pieces) and mean(map(self.size, pieces)) >= WORTH_A_PAGE

    def is_flat(self, entry: Entry) -> bool:
        return all(child.title and not self.children(child) for child in self.children(entry))

    def loose(self, entries: Sequence[Entry]) -> Stretch:
        """Siblings without children: one page, named after the first."""
        first = entries[0]
        if len(entries) == 1:
            return self.under(first)
        title = _title(self.catalogue.by_id.get(first.parent or "", first))
        rows = tuple((1, entry) for entry in entries)
        return Stretch(first.game, first.source, _name(first), title, None, rows)

    def by_letter(self, top: Entry, terms: Iterable[Entry]) -> Iterator[Stretch]:
        language = next((game.language for game in self.catalogue.games if game.slug == top.game), "")

        def letter_of(entry: Entry) -> str:
            return initial(entry.title or "", language)

        children = sorted(terms, key=lambda entry: (letter_of(entry), entry.order))
        for letter, group in groupby(children, key=letter_of):
            rows = tuple((1, entry) for entry in group)
            name = folder_name(f"{_name(top)}-{letter.lower() if letter != '#' else '0'}")
            yield Stretch(top.game, top.source, name, f"{_title(top)}: {letter}", None, rows, letter)


def filed(title: str, language: str = "") -> str:
    """A title as an alphabetical list has it: in small letters, without quotation marks and article before it."""
    bare = title.strip().lstrip("\"'“‘«([{").lower()
    articles = ARTICLES.get(language.lower().partition("-")[0], ())
    behind = (bare[len(article) :] for article in articles if bare.startswith(article))
    return next((rest for rest in behind if len(rest) >= LEAST_FILED), bare)


def initial(title: str, language: str = "") -> str:
    """The letter under which a title is listed: `E` for "École", `#` for what begins with no letter."""
    first = unicodedata.normalize("NFKD", filed(title, language))[:1].upper()
    return first if len(first) == 1 and first.isalpha() else "#"


def _name(entry: Entry) -> str:
    return last_part(folder_name(entry.url.removeprefix(f"{entry.game}/").removesuffix("/")))


def _short(entry: Entry) -> str:
    """What a run begins or ends with."""
    return entry.number or _title(entry)


def _title(entry: Entry) -> str:
    return label(entry.number, entry.title, entry.text)


def _named_apart(found: list[Stretch]) -> list[Stretch]:
    taken: set[str] = set()
    apart: list[Stretch] = []
    for stretch in found:
        name, count = stretch.name, 1
        while name.casefold() in taken:
            count += 1
            name = f"{stretch.name}-{count}"
        taken.add(name.casefold())
        apart.append(replace(stretch, name=name))
    return apart
