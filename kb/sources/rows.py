"""What does a `[[sources]]` row of a `game.toml` say of its text?"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from kb.entries import Source
from kb.errors import CorpusError
from kb.findings import Problem
from kb.sources.names import name_below, slugify
from kb.sources.texts import fingerprint, member_files

SOURCE_KEYS = (
    *("name", "title", "edition", "file", "publisher", "licence", "origin", "sha256"),
    *(
        "numbering",
        "glossary",
        "faq",
        "format",
        "encoding",
        "leave_out",
        "recognisers",
        "language",
        "note",
        "digest",
    ),
)


# "12-40", "7", "zones.md:3-9"
_LINES = re.compile(r"(?:(?P<file>.+):)?(?P<first>\d{1,9})(?:-(?P<last>\d{1,9}))?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines:
    """Lines of a text that a person leaves out."""

    first: int
    last: int
    file: str = ""
    """Which file of a folder they are in."""

    def __str__(self) -> str:
        lines = str(self.first) if self.first == self.last else f"{self.first}-{self.last}"
        return f"{self.file}:{lines}" if self.file else lines


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceOverrides:
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
    leave_out: tuple[Lines, ...] = ()
    """Lines that are no rules: credits, advertisements, a contents page that was not found to be one."""

    recognisers: tuple[str, ...] = ()
    """Names of the recognisers that alone may look at it."""


NO_OVERRIDES = SourceOverrides()


def source_rows(
    folder: Path, game_file: Path, row: Mapping[str, object], problems: list[Problem]
) -> list[tuple[Source, SourceOverrides]]:
    """The texts that a `game.toml` lists, with what it says of each; adds to the `problems` found in it."""
    rows = row.get("sources", [])
    if not isinstance(rows, list) or not all(isinstance(each, dict) for each in rows):
        raise CorpusError(f"{game_file}: sources are written as one [[sources]] row each")
    made: list[tuple[Source, SourceOverrides]] = []
    for each in rows:
        problems += unknown_keys(folder, game_file, each, SOURCE_KEYS)
        source = _source(folder, game_file, row, each)
        if any(source.name == other.name and source.edition == other.edition for other, _ in made):
            raise CorpusError(
                f"{game_file}: source {source.name!r} is listed twice with edition {source.edition!r}: "
                "give one row another name or edition"
            )
        if text_of(each, "sha256") not in ("", source.sha256):
            problems.append(_changed(folder, game_file, source))
        if not source.licence:
            problems.append(
                problem(
                    folder,
                    game_file,
                    "missing-licence",
                    f"{source.file} names no licence",
                    'what may others do with it? Write licence = "…" into its row',
                )
            )
        made.append((source, _told(game_file, each)))
    return made


def _source(folder: Path, game_file: Path, game: Mapping[str, object], row: Mapping[str, object]) -> Source:
    name = text_of(row, "file")
    if not name:
        raise CorpusError(f'{game_file}: a [[sources]] row has no file; add file = "…"')
    path = game_file.parent / name
    if game_file.parent.resolve() not in path.resolve().parents:
        raise CorpusError(f"{game_file}: file {name!r} is outside the game's folder")
    if not path.is_file() and not (path.is_dir() and member_files(path)):
        raise CorpusError(f"{game_file}: file {name!r} is not there; correct its name or remove the row")
    checksum = fingerprint(path)
    return Source(
        game=game_file.parent.name,
        name=text_of(row, "name") or slugify(path.stem) or "text",
        title=text_of(row, "title"),
        edition=text_of(row, "edition") or None,
        file=path.relative_to(folder).as_posix(),
        publisher=text_of(row, "publisher") or text_of(game, "publisher"),
        licence=text_of(row, "licence") or text_of(game, "licence"),
        origin=text_of(row, "origin") or text_of(game, "origin"),
        sha256=checksum,
    )


def _changed(folder: Path, game_file: Path, source: Source) -> Problem:
    return problem(
        folder,
        game_file,
        "changed-text",
        f"{source.file} is not the text that was added: the ledger keeps what it said first",
        f"`kb add {folder / source.file} --game {source.game}` takes it as it is now",
    )


def _told(game_file: Path, row: Mapping[str, object]) -> SourceOverrides:
    """What a row says about how its text is read; raises CorpusError for what cannot be meant."""
    names = row.get("recognisers", [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise CorpusError(f'{game_file}: recognisers is a list of names: recognisers = ["glossaries"]')
    glossary, faq = row.get("glossary"), row.get("faq")
    if not (glossary is None or isinstance(glossary, bool | str)):
        raise CorpusError(f'{game_file}: glossary is true, false or its heading: glossary = "Lexicon"')
    if not (faq is None or isinstance(faq, bool)):
        raise CorpusError(f"{game_file}: faq is true or false: faq = false")
    return SourceOverrides(
        numbering=text_of(row, "numbering"),
        glossary=glossary,
        faq=faq,
        format=text_of(row, "format"),
        encoding=text_of(row, "encoding"),
        leave_out=tuple(_leave_out(game_file, row)),
        recognisers=tuple(names),
    )


def _leave_out(game_file: Path, row: Mapping[str, object]) -> Iterator[Lines]:
    overrides = row.get("leave_out", [])
    for each in overrides if isinstance(overrides, list) else [overrides]:
        match = _LINES.fullmatch(each) if isinstance(each, str) else None
        if match is None:
            raise CorpusError(
                f'{game_file}: leave_out is a list of lines: leave_out = ["12-40"], or ["zones.md:3"] in a folder'
            )
        first = int(match["first"])
        yield Lines(first=first, last=int(match["last"] or first), file=match["file"] or "")


def text_of(row: Mapping[str, object], key: str) -> str:
    """The words that a key holds; empty without them."""
    value = row.get(key, "")
    return value.strip() if isinstance(value, str) else str(value)


def unknown_keys(
    folder: Path, path: Path, row: Mapping[str, object], known: tuple[str, ...]
) -> list[Problem]:
    """A finding for each key that no file of this kind has."""
    problems = []
    for key in row:
        if key not in known:
            near = difflib.get_close_matches(key, known, n=1)
            message = f"{path.name} has the unknown key {key!r}"
            suggestion = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(known)}"
            problems.append(problem(folder, path, "unknown-key", message, suggestion))
    return problems


def problem(folder: Path, path: Path, code: str, message: str, suggestion: str = "") -> Problem:
    """A finding about one of the corpus's own files."""
    file = name_below(path, folder)
    return Problem(code=code, message=message, file=file, line=1, suggestion=suggestion)
