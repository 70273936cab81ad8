"""Which texts do we hold, which edition, under which licence? Reads the corpus folder's own files, not the texts."""

from __future__ import annotations

import difflib
import hashlib
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kb.entries import SITE_FOLDERS, Game, Source
from kb.errors import CorpusError
from kb.findings import Problem

GAME_KEYS = ("title", "publisher", "licence", "description", "origin", "language", "sources")
SOURCE_KEYS = (
    *("name", "title", "edition", "file", "publisher", "licence", "origin", "sha256"),
    *("numbering", "glossary", "faq", "format", "encoding", "recognisers", "language", "note"),
)
KB_KEYS = ("title", "base_url", "language")
TEXT_SUFFIXES = (
    *(".txt", ".text", ".md", ".markdown", ".mdx", ".qmd", ".mkd"),
    *(".html", ".htm", ".xhtml", ".pdf", ".yaml", ".yml", ".json", ".jsonl"),
    *(".wiki", ".mediawiki", ".wikitext", ".xml"),
)
LARGEST_TEXT = 24 * 1024 * 1024
"""Bytes of text, pictures aside, in one file, folder or zip; the longest rule text known to us is 1.3 MB."""
SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_FEWEST_PAGES = 8
_PAGE_SUFFIXES = (".txt", ".text", ".md", ".markdown")

_LONGEST_SLUG = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What a `[[sources]]` row says about a text against what would be recognised in it; the rest is recognised."""

    numbering: str = ""
    """The scheme of its numbers: `dotted`, `hyphens`, … `none`."""

    glossary: bool | str | None = None
    """Whether it has a glossary, or the heading of its glossary; `true`: all of it is one."""

    faq: bool | None = None
    """Whether it has questions and answers; `true`: whatever asks is a question."""

    format: str = ""
    """How it is marked up, whatever its file is called: `text`, `markdown`, …"""

    encoding: str = ""
    recognisers: tuple[str, ...] = ()
    """Names of the recognisers that alone may look at it."""


NOTHING_TOLD = Told()


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """A corpus folder as its `kb.toml` and `game.toml` files describe it."""

    folder: Path
    title: str
    base_url: str
    games: tuple[Game, ...]
    sources: tuple[Source, ...]
    """Every row, older editions too, in the order of the games' files."""

    told: Mapping[str, Told] = field(default_factory=dict)
    """Source file → what its `game.toml` row says against what would be recognised, if anything."""

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


def edition_key(edition: str | None) -> tuple[object, ...]:
    """Sorts editions: dates and versions by their numbers (`2024-11-08` < `2026-01-16`, `1.9` < `1.10`), none first."""
    numbers = tuple(int(digits[:18]) for digits in re.findall(r"\d+", edition or ""))
    return (edition is not None, numbers, edition or "")


def refuse_slug(slug: str) -> None:
    """Raise CorpusError for what cannot be a game's slug, which is its folder here and on the site."""
    if not SLUG.fullmatch(slug):
        raise CorpusError(f"{slug!r} is no slug: a game's folder has only a-z, 0-9 and single hyphens")
    if len(slug) > _LONGEST_SLUG:
        raise CorpusError(f"{slug!r} is no slug: more than {_LONGEST_SLUG} characters make no address")
    if slug in SITE_FOLDERS:
        raise CorpusError(
            f"{slug!r} is no slug for a game: the website has a folder of that name; take another"
        )


def slugify(text: str, limit: int = 60) -> str:
    """`Tales of the Inn (2nd)` → `tales-of-the-inn-2nd`; only a-z, 0-9 and single hyphens, perhaps empty."""
    import unicodedata

    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower().replace("'", "")
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    return slug if len(slug) <= limit else slug[: limit + 1].rsplit("-", 1)[0][:limit].strip("-")


def member_files(folder: Path) -> tuple[Path, ...]:
    """The texts of a source that is a folder, by name; never a hidden file, never a link to another place."""
    return tuple(sorted(path for path in folder.rglob("*") if is_member(path, folder)))


