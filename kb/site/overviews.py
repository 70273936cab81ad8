"""Which pages lead to the texts? Home, a game, its numbers, problems, search, and the wrong address."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from urllib.parse import urlsplit

from kb.entries import Entry, Game
from kb.findings import Problem
from kb.site.addresses import href
from kb.site.diffs import Newest, changes_folder
from kb.site.page_context import PageContext
from kb.site.parts import Link
from kb.site.phrases import KIND_LABELS, brief, card, counted, plural, short_name
from kb.site.questions import of_game, questions_folder
from kb.site.stretches import initial
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

MOST_PROBLEMS = 2_000
"""Findings listed on the page; a text of the wrong kind can give one for every line."""

MOST_QUESTIONS = 200
CHANGES_TOLD = 6
PROBLEMS = "problems/"
SEARCH = "search/"


def home_page(
    page_context: PageContext, editions: Mapping[str, Newest] | None = None, *, has_feed: bool = False
) -> HomePage:
    """The first page: search, every game, and what changed last."""
    catalogue = page_context.catalogue
    titles = ", ".join(game.title for game in catalogue.games)
    return HomePage(
        frame=page_context.frame("", "", "home", description=f"{catalogue.title}: the rules of {titles}."),
        games=tuple(
            _game_card(page_context, game) for game in catalogue.games if catalogue.entries[game.slug]
        ),
        entries=len(catalogue.by_id),
        problems=len(catalogue.problems),
        changes=tuple(
            replace(
                _changes_link("", edition.folder, edition),
                label=f"{brief(page_context.games[game].title)} {edition.name}",
            )
            for game, edition in _latest(editions or {})
        ),
        feed=has_feed,
    )


def _latest(editions: Mapping[str, Newest]) -> list[tuple[str, Newest]]:
    """The newest editions of all games, newest first."""
    return sorted(editions.items(), key=lambda item: item[1].name, reverse=True)[:CHANGES_TOLD]


def _changes_link(folder: str, target: str, edition: Newest) -> Link:
    return Link(href=href(folder, target), label=f"What changed in {edition.name}", note=edition.summary)


def _game_card(page_context: PageContext, game: Game) -> GameCard:
    editions = [source.edition for source in page_context.catalogue.sources if source.game == game.slug]
    return GameCard(
        link=page_context.game_link("", game.slug),
        publisher=game.publisher or _publisher(page_context, game),
        description=game.description,
        counts=counted(page_context.catalogue.entries[game.slug]),
        editions=tuple(dict.fromkeys(filter(None, editions))),
    )


def _publisher(page_context: PageContext, game: Game) -> str:
    """Who published the texts of a game, if one did all."""
    found = {source.publisher for source in page_context.catalogue.sources if source.game == game.slug}
    return found.pop() if len(found) == 1 else ""


def game_page(page_context: PageContext, game: Game, edition: Newest | None = None) -> GamePage:
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
            description=game.description or f"The rules of {game.title}: {counted(entries)}.",
            game=game.slug,
        ),
        title=game.title,
        publisher=game.publisher or _publisher(page_context, game),
        description=game.description,
        counts=counted(entries),
        contents=_contents(page_context, folder, game.slug),
        numbers=Link(href=href(folder, numbers_folder(page_context, game)), label="All numbers")
        if has_numbers
        else None,
        letters=_letters(page_context, folder, entries),
        questions=tuple(page_context.entry_link(folder, entry) for entry in questions[:MOST_QUESTIONS]),
        answers=Link(
            href=href(folder, questions_folder(page_context, game)),
            label=f"All {plural(len(questions), 'faq')} with their answers",
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


def _letters(page_context: PageContext, folder: str, entries: Iterable[Entry]) -> tuple[Letter, ...]:
    terms = sorted(
        (entry for entry in entries if entry.kind == "term" and entry.title),
        key=lambda entry: (initial(entry.title or ""), (entry.title or "").casefold(), entry.order),
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
        for letter, group in groupby(terms, key=lambda entry: initial(entry.title or ""))
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


def problems_page(page_context: PageContext) -> ProblemsPage:
    """Every finding about the texts, by file."""
    problems = page_context.catalogue.problems
    shown = sorted(problems, key=lambda problem: (problem.file, problem.line))[:MOST_PROBLEMS]
    files = tuple(
        (file, tuple(map(_problem_row, of_file)))
        for file, of_file in groupby(shown, key=lambda problem: problem.file)
    )
    return ProblemsPage(
        frame=page_context.frame(PROBLEMS, "Open problems", "problems"),
        files=files,
        games=tuple(_jumps(page_context, files)),
        total=len(problems),
        left_off=len(problems) - len(shown),
    )


def _jumps(page_context: PageContext, files: Sequence[tuple[str, Sequence[ProblemRow]]]) -> Iterator[Link]:
    """The way to each game's first file; the template numbers the files from 1."""
    numbered = [(number, file.partition("/")[0], len(rows)) for number, (file, rows) in enumerate(files, 1)]
    for slug, held in groupby(numbered, key=lambda one: one[1]):
        numbers, _, counts = zip(*held, strict=True)
        title = page_context.games[slug].title if slug in page_context.games else slug
        yield Link(href=f"#file-{numbers[0]}", label=f"{brief(title, 40)}: {sum(counts):,}")


def _problem_row(problem: Problem) -> ProblemRow:
    return ProblemRow(
        place=f"line {problem.line}" if problem.line else "",
        message=problem.message,
        excerpt=brief(problem.excerpt, 300),
        suggestion=problem.suggestion,
    )


def search_page(page_context: PageContext) -> SearchPage:
    """The page that answers `?q=`, and says where to look without script."""
    held = {entry.kind for entry in page_context.catalogue.by_id.values()}
    return SearchPage(
        frame=page_context.frame(SEARCH, "Search", "search"),
        kinds=tuple(
            Link(href=kind, label=many.capitalize())
            for kind, (_, many) in KIND_LABELS.items()
            if kind in held
        ),
        games=tuple(page_context.game_link(SEARCH, game.slug) for game in page_context.catalogue.games),
    )


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
