"""In what order does it all run? Every game whose texts changed, each on its own; then what spans games."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from kb import builds, swap, unchanged
from kb.errors import BuildError, CorpusError, KbError
from kb.findings import in_order
from kb.store import Store, Summaries, Summary, dump_summaries, summary_of

if TYPE_CHECKING:
    from kb import building
    from kb.entries import Source
    from kb.findings import LeftOut, Problem
    from kb.processes import Executor
    from kb.sources import Settings
    from kb.store import Content

Progress = Callable[[str], None]
"""Told the name of each step as it begins."""

_PRELOADED = ("kb.building", "kb.ingest", "kb.link", "kb.index.portable_vectors", "kb.site", "whoosh.fields")
"""What every process needs that builds a game."""

_JOINING = ("kb.index.portable_vectors", "kb.site")
"""What is needed once games are built."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildReport:
    """What a build made."""

    folder: Path
    games: tuple[Summary, ...]
    problems: Mapping[str, int]
    """How many findings of each code."""

    seconds: float
    made: tuple[str, ...] = ()
    """Games that were built now; all others were up to date."""

    failed: Mapping[str, str] = field(default_factory=dict)
    """Games that could not be built, and why: what an earlier build made of them stays."""

    unkept: tuple[str, ...] = ()
    """Games whose ledger could not be written into the corpus, so that only the build has it."""

    is_new: bool = True
    """False where the build before was up to date and stays as it was."""


def _quiet(_: str) -> None:
    pass


def build(
    corpus_folder: Path,
    build_folder: Path,
    *,
    only: str | None = None,
    quick: bool = False,
    workers: str | None = None,
    through: str | None = None,
    progress: Progress | None = None,
    on_wait: Progress | None = None,
) -> BuildReport:
    """Build every game whose texts changed, or with `only` that one, and what spans games.

    A game's previous build stays in use until its new one is whole; one that fails keeps it and is reported. With
    `quick` the table stands in for the encoder. `workers` is the address of a Dask scheduler whose workers build the
    games; files go to them `through` a folder or store that all machines reach, else through the build's own folder.
    """
    started, tell = time.monotonic(), progress or _quiet

    def say_waiting() -> None:
        (on_wait or _quiet)(f"another build of {build_folder} is running")

    _refuse_nested(corpus_folder, build_folder)
    builds.refuse_foreign(build_folder)
    settings = _settings(corpus_folder, only)
    was_killed = swap.is_unfinished(build_folder)
    with swap.writing(build_folder, say_waiting) as new:
        builds.refuse_foreign(build_folder)  # while we waited, somebody may have put something there
        _recover(build_folder)
        jobs = _changed(settings, build_folder, new, only, quick, was_killed)
        made, failed, unkept = _build_games(jobs, _built_by(workers, through or f"{new}", tell))
        if failed and not _summaries(settings, build_folder):
            raise CorpusError(next(iter(failed.values())))  # there is nothing to show, now or from before
        known = _summaries(settings, build_folder)
        is_new = _build_library(settings, build_folder, new, quick, known, tell)
    games = tuple(one for one in known if only in (None, one.game.slug))
    problems = dict.fromkeys((code for one in games for code in one.problems), 0)
    for one in games:
        for code, many in one.problems.items():
            problems[code] += many
    for problem in settings.problems if only is None else ():
        problems[problem.code] = problems.get(problem.code, 0) + 1
    return BuildReport(
        folder=build_folder,
        games=games,
        problems=problems,
        seconds=time.monotonic() - started,
        made=tuple(made),
        failed=failed,
        unkept=tuple(unkept),
        is_new=is_new or bool(made),
    )


def _settings(corpus: Path, only: str | None) -> Settings:
    from kb.sources import read_settings

    settings = read_settings(corpus)
    if not settings.slugs:
        raise CorpusError(f"{corpus} holds no game; `kb add FILE --game SLUG` adds one")
    if only is not None and only not in settings.slugs:
        raise CorpusError(f"no game {only!r} here; the games are {', '.join(settings.slugs)}")
    return settings