def size_of_texts(paths: Iterable[Path]) -> int:
    """Bytes of the texts among files; a PDF may hold as many pictures as it likes."""
    return sum(path.stat().st_size for path in paths if path.suffix.lower() != ".pdf")


def is_member(path: Path, folder: Path) -> bool:
    """Whether a path in a folder is a text of it."""
    parts = path.relative_to(folder).parts
    steps = (path, *list(path.parents)[: len(parts) - 1])
    return (
        path.suffix.lower() in TEXT_SUFFIXES
        and not any(part.startswith(".") for part in parts)
        and not any(step.is_symlink() for step in steps)
        and path.is_file()
    )


def are_pages(texts: Sequence[Path]) -> bool:
    """Whether texts are the pages of one: many, in one folder, with names alike but for their numbers."""
    names = {re.sub(r"\d+", "0", str(path)) for path in texts}
    return len(texts) >= _FEWEST_PAGES and len(names) == 1 and texts[0].suffix.lower() in _PAGE_SUFFIXES


def fingerprint(path: Path) -> str:
    """The SHA-256 of a source: of its bytes, or of the names and checksums of the texts in its folder."""
    if path.is_file():
        return hashlib.sha256(path.read_bytes()).hexdigest()
    names = (f"{each.relative_to(path).as_posix()}\0{fingerprint(each)}\n" for each in member_files(path))
    return hashlib.sha256("".join(names).encode("utf-8", "surrogateescape")).hexdigest()


def read_corpus(folder: Path, verified: bool = True) -> Corpus:
    """Read every `game.toml` below `folder`; raises CorpusError for a file that is no TOML or names a wrong path.

    Unless `verified` is false, for a text that is not the one whose checksum its row holds, too.
    """
    if not folder.is_dir():
        raise CorpusError(f"no corpus folder {folder}: `kb add FILE --game SLUG` starts one")
    settings = _toml(folder / "kb.toml") if (folder / "kb.toml").is_file() else {}
    problems = _unknown_keys(folder, folder / "kb.toml", settings, KB_KEYS)
    games: list[Game] = []
    sources: list[Source] = []
    told: dict[str, Told] = {}
    links: dict[str, Mapping[str, object]] = {}
    for game_folder in sorted(
        path for path in folder.iterdir() if path.is_dir() and path.name[0] not in "._"
    ):
        game_file = game_folder / "game.toml"
        if not game_file.is_file():
            problems.append(_no_game_toml(folder, game_folder))
            continue
        refuse_slug(game_folder.name)
        row = _toml(game_file)
        problems += _unknown_keys(folder, game_file, row, GAME_KEYS)
        games.append(_game(game_folder.name, {"language": _text(settings, "language"), **row}))
        for source, said in _sources(folder, game_file, row, problems, verified):
            sources.append(source)
            if said != NOTHING_TOLD:
                told[source.file] = said
        problems += _unlisted(folder, game_folder, sources)
        if (game_folder / "links.toml").is_file():
            links[game_folder.name] = _toml(game_folder / "links.toml")
    return Corpus(
        folder=folder,
        title=_text(settings, "title") or "Rules",
        base_url=_text(settings, "base_url").rstrip("/"),
        games=tuple(games),
        sources=tuple(sources),
        told=told,
        links=links,
        problems=tuple(problems),
    )


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
        title=_text(row, "title") or slug.replace("-", " ").title(),
        publisher=_text(row, "publisher"),
        licence=_text(row, "licence"),
        description=_text(row, "description"),
        language=_text(row, "language"),
    )


