"""Which pages lead to the texts? Home, a game, its numbers, problems, search, and the wrong address."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from urllib.parse import quote, urlencode, urlsplit

from kb.entries import Entry, Game, Source
from kb.findings import Problem
from kb.site.addresses import href
from kb.site.browser_index import SEARCH
from kb.site.diffs import Newest, changes_folder
from kb.site.page_context import PageContext
from kb.site.parts import Link
from kb.site.phrases import KIND_LABELS, brief, card, counted, day, plural, short_name
from kb.site.questions import of_game, questions_folder
from kb.site.stretches import filed, initial
from kb.site.views import (
    Branch,
    GameCard,
    GamePage,
    HomePage,
    Letter,
    NotFoundPage,
    NumbersPage,
    ProblemRow,
    ProblemsPage,
    SearchPage,
)
from kb.store.summary import Summary

MOST_PROBLEMS = 2_000
"""Findings listed on the page; a text of the wrong kind can give one for every line."""

MOST_AT_ONCE = 400_000
"""Bytes of search data of all games that a question loads before it is read: as many as devices keep unasked."""

MOST_QUESTIONS = 200
CHANGES_TOLD = 6
MOST_NAMED = 20
"""Games that are named in one sentence."""

PROBLEMS = "problems/"


def home_page(page_context: PageContext, games: Sequence[Summary], *, has_feed: bool) -> HomePage:
    """The first page: search, every game, and what changed last."""
    catalogue = page_context.catalogue
    more = ["…"] if len(catalogue.games) > MOST_NAMED else []
    return HomePage(
        frame=page_context.frame("", "", "home"),
        titles=", ".join([*(game.title for game in catalogue.games[:MOST_NAMED]), *more]),
        games=tuple(_game_card(page_context, one) for one in games if one.counts),
        changes=tuple(_last_changes(page_context, games)),
        feed=has_feed,
    )


def _last_changes(page_context: PageContext, games: Sequence[Summary]) -> Iterator[Link]:
    """The newest editions of all games, newest first."""
    changed = [one for one in games if one.site["newest"]]
    for one in sorted(changed, key=lambda one: one.site["newest"]["name"], reverse=True)[:CHANGES_TOLD]:
        newest = one.site["newest"]
        yield Link(
            href=href("", newest["folder"]),
            label=f"{brief(one.game.title)} {day(newest['name'])}",
            note=newest["summary"],
        )


def _changes_link(folder: str, target: str, edition: Newest) -> Link:
    return Link(href=href(folder, target), label=day(edition.name), note=edition.summary)


def _game_card(page_context: PageContext, one: Summary) -> GameCard:
    editions = [source.edition for source in one.sources]
    return GameCard(
        link=page_context.game_link("", one.game.slug),
        publisher=one.game.publisher or _publisher(one.sources),
        description=one.game.description,
        colour=one.game.colour,
        to_try=_to_try("", one.game),
        editions=tuple(dict.fromkeys(day(edition) for edition in editions if edition)),
    )


def _to_try(folder: str, game: Game) -> tuple[Link, ...]:
    """Questions to try of a game, each leading to what is found for it."""
    return tuple(
        Link(
            href=f"{href(folder, SEARCH)}?{urlencode({'q': question, 'game': game.slug})}",
            label=brief(question),
        )
        for question in game.to_try
    )


def _publisher(sources: Iterable[Source]) -> str:
    """Who published the texts of a game, if one did all."""
    found = {source.publisher for source in sources}
    return found.pop() if len(found) == 1 else ""


@dataclass(frozen=True, slots=True)
class OneFile:
    """Where a game lies as one file, and its size in bytes."""

    path: str
    size: int


def game_page(
    page_context: PageContext, game: Game, edition: Newest | None = None, one_file: OneFile | None = None
) -> GamePage:
    """One game: contents, terms by letter, questions, sources."""
    folder = page_context.addresses.games[game.slug]
    entries = page_context.catalogue.entries[game.slug]
    questions = of_game(page_context, game.slug)
    has_numbers = any(entry.number for entry in entries if entry.kind != "step")
    return GamePage(
        frame=page_context.frame(
            folder,
            game.title,
            "game",
            description=game.description,
            game=game.slug,
        ),
        title=game.title,
        publisher=game.publisher or _publisher(page_context.sources(game.slug)),
        description=game.description,
        counts=counted(page_context.catalogue.counts(game.slug)),
        to_try=_to_try(folder, game),
        one_file=Link(href=quote(one_file.path.removeprefix(folder)), label=f"{one_file.size / 1e6:.1f}")
        if one_file
        else None,
        contents=_contents(page_context, folder, game.slug),
        numbers=Link(href=href(folder, numbers_folder(page_context, game)), label="All numbers")
        if has_numbers
        else None,
        letters=_letters(page_context, folder, entries, game.language),
        questions=tuple(page_context.entry_link(folder, entry) for entry in questions[:MOST_QUESTIONS]),
        answers=Link(
            href=href(folder, questions_folder(page_context, game)),
            label=plural(len(questions), "faq"),
        )
        if questions
        else None,
        changes=_changes_link(folder, changes_folder(page_context, game), edition) if edition else None,
        sources=tuple(
            card(source, _readings(page_context, folder, source.game, source.name))
            for source in page_context.catalogue.sources
            if source.game == game.slug
        ),
        slug=game.slug,
    )


def _contents(page_context: PageContext, folder: str, game: str) -> tuple[Branch, ...]:
    """Two levels of everything that holds other entries, below the title of a text that has only one."""
    tops: list[Entry] = []
    for roots in page_context.catalogue.roots(game).values():
        holders = _holders(page_context, roots)
        while len(holders) == 1 and (
            inner := _holders(page_context, page_context.catalogue.below.get(holders[0].id, ()))
        ):
            holders = inner
        tops += holders
    return tuple(
        _branch(
            page_context,
            folder,
            entry,
            (
                _branch(page_context, folder, child)
                for child in _holders(page_context, page_context.catalogue.below.get(entry.id, ()))
            ),
        )
        for entry in tops
    )


def _holders(page_context: PageContext, entries: Iterable[Entry]) -> list[Entry]:
    """Sections, and rules with rules below them; a term with an example is no part of the contents."""
    return [
        entry
        for entry in entries
        if entry.kind == "section" or (entry.kind == "rule" and entry.id in page_context.catalogue.below)
    ]


def _branch(page_context: PageContext, folder: str, entry: Entry, children: Iterable[Branch] = ()) -> Branch:
    link = page_context.entry_link(folder, entry)
    return Branch(
        link=link, number=entry.number or "", title=brief(entry.title or ""), children=tuple(children)
    )


def _letters(
    page_context: PageContext, folder: str, entries: Iterable[Entry], language: str
) -> tuple[Letter, ...]:
    def letter_of(entry: Entry) -> str:
        return initial(entry.title or "", language)

    terms = sorted(
        (entry for entry in entries if entry.kind == "term" and entry.title),
        key=lambda entry: (letter_of(entry), filed(entry.title or "", language), entry.order),
    )
    return tuple(
        Letter(
            letter=letter,
            anchor=f"terms-{letter.lower() if letter != '#' else '0'}",
            terms=tuple(
                Link(
                    href=href(folder, page_context.addresses.entries[term.id]), label=brief(term.title or "")
                )
                for term in group
            ),
        )
        for letter, group in groupby(terms, key=letter_of)
    )


def _readings(page_context: PageContext, folder: str, game: str, source: str) -> list[Link]:
    return [
        page_context.stretch_link(folder, one) for one in page_context.stretches[game] if one.source == source
    ]


def numbers_folder(page_context: PageContext, game: Game) -> str:
    """Where the index of a game's numbers lives: one level below what an entry called "all" would have."""
    return f"{page_context.addresses.games[game.slug]}all/numbers/"


