"""`kb doctor`: is everything there and sound, and which command mends what is not?"""

from __future__ import annotations

import platform
import re
import sqlite3
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import click

from kb import __version__, builds, shipped
from kb.commands.folders import build_option, corpus_option
from kb.commands.output import Progress, columns
from kb.errors import BuildError, KbError
from kb.store import Library

_DISTRIBUTION = "kb-rules"
# "whoosh==2.7.4", "click>=8.2": what ends the name
_NAME_END = re.compile(r"[^\w.-]")


@click.command()
@corpus_option
@build_option
def command(corpus: Path | None, build: Path) -> None:
    """Tell what is there, whether it is sound, and what mends it.

    Exits 1 when something needs mending.

    Example: kb doctor --build build
    """
    corpus = corpus or Path("corpus")
    _print("Versions", _versions())
    _print("Folders", _folders(corpus, build))
    healthy = True
    rows = []
    with Progress() as progress:
        for at, (name, check) in enumerate(_CHECKS.items()):
            progress(f"Looking at the {name}", at / len(_CHECKS))
            try:
                rows.append((name, "ok", check(corpus, build)))
            except (KbError, OSError) as error:
                healthy = False
                rows.append((name, "MEND", str(error)))
    _print("Health", iter(rows))
    if not healthy:
        raise click.exceptions.Exit(1)


def _print(title: str, rows: Iterator[tuple[str, ...]]) -> None:
    click.secho(title, bold=True)
    for line in columns(list(rows), indent="  "):
        click.echo(line)


def _versions() -> Iterator[tuple[str, ...]]:
    yield "kb", __version__
    yield "Python", f"{platform.python_version()}, {platform.system()} {platform.machine()}, {sys.executable}"
    yield "SQLite", sqlite3.sqlite_version
    for name in _libraries():
        try:
            yield name, metadata.version(name)
        except metadata.PackageNotFoundError:
            yield name, f"missing; `pip install {_DISTRIBUTION}` installs it"


def _libraries() -> list[str]:
    """What the installed package says it needs, without its extras."""
    try:
        requirements = metadata.requires(_DISTRIBUTION) or []
    except metadata.PackageNotFoundError:
        return []  # run from a folder, not installed
    return sorted(_NAME_END.split(each)[0] for each in requirements if "extra ==" not in each)


def _folders(corpus: Path, build: Path) -> Iterator[tuple[str, ...]]:
    yield "corpus", _described(corpus, "not there; the one that ships is read")
    yield "build", _described(build, "not there; `kb build` makes one")
    yield "shipped corpus", _described(shipped.corpus(), "missing; install kb again")
    yield "templates", _described(shipped.templates(), "missing; install kb again")


def _described(folder: Path, otherwise: str) -> str:
    return str(folder.resolve()) if folder.is_dir() else f"{folder.resolve()} ({otherwise})"


def _check_corpus(corpus: Path, build: Path) -> str:
    from kb.sources import read_corpus

    folder = corpus if corpus.is_dir() else shipped.corpus()
    held = read_corpus(folder)
    return f"{len(held.games)} games, {len(held.sources)} texts"


def _check_store(corpus: Path, build: Path) -> str:
    with builds.open_store(build) as store:
        store.verify()
        counts = store.counts()
        references = sum(1 for _ in store.references())
        return f"{sum(sum(kinds.values()) for kinds in counts.values()):,} entries, {references:,} references"


def _check_index(corpus: Path, build: Path) -> str:
    """An index is sound when it finds an entry by its own words."""
    from kb.search import search

    def found(folder: Path) -> str:
        with Library(folder) as store:
            entry = next((entry for entry in store.entries() if entry.text), None)
        if entry is None:
            return "nothing to find"
        answer = search(folder, " ".join(entry.text.split()[:12]), mode="lexical", limit=50)
        if not answer.results:
            raise BuildError(f"{entry.id} is not found by its own words; run `kb build` again")
        return f"{answer.took_ms:.0f} ms for a question"

    return builds.read(build, found)


def _check_meaning(corpus: Path, build: Path) -> str:
    """Whether the encoder's weights are those that were shipped."""
    from kb import encoders

    encoder = encoders.encoder()
    encoder.verify()
    return encoder.key


def _check_site(corpus: Path, build: Path) -> str:
    site = build / builds.SITE
    if not (site / "index.html").is_file():
        raise BuildError("no website in this build; run `kb build`")
    return f"{sum(1 for _ in site.rglob('*.html')):,} pages"


def _check_age(corpus: Path, build: Path) -> str:
    """Whether people changed the corpus after the build was made."""
    from kb.ledger.records import FILE as LEDGER

    mark = build / builds.MARK
    if not mark.is_file():
        raise BuildError(f"no build in {build}; run `kb build`")
    made = mark.stat().st_mtime
    written = [path for path in corpus.rglob("*") if path.is_file() and path.name != LEDGER]
    newer = [path for path in written if path.stat().st_mtime > made]
    if newer:
        raise BuildError(f"{newer[0]} is newer than the build; run `kb build`")
    return "no text is newer than the build"


_CHECKS = {
    "corpus": _check_corpus,
    "store": _check_store,
    "index": _check_index,
    "meaning": _check_meaning,
    "site": _check_site,
    "age": _check_age,
}
