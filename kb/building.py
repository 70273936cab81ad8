"""How is one game built? In one walk from its texts to its index, store and pages; no other game is looked at."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from kb import builds, swap, unchanged
from kb.errors import KbError
from kb.findings import in_order
from kb.sources import Settings, read_game
from kb.store import Content, Store
from kb.store import write as write_store
from kb.store.summary import Summary, to_record

if TYPE_CHECKING:
    from kb.editions import Record
    from kb.ingest import Ingested
    from kb.ledger import Ledger
    from kb.player_questions import PlayerQuestions
    from kb.sources import Corpus

Tell = Callable[[str], None]
"""Told the name of each step as it begins."""


_REMEMBERED = (builds.LEDGERS, builds.EDITIONS)
"""What of an earlier build a new one may be made of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A game to be built."""

    settings: Settings
    slug: str
    build: Path
    """The folder of the whole build, which may hold an earlier build of the game."""

    new: Path
    """A folder for what is being written, on the same file system."""

    inputs: str
    """A digest of all that the game is made of."""

    made_with: str
    """The part of it that is the same for every game."""

    quick: bool = False
    """Whether the table stands in for the encoder."""

    @property
    def made(self) -> Path:
        """The folder in which the build of the game is written."""
        return self.new / self.slug

    @property
    def folders(self) -> dict[str, Path]:
        """All folders that it has to do with, each by a name for where it would stand below another one."""
        return {"corpus": self.settings.folder, "build": self.build, "new": self.new}

    @property
    def needed(self) -> dict[str, Path]:
        """What a machine has to be given that reaches none of these; an earlier build's pages only save time."""
        kept = {
            "corpus": [self.slug],
            "build": [f"{builds.GAMES}/{self.slug}/{name}" for name in _REMEMBERED],
        }
        return {f"{name}/{path}": self.folders[name] / path for name, paths in kept.items() for path in paths}

    def below(self, folder: Path) -> Job:
        """The same job on a machine that was given what it needs."""
        settings = replace(self.settings, folder=folder / "corpus")
        return replace(self, settings=settings, build=folder / "build", new=folder / "new")


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A game whose build is written, but for what says that it is whole."""

    summary: Summary
    forgets: bool
    """Whether words were withdrawn that no earlier build may keep."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """What came of building a game."""

    summary: Summary
    is_kept: bool
    """Whether its ledger could be kept with the corpus; else only the build has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """What was learnt from the texts of a game."""

    content: Content
    questions: PlayerQuestions
    ledger: Ledger
    older: Record
    """What older editions were read from, for the next build."""


def make(job: Job, tell: Tell) -> Made:
    """Write the build of a game beside what is there."""
    from kb.encoders.threads import use_one_thread

    use_one_thread()
    told = f"{job.slug}: "
    understood, summary = write_game(
        job.settings,
        job.slug,
        _begin(job),
        before=job.build,
        quick=job.quick,
        tell=lambda step: tell(told + step),
    )
    return Made(summary=summary, forgets=any(one.purged for one in understood.content.revisions))


def finish(job: Job, made: Made) -> Built:
    """Keep the ledger of a game that was made, and let its build take the place of the one before as a whole."""
    is_kept = _keep(job)  # before the swap: no address is published that the ledger could forget
    _swap_in(job, made)
    return Built(summary=made.summary, is_kept=is_kept)


def write_game(
    settings: Settings, slug: str, folder: Path, *, before: Path, quick: bool = False, tell: Tell
) -> tuple[Understood, Summary]:
    """Write a build of one game from its texts into a folder; what has not changed since the one `before` is kept."""
    from kb import index, ledger, shipped, site

    understood = understand(settings, slug, before, tell)
    content, own = understood.content, builds.game(folder, slug)
    own.mkdir(parents=True, exist_ok=True)
    tell("Indexing")
    near = index.write(
        own / builds.INDEX,
        content.entries,
        content.references,
        player_questions=understood.questions.by_entry,
        quick=quick,
        tell=tell,
    )
    tell("Storing entries")
    build_id = write_store(own / builds.STORE, content, near)
    ledger.write_copies(own / builds.LEDGERS, {slug: understood.ledger})
    (own / builds.EDITIONS).write_text(json.dumps(understood.older, sort_keys=True), encoding="utf-8")
    tell("Rendering pages")
    keeping = site.Keeping(
        record=own / builds.PAGES,
        before=before / builds.SITE,
        record_before=builds.game(before, slug) / builds.PAGES,
    )
    with Store(own / builds.STORE) as store:
        told = site.write_game(
            folder / builds.SITE,
            store,
            shipped.templates(),
            own / builds.INDEX,
            keeping,
            understood.ledger,
            index.table_alone(own / builds.INDEX),
            folder,
            settings.api,
        )
    changes = json.dumps(told.pop("changes"), ensure_ascii=False)
    (own / builds.CHANGES).write_text(changes, encoding="utf-8")
    summary = Summary(
        game=content.games[0],
        sources=content.sources,
        counts=dict(Counter(entry.kind for entry in content.entries)),
        problems=dict(Counter(problem.code for problem in content.problems)),
        build=build_id,
        site=told,
    )
    return understood, summary