def _sources(
    folder: Path, game_file: Path, row: Mapping[str, object], problems: list[Problem], verified: bool
) -> list[tuple[Source, Told]]:
    rows = row.get("sources", [])
    if not isinstance(rows, list) or not all(isinstance(each, dict) for each in rows):
        raise CorpusError(f"{game_file}: sources are written as one [[sources]] row each")
    made: list[tuple[Source, Told]] = []
    for each in rows:
        problems += _unknown_keys(folder, game_file, each, SOURCE_KEYS)
        source = _source(folder, game_file, row, each, verified)
        if any(source.name == other.name and source.edition == other.edition for other, _ in made):
            raise CorpusError(
                f"{game_file}: source {source.name!r} is listed twice with edition {source.edition!r}: "
                "give one row another name or edition"
            )
        if not source.licence:
            problems.append(
                _problem(
                    folder,
                    game_file,
                    "missing-licence",
                    f"{source.file} names no licence",
                    'what may others do with it? Write licence = "…" into its row',
                )
            )
        made.append((source, _told(game_file, each)))
    return made


def _told(game_file: Path, row: Mapping[str, object]) -> Told:
    """What a row says about how its text is read; raises CorpusError for what cannot be meant."""
    names = row.get("recognisers", [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise CorpusError(f'{game_file}: recognisers is a list of names: recognisers = ["glossaries"]')
    glossary, faq = row.get("glossary"), row.get("faq")
    if not (glossary is None or isinstance(glossary, bool | str)):
        raise CorpusError(f'{game_file}: glossary is true, false or its heading: glossary = "Lexicon"')
    if not (faq is None or isinstance(faq, bool)):
        raise CorpusError(f"{game_file}: faq is true or false: faq = false")
    return Told(
        numbering=_text(row, "numbering"),
        glossary=glossary,
        faq=faq,
        format=_text(row, "format"),
        encoding=_text(row, "encoding"),
        recognisers=tuple(names),
    )


def _source(
    folder: Path, game_file: Path, game: Mapping[str, object], row: Mapping[str, object], verified: bool
) -> Source:
    name = _text(row, "file")
    if not name:
        raise CorpusError(f'{game_file}: a [[sources]] row has no file; add file = "…"')
    path = game_file.parent / name
    if game_file.parent.resolve() not in path.resolve().parents:
        raise CorpusError(f"{game_file}: file {name!r} is outside the game's folder")
    if not path.is_file() and not (path.is_dir() and member_files(path)):
        raise CorpusError(f"{game_file}: file {name!r} is not there; correct its name or remove the row")
    checksum = fingerprint(path)
    told = _text(row, "sha256")
    if verified and told and told != checksum:
        raise CorpusError(
            f"{path}: sha256 is not the one in {game_file.name}; `kb add` the changed file again"
        )
    return Source(
        game=game_file.parent.name,
        name=_text(row, "name") or slugify(path.stem) or "text",
        title=_text(row, "title"),
        edition=_text(row, "edition") or None,
        file=path.relative_to(folder).as_posix(),
        publisher=_text(row, "publisher") or _text(game, "publisher"),
        licence=_text(row, "licence") or _text(game, "licence"),
        origin=_text(row, "origin") or _text(game, "origin"),
        sha256=checksum,
    )


def _text(row: Mapping[str, object], key: str) -> str:
    value = row.get(key, "")
    return value.strip() if isinstance(value, str) else str(value)


def _unknown_keys(
    folder: Path, path: Path, row: Mapping[str, object], known: tuple[str, ...]
) -> list[Problem]:
    problems = []
    for key in row:
        if key not in known:
            near = difflib.get_close_matches(key, known, n=1)
            message = f"{path.name} has the unknown key {key!r}"
            suggestion = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(known)}"
            problems.append(_problem(folder, path, "unknown-key", message, suggestion))
    return problems


def _no_game_toml(folder: Path, game_folder: Path) -> Problem:
    return _problem(
        folder,
        game_folder,
        "no-game-toml",
        "a folder without game.toml is left out",
        f"`kb add {game_folder.name}/FILE --game {game_folder.name}` writes one",
    )


def _unlisted(folder: Path, game_folder: Path, sources: list[Source]) -> list[Problem]:
    listed = {source.file for source in sources}
    return [
        _problem(
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


def _problem(folder: Path, path: Path, code: str, message: str, suggestion: str = "") -> Problem:
    file = path.relative_to(folder).as_posix()
    return Problem(code=code, message=message, file=file, line=1, suggestion=suggestion)