def _refuse_nested(corpus_folder: Path, build_folder: Path) -> None:
    """Replacing a build must never replace a corpus, nor a corpus hold a build."""
    corpus, build = corpus_folder.resolve(), build_folder.resolve()
    if corpus.is_relative_to(build) or build.is_relative_to(corpus):
        raise BuildError(
            f"{build_folder} and {corpus_folder} lie in one another; name another --build folder"
        )


def _recover(build: Path) -> None:
    """Clear up behind a writer that was killed, and behind one from before games were built apart."""
    if not (build / builds.MARK).is_file():
        swap.remove(swap.spare(build))  # whoever removed the build wants nothing of it
        builds.mark(build)
    for folder in (build, build / builds.GAMES, build / builds.SITE):
        swap.recover(folder)
    builds.carry_over(build)


def _built_by(workers: str | None, through: str, tell: Progress) -> Executor:
    """Where games are built: in processes of this machine, or by the workers of a cluster."""
    from kb import cluster, processes

    if workers is None:
        return processes.Processes(tell, _PRELOADED)
    return cluster.Cluster(workers, through, tell)


def _build_games(
    jobs: Iterable[building.Job], executor: Executor
) -> tuple[list[str], dict[str, str], list[str]]:
    """Build games; returns these, those that failed with why, and those whose ledger is not kept."""
    from kb import building, shipped
    from kb.processes import Sharing

    made: list[str] = []
    failed: dict[str, str] = {}
    unkept: list[str] = []
    with Sharing[building.Job, building.Built](executor, building.make, building.finish) as sharing:
        for job in jobs:
            sharing.submit(job)
        if sharing.is_busy:
            for name in _JOINING:  # while games are built elsewhere
                import_module(name)
            import_module("kb.site").prepare(shipped.templates())
        for job, built in sharing.results():
            if isinstance(built, KbError):
                failed[job.slug] = str(built)
                continue
            made.append(job.slug)
            if not built.is_kept:
                unkept.append(job.slug)
    return sorted(made), dict(sorted(failed.items())), sorted(unkept)


def _changed(
    settings: Settings, build: Path, new: Path, only: str | None, quick: bool, was_killed: bool
) -> Iterator[building.Job]:
    """The games to be built: those made of something else first, so that they are built while the rest is looked at.

    All pages of the rest are looked at only where there is nothing else to do, or a build was killed.
    """
    from kb.building import Job

    made_with = unchanged.made_with(quick)
    same = []
    at_a_glance = False
    for slug in settings.slugs if only is None else [only]:
        inputs = unchanged.inputs(settings, slug, made_with)
        job = Job(
            settings=settings,
            slug=slug,
            build=build,
            new=new,
            inputs=inputs,
            made_with=made_with,
            quick=quick,
        )
        if unchanged.is_made_of(build, slug, inputs):
            same.append(job)
        else:
            at_a_glance = not was_killed
            yield job
    for job in same:
        if not unchanged.is_untouched(build, settings, job.slug, at_a_glance=at_a_glance):
            yield job


def _build_library(
    settings: Settings, build: Path, new: Path, quick: bool, games: tuple[Summary, ...], tell: Progress
) -> bool:
    """Write what spans games from a summary of each; False where all of it is as it would be."""
    made_with = unchanged.made_with(quick)
    made_of = unchanged.of_all(settings, made_with, (repr(one) for one in games))
    if builds.marked(build).get("made_of") == made_of and unchanged.is_library_untouched(build):
        return False
    tell("Joining games")
    library = Summaries(
        title=settings.title, base_url=settings.base_url, games=games, problems=settings.problems
    )
    parts = write_library(library, new / "library", build, settings.api)
    for part in sorted(parts, key=_LAST.__contains__):
        swap.take_place(new / "library" / part, build / part)
    _remove_others(build, games, {*parts})
    builds.mark(build, made_of, unchanged.holds_library(build))
    return True


_LAST = {f"{builds.SITE}/worker.js", builds.LIBRARY}
"""Parts that name others, so they come last."""


