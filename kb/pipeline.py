"""In what order does it all run? From a corpus folder to a build folder that is replaced as a whole."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from kb import builds, swap, unchanged
from kb.errors import BuildError, CorpusError, KbError
from kb.store import Content, Store, add_related
from kb.store import write as write_store

if TYPE_CHECKING:
    from kb.editions import Understood
    from kb.ledger import Ledger
    from kb.player_questions import PlayerQuestions
    from kb.sources import Corpus

Progress = Callable[[str], None]
"""Told the name of each step as it begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildReport:
    """What a build made."""

    folder: Path
    content: Content
    unkept: tuple[str, ...]
    """Games whose ledger could not be written into the corpus, so that only the build has it."""

    seconds: float
    is_new: bool = True
    """False where the build before was up to date and stays as it was."""


def _quiet(_: str) -> None:
    pass


def build(
    corpus_folder: Path,
    build_folder: Path,
    *,
    only: str | None = None,
    progress: Progress | None = None,
    on_wait: Progress | None = None,
) -> BuildReport:
    """Build everything from a corpus; the previous build stays in use until the new one is whole.

    With `only` all games are built too, since pages and indexes span them, but the report is on that game.
    """
    started, tell = time.monotonic(), progress or _quiet

    def say_waiting() -> None:
        (on_wait or _quiet)(f"another build of {build_folder} is running")

    _refuse_nested(corpus_folder, build_folder)
    builds.refuse_foreign(build_folder)
    made_of = unchanged.made_of(corpus_folder)
    if unchanged.is_up_to_date(build_folder, corpus_folder, made_of):
        swap.settle(build_folder, say_waiting)
        with builds.open_store(build_folder) as store:
            return _report(build_folder, store.content(), only, started, is_new=False)
    with swap.replacing(build_folder, say_waiting, builds.SPARE) as new:
        builds.refuse_foreign(build_folder)  # while we waited, somebody may have put something there
        corpus = _read(corpus_folder, only, tell)
        content, player_questions, understood = _understand(corpus, build_folder, None, tell)
        build_id = _write(new, swap.readable(build_folder), content, player_questions, understood, tell)
        unkept = _keep(
            corpus_folder, understood.ledgers
        )  # before the swap: no address is published that the ledger could forget
        was_read = made_of == unchanged.made_of(corpus_folder)  # and nothing that was written meanwhile
        builds.mark(new, build_id, made_of if was_read else "")
    if any(one.purged for one in content.revisions):
        swap.drop_spare(build_folder)
    return _report(build_folder, content, only, started, unkept=unkept)


def _report(
    folder: Path,
    content: Content,
    only: str | None,
    started: float,
    *,
    unkept: tuple[str, ...] = (),
    is_new: bool = True,
) -> BuildReport:
    return BuildReport(
        folder=folder,
        content=content if only is None else content.of_game(only),
        unkept=unkept,
        seconds=time.monotonic() - started,
        is_new=is_new,
    )


def examine(corpus_folder: Path, *, only: str | None = None, progress: Progress | None = None) -> Content:
    """Everything that can be learnt from a corpus, or from one game of it, without writing anything."""
    tell = progress or _quiet
    content, _, _ = _understand(_read(corpus_folder, only, tell), None, only, tell)
    return content if only is None else content.of_game(only)


def _lines_of(corpus: Corpus) -> Callable[[str], Sequence[str]]:
    """What gives the lines of a text by its name, read once; none of a PDF, whose lines are made, not held."""
    from kb.ingest import read_lines
    from kb.sources import NO_OVERRIDES

    @cache
    def lines(file: str) -> Sequence[str]:
        path = corpus.folder / file
        if path.suffix.lower() == ".pdf":
            return ()
        try:
            return [
                line.raw for line in read_lines(path, file, corpus.overrides.get(file, NO_OVERRIDES)).lines
            ]
        except KbError:
            return ()

    return lines


def propose(
    corpus_folder: Path, *, only: str | None = None, progress: Progress | None = None
) -> Iterator[tuple[str, str]]:
    """Every game of a corpus, or one, with the decisions about its links that people could take."""
    from kb.link import proposals

    tell = progress or _quiet
    corpus = _read(corpus_folder, only, tell)
    ingested = _entries(corpus, None, only, tell).ingested
    tell("Following references")
    yield from proposals(ingested.entries, ingested.pages, corpus.links)


def _read(folder: Path, only: str | None, tell: Progress) -> Corpus:
    from kb.sources import read_corpus

    tell("Reading the corpus")
    corpus = read_corpus(folder)
    if not corpus.games:
        raise CorpusError(f"{folder} holds no game; `kb add FILE --game SLUG` adds one")
    held = [game.slug for game in corpus.games]
    if only is not None and only not in held:
        raise CorpusError(f"no game {only!r} here; the games are {', '.join(held)}")
    return corpus


