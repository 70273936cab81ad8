"""What stands on a page of a book? "Reference Manual p. 11": the rule texts of a game whose printed pages are known."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from kb.analyse import name_key
from kb.findings import PageMark
from kb.link.pages import Contents
from kb.link.patterns import Patterns, words

_BOOKS = Patterns("books")


class Books:
    """The rule texts of one game by what they call themselves."""

    def __init__(self, titles: Mapping[str, str], marks: Sequence[PageMark]) -> None:
        self._contents = Contents(marks)
        self._titles = {mark.source: title_key(titles.get(mark.source, mark.source)) for mark in marks}

    def on(self, book: str, page: int) -> tuple[str, ...]:
        """Ids of the entries on a page of the book so called; "rulebook" is the only one whose pages are known."""
        wanted = title_key(book)
        fitting = [source for source, title in self._titles.items() if _is_called(title, wanted)]
        if not fitting and wanted in words("books") and len(self._titles) == 1:
            fitting = [*self._titles]
        return self._contents.on(fitting[0], page) if len(fitting) == 1 else ()


def title_key(title: str) -> str:
    """What spellings of a book's title share, without what stands in brackets: "Reference Manual (digest)"."""
    return name_key(_BOOKS.bracketed.sub("", title))


def called_game(title: str, slug: str) -> list[str]:
    """What people call a game: tales from the Red Dragon Inn, Magic, MTG."""
    spoken = slug.replace("-", " ").title()
    short = title.partition(":")[0]
    bare = short.removeprefix("The ")
    names = (title, short, bare, spoken, *map(_initials, (title, bare, spoken)), slug.upper())
    return [name for name in dict.fromkeys(names) if len(name) > 2]


def called_text(title: str, source: str, game: str) -> list[str]:
    """What people call a text of a game, as names are compared: tournament rule, goatmoor tournament rule, gtr, tr."""
    whole = [_BOOKS.bracketed.sub("", title), source.replace("-", " ")]
    short = [re.sub(rf"(?i)^{re.escape(game)}\W+", "", one) for one in whole]
    spoken = (one.replace("Comprehensive", "Comp") for one in short)
    names = (*whole, *short, *spoken, *map(_initials, (*whole, *short)))
    return [name for name in dict.fromkeys(map(name_key, names)) if len(name) > 1]


def _initials(name: str) -> str:
    return "".join(re.findall(r"\b[A-Z]", name.title()))


def _is_called(title: str, wanted: str) -> bool:
    """Whether words name a book: as it is titled, or with the game before it or without."""
    return (
        title == wanted
        or (len(wanted.split()) > 1 and title.endswith(f" {wanted}"))
        or wanted.endswith(f" {title}")
    )


def listed(
    titles: Mapping[str, str], marks: Iterable[PageMark], places: Mapping[str, int]
) -> list[tuple[str, list[tuple[int, int]]]]:
    """The texts for a browser: each its title, and the pages with the numbers of the entries that begin there."""
    by_source: dict[str, list[tuple[int, int]]] = {source: [] for source in titles}
    for mark in sorted(marks, key=lambda mark: mark.page):
        if mark.entry in places:
            by_source.setdefault(mark.source, []).append((mark.page, places[mark.entry]))
    return [(title_key(titles.get(source, source)), pages) for source, pages in by_source.items()]
