"""How does a rule text get into the corpus? Tried on a copy first, so that a bad text changes nothing."""

from __future__ import annotations

import itertools
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from kb.entries import Entry, Game, Source
from kb.errors import CorpusError, ReadError
from kb.findings import LeftOut, Problem
from kb.gathering import Gathered, gather
from kb.ingest import Reading, gathered, read_source
from kb.ingest.readers.read import FORMATS as FORMATS
from kb.sources import (
    NO_OVERRIDES,
    Corpus,
    SourceOverrides,
    fingerprint,
    member_files,
    read_corpus,
    refuse_slug,
    slugify,
)
from kb.swap import replacing

if TYPE_CHECKING:
    from tomlkit.items import AoT, Table

_GAME_FILE = "game.toml"
_STATED = ("publisher", "licence", "origin")
_ROW = ("name", "title", "edition", *_STATED, "sha256")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What the person who adds texts says about them; all else is recognised."""

    game: str
    title: str | None = None
    edition: str | None = None
    source: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """Texts that are in the corpus now, and what was recognised in them."""

    sources: tuple[Source, ...]
    entries: tuple[Entry, ...]
    left_out: tuple[LeftOut, ...]
    problems: tuple[Problem, ...]
    told: Mapping[str, SourceOverrides] = field(default_factory=dict)
    """Source file → what its row says against what would be recognised."""

    def told_of(self, source: Source) -> SourceOverrides:
        """What a text's row says."""
        return self.told.get(source.file, NO_OVERRIDES)


@dataclass(frozen=True, slots=True)
class _Tried:
    """A text as it was read before it had a row."""

    reading: Reading
    told: SourceOverrides
    """What was known of it then."""


def add(files: Sequence[Path], corpus_folder: Path, wanted: Wanted, dry_run: bool = False) -> Added:
    """Copy texts into the corpus, each with a row in `game.toml`; all of them or, if one is bad or in a dry run, none.

    A text whose source and edition are held already takes the place of the held one.
    """
    kept = corpus_folder / wanted.game
    with TemporaryDirectory() as scratch:
        gathered = gather(files, kept, Path(scratch) / ".named")
        files = gathered.texts
        _refuse_bad_wishes(files, wanted)
        trial = Path(scratch) / wanted.game
        if kept.is_dir():
            shutil.copytree(kept, trial)
        trial.mkdir(exist_ok=True)
        sources = _source_names(files, wanted)
        placed = [_place(file, name, kept, trial, wanted) for file, name in zip(files, sources, strict=True)]
        names = [name for name, _ in placed]
        added = _found(trial, dict(placed))
        if not dry_run:
            kept.mkdir(parents=True, exist_ok=True)
            for name in (*names, _GAME_FILE):  # the rows last: until then nothing refers to the new files
                _put(trial / name, kept / name)
    held = dict(zip(files, names, strict=True))
    return replace(added, left_out=(*added.left_out, *_passed(gathered, wanted.game, held)))


def _passed(gathered: Gathered, game: str, held: Mapping[Path, str]) -> Iterator[LeftOut]:
    """The files of a folder that are no texts, as what the source leaves out."""
    for each in gathered.passed:
        file = f"{game}/{held[each.text]}"
        yield LeftOut(file=file, line=1, reason=each.reason, text=each.name)


def _refuse_bad_wishes(files: Sequence[Path], wanted: Wanted) -> None:
    refuse_slug(wanted.game)
    if len(files) > 1 and (wanted.source or wanted.title):
        raise CorpusError("--source and --title name one text: add the files one by one")
    for file in files:
        if not file.exists():
            raise ReadError(f"{file} is not there: check the name")


def _source_names(files: Sequence[Path], wanted: Wanted) -> list[str]:
    """What the sources are called: as their files; where two files are called alike, after their folders too."""
    plain = [wanted.source or slugify(_stem(file)) or "text" for file in files]
    return [
        name
        if plain.count(name) == 1 or wanted.source
        else slugify(f"{file.parent.name} {_stem(file)}") or name
        for file, name in zip(files, plain, strict=True)
    ]


def _stem(file: Path) -> str:
    return file.resolve().name if file.is_dir() else file.stem


def _place(file: Path, name: str, kept: Path, trial: Path, wanted: Wanted) -> tuple[str, _Tried]:
    """Put one text and its row into the trial folder; returns the file's name there, and what was read of it."""
    import tomlkit  # keeps the comments and the order that people gave their game.toml

    rows_file = trial / _GAME_FILE
    corpus = read_corpus(trial.parent, verified=False) if rows_file.is_file() else None
    held = corpus.sources if corpus else ()
    told = (
        [corpus.overrides.get(each.file, NO_OVERRIDES) for each in held if each.name == name]
        if corpus
        else []
    )
    taken = {Path(source.file).name for source in held}
    tried = _read_alone(
        file, next(_file_names(file, kept, name)), name, wanted, told[-1] if told else NO_OVERRIDES
    )
    read = replace(tried.reading.source, sha256=fingerprint(file))
    written = rows_file.read_text(encoding="utf-8-sig") if rows_file.is_file() else _first_lines(wanted.game)
    document = tomlkit.parse(written)
    rows: AoT = document.setdefault("sources", tomlkit.aot())
    row = _row_of(rows, held, read)
    if row is None:
        row = tomlkit.table()
        row.trivia.indent = "\n" if held else ""
        row["name"] = name
        if read.edition:
            row["edition"] = read.edition
        rows.append(row)
    elif wanted.edition:
        row["edition"] = wanted.edition
    if "file" not in row or (trial / str(row["file"])).is_dir() != file.is_dir():
        names = _file_names(file, kept, f"{name} {read.edition or ''}")
        row["file"] = next(
            each for each in names if each not in taken or (kept / each).resolve() == file.resolve()
        )
    if wanted.title or "title" not in row:
        row["title"] = read.title
    for key in _STATED:  # what the text says itself, unless people have written it
        if key not in row and key not in document and getattr(read, key):
            row[key] = getattr(read, key)
    row["sha256"] = read.sha256
    rows_file.write_text(tomlkit.dumps(document), encoding="utf-8")
    _copy(file, trial / str(row["file"]))
    return str(row["file"]), tried


