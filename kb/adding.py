"""How does a rule text get into the corpus? Tried on a copy first, so that a bad text changes nothing."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from kb.entries import Entry, Game, Source
from kb.errors import CorpusError, ReadError
from kb.findings import LeftOut, Problem
from kb.gathering import Gathered, gather
from kb.homes import Ask, New, Unnamed, Wanted, find_home
from kb.ingest import Document, Reading, Watch, ending_of, gathered, read_source, traced
from kb.ingest.readers import FORMATS as FORMATS
from kb.placing import file_names, game_title, place, put, take_out
from kb.sources import (
    GAME_FILE,
    NO_OVERRIDES,
    Corpus,
    SourceOverrides,
    bare_name,
    read_corpus,
    refuse_slug,
    slugify,
)
from kb.tending import refuse_former

_ROW = ("name", "title", "edition", "publisher", "licence", "origin", "sha256")


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """Texts that are in the corpus now, and what was recognised in them."""

    sources: tuple[Source, ...]
    entries: tuple[Entry, ...]
    left_out: tuple[LeftOut, ...]
    problems: tuple[Problem, ...]
    notes: tuple[str, ...] = ()
    """What each text was found to be: an edition of which source, a correction of what is held."""

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

    file: str
    """Its name in the game's folder."""

    notes: tuple[str, ...]


def add(
    files: Sequence[Path],
    corpus_folder: Path,
    wanted: Wanted,
    dry_run: bool = False,
    ask: Ask | None = None,
    tell: Callable[[str], object] | None = None,
) -> Added:
    """Copy texts into the corpus, each with a row in `game.toml`; all of them or, if one is bad or in a dry run, none.

    A text that is the next edition of one that is held, or an earlier one, goes in as that; one whose edition is held
    already takes its place. Where that is not sure, `ask` is asked, or CorpusError tells both commands.
    `tell` is told, line by line, what each step of reading made of each text.
    """
    kept = corpus_folder / wanted.game
    watch = partial(_tell, tell) if tell else None
    with TemporaryDirectory() as scratch:
        refuse_former(corpus_folder, wanted.game)
        gathered = gather(files, kept, Path(scratch) / ".named")
        files = gathered.texts
        _refuse_bad_wishes(files, wanted)
        trial = Path(scratch) / wanted.game
        if kept.is_dir():
            shutil.copytree(kept, trial)
        trial.mkdir(exist_ok=True)
        before = _held_files(trial)
        names = _source_names(files, wanted)
        placed = [
            _place(file, name, kept, trial, wanted, ask, watch)
            for file, name in zip(files, names, strict=True)
        ]
        added = _found(trial, {each.file: each for each in placed})
        if not dry_run:
            kept.mkdir(parents=True, exist_ok=True)
            for name in (
                *(each.file for each in placed),
                GAME_FILE,
            ):  # the rows last: until then nothing refers
                put(trial / name, kept / name)  # to the new files
            for name in before - _held_files(trial):
                _remove(kept / name)
    held = {file: each.file for file, each in zip(files, placed, strict=True)}
    return replace(
        added,
        left_out=(*added.left_out, *_passed(gathered, wanted.game, held)),
        notes=tuple(note for each in placed for note in each.notes),
    )


def _tell(tell: Callable[[str], object], step: str, document: Document) -> None:
    for line in traced(step, document):
        tell(line)


def from_input(data: bytes, folder: Path) -> Path:
    """What was read from standard input as a file in a folder, with the ending of what it is."""
    file = folder / f"text{ending_of(data)}"
    file.write_bytes(data)
    return file


def _held_files(game: Path) -> set[str]:
    """The texts that the rows of a game name."""
    if not (game / GAME_FILE).is_file():
        return set()
    return {Path(*Path(source.file).parts[1:]).as_posix() for source in read_corpus(game.parent).sources}


def _remove(text: Path) -> None:
    if text.is_dir():
        shutil.rmtree(text)
    else:
        text.unlink(missing_ok=True)


def _passed(gathered: Gathered, game: str, held: Mapping[Path, str]) -> Iterator[LeftOut]:
    """The files of a folder that are no texts, as what the source leaves out."""
    for each in gathered.passed:
        file = f"{game}/{held[each.text]}"
        yield LeftOut(file=file, line=1, reason=each.reason, text=each.name)


def _refuse_bad_wishes(files: Sequence[Path], wanted: Wanted) -> None:
    refuse_slug(wanted.game)
    if wanted.source and wanted.new_source:
        raise CorpusError(
            "--source names one that is held or new, --new-source lets kb name it: give one of them"
        )
    if len(files) > 1 and (wanted.source or wanted.title):
        raise CorpusError("--source and --title name one text: add the files one by one")


def _source_names(files: Sequence[Path], wanted: Wanted) -> list[str]:
    """What the sources are called: as their files; where two files are called alike, after their folders too."""
    plain = [wanted.source or slugify(bare_name(file)) or "text" for file in files]
    return [
        name
        if plain.count(name) == 1 or wanted.source
        else slugify(f"{file.parent.name} {bare_name(file)}") or name
        for file, name in zip(files, plain, strict=True)
    ]


def _place(
    file: Path, name: str, kept: Path, trial: Path, wanted: Wanted, ask: Ask | None, watch: Watch | None
) -> _Tried:
    """Put one text and its row into the trial folder."""
    corpus = read_corpus(trial.parent) if (trial / GAME_FILE).is_file() else None
    told = _told(corpus, name)
    tried = _read_alone(file, next(file_names(file, kept, name)), name, wanted, told, watch)
    entries = gathered([[tried]]).entries if corpus else ()
    home = find_home(corpus, New(file, kept, tried.source, entries, name), wanted, ask)
    read = replace(tried.source, name=home.name, edition=home.edition)
    for digest in home.replaced:
        take_out(trial, [digest])
    called = game_title(wanted.game, tried.source.title)
    if corpus is None and ask:
        called = ask(Unnamed(wanted.game, called)) or called
    held = place(file, read, wanted.title, kept, trial, home.own, called)
    return _Tried(tried, told, held, home.notes)


def _told(corpus: Corpus | None, name: str) -> SourceOverrides:
    """What the row of the last edition of a source says of how it is read."""
    if corpus is None:
        return NO_OVERRIDES
    found = [corpus.overrides.get(each.file, NO_OVERRIDES) for each in corpus.sources if each.name == name]
    return found[-1] if found else NO_OVERRIDES


def _read_alone(
    file: Path, called: str, name: str, wanted: Wanted, told: SourceOverrides, watch: Watch | None
) -> Reading:
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
        return read_source(alone, source, file, watch)
    except ReadError as error:
        raise ReadError(str(error).replace(source.file, str(file))) from None


def _found(trial: Path, tried: Mapping[str, _Tried]) -> Added:
    """What the added texts hold, as the corpus will hold them; a text that got another name is read once more."""
    corpus = read_corpus(trial.parent)
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
