"""`kb serve`: the website and its JSON search on this machine, rebuilt on change."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kb import builds
from kb.commands.answers import answer_record
from kb.commands.folders import build_option, corpus_option, corpus_to_read
from kb.commands.output import Progress, note
from kb.errors import KbError

if TYPE_CHECKING:
    from kb.pipeline import BuildReport

_DEFAULT_LIMIT, _MOST = 10, 100


@click.command()
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0: any free port."
)
@corpus_option
@build_option
def command(port: int, corpus: Path | None, build: Path) -> None:
    """Show the website on this machine, rebuilt on change.

    Only this machine can reach it. /search.json?q=TEXT answers too, with game, kind, mode and limit.

    Example: kb serve --port 8080
    """
    from kb import serve
    from kb.ledger.records import FILE as LEDGER

    folder = corpus_to_read(corpus)

    def look() -> serve.Snapshot:
        return serve.snapshot(folder, ignored=LEDGER)  # which a build writes itself

    built = look()
    if not (build / builds.MARK).is_file():
        _build(folder, build)
    server = serve.Server(port, build, lambda parameters: search_document(build, parameters))
    stop = threading.Event()
    watching = threading.Thread(
        target=serve.watch, args=(look, built, lambda: _rebuild(folder, build), stop), daemon=True
    )
    watching.start()
    click.echo(f"{server.address}  (Ctrl-C ends it)")
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        note("ended")
    finally:
        stop.set()
        server.server_close()


def _build(corpus: Path, build: Path) -> BuildReport:
    from kb import pipeline

    with Progress() as progress:
        report = pipeline.build(corpus, build, progress=progress, on_wait=progress.note)
    stays = "its pages stay as they were" if report.made else "the site stays as it was"
    for why in report.failed.values():
        note(f"{why}; {stays}")
    return report


def _rebuild(corpus: Path, build: Path) -> None:
    """Build again; what is wrong with a text is told, and the pages of its game stay as they were."""
    try:
        report = _build(corpus, build)
    except (KbError, OSError) as error:
        note(f"{error}; the site stays as it was")
    else:
        if report.made or not report.failed:
            note(f"built again in {report.seconds:.1f} s")


def search_document(build: Path, parameters: Mapping[str, str]) -> dict[str, Any]:
    """Answer `/search.json` as `kb search --json` does."""
    from kb.search import search

    asked = {name: parameters[name] for name in ("game", "kind", "mode") if parameters.get(name)}
    limit = min(_MOST, max(1, int(parameters.get("limit", _DEFAULT_LIMIT))))
    query = parameters.get("q", "")
    return answer_record(builds.read(build, lambda folder: search(folder, query, limit=limit, **asked)))