def _read_alone(file: Path, called: str, name: str, wanted: Wanted, told: SourceOverrides) -> _Tried:
    """What a text says about itself: its title and its edition, unless told."""
    source = Source(
        game=wanted.game,
        name=name,
        title=wanted.title or "",
        edition=wanted.edition,
        file=f"{wanted.game}/{called}",
    )
    game = Game(slug=wanted.game, title="")
    alone = Corpus(
        folder=file.parent,
        title="",
        base_url="",
        games=(game,),
        sources=(source,),
        overrides={source.file: told},
    )
    try:
        return _Tried(read_source(alone, source, file), told)
    except ReadError as error:
        raise ReadError(str(error).replace(source.file, str(file))) from None


def _first_lines(game: str) -> str:
    """How a new `game.toml` begins."""
    title = game.replace("-", " ").title()
    return f'title = "{title}"\n# publisher = ""\n# licence = ""  # of the texts: what may others do with them?\n\n'


def _row_of(rows: AoT, held: Sequence[Source], read: Source) -> Table | None:
    """The row of a source and edition that the corpus holds already; `held` are the same rows, read.

    The very same text keeps its row even if somebody has given it another edition there.
    """
    of_name = [(row, source) for row, source in zip(rows, held, strict=True) if source.name == read.name]
    same = (row for row, source in of_name if source.edition == read.edition)
    unchanged = (row for row, source in of_name if source.sha256 == read.sha256)
    return next(same, None) or next(unchanged, None)


def _file_names(file: Path, kept: Path, dated: str) -> Iterator[str]:
    """What a text may be called in the corpus: as it came, after its source and edition, with a number."""
    if file.resolve().parent == kept.resolve():
        yield file.name  # somebody put it there already
    suffix = "" if file.is_dir() else file.suffix.lower()
    plain = slugify(_stem(file)) or "text"
    yield f"{plain}{suffix}"
    yield f"{slugify(dated)}{suffix}"
    yield from (f"{plain}-{number}{suffix}" for number in itertools.count(2))


def _found(trial: Path, tried: Mapping[str, _Tried]) -> Added:
    """What the added texts hold, as the corpus will hold them; a text that got another name is read once more."""
    corpus = read_corpus(trial.parent, verified=False)
    read = {f"{trial.name}/{name}": each for name, each in tried.items()}
    added = replace(corpus, sources=tuple(source for source in corpus.sources if source.file in read))
    found = gathered([[_reading(corpus, source, read[source.file]) for source in added.current()]])
    return Added(
        sources=found.sources,
        entries=found.entries,
        left_out=found.left_out,
        problems=(*_about(corpus.problems, added.sources), *found.problems),
        told=corpus.overrides,
    )


def _about(problems: Sequence[Problem], sources: Sequence[Source]) -> Iterator[Problem]:
    """The findings about the corpus that are about these texts, or about none."""
    for problem in problems:
        if problem.code != "missing-licence" or problem.message.split()[0] in {each.file for each in sources}:
            yield problem


def _reading(corpus: Corpus, source: Source, tried: _Tried) -> Reading:
    """What was read of a text, with what its row says of it."""
    if tried.reading.source.file != source.file or tried.told != corpus.overrides.get(
        source.file, NO_OVERRIDES
    ):
        return read_source(corpus, source)
    said = {key: getattr(source, key) for key in _ROW if getattr(source, key)}
    return replace(tried.reading, source=replace(tried.reading.source, **said))


def _copy(text: Path, place: Path) -> None:
    """A text as it came; of a folder the texts in it and nothing else."""
    if not text.is_dir():
        shutil.copyfile(text, place)
        return
    if place.is_dir():
        shutil.rmtree(place)
    for member in member_files(text):
        copied = place / member.relative_to(text)
        copied.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(member, copied)


def _put(new: Path, place: Path) -> None:
    """Copy a text so that its place holds the old one or the new one, never half of it."""
    if new.is_dir():
        with replacing(place, lambda: None) as unfinished:
            _copy(new, unfinished)
        place.with_name(f".{place.name}.lock").unlink(missing_ok=True)  # a corpus keeps texts only
        return
    unfinished = place.with_name(f".{place.name}.new")
    shutil.copyfile(new, unfinished)
    os.replace(unfinished, place)