def numbers_page(page_context: PageContext, game: Game) -> NumbersPage:
    """Every numbered entry of a game, by the reading page that holds it."""
    folder = numbers_folder(page_context, game)
    groups = []
    for stretch in page_context.stretches[game.slug]:
        numbered = [entry for _, entry in stretch.entries if entry.number and entry.kind != "step"]
        links = tuple(
            Link(href=href(folder, page_context.addresses.entries[entry.id]), label=short_name(entry))
            for entry in numbered
        )
        if links:
            groups.append((page_context.stretch_link(folder, stretch), links))
    trail = [page_context.game_link(folder, game.slug)]
    return NumbersPage(
        frame=page_context.frame(
            folder, f"All numbers · {game.title}", "numbers", trail=trail, game=game.slug
        ),
        title=game.title,
        groups=tuple(groups),
    )


def problems_page(page_context: PageContext, game: Game) -> ProblemsPage:
    """Every finding about the texts of a game, by file."""
    folder = problems_folder(page_context, game)
    problems = page_context.catalogue.problems
    return ProblemsPage(
        frame=page_context.frame(
            folder,
            f"For curators · {game.title}",
            "problems",
            trail=[page_context.game_link(folder, game.slug)],
            game=game.slug,
        ),
        files=_by_file(problems),
        games=(),
        total=len(problems),
        left_off=max(0, len(problems) - MOST_PROBLEMS),
        counts=counted(page_context.catalogue.counts(game.slug)),
        sources=tuple(card(source) for source in page_context.sources(game.slug)),
    )


