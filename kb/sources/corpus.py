"""Which games and texts does a corpus folder hold, and which are the newest?"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kb.entries import Game, Source, edition_key
from kb.errors import CorpusError
from kb.findings import Problem
from kb.sources.names import refuse_slug
from kb.sources.rows import NO_OVERRIDES, SourceOverrides, problem, source_rows, text_of, unknown_keys
from kb.sources.texts import TEXT_SUFFIXES

GAME_FILE = "game.toml"
"""What tells a game's title and lists its texts, in its folder."""

GAME_KEYS = ("title", "publisher", "licence", "description", "origin", "language", "sources")
KB_KEYS = ("title", "base_url", "language")


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


def read_corpus(folder: Path) -> Corpus:
    """Read every `game.toml` below `folder`; raises CorpusError for a file that is no TOML or names a wrong path."""
    if not folder.is_dir():
        raise CorpusError(f"no corpus folder {folder}: `kb add FILE --game SLUG` starts one")
    settings = _toml(folder / "kb.toml") if (folder / "kb.toml").is_file() else {}
    problems = unknown_keys(folder, folder / "kb.toml", settings, KB_KEYS)
    games: list[Game] = []
    sources: list[Source] = []
    overrides: dict[str, SourceOverrides] = {}
    links: dict[str, Mapping[str, object]] = {}
    digests: set[str] = set()
    for game_folder in sorted(
        path for path in folder.iterdir() if path.is_dir() and path.name[0] not in "._"
    ):
        game_file = game_folder / GAME_FILE
        if not game_file.is_file():
            problems.append(_no_game_toml(folder, game_folder))
            continue
        refuse_slug(game_folder.name)
        row = _toml(game_file)
        problems += unknown_keys(folder, game_file, row, GAME_KEYS)
        games.append(_game(game_folder.name, {"language": text_of(settings, "language"), **row}))
        for source, said in source_rows(folder, game_file, row, problems):
            sources.append(source)
            if said != NO_OVERRIDES:
                overrides[source.file] = said
        digests |= _digests(game_folder.name, row)
        problems += _unlisted(folder, game_folder, sources)
        if (game_folder / "links.toml").is_file():
            links[game_folder.name] = _toml(game_folder / "links.toml")
    return Corpus(
        folder=folder,
        title=text_of(settings, "title") or "Rules",
        base_url=text_of(settings, "base_url").rstrip("/"),
        games=tuple(games),
        sources=tuple(sources),
        overrides=overrides,
        digests=frozenset(digests),
        links=links,
        problems=tuple(problems),
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


def _game(slug: str, row: Mapping[str, object]) -> Game:
    return Game(
        slug=slug,
        title=text_of(row, "title") or slug.replace("-", " ").title(),
        publisher=text_of(row, "publisher"),
        licence=text_of(row, "licence"),
        description=text_of(row, "description"),
        language=text_of(row, "language"),
    )


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