def _understand(
    corpus: Corpus, build: Path | None, only: str | None, tell: Progress
) -> tuple[Content, PlayerQuestions, Understood]:
    from kb import ledger, player_questions
    from kb.link import link

    understood = _entries(corpus, build, only, tell)
    ingested, ledgers = understood.ingested, understood.ledgers
    tell("Following references")
    linked = link(
        ingested.entries,
        ingested.pages,
        corpus.links,
        links=ingested.links,
        anchors=ingested.anchors,
        lines=_lines_of(corpus),
    )
    slugs = [game.slug for game in corpus.games if only in (None, game.slug)]
    said = player_questions.read(corpus.folder, slugs, ingested.entries)
    problems = {*corpus.problems, *ingested.problems, *linked.problems, *said.problems}
    content = Content(
        title=corpus.title,
        base_url=corpus.base_url,
        games=tuple(
            replace(game, formerly=ledgers[game.slug].formerly) if game.slug in ledgers else game
            for game in corpus.games
        ),
        sources=ingested.sources,
        entries=ingested.entries,
        references=linked.references,
        problems=tuple(sorted(problems, key=lambda each: (each.file, each.line, each.code, each.message))),
        left_out=ingested.left_out,
        revisions=tuple(each for game, held in ledgers.items() for each in ledger.revisions(game, held)),
    )
    return content, said, understood


def _entries(corpus: Corpus, build: Path | None, only: str | None, tell: Progress) -> Understood:
    """What the texts hold, with the ids of earlier builds."""
    from kb import ledger
    from kb.editions import read_record, understand
    from kb.ingest import ingest

    tell("Finding entries")
    known = {
        game.slug: ledger.read(corpus.folder, build and swap.readable(build) / builds.LEDGERS, game.slug)
        for game in corpus.games
        if only in (None, game.slug)
    }
    record = read_record(swap.readable(build) / builds.EDITIONS) if build else None
    return understand(corpus, ingest(corpus, only), known, record)


def _keep(corpus_folder: Path, ledgers: Mapping[str, Ledger]) -> tuple[str, ...]:
    """Keep the ledgers with their corpus; the games where that fails, for which the copy in the build serves."""
    from kb import ledger, shipped

    return () if shipped.is_packed(corpus_folder) else tuple(ledger.keep(corpus_folder, ledgers))


def _refuse_nested(corpus_folder: Path, build_folder: Path) -> None:
    """Replacing a build must never replace a corpus, nor a corpus hold a build."""
    corpus, build = corpus_folder.resolve(), build_folder.resolve()
    if corpus.is_relative_to(build) or build.is_relative_to(corpus):
        raise BuildError(
            f"{build_folder} and {corpus_folder} lie in one another; name another --build folder"
        )


def _write(
    folder: Path,
    before: Path,
    content: Content,
    player_questions: PlayerQuestions,
    understood: Understood,
    tell: Progress,
) -> str:
    """Write all parts of a build, keeping what has not changed of the website; returns the build's id."""
    from kb import index, ledger, shipped, site

    tell("Storing entries")
    build_id = write_store(folder / builds.STORE, content)
    ledger.write_copies(folder / builds.LEDGERS, understood.ledgers)
    (folder / builds.EDITIONS).write_text(json.dumps(understood.record, sort_keys=True), encoding="utf-8")
    (folder / builds.ASKED).write_text(
        json.dumps(player_questions.by_entry, sort_keys=True), encoding="utf-8"
    )
    tell("Indexing")
    near = index.write(
        folder / builds.INDEX,
        content.entries,
        content.references,
        player_questions=player_questions.by_entry,
        tell=tell,
    )
    add_related(folder / builds.STORE, near)
    tell("Rendering pages")
    keeping = site.Keeping(
        record=folder / builds.PAGES,
        before=before / builds.SITE,
        record_before=before / builds.PAGES,
    )
    with Store(folder / builds.STORE) as store:
        site.write(
            folder / builds.SITE,
            store,
            shipped.templates(),
            folder / builds.INDEX,
            keeping,
            understood.ledgers,
        )
    return build_id


def one_page(store: Store, game: str, player_questions: Mapping[str, Sequence[str]] | None = None) -> bytes:
    """A game of a store as one page with search, for a phone without a net; `asked` is what players say."""
    from tempfile import TemporaryDirectory

    from kb import index, shipped, site

    content = store.content().of_game(game)
    with TemporaryDirectory() as held:
        folder = Path(held)
        write_store(folder / builds.STORE, content)
        near = index.write(
            folder / builds.INDEX, content.entries, content.references, player_questions=player_questions
        )
        add_related(folder / builds.STORE, near)
        with Store(folder / builds.STORE) as alone:
            return site.one_page(alone, shipped.templates(), folder / builds.INDEX)


def asked_when_built(build: Path) -> Mapping[str, Sequence[str]]:
    """What players said when a build was made, by the entry they mean; an earlier version did not tell."""
    try:
        told: dict[str, list[str]] = json.loads(
            builds.read(build, lambda at: (at / builds.ASKED).read_bytes())
        )
    except FileNotFoundError:
        return {}
    return told