def understand(settings: Settings, slug: str, before: Path | None, tell: Tell) -> Understood:
    """What the texts of a game hold, with the ids and addresses that an earlier build gave."""
    from kb import ledger, player_questions
    from kb.diff import outgrowing
    from kb.link import link
    from kb.link.settings import read_settings

    corpus = read_game(settings, slug)
    ingested, own, older = entries(corpus, before, tell)
    tell("Following references")
    linked = link(
        ingested.entries,
        ingested.pages,
        corpus.links,
        links=ingested.links,
        anchors=ingested.anchors,
        lines=_lines_of(corpus),
    )
    said = player_questions.read(corpus.folder, [slug], ingested.entries)
    revisions = tuple(ledger.revisions(slug, own))
    decisions = read_settings(corpus.links.get(slug, {}))
    grown = outgrowing.problems(
        {entry.id: entry for entry in ingested.entries},
        linked.references,
        revisions,
        lambda code, text, origin: decisions.accepts(code, **{"text": text, "from": origin}),
    )
    problems = {*corpus.problems, *ingested.problems, *linked.problems, *said.problems, *grown}
    content = Content(
        title=corpus.title,
        base_url=corpus.base_url,
        games=tuple(
            replace(game, formerly=own.formerly, to_try=game.to_try or said.to_try) for game in corpus.games
        ),
        sources=ingested.sources,
        entries=ingested.entries,
        references=linked.references,
        problems=tuple(sorted(problems, key=in_order)),
        left_out=ingested.left_out,
        revisions=revisions,
        pages=ingested.pages,
        icons=corpus.icons,
    )
    return Understood(content=content, questions=said, ledger=own, older=older)


def entries(corpus: Corpus, before: Path | None, tell: Tell) -> tuple[Ingested, Ledger, Record]:
    """What the texts of the only game of a corpus hold, with the ids of earlier builds; its ledger; older editions."""
    from kb import editions, ledger
    from kb.ingest import ingest

    tell("Finding entries")
    (game,) = corpus.games
    earlier = before and builds.game(before, game.slug)
    known = ledger.read(corpus.folder, earlier and earlier / builds.LEDGERS, game.slug)
    record = editions.read_record(earlier / builds.EDITIONS) if earlier else None
    found = editions.understand(corpus, ingest(corpus), {game.slug: known}, record)
    return found.ingested, found.ledgers[game.slug], found.record


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


def _begin(job: Job) -> Path:
    """The folder to write to: empty, but for the pages that the game had before the last build."""
    kept = swap.spare(job.build) / job.slug
    if kept.is_dir():
        kept.rename(job.made)
    swap.leave_only(job.made, (builds.GAMES, builds.SITE))
    swap.leave_only(builds.game(job.made, job.slug), (builds.PAGES,))
    return job.made


def _keep(job: Job) -> bool:
    """Keep the ledger with the corpus; where that fails the copy in the build serves."""
    from kb import ledger, shipped

    corpus, copies = job.settings.folder, builds.game(job.made, job.slug) / builds.LEDGERS
    return shipped.is_packed(corpus) or ledger.keep_built(corpus, copies, job.slug)


def _swap_in(job: Job, made: Made) -> None:
    """Say that a build is whole, swap it in, and keep its pages from before for the one after the next; none where
    words have to be forgotten."""
    folder, summary = job.made, made.summary
    site, own = folder / builds.SITE, builds.game(folder, job.slug)
    was_read = job.inputs == unchanged.inputs(
        job.settings, job.slug, job.made_with
    )  # and nothing written meanwhile
    folders = [name.rstrip("/") for name in summary.site["folders"]]
    itself, _ = builds.contents([own], [builds.SUMMARY])
    holds, _ = builds.contents([own, *(site / name for name in folders)], [builds.SUMMARY])
    made_of = job.inputs if was_read else ""
    told = {"made_of": made_of, "folders": folders, "holds": holds, "holds_itself": itself}
    (own / builds.SUMMARY).write_text(json.dumps({**to_record(summary), **told}), encoding="utf-8")
    for assets in folder.glob("assets/*"):
        swap.add(assets, job.build / builds.SITE / "assets" / assets.name)
    for name in folders:
        swap.take_place(site / name, job.build / builds.SITE / name)
    swap.take_place(own, builds.game(job.build, job.slug))
    builds.mark(job.build)
    if own.exists() and not made.forgets:
        swap.leave_only(own, (builds.PAGES,))
        kept = swap.spare(job.build) / job.slug
        swap.remove(kept)  # of a build before, where this one was made elsewhere
        kept.parent.mkdir(exist_ok=True)
        folder.rename(kept)