def all_problems_page(
    page_context: PageContext, games: Sequence[Summary], problems: Sequence[Problem]
) -> ProblemsPage:
    """How many findings each game has, and where they are told; those that are no game's stand here."""
    counts = {one.game.slug: sum(one.problems.values()) for one in games}
    return ProblemsPage(
        frame=page_context.frame(PROBLEMS, "For curators", "problems"),
        files=_by_file(problems),
        games=tuple(
            Link(
                href=href(PROBLEMS, problems_folder(page_context, one.game)),
                label=brief(one.game.title, 40),
                note=f"{counts[one.game.slug]:,}",
            )
            for one in games
        ),
        total=sum(counts.values()) + len(problems),
        left_off=0,
    )


def problems_folder(page_context: PageContext, game: Game) -> str:
    """Where a game's findings are told: one level below what an entry called "all" would have."""
    return f"{page_context.addresses.games[game.slug]}all/problems/"


def _by_file(problems: Iterable[Problem]) -> tuple[tuple[str, tuple[ProblemRow, ...]], ...]:
    shown = sorted(problems, key=lambda problem: (problem.file, problem.line))[:MOST_PROBLEMS]
    return tuple(
        (file, tuple(map(_problem_row, of_file)))
        for file, of_file in groupby(shown, key=lambda problem: problem.file)
    )


def _problem_row(problem: Problem) -> ProblemRow:
    return ProblemRow(
        place=f"line {problem.line}" if problem.line else "",
        message=problem.message,
        excerpt=brief(problem.excerpt, 300),
        suggestion=problem.suggestion,
    )


def search_page(page_context: PageContext, games: Sequence[Summary]) -> SearchPage:
    """The page that answers `?q=`, and says where to look without script."""
    held = {kind for one in games for kind in one.counts}
    return SearchPage(
        frame=page_context.frame(SEARCH, "Search", "search"),
        kinds=tuple(
            Link(href=kind, label=many.capitalize())
            for kind, (_, many) in KIND_LABELS.items()
            if kind in held
        ),
        first=_first_of(games),
        games=tuple(page_context.game_link(SEARCH, game.slug) for game in page_context.catalogue.games),
    )


def _first_of(games: Sequence[Summary]) -> tuple[str, ...]:
    """What a first answer in any game needs, where that is little enough to be asked for at once."""
    kept = [one.site["offline"] for one in games]
    if sum(one["firstBytes"] for one in kept) > MOST_AT_ONCE:
        return ()
    return tuple(f"../../../{quote(path)}" for one in kept for path in one["first"])


def not_found_page(page_context: PageContext) -> NotFoundPage:
    """Shown by the host for any address, so its links start at the host's root instead of its own folder."""
    top = f"{urlsplit(web).path.rstrip('/')}/" if (web := page_context.catalogue.base_url) else "/"
    return NotFoundPage(
        frame=replace(page_context.frame("", "Nothing here", "missing"), root=top, canonical=""),
        games=tuple(
            Link(href=top + href("", page_context.addresses.games[game.slug]), label=brief(game.title))
            for game in page_context.catalogue.games
        ),
    )
