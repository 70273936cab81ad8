"""How are all games of a corpus linked, one after the other?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kb.entries import Entry, Reference
from kb.findings import Anchored, PageMark, Problem, SourceLink
from kb.link import problems
from kb.link.game import GameLinks, link_game
from kb.link.own import own_links, with_own
from kb.link.settings import read_settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Linked:
    """All references of a corpus, in reading order, and what was found wrong with them."""

    references: tuple[Reference, ...]
    problems: tuple[Problem, ...]


def link(
    entries: Sequence[Entry],
    pages: Sequence[PageMark],
    settings: Mapping[str, Mapping[str, object]],
    *,
    links: Sequence[SourceLink] = (),
    anchors: Sequence[Anchored] = (),
    lines: problems.Lines | None = None,
) -> Linked:
    """Link the entries of every game; `settings[game]` is that game's parsed `links.toml`.

    `links` and `anchors` are those that the texts make themselves; they go before anything found in the words.
    `lines` gives the lines of a source's file, so that problems can say on which one they are.
    """
    found = []
    for linked in each_game(entries, pages, settings):
        own = linked.names.entries
        made = with_own(own, own_links(own, links, anchors), linked.references)
        found.append(replace(linked, references=made))
    return Linked(
        references=tuple(reference for links in found for reference in links.references),
        problems=tuple(problem for links in found for problem in problems.found(links, lines)),
    )


def each_game(
    entries: Sequence[Entry], pages: Sequence[PageMark], settings: Mapping[str, Mapping[str, object]]
) -> Iterator[GameLinks]:
    """What linking tells of every game, without the links that texts make themselves."""
    by_game: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        by_game[entry.game].append(entry)
    for game, own in by_game.items():
        marks = [mark for mark in pages if mark.game == game]
        yield link_game(own, marks, read_settings(settings.get(game, {})))