def write_library(library: Summaries, folder: Path, build: Path, api: str = "") -> list[str]:
    """Write what spans the games of a build into a folder; returns its parts: paths of files and folders."""
    from kb import index, shipped, site

    site_folder = folder / builds.SITE
    site_folder.mkdir(parents=True)
    folders = [builds.game(build, one.game.slug) for one in library.games]
    table = index.table_for(folder / builds.INDEX for folder in folders)

    def last_changes(one: Summary) -> Iterator[Mapping[str, str]]:
        told: list[Mapping[str, str]] = json.loads(
            (builds.game(build, one.game.slug) / builds.CHANGES).read_bytes()
        )
        yield from told

    routes = index.routes_for([(folder / builds.INDEX, folder) for folder in folders])
    site.write_library(site_folder, library, shipped.templates(), table, last_changes, routes, api)
    for assets in {one.site["assets"] for one in library.games}:  # of games that could not be built anew, too
        old = build / builds.SITE / assets
        if old.is_dir() and not (site_folder / assets).exists():
            shutil.copytree(old, site_folder / assets)
    (folder / builds.LIBRARY).write_text(dump_summaries(library), encoding="utf-8")
    return [*(f"{builds.SITE}/{path.name}" for path in site_folder.iterdir()), builds.LIBRARY]


def _summaries(settings: Settings, build: Path) -> tuple[Summary, ...]:
    """What is known of every game that is built; one of another version is not."""
    return tuple(one for slug in settings.slugs if (one := summary_of(builds.game(build, slug))))


def _remove_others(build: Path, games: Iterable[Summary], parts: Collection[str]) -> None:
    """Remove the builds of games that are no more, and what an earlier version wrote."""
    slugs = {one.game.slug for one in games}
    folders = {f"{builds.SITE}/{name.rstrip('/')}" for one in games for name in one.site["folders"]}
    for path in (build / builds.GAMES).iterdir():
        if path.name not in slugs:
            swap.remove(path)
    for path in (build / builds.SITE).iterdir():
        if not {f"{builds.SITE}/{path.name}"} & {*folders, *parts}:
            swap.remove(path)
    for path in builds.leftovers(build):
        swap.remove(path)
    for path in swap.spare(build).glob("*"):
        if path.name not in slugs:
            swap.remove(path)


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    """What was found out about the texts of a corpus, without its entries."""

    sources: tuple[Source, ...]
    left_out: tuple[LeftOut, ...]
    problems: tuple[Problem, ...]


def examine(corpus_folder: Path, *, only: str | None = None, progress: Progress | None = None) -> Examined:
    """What can be found out about all texts of a corpus, or of one game, without writing anything."""
    sources: list[Source] = []
    left_out: list[LeftOut] = []
    problems: list[Problem] = [] if only else [*_settings(corpus_folder, only).problems]
    for content in contents(corpus_folder, only=only, progress=progress):
        sources += content.sources
        left_out += content.left_out
        problems += content.problems
    return Examined(
        sources=tuple(sources), left_out=tuple(left_out), problems=tuple(sorted(problems, key=in_order))
    )


def contents(
    corpus_folder: Path, *, only: str | None = None, progress: Progress | None = None
) -> Iterator[Content]:
    """Everything that can be learnt from each game of a corpus, or from one, without writing anything."""
    from kb.building import understand

    settings = _settings(corpus_folder, only)
    for slug in settings.slugs if only is None else (only,):
        yield understand(settings, slug, None, progress or _quiet).content


def propose(
    corpus_folder: Path, *, only: str | None = None, progress: Progress | None = None
) -> Iterator[tuple[str, str]]:
    """Every game of a corpus, or one, with the decisions about its links that people could take."""
    from kb.building import entries
    from kb.link import proposals
    from kb.sources import read_game

    tell = progress or _quiet
    settings = _settings(corpus_folder, only)
    for slug in settings.slugs if only is None else (only,):
        corpus = read_game(settings, slug)
        ingested, _, _ = entries(corpus, None, tell)
        tell("Following references")
        yield from proposals(ingested.entries, ingested.pages, corpus.links)


def one_page(build: Path, game: str) -> bytes:
    """A game of a build as one page with search, for a phone without a net."""
    from kb import index, shipped, site

    own = builds.game(build, game)
    with Store(own / builds.STORE) as store:
        table = index.table_alone(own / builds.INDEX)
        return site.one_page(store, shipped.templates(), own / builds.INDEX, table)
