"""Which games and texts does a corpus folder hold, and which are the newest?"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kb.entries import Game, Icon, Source, edition_key
from kb.errors import CorpusError
from kb.findings import Problem
from kb.sources.icons import icons
from kb.sources.looks import colour_named
from kb.sources.names import refuse_slug
from kb.sources.rows import NO_OVERRIDES, SourceOverrides, problem, source_rows, text_of, unknown_keys
from kb.sources.texts import TEXT_SUFFIXES

GAME_FILE = "game.toml"
"""What tells a game's title and lists its texts, in its folder."""

MOST_TO_TRY = 3
"""Questions that the website offers of a game."""

GAME_KEYS = (
    *("title", "publisher", "licence", "description", "origin", "language", "colour", "ask"),
    *("icons", "sources"),
)
KB_KEYS = ("title", "base_url", "language", "api")

# "https://api.example.org/", "https://rules.example.org:8443/api", "/api/": a scheme and a host, or a path of the same.
_SERVICE = re.compile(
    r"(?:https?://(?:[\w.-]{1,253}|\[[0-9a-fA-F:]{2,39}\])(?::\d{1,5})?(?=/|$)|/(?!/))[\w./~%-]*", re.ASCII
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """A corpus folder as its `kb.toml` and `game.toml` files describe it."""

    folder: Path
    title: str
    base_url: str
    games: tuple[Game, ...]
    sources: tuple[Source, ...]
    """Every row, older editions too, in the order of the games' files."""

    overrides: Mapping[str, SourceOverrides] = field(default_factory=dict)
    """Source file → what its `game.toml` row says against what would be recognised, if anything."""

    digests: frozenset[str] = frozenset()
    """Files that a person only sums a text up in: the text itself takes their place."""

    icons: tuple[Icon, ...] = ()
    """Pictures that stand for the icons in texts."""

    links: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    """Game → its `links.toml`, parsed."""

    problems: tuple[Problem, ...] = ()

    def path(self, source: Source) -> Path:
        """The file of a source on disk."""
        return self.folder / source.file

    def current(self) -> tuple[Source, ...]:
        """Of each source of each game the newest edition: what the entries are made from."""
        newest: dict[tuple[str, str], Source] = {}
        for source in self.sources:
            known = newest.get((source.game, source.name))
            if known is None or edition_key(source.edition) >= edition_key(known.edition):
                newest[source.game, source.name] = source
        return tuple(source for source in self.sources if newest[source.game, source.name] is source)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What `kb.toml` says for all games, and which games a corpus folder holds."""

    folder: Path
    title: str
    base_url: str
    language: str
    slugs: tuple[str, ...]
    api: str = ""
    """Where `kb api` answers the searches of the website; without it the pages answer by themselves."""

    problems: tuple[Problem, ...] = ()
    """Of `kb.toml`, and of folders that are no game."""


def read_settings(folder: Path) -> Settings:
    """Read what holds for all games of a corpus; no game's own files are opened."""
    if not folder.is_dir():
        raise CorpusError(f"no corpus folder {folder}: `kb add FILE --game SLUG` starts one")
    row = _toml(folder / "kb.toml") if (folder / "kb.toml").is_file() else {}
    problems = unknown_keys(folder, folder / "kb.toml", row, KB_KEYS)
    folders = sorted(path for path in folder.iterdir() if path.is_dir() and path.name[0] not in "._")
    games = [path for path in folders if (path / GAME_FILE).is_file()]
    problems += [_no_game_toml(folder, path) for path in folders if path not in games]
    return Settings(
        folder=folder,
        title=text_of(row, "title") or "Rules",
        base_url=text_of(row, "base_url").rstrip("/"),
        language=text_of(row, "language"),
        api=_service(folder / "kb.toml", row),
        slugs=tuple(path.name for path in games),
        problems=tuple(problems),
    )


def read_game(settings: Settings, slug: str) -> Corpus:
    """Read the `game.toml` and `links.toml` of one game: a corpus that holds nothing else.

    Raises CorpusError for a file that is no TOML or names a wrong path.
    """
    refuse_slug(slug)
    folder, game_folder = settings.folder, settings.folder / slug
    game_file = game_folder / GAME_FILE
    row = _toml(game_file)
    problems = unknown_keys(folder, game_file, row, GAME_KEYS)
    rows = source_rows(folder, game_file, row, problems)
    sources = [source for source, _ in rows]
    problems += _unlisted(folder, game_folder, sources)
    links = _toml(game_folder / "links.toml") if (game_folder / "links.toml").is_file() else None
    return Corpus(
        folder=folder,
        title=settings.title,
        base_url=settings.base_url,
        games=(_game(slug, {"language": settings.language, **row}, game_file),),
        sources=tuple(sources),
        overrides={source.file: said for source, said in rows if said != NO_OVERRIDES},
        digests=frozenset(_digests(slug, row)),
        icons=icons(game_file, row),
        links={} if links is None else {slug: links},
        problems=tuple(problems),
    )


def read_corpus(folder: Path) -> Corpus:
    """Read every game of a corpus folder at once, as `read_game` does."""
    settings = read_settings(folder)
    games = [read_game(settings, slug) for slug in settings.slugs]
    return Corpus(
        folder=folder,
        title=settings.title,
        base_url=settings.base_url,
        games=tuple(game for each in games for game in each.games),
        sources=tuple(source for each in games for source in each.sources),
        overrides={file: said for each in games for file, said in each.overrides.items()},
        digests=frozenset().union(*(each.digests for each in games)),
        icons=tuple(icon for each in games for icon in each.icons),
        links={slug: links for each in games for slug, links in each.links.items()},
        problems=(*settings.problems, *(problem for each in games for problem in each.problems)),
    )


def _digests(game: str, row: Mapping[str, object]) -> set[str]:
    rows = row.get("sources", [])
    found = (each for each in rows if each.get("digest") is True) if isinstance(rows, list) else ()
    return {f"{game}/{each.get('file')}" for each in found}


def _toml(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except tomllib.TOMLDecodeError as error:
        raise CorpusError(f"{path}: {error}; mend that line (texts need quotation marks)") from None
    except UnicodeDecodeError:
        raise CorpusError(f"{path}: not UTF-8; save it as UTF-8") from None
    except OSError as error:
        raise CorpusError(f"{path}: cannot be read ({error.strerror})") from None


def _game(slug: str, row: Mapping[str, object], file: Path) -> Game:
    try:
        colour = colour_named(said) if (said := text_of(row, "colour")) else ""
    except ValueError as error:
        raise CorpusError(f"{file}: {error}") from None
    asked = row.get("ask", [])
    if not isinstance(asked, list) or not all(isinstance(one, str) for one in asked):
        raise CorpusError(f'{file}: ask needs a list of questions: ask = ["…", "…"]')
    return Game(
        slug=slug,
        title=text_of(row, "title") or slug.replace("-", " ").title(),
        publisher=text_of(row, "publisher"),
        licence=text_of(row, "licence"),
        description=text_of(row, "description"),
        language=text_of(row, "language"),
        colour=colour,
        to_try=tuple(asked[:MOST_TO_TRY]),
    )


def _service(file: Path, row: Mapping[str, object]) -> str:
    address = text_of(row, "api")
    if address and not _SERVICE.fullmatch(address):
        raise CorpusError(
            f'{file}: api is the address of a `kb api`: api = "https://api.example.org/", or "/api/"'
        )
    return f"{address.rstrip('/')}/" if address else ""


def _no_game_toml(folder: Path, game_folder: Path) -> Problem:
    return problem(
        folder,
        game_folder,
        "no-game-toml",
        "a folder without game.toml is left out",
        f"`kb add {game_folder.name}/FILE --game {game_folder.name}` writes one",
    )


def _unlisted(folder: Path, game_folder: Path, sources: list[Source]) -> list[Problem]:
    listed = {source.file for source in sources}
    return [
        problem(
            folder, path, "unlisted-text", "a text that no [[sources]] row lists is left out", "add a row"
        )
        for path in sorted(game_folder.rglob("*"))
        if path.suffix.lower() in TEXT_SUFFIXES
        and path.is_file()
        and path.name != "ledger.jsonl"  # the memory of addresses, written by builds
        and not listed & {path.relative_to(folder).as_posix(), *_above(path, folder)}
    ]


def _above(path: Path, folder: Path) -> list[str]:
    """The folders that a path stands in, as rows name them."""
    return [above.as_posix() for above in path.relative_to(folder).parents]
